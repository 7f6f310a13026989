// SPDX-License-Identifier: Apache-2.0
import org.jspecify.annotations.NullMarked;

/** Token ids and a KV cache to logits. */
@NullMarked
module bankml.model {
  requires transitive org.jspecify;
  requires transitive bankml.gguf;
  requires transitive bankml.kernels;

  exports bankml.model;
}
