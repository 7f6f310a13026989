// SPDX-License-Identifier: Apache-2.0
/**
 * The program that people type. Input: arguments, standard input, the environment. Output: answers
 * on standard output, everything else on standard error, and an exit code. Start with {@link
 * bankml.cli.Main}.
 */
@NullMarked
package bankml.cli;

import org.jspecify.annotations.NullMarked;
