// SPDX-License-Identifier: Apache-2.0
package bankml.server.replay;

import bankml.server.RawClient;
import bankml.server.Served;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * What is different between a recorded answer and ours: status, content type, headers that mean
 * something, keys, their order, types, and values but those that change from run to run or depend
 * on the text that was generated.
 */
final class Comparison {
  /** Fields that only bankml has; clients do not mind. */
  private static final Set<String> OWN =
      Set.of("bankml", "bankml_receipt", "bankml_cache_n", "timings", Served.HIDDEN_TEMPLATE);

  private static final List<String> HEADERS =
      List.of(
          "allow",
          "location",
          "vary",
          "access-control-allow-origin",
          "access-control-allow-methods",
          "access-control-allow-headers",
          "access-control-max-age");

  /** What follows from the text that was generated. */
  private static final Set<String> GENERATED =
      Set.of(
          "$.response",
          "$.message.content",
          "$.done_reason",
          "$.eval_count",
          "$.context",
          "$.logprobs",
          "$.choices[*].message.content",
          "$.choices[*].delta.content",
          "$.choices[*].text",
          "$.choices[*].finish_reason",
          "$.choices[*].logprobs",
          "$.usage.completion_tokens",
          "$.usage.total_tokens");

  private final Recording recorded;
  private final Set<String> changing;
  private final Set<String> differences = new TreeSet<>();

  private Comparison(Recording recorded) {
    this.recorded = recorded;
    this.changing = recorded.changing();
  }

  /** Returns the differences, each in the words that the list of differences has. */
  static Set<String> differences(Recording recorded, RawClient.Answer ours) {
    Comparison comparison = new Comparison(recorded);
    comparison.compare(ours);
    return comparison.differences;
  }

  private void compare(RawClient.Answer ours) {
    for (String header : HEADERS) {
      if (!recorded.answerHeader(header).equals(ours.header(header))) {
        differences.add("header " + header);
      }
    }
    if (recorded.status() != ours.status()) {
      differences.add(recorded.status() + " → " + ours.status());
      return;
    }
    if (!recorded.answerHeader("content-type").equals(ours.header("content-type"))) {
      differences.add("content-type");
    }
    if (!recorded.method().equals("HEAD")) {
      compareLines(data(recorded.lines()), data(ours.lines()));
    }
  }

  /** The lines that say something, without the prefix of server-sent events. */
  private static List<String> data(List<String> lines) {
    return lines.stream()
        .filter(line -> !line.isEmpty() && !line.startsWith(":"))
        .map(line -> line.startsWith("data: ") ? line.substring("data: ".length()) : line)
        .toList();
  }

  private void compareLines(List<String> theirs, List<String> ours) {
    if (theirs.isEmpty() || ours.isEmpty()) {
      if (theirs.size() != ours.size()) {
        differences.add("body");
      }
      return;
    }
    if (Math.min(theirs.size(), ours.size()) > 1) {
      compareLine(theirs.getFirst(), ours.getFirst());
    }
    compareLine(theirs.getLast(), ours.getLast());
  }

  private void compareLine(String theirs, String ours) {
    JsonNode expected;
    try {
      expected = Recording.parse(theirs);
    } catch (JacksonException e) {
      if (!theirs.equals(ours) && !changing.contains("$$line")) {
        differences.add("body");
      }
      return;
    }
    compare("$", expected, Recording.parse(ours));
  }

  private void compare(String path, JsonNode theirs, JsonNode ours) {
    if (changing.contains(path)) {
      return;
    }
    if (theirs.getNodeType() != ours.getNodeType()) {
      differences.add("type " + path);
    } else if (theirs.isObject()) {
      compareObjects(path, theirs, ours);
    } else if (GENERATED.contains(path)) {
      return;
    } else if (theirs.isArray()) {
      if (theirs.size() != ours.size()) {
        differences.add("length " + path);
      }
      for (int i = 0; i < Math.min(theirs.size(), ours.size()); i++) {
        compare(path + "[*]", theirs.get(i), ours.get(i));
      }
    } else if (!isEqual(theirs, ours)) {
      differences.add("value " + path);
    }
  }

  private static boolean isEqual(JsonNode theirs, JsonNode ours) {
    return theirs.isNumber()
        ? (float) theirs.doubleValue() == (float) ours.doubleValue()
        : theirs.equals(ours);
  }

  private void compareObjects(String path, JsonNode theirs, JsonNode ours) {
    List<String> expected = new ArrayList<>(theirs.propertyNames());
    List<String> given = new ArrayList<>(ours.propertyNames());
    given.removeAll(OWN);
    for (String key : expected) {
      if (given.contains(key)) {
        compare(path + "." + key, theirs.path(key), ours.path(key));
      } else if (!changing.contains(path + "." + key)) {
        differences.add("no " + path + "." + key);
      }
    }
    for (String key : given) {
      if (!expected.contains(key) && !changing.contains(path + "." + key)) {
        differences.add("also " + path + "." + key);
      }
    }
    List<String> common = expected.stream().filter(given::contains).toList();
    given.retainAll(common);
    if (!common.equals(given)) {
      differences.add("order " + path);
    }
  }
}
