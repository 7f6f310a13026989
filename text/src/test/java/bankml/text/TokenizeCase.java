// SPDX-License-Identifier: Apache-2.0
package bankml.text;

import bankml.testkit.Probe;
import bankml.testkit.Reference;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
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

  /** Returns the reference's tokens of {@code cases}, each list as text. */
  static List<String> theirs(Reference reference, Path vocabulary, List<TokenizeCase> cases) {
    try (Probe probe = new Probe(reference)) {
      return probe.askAll(cases.stream().map(c -> c.question(vocabulary)).toList()).stream()
          .map(answer -> answer.get("tokens").toString())
          .toList();
    }
  }

  /** Returns our tokens as text, as JSON writes them. */
  String ours(Tokenizer tokenizer) {
    return Arrays.stream(tokenizer.encode(text, addSpecial, parseSpecial))
        .mapToObj(Integer::toString)
        .collect(Collectors.joining(",", "[", "]"));
  }
}
