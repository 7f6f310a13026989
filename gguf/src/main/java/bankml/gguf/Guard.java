// SPDX-License-Identifier: Apache-2.0
package bankml.gguf;

import bankml.gguf.Cursor.Malformed;
import bankml.gguf.Cursor.PrefixEnds;
import bankml.gguf.MetadataValue.Text;
import bankml.gguf.MetadataValue.Whole;
import java.lang.foreign.MemorySegment;
import java.util.regex.Pattern;

/**
 * Judges a file by its first bytes: whether its header is whole and sound, and whether its weights
 * mean what the reference takes them to mean. It never reads tensor data, allocates no more than a
 * small multiple of the prefix, and throws nothing for any input.
 *
 * <p>A verdict is final: what is played or refused on one prefix is so on every longer one.
 */
public final class Guard {
  /** The reference's limit ({@code src/llama-hparams.h}, {@code LLAMA_MAX_LAYERS}). */
  private static final int MOST_BLOCKS = 512;

  /** Bonsai's second generation, however it is spelled, but not a size such as Bonsai 27B. */
  private static final Pattern BONSAI_2 =
      Pattern.compile("bonsai[\\s_-]*2(?!\\d)", Pattern.CASE_INSENSITIVE);

  private static final Pattern PRISM_FORK =
      Pattern.compile("prism[\\s_-]*fork[\\s_-]*required", Pattern.CASE_INSENSITIVE);

  private Guard() {}

  /**
   * Judges the file called {@code fileName}, of {@code fileSize} bytes, that starts with {@code
   * prefix}. Bytes of the prefix past the header are not looked at.
   */
  public static Verdict judge(MemorySegment prefix, long fileSize, String fileName) {
    MemorySegment bytes =
        prefix.byteSize() <= fileSize ? prefix : prefix.asSlice(0, Math.max(0, fileSize));
    Reasons reasons = new Reasons();
    checkName("the file name", fileName, reasons);
    try {
      var header = new HeaderReader(new Cursor(bytes, fileSize), reasons).read();
      header.ifPresent(h -> check(h, fileSize, reasons));
      return reasons.none()
          ? new Verdict.Play(header.orElseThrow())
          : new Verdict.Refuse(reasons.list());
    } catch (Malformed malformed) {
      reasons.add(malformed.reason());
      return new Verdict.Refuse(reasons.list());
    } catch (PrefixEnds ends) {
      if (ends.atLeast() <= fileSize || reasons.none()) {
        return new Verdict.NeedMoreBytes(ends.atLeast());
      }
      reasons.add(
          "the file ends at byte %d, inside its header of at least %d bytes"
              .formatted(fileSize, ends.atLeast()));
      return new Verdict.Refuse(reasons.list());
    }
  }

  private static void check(GgufHeader header, long fileSize, Reasons reasons) {
    Metadata metadata = header.metadata();
    for (String key : new String[] {"general.name", "general.basename"}) {
      if (metadata.find(key).orElse(null) instanceof Text text) {
        checkName(key, text.string(), reasons);
      }
    }
    checkBlockCount(metadata, reasons);
    if (!header.tensors().isEmpty()) {
      new LayoutCheck(header, fileSize, reasons).check();
    }
  }

  private static void checkName(String field, String name, Reasons reasons) {
    if (BONSAI_2.matcher(name).find()) {
      reasons.add(
          field
              + " '"
              + name
              + "' is of Bonsai 2, whose weights are in a rotated basis that"
              + " llama.cpp b11192 does not undo; other models are accepted");
    }
    if (PRISM_FORK.matcher(name).find()) {
      reasons.add(
          field
              + " '"
              + name
              + "' asks for PrismML's fork of llama.cpp; models for llama.cpp"
              + " b11192 are accepted");
    }
  }

  /** The reference aborts on a bad block count where it refuses other bad values. */
  private static void checkBlockCount(Metadata metadata, Reasons reasons) {
    if (!(metadata.find("general.architecture").orElse(null) instanceof Text architecture)) {
      return;
    }
    String key = architecture.string() + ".block_count";
    MetadataValue count = metadata.find(key).orElse(null);
    boolean accepted =
        count == null
            || (count instanceof Whole(ValueType type, long bits)
                && type == ValueType.U32
                && bits >= 1
                && bits <= MOST_BLOCKS);
    if (!accepted) {
      reasons.add(metadata.describe(key) + "; an u32 of 1 to " + MOST_BLOCKS + " is accepted");
    }
  }
}
