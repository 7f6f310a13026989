// SPDX-License-Identifier: Apache-2.0
/** The answers that are being made, and their text. */
package bankml.engine.internal;
