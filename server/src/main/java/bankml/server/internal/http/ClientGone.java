// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.http;

/** The client has hung up before its answer was sent. Nobody is left to be told. */
public final class ClientGone extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Keeps what the connection said. */
  public ClientGone(Throwable cause) {
    super("the client has hung up", cause);
  }
}
