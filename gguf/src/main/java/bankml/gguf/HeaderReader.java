// SPDX-License-Identifier: Apache-2.0
package bankml.gguf;

import bankml.gguf.Cursor.Malformed;
import bankml.gguf.MetadataValue.Whole;
import java.util.List;
import java.util.Optional;

/**
 * Reads a header from a file's first bytes (reference: {@code ggml/src/gguf.cpp}, {@code
 * gguf_init_from_reader}). Faults after which reading can go on are added to the reasons; others
 * end it as {@link Malformed}.
 */
final class HeaderReader {
  private static final byte[] MAGIC = {'G', 'G', 'U', 'F'};
  private static final int DEFAULT_ALIGNMENT = 32;
  private static final String ALIGNMENT = "general.alignment";

  private final Cursor in;
  private final Reasons reasons;

  HeaderReader(Cursor in, Reasons reasons) {
    this.in = in;
    this.reasons = reasons;
  }

  /** Returns the header, or nothing where its parts are too unsound to place the tensors. */
  Optional<GgufHeader> read() {
    magic();
    int version = version();
    String tensorCountName = "the number of tensors at byte " + in.position();
    long tensorCount = in.i64();
    String entryCountName = "the number of keys at byte " + in.position();
    long entryCount = in.i64();
    in.claim(tensorCount, TensorReader.LEAST_LINE, tensorCountName);
    in.claim(entryCount, MetadataReader.LEAST_ENTRY, entryCountName);
    Metadata metadata = new MetadataReader(in, reasons).read(entryCount);
    Optional<Long> alignment = alignment(metadata);
    List<TensorInfo> tensors = new TensorReader(in, reasons).read(tensorCount);
    if (alignment.isEmpty() || tensors.size() != tensorCount) {
      return Optional.empty();
    }
    long dataOffset = (in.position() + alignment.get() - 1) & -alignment.get();
    return Optional.of(new GgufHeader(version, metadata, tensors, alignment.get(), dataOffset));
  }

  private void magic() {
    for (int i = 0; i < MAGIC.length; i++) {
      int letter = in.u8();
      if (letter != MAGIC[i]) {
        throw new Malformed(
            "the magic has 0x%02x at byte %d; 'GGUF' is accepted".formatted(letter, i));
      }
    }
  }

  private int version() {
    int version = in.i32();
    if (version != 2 && version != 3) {
      boolean swapped = version == Integer.reverseBytes(2) || version == Integer.reverseBytes(3);
      throw new Malformed(
          "the version at byte 4 is %d%s; 2 and 3 are accepted"
              .formatted(
                  Integer.toUnsignedLong(version), swapped ? ", that of a big-endian file" : ""));
    }
    return version;
  }

  private Optional<Long> alignment(Metadata metadata) {
    Optional<MetadataValue> value = metadata.find(ALIGNMENT);
    if (value.isEmpty()) {
      return Optional.of((long) DEFAULT_ALIGNMENT);
    }
    if (value.get() instanceof Whole(ValueType type, long bits)
        && type == ValueType.U32
        && Long.bitCount(bits) == 1) {
      return Optional.of(bits);
    }
    reasons.add(metadata.describe(ALIGNMENT) + "; an u32 that is a power of two is accepted");
    return Optional.empty();
  }
}
