// SPDX-License-Identifier: Apache-2.0
package bankml.server;

import bankml.gguf.Refusal;
import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * Where the server listens.
 *
 * @param host a name or an address, without brackets
 * @param port 0 to 65535; 0 takes a free one
 */
public record ListenAddress(String host, int port) {
  /** Ollama's own address. */
  public static final ListenAddress DEFAULT = new ListenAddress("127.0.0.1", 11434);

  private static final int MAX_PORT = 65_535;

  /**
   * Reads an address in the forms that {@code OLLAMA_HOST} has: {@code host}, {@code host:port},
   * {@code :port}, {@code [ipv6]:port}, each with {@code http://} before it or not. What is left
   * out is as in {@link #DEFAULT}, but for the port of an address with a scheme, which is 80.
   *
   * @param name what the address was given as, for the refusal
   */
  public static ListenAddress parse(String name, String text) {
    String rest = text.strip().replaceAll("^[\"']+|[\"']+$", "");
    int port = DEFAULT.port();
    int scheme = rest.indexOf("://");
    if (scheme >= 0) {
      if (!rest.substring(0, scheme).equals("http")) {
        throw refusal(name, text, "http is the only scheme");
      }
      rest = rest.substring(scheme + "://".length());
      port = 80;
    }
    int path = rest.indexOf('/');
    rest = path < 0 ? rest : rest.substring(0, path);
    int colon = rest.lastIndexOf(':');
    boolean hasPort = colon >= 0 && colon > rest.indexOf(']') && rest.indexOf(':') == colon;
    if (rest.startsWith("[")) {
      hasPort = colon > rest.indexOf(']');
    }
    if (hasPort) {
      port = port(name, text, rest.substring(colon + 1));
      rest = rest.substring(0, colon);
    }
    String host = rest.replaceAll("^\\[|\\]$", "");
    return new ListenAddress(host.isEmpty() ? DEFAULT.host() : host, port);
  }

  private static int port(String name, String text, String digits) {
    try {
      int port = Integer.parseInt(digits);
      if (port >= 0 && port <= MAX_PORT) {
        return port;
      }
    } catch (NumberFormatException e) {
      // refused below
    }
    throw refusal(name, text, "the port must be 0 to " + MAX_PORT);
  }

  private static Refusal refusal(String name, String text, String why) {
    return new Refusal(
        Refusal.Kind.USAGE,
        name + " is " + text + ": HOST, HOST:PORT or :PORT is accepted; " + why);
  }

  /** Returns whether only this machine can reach the address. */
  public boolean isLoopback() {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      throw new Refusal(Refusal.Kind.IO, "cannot listen on " + host + ": no such host", e);
    }
  }

  /** Returns the address as it stands in a URL. */
  @Override
  public String toString() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
