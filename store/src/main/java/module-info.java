// SPDX-License-Identifier: Apache-2.0
import org.jspecify.annotations.NullMarked;

/** Names to verified files. */
@NullMarked
module bankml.store {
  requires transitive org.jspecify;
  requires transitive bankml.gguf;
  requires tools.jackson.databind;

  exports bankml.store;
}
