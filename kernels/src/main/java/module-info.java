// SPDX-License-Identifier: Apache-2.0
import org.jspecify.annotations.NullMarked;

/** Blocks of weights times activations to numbers, in the reference's order of operations. */
@NullMarked
module bankml.kernels {
  requires transitive org.jspecify;
  requires transitive bankml.gguf;
  requires static jdk.incubator.vector;

  exports bankml.kernels;
}
