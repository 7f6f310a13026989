// SPDX-License-Identifier: Apache-2.0
/**
 * HTTP to engine.
 *
 * <p>Job: listen, check who asks, and answer as Ollama, OpenAI and llama-server do. Input:
 * requests. Output: JSON, one object or a stream of them. First class to read: {@link
 * bankml.server.Server}; then {@code internal.http.Front}, through which every request goes, and
 * the routes in {@code internal.ollama}.
 *
 * <p>Invariants: only {@code internal.http} sees the HTTP library. Each request ends in exactly one
 * answer and one line of the log. A refusal has a status, and a reason in the dialect of its route.
 */
@NullMarked
package bankml.server;

import org.jspecify.annotations.NullMarked;
