// SPDX-License-Identifier: Apache-2.0
package bankml.server.replay;

import bankml.testkit.Reference;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The deliberate differences, from {@code docs/api-differences.md}: rows of a table with the cases,
 * the difference in the words of {@link Comparison}, what our answer must contain, and why.
 */
final class DifferenceList {

  /** One row. */
  private record Row(String text, List<Pattern> cases, Set<String> differences, String says) {
    boolean covers(String name, String difference, String body) {
      return differences.contains(difference)
          && body.contains(says)
          && cases.stream().anyMatch(c -> c.matcher(name).matches());
    }
  }

  private final List<Row> rows = new ArrayList<>();
  private final Set<Row> used = new HashSet<>();

  /** Reads the list. */
  static DifferenceList read() {
    DifferenceList list = new DifferenceList();
    try {
      for (String line :
          Files.readAllLines(Reference.projectRoot().resolve("docs/api-differences.md"))) {
        if (line.startsWith("| `")) {
          list.rows.add(row(line));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return list;
  }

  private static Row row(String line) {
    List<String> cells = List.of(line.substring(2, line.lastIndexOf(" |")).split(" \\| ", 4));
    return new Row(
        line,
        words(cells.get(0)).stream().map(DifferenceList::glob).toList(),
        Set.copyOf(words(cells.get(1))),
        cells.get(2).isBlank() ? "" : cells.get(2).strip().replaceAll("^`|`$", ""));
  }

  /** The parts of a cell between backquotes. */
  private static List<String> words(String cell) {
    List<String> words = new ArrayList<>();
    Pattern.compile("`([^`]*)`").matcher(cell).results().forEach(m -> words.add(m.group(1)));
    return words;
  }

  private static Pattern glob(String glob) {
    return Pattern.compile(Pattern.quote(glob).replace("*", "\\E.*\\Q"));
  }

  /** Returns whether a row says that the case {@code name} differs so. */
  boolean covers(String name, String difference, String body) {
    List<Row> covering = rows.stream().filter(r -> r.covers(name, difference, body)).toList();
    used.addAll(covering);
    return !covering.isEmpty();
  }

  /** Returns the rows that nothing was covered by. */
  List<String> unused() {
    return rows.stream().filter(r -> !used.contains(r)).map(Row::text).toList();
  }
}
