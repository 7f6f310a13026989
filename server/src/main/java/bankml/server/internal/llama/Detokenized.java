// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.llama;

import bankml.text.StreamDecoder;
import bankml.text.Tokenizer;
import java.util.List;

/** Text of token ids, special tokens spelled out; U+FFFD stands for what is no character. */
final class Detokenized {
  private Detokenized() {}

  /** Returns the text of {@code tokens}. */
  static String text(List<Integer> tokens, Tokenizer tokenizer) {
    StreamDecoder decoder = new StreamDecoder(tokenizer);
    StringBuilder text = new StringBuilder();
    tokens.forEach(token -> text.append(decoder.push(token)));
    return text.append(decoder.finish()).toString();
  }
}
