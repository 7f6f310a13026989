// SPDX-License-Identifier: Apache-2.0
package bankml.model;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/** A trace that keeps what {@code probe} keeps: each tensor's name and the sha256 of its bytes. */
final class RowHashes implements Trace {
  /** One tensor of one pass. */
  record Seen(String name, String sha256) {}

  private final Set<Tensor> wanted;
  private final List<Seen> seen = new ArrayList<>();

  private long rowCount;

  RowHashes(Set<Tensor> wanted) {
    this.wanted = wanted;
  }

  @Override
  public void see(Tensor tensor, int layer, float[] rows, int count, int width) {
    if (count > 0 && wanted.contains(tensor)) {
      rowCount += count;
      seen.add(new Seen(tensor.name(layer), sha256(rows, 0, count * width)));
    }
  }

  /** Returns how many rows the hashes cover. */
  long rows() {
    return rowCount;
  }

  List<Seen> seen() {
    return seen;
  }

  static String sha256(float[] values, int offset, int count) {
    ByteBuffer bytes = ByteBuffer.allocate(count * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(values, offset, count);
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes.array()));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
