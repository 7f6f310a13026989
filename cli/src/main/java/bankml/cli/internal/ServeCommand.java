// SPDX-License-Identifier: Apache-2.0
package bankml.cli.internal;

import bankml.engine.KeepAlive;
import bankml.engine.Residency;
import bankml.gguf.Refusal;
import bankml.server.KeepAliveText;
import bankml.server.Limits;
import bankml.server.ListenAddress;
import bankml.server.Server;
import bankml.server.ServerOptions;
import bankml.store.ModelStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Answers over HTTP until it is told to stop. */
@Command(
    name = "serve",
    description = "Answers over HTTP as Ollama, OpenAI and llama-server do.",
    footer = {
      "",
      "Ctrl-C or SIGTERM ends what is being answered with a last message, within 5 seconds.",
      "Example: bankml serve",
      "Example: bankml serve --host 0.0.0.0 --api-key \"$KEY\" --keep-alive 30m"
    })
final class ServeCommand implements Callable<Integer> {
  /** How much the server says of what it does. */
  enum LogLevel {
    /** Everything. */
    DEBUG("FINE"),
    /** A line a request. */
    INFO("INFO"),
    /** What should be looked at. */
    WARN("WARNING"),
    /** Faults. */
    ERROR("SEVERE"),
    /** Nothing. */
    OFF("OFF");

    private final String julName;

    LogLevel(String julName) {
      this.julName = julName;
    }
  }

  private final Screen screen;

  @Mixin private final StoreOptions models = new StoreOptions();
  @Mixin private final ComputeOptions compute = new ComputeOptions();

  @Option(
      names = "--host",
      paramLabel = "HOST[:PORT]",
      description = "Where to listen; $$BANKML_HOST, $$OLLAMA_HOST, else 127.0.0.1:11434.")
  private @Nullable String host;

  @Option(names = "--port", paramLabel = "N", description = "The port, 0 for any free one.")
  private @Nullable Integer port;

  @Option(
      names = "--api-key",
      paramLabel = "KEY",
      description = "What clients must send; $$BANKML_API_KEY. Needed off this machine.")
  private @Nullable String apiKey;

  @Option(
      names = "--origin",
      paramLabel = "ORIGIN",
      description = "A web page's origin that may ask, * in it for anything; $$OLLAMA_ORIGINS.")
  private final List<String> origins = new ArrayList<>();

  @Option(
      names = "--keep-alive",
      paramLabel = "TIME",
      description = "How long an idle model stays loaded; $$OLLAMA_KEEP_ALIVE, else 5m.")
  private @Nullable String keepAlive;

  @Option(
      names = "--max-loaded",
      paramLabel = "N",
      description = "Models that may be loaded at a time (default: ${DEFAULT-VALUE}).")
  private int maxLoaded = 1;

  @Option(
      names = "--max-queue",
      paramLabel = "N",
      description = "Requests that may wait for a model (default: ${DEFAULT-VALUE}).")
  private int maxQueue = 512;

  @Option(
      names = "--log-level",
      paramLabel = "LEVEL",
      description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private LogLevel logLevel = LogLevel.INFO;

  ServeCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws InterruptedException {
    ServerLog.configure(logLevel.julName);
    ServerOptions options = options();
    ModelStore store = models.store();
    VectorModule.open();
    Residency residency =
        new Residency(store, new Residency.Settings(compute.settings(), maxLoaded, maxQueue));
    Server server = Server.start(options, store, residency);
    CountDownLatch stopped = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  server.close();
                  residency.close();
                  stopped.countDown();
                },
                "stop"));
    screen.say("bankml serves on " + server.uri() + ", with the models of " + store.folder());
    stopped.await();
    return 0;
  }

  private ServerOptions options() {
    return new ServerOptions(
        address(),
        allowedOrigins(),
        Optional.ofNullable(apiKey).or(() -> environment("BANKML_API_KEY")),
        Limits.DEFAULT,
        keptAlive());
  }

  private ListenAddress address() {
    ListenAddress address =
        Optional.ofNullable(host)
            .map(text -> ListenAddress.parse("--host", text))
            .or(() -> environment("BANKML_HOST").map(t -> ListenAddress.parse("BANKML_HOST", t)))
            .or(() -> environment("OLLAMA_HOST").map(t -> ListenAddress.parse("OLLAMA_HOST", t)))
            .orElse(ListenAddress.DEFAULT);
    if (port == null) {
      return address;
    }
    if (port < 0 || port > 65_535) {
      throw new Refusal(Refusal.Kind.USAGE, "--port " + port + ": 0 to 65535 are possible");
    }
    return new ListenAddress(address.host(), port);
  }

  private List<String> allowedOrigins() {
    List<String> allowed = new ArrayList<>(origins);
    environment("OLLAMA_ORIGINS")
        .ifPresent(list ->
            Arrays.stream(list.split(","))
                .map(String::strip)
                .filter(origin -> !origin.isEmpty())
                .forEach(allowed::add));
    return allowed;
  }

  private KeepAlive keptAlive() {
    return Optional.ofNullable(keepAlive)
        .map(text -> KeepAliveText.ofSetting("--keep-alive", text))
        .or(() ->
            environment("OLLAMA_KEEP_ALIVE")
                .map(text -> KeepAliveText.ofSetting("OLLAMA_KEEP_ALIVE", text)))
        .orElse(ServerOptions.DEFAULT_KEEP_ALIVE);
  }

  private static Optional<String> environment(String variable) {
    return Optional.ofNullable(System.getenv(variable)).filter(value -> !value.isBlank());
  }
}
