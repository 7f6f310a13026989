// SPDX-License-Identifier: Apache-2.0
package bankml.gguf;

import java.util.List;

/** What the guard says of a file's beginning. */
public sealed interface Verdict {

  /** The header is whole and sound, and the tensors it lists lie in the file. */
  record Play(GgufHeader header) implements Verdict {}

  /**
   * The file must not be played, whatever follows the prefix.
   *
   * @param reasons every reason found, at least one; each names the field, its value, and what
   *     would be accepted
   */
  record Refuse(List<String> reasons) implements Verdict {
    /** Takes a copy of {@code reasons}. */
    public Refuse {
      reasons = List.copyOf(reasons);
    }
  }

  /**
   * The header goes on past the prefix.
   *
   * @param atLeast how many bytes of the file a longer prefix must have; more than the file has
   *     when the file itself is cut short
   */
  record NeedMoreBytes(long atLeast) implements Verdict {}
}
