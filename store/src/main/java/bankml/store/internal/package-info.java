// SPDX-License-Identifier: Apache-2.0
/** How the store talks to the disk and to pip. Start with {@link bankml.store.internal.Disk}. */
@NullMarked
package bankml.store.internal;

import org.jspecify.annotations.NullMarked;
