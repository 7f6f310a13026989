// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One thing that can be asked.
 *
 * @param method {@code GET}, which answers {@code HEAD} too, {@code POST}, …
 * @param pattern a path; a segment {@code {name}} stands for any one segment
 * @param dialect how its clients are told what is wrong
 * @param handler what answers
 */
public record Route(String method, String pattern, Dialect dialect, Handler handler) {

  /** Returns whether the route answers {@code asked}. */
  boolean allows(String asked) {
    return method.equals(asked) || (method.equals("GET") && asked.equals("HEAD"));
  }

  /** Returns the path's parameters where it has the route's pattern. */
  Optional<Map<String, String>> match(String path) {
    List<String> wanted = List.of(pattern.split("/", -1));
    List<String> given = List.of(path.split("/", -1));
    if (wanted.size() != given.size()) {
      return Optional.empty();
    }
    Map<String, String> parameters = new LinkedHashMap<>();
    for (int i = 0; i < wanted.size(); i++) {
      String name = wanted.get(i);
      if (name.startsWith("{") && !given.get(i).isEmpty()) {
        parameters.put(name.substring(1, name.length() - 1), decoded(given.get(i)));
      } else if (!name.equals(given.get(i))) {
        return Optional.empty();
      }
    }
    return Optional.of(parameters);
  }

  private static String decoded(String segment) {
    return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}
