// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.http;

/** An answer that is sent piece by piece. */
public interface AnswerStream {

  /**
   * Sends {@code text} at once, in UTF-8. Blocks while the client does not read.
   *
   * @throws ClientGone when the client has hung up
   */
  void send(String text);

  /** Ends the answer as complete. */
  void end();
}
