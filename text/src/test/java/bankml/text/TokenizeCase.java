// SPDX-License-Identifier: Apache-2.0
package bankml.text;

import bankml.testkit.Probe;
import java.nio.file.Path;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A text to be tokenized, by us and by the reference. */
record TokenizeCase(String text, boolean addSpecial, boolean parseSpecial) {
  /** Returns the question for the reference. */
  ObjectNode question(Path vocabulary) {
    return Probe.request("tokenize")
        .put("model", vocabulary.toString())
        .put("text", text)
        .put("add_special", addSpecial)
        .put("parse_special", parseSpecial);
  }

  /** Returns our tokens. */
  int[] tokens(Tokenizer tokenizer) {
    return tokenizer.encode(text, addSpecial, parseSpecial);
  }

  /** Returns the reference's tokens of its answer. */
  static int[] tokens(JsonNode answer) {
    return answer.get("tokens").valueStream().mapToInt(JsonNode::intValue).toArray();
  }
}
