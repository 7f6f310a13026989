// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.http;

import bankml.gguf.Refusal;
import bankml.server.ListenAddress;
import bankml.server.ServerOptions;
import java.io.IOException;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Handler.Abstract;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Jetty, set up: one port, a virtual thread a request. */
public final class JettyServer implements AutoCloseable {
  private static final long STOP_MS = 4000;
  private static final long FULL_IDLE_MS = 1000;

  /** Routes match whole segments of the path as it was sent, so that nothing is ambiguous. */
  private static final UriCompliance PATHS_AS_SENT =
      UriCompliance.DEFAULT.with(
          "bankml",
          UriCompliance.Violation.AMBIGUOUS_PATH_SEPARATOR,
          UriCompliance.Violation.AMBIGUOUS_PATH_ENCODING,
          UriCompliance.Violation.AMBIGUOUS_EMPTY_SEGMENT);

  private final Server server;
  private final ServerConnector connector;
  private final Set<JettyExchange> active = ConcurrentHashMap.newKeySet();

  private JettyServer(Server server, ServerConnector connector) {
    this.server = server;
    this.connector = connector;
  }

  /**
   * Listens.
   *
   * @param otherwise how errors are told where no route says it
   * @throws Refusal when the address cannot be had
   */
  public static JettyServer start(ServerOptions options, Routes routes, Dialect otherwise) {
    QueuedThreadPool threads = new QueuedThreadPool();
    threads.setName("http");
    threads.setVirtualThreadsExecutor(VirtualThreads.getNamedVirtualThreadsExecutor("request-"));
    Server server = new Server(threads);
    ServerConnector connector = connector(server, options);
    server.addConnector(connector);
    NetworkConnectionLimit limit =
        new NetworkConnectionLimit(options.limits().connections(), server);
    limit.setEndPointIdleTimeout(FULL_IDLE_MS);
    server.addBean(limit);
    server.setErrorHandler(new MalformedRequests(routes, otherwise));
    server.setStopTimeout(STOP_MS);
    JettyServer started = new JettyServer(server, connector);
    Callers callers =
        new Callers(
            new Origins(options.origins()),
            new ApiKey(options.apiKey()),
            options.address().isLoopback());
    Front front = new Front(callers, routes, otherwise);
    server.setHandler(new GracefulHandler(started.handler(front, options.limits().bodyBytes())));
    started.listen(options.address());
    return started;
  }

  private static ServerConnector connector(Server server, ServerOptions options) {
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setRequestHeaderSize(options.limits().headerBytes());
    http.setUriCompliance(PATHS_AS_SENT);
    http.setIdleTimeout(options.limits().idleTime().toMillis());
    ServerConnector connector = new ServerConnector(server, new HttpConnectionFactory(http));
    connector.setHost(options.address().host());
    connector.setPort(options.address().port());
    connector.setIdleTimeout(options.limits().idleTime().toMillis());
    connector.setReuseAddress(true);
    return connector;
  }

  private Abstract handler(Front front, long maxBody) {
    AtomicLong ids = new AtomicLong(System.currentTimeMillis() << 20);
    return new Abstract() {
      @Override
      public boolean handle(Request request, Response response, Callback callback) {
        long start = System.nanoTime();
        String id = Long.toHexString(ids.incrementAndGet());
        JettyExchange exchange = new JettyExchange(id, request, response, callback, maxBody);
        active.add(exchange);
        try {
          front.handle(exchange);
        } finally {
          active.remove(exchange);
          RequestLog.write(exchange.logged(System.nanoTime() - start));
        }
        return true;
      }
    };
  }

  private void listen(ListenAddress address) {
    try {
      server.start();
    } catch (IOException e) {
      String why =
          e.getCause() == null ? String.valueOf(e.getMessage()) : e.getCause().getMessage();
      throw new Refusal(Refusal.Kind.IO, "cannot listen on " + address + ": " + why, e);
    } catch (Exception e) {
      throw new IllegalStateException("Jetty did not start", e);
    }
  }

  /** Returns where clients find the server; with the port that was taken where any would do. */
  public URI uri() {
    return URI.create("http://" + new ListenAddress(connector.getHost(), connector.getLocalPort()));
  }

  /** Returns how many connections are open. */
  public int connections() {
    return (int) connector.getConnectedEndPoints().stream().filter(EndPoint::isOpen).count();
  }

  /** Stops: takes no more requests, ends answers in flight with a last message, within 5 s. */
  @Override
  public void close() {
    try {
      Thread stopping = Thread.ofVirtual().start(this::stopAll);
      server.stop();
      stopping.interrupt();
      stopping.join(TimeUnit.SECONDS.toMillis(1));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      throw new IllegalStateException("Jetty did not stop", e);
    }
  }

  /** Ends what is being answered, also what began just now. */
  private void stopAll() {
    try {
      while (true) {
        active.forEach(JettyExchange::stop);
        Thread.sleep(20);
      }
    } catch (InterruptedException e) {
      // all have ended
    }
  }
}
