// SPDX-License-Identifier: Apache-2.0
import org.jspecify.annotations.NullMarked;

/** Requests to token streams. */
@NullMarked
module bankml.engine {
  requires transitive org.jspecify;
  requires transitive bankml.model;
  requires transitive bankml.sampling;
  requires transitive bankml.text;
  requires transitive bankml.store;

  exports bankml.engine;
}
