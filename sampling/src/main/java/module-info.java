// SPDX-License-Identifier: Apache-2.0
import org.jspecify.annotations.NullMarked;

/** Logits to one token. */
@NullMarked
module bankml.sampling {
  requires transitive org.jspecify;
  requires transitive bankml.text;

  exports bankml.sampling;
}
