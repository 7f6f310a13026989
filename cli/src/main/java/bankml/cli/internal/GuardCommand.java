// SPDX-License-Identifier: Apache-2.0
package bankml.cli.internal;

import bankml.gguf.GgufHeader;
import bankml.gguf.ModelFile;
import bankml.gguf.Refusal;
import bankml.gguf.Verdict;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/** Judges a file by its header: play, or refuse with every reason. */
@Command(
    name = "guard",
    description = "Judges a model file by its header, without reading its weights.",
    footer = {
      "",
      "Exit codes: 0 play, 2 refuse, 3 truncated: the file ends in its header, 1 unreadable.",
      "A file that ends in its weights is refused: the header says where each of them should be.",
      "Example: bankml guard --json model.gguf"
    })
final class GuardCommand implements Callable<Integer> {
  private final Screen screen;

  @Parameters(paramLabel = "FILE", description = "A GGUF file.")
  private Path file = Path.of("");

  @Option(names = "--json", description = "Print the verdict as one JSON object.")
  private boolean json;

  GuardCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() {
    Verdict verdict = ModelFile.judge(file);
    if (json) {
      screen.out().println(Json.write(toJson(verdict)));
    } else {
      print(verdict);
    }
    return exitCode(verdict);
  }

  private void print(Verdict verdict) {
    switch (verdict) {
      case Verdict.Play(GgufHeader header) ->
          screen
              .out()
              .printf(
                  "play: %s, %d tensors, GGUF version %d%n",
                  architecture(header), header.tensors().size(), header.version());
      case Verdict.Refuse(List<String> reasons) ->
          reasons.forEach(reason -> screen.say("bankml guard: refuse: " + reason));
      case Verdict.NeedMoreBytes(long atLeast) ->
          screen.say("bankml guard: refuse: " + truncation(atLeast));
    }
  }

  private ObjectNode toJson(Verdict verdict) {
    ObjectNode node = Json.object();
    node.put("file", file.toString());
    switch (verdict) {
      case Verdict.Play(GgufHeader header) -> {
        node.put("verdict", "play");
        node.put("version", header.version());
        node.put("architecture", architecture(header));
        node.put("tensors", header.tensors().size());
      }
      case Verdict.Refuse(List<String> reasons) -> {
        node.put("verdict", "refuse");
        reasons.forEach(node.putArray("reasons")::add);
      }
      case Verdict.NeedMoreBytes(long atLeast) -> {
        node.put("verdict", "truncated");
        node.putArray("reasons").add(truncation(atLeast));
        node.put("need_bytes", atLeast);
      }
    }
    return node;
  }

  private static int exitCode(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Play play -> 0;
      case Verdict.Refuse refuse -> Refusal.Kind.REFUSED.exitCode();
      case Verdict.NeedMoreBytes more -> Refusal.Kind.TRUNCATED.exitCode();
    };
  }

  private String truncation(long atLeast) {
    return file + " is cut short: its header alone needs at least " + atLeast + " bytes";
  }

  private static String architecture(GgufHeader header) {
    return header.metadata().findString("general.architecture").orElse("no architecture");
  }
}
