// SPDX-License-Identifier: Apache-2.0
/**
 * The whole program as a person meets it: the launcher of this checkout, started as a process, with
 * the real model. Start with {@link bankml.e2e.Bankml}.
 */
@NullMarked
package bankml.e2e;

import org.jspecify.annotations.NullMarked;
