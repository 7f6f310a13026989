// SPDX-License-Identifier: Apache-2.0
/** What every API shares: models by name, an answer from a request to its receipt. */
package bankml.server.internal.serving;
