// SPDX-License-Identifier: Apache-2.0
import org.jspecify.annotations.NullMarked;

/** Speed of the kernels beside the reference's. Not shipped. */
@NullMarked
module bankml.bench {
  requires org.jspecify;
  requires bankml.kernels;
  requires bankml.testkit;
}
