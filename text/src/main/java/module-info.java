// SPDX-License-Identifier: Apache-2.0
import org.jspecify.annotations.NullMarked;

/** Strings to token ids and back; messages to a prompt. */
@NullMarked
module bankml.text {
  requires transitive org.jspecify;
  requires transitive bankml.gguf;
  requires transitive tools.jackson.databind;

  exports bankml.text;
}
