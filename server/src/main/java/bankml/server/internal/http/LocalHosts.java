// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.http;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;

/**
 * Which names a server that only this machine can reach may be called by, in a request's {@code
 * Host}: a web page whose own name has been pointed here must not be answered. The rules are
 * Ollama's v0.13.3 ({@code server/routes.go}, {@code allowedHostsMiddleware}).
 */
final class LocalHosts {
  private static final List<String> LOCAL_SUFFIXES = List.of(".localhost", ".local", ".internal");

  private LocalHosts() {}

  /** Returns whether {@code hostHeader}, with or without a port, names this machine. */
  static boolean allow(String hostHeader) {
    String host = withoutPort(hostHeader.toLowerCase(Locale.ROOT));
    return isLocalAddress(host) || isLocalName(host);
  }

  private static String withoutPort(String host) {
    if (host.startsWith("[")) {
      int end = host.indexOf(']');
      return end < 0 ? host : host.substring(1, end);
    }
    int colon = host.indexOf(':');
    return colon < 0 || colon != host.lastIndexOf(':') ? host : host.substring(0, colon);
  }

  private static boolean isLocalName(String host) {
    return host.isEmpty()
        || host.equals("localhost")
        || LOCAL_SUFFIXES.stream().anyMatch(host::endsWith)
        || host.equals(machineName());
  }

  private static boolean isLocalAddress(String host) {
    InetAddress address;
    try {
      address = InetAddress.ofLiteral(host);
    } catch (IllegalArgumentException e) {
      return false;
    }
    return address.isLoopbackAddress()
        || address.isAnyLocalAddress()
        || address.isSiteLocalAddress()
        || isUniqueLocal(address)
        || isOwn(address);
  }

  /** IPv6's private addresses, {@code fc00::/7}. */
  private static boolean isUniqueLocal(InetAddress address) {
    byte[] bytes = address.getAddress();
    return bytes.length == 16 && (bytes[0] & 0xFE) == 0xFC;
  }

  private static boolean isOwn(InetAddress address) {
    try {
      return NetworkInterface.getByInetAddress(address) != null;
    } catch (SocketException e) {
      return false;
    }
  }

  private static String machineName() {
    try {
      return InetAddress.getLocalHost().getHostName().toLowerCase(Locale.ROOT);
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }
}
