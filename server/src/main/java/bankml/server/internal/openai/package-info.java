// SPDX-License-Identifier: Apache-2.0
/** OpenAI's API, with the fields that llama-server adds to it. */
package bankml.server.internal.openai;
