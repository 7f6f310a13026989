// SPDX-License-Identifier: Apache-2.0
/** llama-server's own endpoints. */
package bankml.server.internal.llama;
