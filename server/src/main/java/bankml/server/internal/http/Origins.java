// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.http;

import java.util.List;
import java.util.stream.Stream;

/**
 * Which web pages may ask, by their {@code Origin}: those of this machine, those of desktop
 * applications, and those that the operator adds. The defaults are Ollama's v0.13.3 ({@code
 * envconfig.AllowedOrigins}).
 */
final class Origins {
  private static final List<String> APPLICATIONS =
      List.of("app://*", "file://*", "tauri://*", "vscode-webview://*", "vscode-file://*");

  private final List<String> patterns;

  /**
   * Allows the defaults and {@code more}.
   *
   * @param more origins, one {@code *} in each standing for anything
   */
  Origins(List<String> more) {
    Stream<String> local =
        Stream.of("localhost", "127.0.0.1", "0.0.0.0")
            .flatMap(h -> Stream.of("http://" + h, "https://" + h))
            .flatMap(o -> Stream.of(o, o + ":*"));
    patterns = Stream.of(more.stream(), local, APPLICATIONS.stream()).flatMap(s -> s).toList();
  }

  /** Returns whether pages of {@code origin} may ask a server that they call {@code host}. */
  boolean allow(String origin, String host) {
    return isSame(origin, host) || patterns.stream().anyMatch(p -> matches(p, origin));
  }

  /** Returns whether {@code origin} is the server itself, so that no browser needs to be told. */
  static boolean isSame(String origin, String host) {
    return origin.equals("http://" + host) || origin.equals("https://" + host);
  }

  private static boolean matches(String pattern, String origin) {
    int star = pattern.indexOf('*');
    if (star < 0) {
      return pattern.equals(origin);
    }
    String end = pattern.substring(star + 1);
    return origin.length() >= star + end.length()
        && origin.startsWith(pattern.substring(0, star))
        && origin.endsWith(end);
  }
}
