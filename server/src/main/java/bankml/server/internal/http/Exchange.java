// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.http;

import java.util.Optional;
import java.util.function.Supplier;

/** One request and its answer. Its handler's thread only, which may block. */
public interface Exchange {

  /** Returns the request's id, in the answer's {@code X-Request-Id} and in the log. */
  String id();

  /** Returns the method, in upper case. */
  String method();

  /** Returns the path as it was sent, without the query. */
  String path();

  /** Returns the part of the path that the route's pattern calls {@code {name}}, decoded. */
  String parameter(String name);

  /** Returns the first value of a request header. */
  Optional<String> header(String name);

  /**
   * Returns the whole body, reading it at the first call.
   *
   * @throws HttpRefusal 413 when it is too long, 408 when it does not come
   */
  byte[] body();

  /** Sets a header of the answer; before it has begun. */
  void setHeader(String name, String value);

  /** Answers whole. */
  void answer(int status, String contentType, byte[] body);

  /** Begins an answer with status 200 that is sent piece by piece. */
  AnswerStream stream(String contentType);

  /**
   * Does {@code work}, which may answer, returns what it returns, and meanwhile runs {@code
   * cancel}, once and on another thread, when nobody wants the answer any more: the client has hung
   * up, or the server stops.
   */
  <T> T whileWanted(Runnable cancel, Supplier<T> work);

  /** Returns whether the server stops, so that answers must end. */
  boolean stopping();

  /** Notes a fact for the request's line in the log. */
  void note(String key, Object value);
}
