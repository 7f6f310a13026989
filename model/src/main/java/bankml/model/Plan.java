// SPDX-License-Identifier: Apache-2.0
package bankml.model;

import bankml.gguf.GgmlType;
import bankml.gguf.GgufHeader;
import bankml.model.internal.LlamaHeader;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Whether a model can be played, decided from its header before a weight is read. {@link #TABLE} is
 * everything that is proven equal to the reference; whatever is not in it is refused, with every
 * reason.
 */
public sealed interface Plan {

  /** The header is in the table. */
  record Playable(LlamaConfig config) implements Plan {}

  /**
   * The header asks for something outside the table. One line a reason, each naming its tensor or
   * key.
   */
  record Refused(List<String> reasons) implements Plan {
    /** Copies the reasons. */
    public Refused {
      reasons = List.copyOf(reasons);
    }
  }

  /**
   * One row of the table.
   *
   * @param architecture value of {@code general.architecture}
   * @param weightTypes types that a weight matrix may have, mixed in a file as it likes
   */
  record Support(String architecture, Set<GgmlType> weightTypes) {
    /** Copies the types. */
    public Support {
      weightTypes = Set.copyOf(weightTypes);
    }
  }

  /** What is supported. The guard's report, {@code show} and the whole-model oracle read it. */
  List<Support> TABLE =
      List.of(
          new Support(
              "llama",
              Set.of(GgmlType.F32, GgmlType.F16, GgmlType.Q8_0, GgmlType.Q4_1, GgmlType.Q4_0)));

  /** Judges a header that the guard lets play. Reads metadata and the tensor directory only. */
  static Plan of(GgufHeader header) {
    String architecture = header.metadata().requireString("general.architecture");
    for (Support support : TABLE) {
      if (support.architecture().equals(architecture)) {
        return LlamaHeader.judge(header, support);
      }
    }
    String known = TABLE.stream().map(Support::architecture).collect(Collectors.joining(", "));
    return new Refused(
        List.of("general.architecture = " + architecture + ": supported are " + known));
  }
}
