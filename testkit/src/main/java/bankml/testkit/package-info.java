// SPDX-License-Identifier: Apache-2.0
/**
 * What tests share: the compiled reference (its libraries through FFM, and {@code probe}) and
 * seeded generators. Not shipped. Start with {@link bankml.testkit.Reference}.
 */
@NullMarked
package bankml.testkit;

import org.jspecify.annotations.NullMarked;
