// SPDX-License-Identifier: Apache-2.0
package bankml.cli.internal;

import bankml.gguf.GgmlType;
import bankml.gguf.GgufHeader;
import bankml.gguf.Metadata;
import bankml.gguf.ModelFile;
import bankml.gguf.TensorInfo;
import bankml.store.Pin;
import bankml.store.PinnedFile;
import bankml.store.StoredModel;
import java.nio.file.Files;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows what a model is. */
@Command(
    name = "show",
    description = "Shows what a model is: its shape, its weights, its pin.",
    footer = {"", "Example: bankml show smollm2"})
final class ShowCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private final StoreOptions models = new StoreOptions();

  @Parameters(paramLabel = "NAME", description = "A model of the store, or a file's path.")
  private String name = "";

  ShowCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() {
    StoredModel model = models.require(name);
    try (ModelFile file = ModelFile.open(model.file())) {
      row("name", model.name());
      row("file", model.file().toString());
      row("bytes", "%,d".formatted(file.size()));
      showHeader(file.header());
    }
    showPin(model);
    return 0;
  }

  private void showHeader(GgufHeader header) {
    Metadata metadata = header.metadata();
    String architecture = metadata.findString("general.architecture").orElse("unknown");
    row("title", metadata.findString("general.name").orElse("none"));
    row("architecture", architecture);
    for (String key :
        new String[] {
          "context_length", "block_count", "embedding_length", "attention.head_count"
        }) {
      metadata
          .findInt(architecture + "." + key)
          .ifPresent(value -> row(key.replace('_', ' '), value.toString()));
    }
    row("parameters", "%,d".formatted(parameters(header)));
    row("weights", weights(header));
    row("tokenizer", metadata.findString("tokenizer.ggml.pre").orElse("unknown"));
    row(
        "chat template",
        metadata.findString("tokenizer.chat_template").isPresent() ? "its own" : "none");
  }

  private void showPin(StoredModel model) {
    if (Files.notExists(model.pinFile())) {
      row("pin", "none; `bankml adopt` makes one, and nothing runs without");
      return;
    }
    Pin pin = Pin.read(model.pinFile());
    Optional<PinnedFile> pinned = pin.find(model.file());
    row("pin", model.pinFile().toString());
    row("source", pin.source());
    row("sha256", pinned.map(PinnedFile::sha256).orElse("the pin does not list this file"));
  }

  private static long parameters(GgufHeader header) {
    return header.tensors().stream().mapToLong(TensorInfo::elements).sum();
  }

  private static String weights(GgufHeader header) {
    Map<GgmlType, Long> counts =
        header.tensors().stream()
            .collect(Collectors.groupingBy(TensorInfo::type, Collectors.counting()));
    return counts.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(e -> e.getValue() + " " + e.getKey())
        .collect(Collectors.joining(", "));
  }

  private void row(String label, String value) {
    screen.out().printf("%-20s %s%n", label, value);
  }
}
