// SPDX-License-Identifier: Apache-2.0
/**
 * Requests in, answers out. The only package that sees the HTTP library: all others see {@link
 * bankml.server.internal.http.Exchange}. Every request goes through {@link
 * bankml.server.internal.http.Front}.
 */
package bankml.server.internal.http;
