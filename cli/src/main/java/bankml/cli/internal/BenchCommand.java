// SPDX-License-Identifier: Apache-2.0
package bankml.cli.internal;

import bankml.engine.LoadedModel;
import bankml.store.StoredModel;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/** Measures how fast a model runs here, beside llama.cpp in the same run where that is given. */
@Command(
    name = "bench",
    description = "Measures tokens per second, beside llama.cpp's in the same run.",
    footer = {
      "",
      "The engines take turns, and each rate is the median of the rounds.",
      "Example: bankml bench smollm2 --vs path/to/llama-bench"
    })
final class BenchCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private final StoreOptions models = new StoreOptions();
  @Mixin private final ComputeOptions compute = new ComputeOptions();

  @Parameters(paramLabel = "NAME", description = "A model of the store, or a file's path.")
  private String name = "";

  @Option(names = "--vs", paramLabel = "PROGRAM", description = "llama.cpp's llama-bench.")
  private @Nullable Path rival;

  @Option(names = "--rounds", paramLabel = "N", description = "Measurements of each engine (5).")
  private int rounds = 5;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  BenchCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() {
    StoredModel stored = models.require(name);
    Optional<LlamaBench> reference =
        Optional.ofNullable(rival)
            .map(path -> new LlamaBench(path, stored.file(), compute.threads()));
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    long start = System.nanoTime();
    List<Speed> ours = new ArrayList<>();
    List<Speed> theirs = new ArrayList<>();
    double loadSeconds;
    try (LoadedModel loaded = compute.load(stored, screen)) {
      loadSeconds = (System.nanoTime() - start) * 1e-9;
      ModelBench bench = new ModelBench(loaded.model());
      bench.warmUp();
      for (int round = 0; round < Math.max(1, rounds); round++) {
        ours.add(bench.measure());
        reference.ifPresent(r -> theirs.add(r.measure()));
      }
    }
    Speed median = Speed.median(ours);
    Optional<Speed> other = theirs.isEmpty() ? Optional.empty() : Optional.of(Speed.median(theirs));
    if (json) {
      printJson(stored, median, other, loadSeconds, load);
    } else {
      printTable(stored, median, other, loadSeconds, load);
    }
    return 0;
  }

  private void printJson(
      StoredModel stored, Speed ours, Optional<Speed> theirs, double loadSeconds, double load) {
    ObjectNode object = Json.object().put("model", stored.name()).put("threads", compute.threads());
    object.set("decode", rates(ours, theirs, Speed::decode));
    object.set("prefill_128", rates(ours, theirs, Speed::prefill128));
    object.set("prefill_512", rates(ours, theirs, Speed::prefill512));
    object.put("load_s", loadSeconds).put("load_average", load);
    screen.out().println(Json.write(object));
  }

  private static ObjectNode rates(
      Speed ours, Optional<Speed> theirs, ToDoubleFunction<Speed> rate) {
    double own = rate.applyAsDouble(ours);
    ObjectNode object = Json.object().put("ours", own);
    theirs.ifPresent(speed -> {
      double other = rate.applyAsDouble(speed);
      object.put("reference", other).put("ratio", own / other);
    });
    return object;
  }

  private void printTable(
      StoredModel stored, Speed ours, Optional<Speed> theirs, double loadSeconds, double load) {
    screen
        .out()
        .printf(
            Locale.ROOT,
            "%s, %d threads, %d rounds, load average %.1f, loaded and verified in %.2f s%n%n",
            stored.name(),
            compute.threads(),
            rounds,
            load,
            loadSeconds);
    screen.out().printf("%-14s %10s %12s %8s%n", "tokens/s", "bankml", "llama.cpp", "ratio");
    row("decode 64", ours, theirs, Speed::decode);
    row("prefill 128", ours, theirs, Speed::prefill128);
    row("prefill 512", ours, theirs, Speed::prefill512);
  }

  private void row(String label, Speed ours, Optional<Speed> theirs, ToDoubleFunction<Speed> rate) {
    double own = rate.applyAsDouble(ours);
    String other =
        theirs
            .map(rate::applyAsDouble)
            .map(r -> String.format(Locale.ROOT, "%12.1f %8.2f", r, own / r))
            .orElse("           –        –");
    screen.out().printf(Locale.ROOT, "%-14s %10.1f %s%n", label, own, other);
  }
}
