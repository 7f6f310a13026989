// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import static jdk.incubator.vector.VectorOperators.AND;
import static jdk.incubator.vector.VectorOperators.I2F;
import static jdk.incubator.vector.VectorOperators.LSHR;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link Q40#dot} by vectors: rows that are not repacked are rare, so they are expanded for any
 * number of columns.
 *
 * @param format the stored rows
 */
record VectorQ40(Q40 format) implements CodeTiles.Expansion {
  private static final VectorSpecies<Byte> CODES = ByteVector.SPECIES_128;

  @Override
  public void expand(int row, float[] out, int at, int scalesAt) {
    MemorySegment data = format.data();
    for (int b = 0; b < format.cols() / Q40.BLOCK; b++) {
      long block = format.block(row, b);
      out[scalesAt + b] = Bytes.half(data, block);
      IntVector w =
          ByteVector.fromMemorySegment(CODES, data, block + Q40.CODES, ByteOrder.LITTLE_ENDIAN)
              .reinterpretAsInts();
      for (int k = 0; k < 4; k++) {
        int i = at + b * Q40.BLOCK + 8 * k;
        IntVector low = w.lanewise(LSHR, 8 * k).lanewise(AND, 0xf).sub(8);
        IntVector high = w.lanewise(LSHR, 8 * k + 4).lanewise(AND, 0xf).sub(8);
        ((FloatVector) low.convert(I2F, 0)).intoArray(out, i);
        ((FloatVector) high.convert(I2F, 0)).intoArray(out, i + 4);
      }
    }
  }
}
