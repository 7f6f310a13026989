// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.http;

/** How the clients of a route are told that something is wrong. */
public interface Dialect {

  /** Returns the content type of an error. */
  String contentType();

  /** Returns the body of an error. */
  String error(HttpRefusal refusal);

  /** Returns the last piece of a stream that has begun with status 200 and cannot go on. */
  String lastPiece(HttpRefusal refusal);
}
