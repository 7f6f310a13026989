// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.assertj.core.api.Assertions.assertThat;

import bankml.testkit.OracleLog;
import bankml.testkit.OracleLog.Authority;
import bankml.testkit.Reference;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * {@code expf}, {@code logf}, {@code log2f}, {@code powf} and DRY's powers against the C library of
 * this machine, where the reference runs on it; elsewhere against a hash of glibc 2.36's answers.
 * All 2^32 floats were compared once; here every 509th.
 */
@Tag("oracle")
class LibmOracleTest {
  private static final int STRIDE = 509;
  private static final long EXPF_HASH = -2637250680006414979L;
  private static final long LOGF_HASH = 642840499135300136L;
  private static final long LOG2F_HASH = 7275101781688453253L;
  private static final long POWF_HASH = 2141853000551493900L;
  private static final long POW_HASH = 710860624330604831L;
  private static final int PAIRS = 4_000_000;
  private static final float[] SPECIAL = {
    0f,
    -0f,
    1,
    -1,
    2,
    -2,
    3,
    0.5f,
    49152,
    Float.MIN_VALUE,
    0x1p-140f,
    Float.MIN_NORMAL,
    Float.MAX_VALUE,
    0x1p24f,
    0x1p31f,
    Float.POSITIVE_INFINITY,
    Float.NEGATIVE_INFINITY,
    Float.NaN
  };

  /** A float function, ours or the C library's. */
  private interface Function {
    float apply(float x) throws Throwable;
  }

  @Test
  void expfHasTheBitsOfTheCLibrary() throws Throwable {
    compare("expf", Libm::expf, 0, 0xffff_ffffL, EXPF_HASH);
  }

  @Test
  void logfHasTheBitsOfTheCLibrary() throws Throwable {
    compare("logf", Libm::logf, 0, 0xffff_ffffL, LOGF_HASH);
  }

  @Test
  void log2fHasTheBitsOfTheCLibrary() throws Throwable {
    compare("log2f", Libm::log2f, 0, 0xffff_ffffL, LOG2F_HASH);
  }

  @Test
  void powfHasTheBitsOfTheCLibrary() throws Throwable {
    boolean live = Reference.find().isPresent();
    MethodHandle library =
        live ? cLibrary("powf", FunctionDescriptor.of(JAVA_FLOAT, JAVA_FLOAT, JAVA_FLOAT)) : null;
    Random random = new Random(1);
    long digest = Fnv.START;
    for (int i = 0; i < PAIRS; i++) {
      float x = base(random, i);
      float y = exponent(random, i);
      float answer = Powf.powf(x, y);
      if (library != null) {
        float expected = (float) library.invokeExact(x, y);
        if (Float.floatToIntBits(answer) != Float.floatToIntBits(expected)) {
          assertThat(Float.valueOf(answer)).as("powf(%a, %a)", x, y).isEqualTo(expected);
        }
      }
      digest = Fnv.add(digest, Float.floatToIntBits(answer));
    }
    assertThat(digest).as("hash of powf's bits").isEqualTo(POWF_HASH);
    OracleLog.equal("sampling-powf", live ? Authority.LIVE : Authority.RECORDED, PAIRS);
  }

  /** Any float, NaNs being quiet ones: no operation makes another. */
  private static float any(Random random) {
    float x = Float.intBitsToFloat(random.nextInt());
    return Float.isNaN(x) ? Float.NaN : x;
  }

  private static float base(Random random, int i) {
    return switch (i % 4) {
      case 0 -> random.nextFloat();
      case 1 -> SPECIAL[random.nextInt(SPECIAL.length)];
      case 2 -> random.nextFloat() * 100_000;
      default -> any(random);
    };
  }

  private static float exponent(Random random, int i) {
    return switch (i / 4 % 4) {
      case 0 -> (float) random.nextGaussian() * 3;
      case 1 -> SPECIAL[random.nextInt(SPECIAL.length)];
      case 2 -> random.nextInt(200) - 100;
      default -> any(random);
    };
  }

  @Test
  void powersOfDryAreTheCLibrarysAsFloats() throws Throwable {
    boolean live = Reference.find().isPresent();
    MethodHandle library =
        live ? cLibrary("pow", FunctionDescriptor.of(JAVA_DOUBLE, JAVA_DOUBLE, JAVA_DOUBLE)) : null;
    Random random = new Random(2);
    long digest = Fnv.START;
    for (int i = 0; i < PAIRS; i++) {
      float x = 1 + random.nextFloat() * (i % 2 == 0 ? 1 : 100);
      int most = (int) (88.7f / Libm.logf(x));
      int exponent = random.nextInt(Math.min(most, 5000) + 1);
      float multiplier = random.nextInt(100) / 16f;
      float answer = (float) (multiplier * Libm.pow(x, exponent));
      if (library != null) {
        double power = (double) library.invokeExact((double) x, (double) exponent);
        assertThat(answer)
            .as("%a * pow(%a, %d)", multiplier, x, exponent)
            .isEqualTo((float) (multiplier * power));
      }
      digest = Fnv.add(digest, Float.floatToIntBits(answer));
    }
    assertThat(digest).as("hash of the powers' bits").isEqualTo(POW_HASH);
    OracleLog.equal("sampling-pow", live ? Authority.LIVE : Authority.RECORDED, PAIRS);
  }

  private static void compare(String name, Function ours, long from, long to, long hash)
      throws Throwable {
    boolean live = Reference.find().isPresent();
    MethodHandle library =
        live ? cLibrary(name, FunctionDescriptor.of(JAVA_FLOAT, JAVA_FLOAT)) : null;
    long cases = 0;
    long digest = Fnv.START;
    for (long bits = from; bits <= to; bits += STRIDE) {
      float x = Float.intBitsToFloat((int) bits);
      int answer = Float.floatToIntBits(ours.apply(x));
      if (library != null) {
        float expected = (float) library.invokeExact(x);
        if (answer != Float.floatToIntBits(expected)) {
          assertThat(Float.intBitsToFloat(answer)).as("%s(%a)", name, x).isEqualTo(expected);
        }
      }
      digest = Fnv.add(digest, answer);
      cases++;
    }
    assertThat(digest).as("hash of %s's bits", name).isEqualTo(hash);
    OracleLog.equal("sampling-" + name, live ? Authority.LIVE : Authority.RECORDED, cases);
  }

  @SuppressWarnings("restricted") // the C library's own function is the oracle
  private static MethodHandle cLibrary(String name, FunctionDescriptor descriptor) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), descriptor);
  }
}
