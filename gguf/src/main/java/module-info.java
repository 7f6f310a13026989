// SPDX-License-Identifier: Apache-2.0
import org.jspecify.annotations.NullMarked;

/** File bytes to a checked, mapped model file. */
@NullMarked
module bankml.gguf {
  requires transitive org.jspecify;

  exports bankml.gguf;
}
