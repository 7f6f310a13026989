// SPDX-License-Identifier: Apache-2.0
import org.jspecify.annotations.NullMarked;

/** What tests share: the compiled reference and seeded generators. Not shipped. */
@NullMarked
module bankml.testkit {
  requires transitive java.net.http;
  requires transitive org.jspecify;
  requires transitive tools.jackson.databind;

  exports bankml.testkit;
}
