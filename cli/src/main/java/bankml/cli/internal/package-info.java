// SPDX-License-Identifier: Apache-2.0
/**
 * One class a command, and what they share. A command does its work or throws a {@link
 * bankml.gguf.Refusal}; none prints errors or ends the program itself. Start with {@link
 * bankml.cli.internal.Program}.
 */
@NullMarked
package bankml.cli.internal;

import org.jspecify.annotations.NullMarked;
