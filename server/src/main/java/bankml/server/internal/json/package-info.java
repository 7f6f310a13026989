// SPDX-License-Identifier: Apache-2.0
/** JSON in, read strictly; JSON out, written as Ollama's server writes it. */
package bankml.server.internal.json;
