// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.http;

import bankml.gguf.Refusal;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;

/**
 * What every request goes through: who asks, what is asked, its handler, and what becomes of an
 * error. The one place where an exception turns into an answer.
 */
final class Front {
  private static final Logger LOG = System.getLogger("bankml.server");

  private final Callers callers;
  private final Routes routes;
  private final Dialect otherwise;

  /**
   * Makes the front of {@code routes}.
   *
   * @param otherwise how errors are told where no route says it
   */
  Front(Callers callers, Routes routes, Dialect otherwise) {
    this.callers = callers;
    this.routes = routes;
    this.otherwise = otherwise;
  }

  /**
   * Answers {@code exchange}, whatever happens; a request whose client is gone stays unanswered.
   */
  void handle(JettyExchange exchange) {
    try {
      if (!callers.answered(exchange)) {
        Routes.Found found = routes.find(exchange.method(), exchange.path());
        exchange.found(found);
        found.route().handler().handle(exchange);
      }
    } catch (HttpRefusal e) {
      refuse(exchange, e);
    } catch (Refusal e) {
      refuse(exchange, HttpRefusal.of(e));
    } catch (ClientGone e) {
      exchange.note("outcome", "client gone");
    } catch (OutOfMemoryError e) {
      refuse(exchange, new HttpRefusal(503, "not enough memory: " + e.getMessage()));
    } catch (RuntimeException | Error e) {
      LOG.log(Level.ERROR, "request " + exchange.id() + " failed, by a fault of bankml", e);
      refuse(
          exchange,
          new HttpRefusal(
              500, "a fault of bankml, see its log for request " + exchange.id() + ": " + e));
    } finally {
      exchange.finish();
    }
  }

  private void refuse(JettyExchange exchange, HttpRefusal refusal) {
    exchange.note("error", refusal.reason());
    Dialect dialect = routes.dialect(exchange.path()).orElse(otherwise);
    try {
      if (exchange.begun()) {
        exchange.breakOff(dialect.lastPiece(refusal));
      } else {
        refusal.headers().forEach(exchange::setHeader);
        exchange.answer(
            refusal.status(),
            dialect.contentType(),
            dialect.error(refusal).getBytes(StandardCharsets.UTF_8));
      }
    } catch (ClientGone e) {
      exchange.note("outcome", "client gone");
    }
  }
}
