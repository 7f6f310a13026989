// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.http;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Everything that can be asked. Filled once, by the classes that answer, then only read. */
public final class Routes {

  /** A route, and the parameters that a path gives it. */
  record Found(Route route, Map<String, String> parameters) {}

  private final List<Route> routes = new ArrayList<>();

  /** Adds a route. */
  public void add(String method, String pattern, Dialect dialect, Handler handler) {
    routes.add(new Route(method, pattern, dialect, handler));
  }

  /** Returns all routes, in the order they were added. */
  public List<Route> list() {
    return Collections.unmodifiableList(routes);
  }

  /**
   * Returns what answers {@code method} on {@code path}.
   *
   * @throws HttpRefusal 404 or, with the methods that are allowed, 405
   */
  Found find(String method, String path) {
    List<Found> ofPath = ofPath(path);
    return ofPath.stream()
        .filter(found -> found.route().allows(method))
        .findFirst()
        .orElseThrow(() -> unknown(method, path, ofPath));
  }

  /** Returns how clients of {@code path} are told what is wrong, where a route knows it. */
  Optional<Dialect> dialect(String path) {
    return ofPath(path).stream().map(found -> found.route().dialect()).findFirst();
  }

  private List<Found> ofPath(String path) {
    return routes.stream()
        .flatMap(r -> r.match(path).stream().map(parameters -> new Found(r, parameters)))
        .toList();
  }

  private static HttpRefusal unknown(String method, String path, List<Found> ofPath) {
    if (ofPath.isEmpty()) {
      return new HttpRefusal(404, "there is nothing at " + path + "; GET /openapi.json lists all");
    }
    String list =
        ofPath.stream()
            .map(found -> found.route().method())
            .map(allowed -> allowed.equals("GET") ? "HEAD, GET" : allowed)
            .distinct()
            .collect(Collectors.joining(", "));
    return new HttpRefusal(405, path + " does not answer " + method + ", only " + list)
        .with("Allow", list);
  }
}
