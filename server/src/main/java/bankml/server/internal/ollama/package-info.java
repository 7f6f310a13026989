// SPDX-License-Identifier: Apache-2.0
/** Ollama's own API, as its server v0.13.3 answers it. */
package bankml.server.internal.ollama;
