// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import static org.assertj.core.api.Assertions.assertThat;

import bankml.testkit.OracleLog;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The float functions against those of this machine's glibc, which the reference calls. */
@Tag("oracle")
@SuppressWarnings("restricted") // calling the C library is what this test is for
class FloatFunctionsOracleTest {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT;

  /** Coprime to 2^32: all exponents, both signs, ever other mantissas. */
  private static final int BIT_STEP = 2_003;

  private static Optional<SymbolLookup> glibc() {
    boolean linuxX64 =
        System.getProperty("os.name").equals("Linux")
            && System.getProperty("os.arch").equals("amd64");
    if (!linuxX64) {
      OracleLog.equal("libm", OracleLog.Authority.NONE, 0);
      return Optional.empty();
    }
    return Optional.of(SymbolLookup.libraryLookup("libm.so.6", Arena.global()));
  }

  private static MethodHandle function(SymbolLookup libm, String name, FunctionDescriptor type) {
    return Linker.nativeLinker()
        .downcallHandle(libm.findOrThrow(name), type, Linker.Option.critical(false));
  }

  /** Millions of times: an assertion object only where one fails. */
  private static void check(String function, float x, float ours, float theirs) {
    if (Float.floatToRawIntBits(ours) != Float.floatToRawIntBits(theirs)) {
      assertThat(ours).as("%s of %s", function, x).isEqualTo(theirs);
    }
  }

  @Test
  void exponentials() throws Throwable {
    if (glibc().isEmpty()) {
      return;
    }
    MethodHandle expf = function(glibc().get(), "expf", FunctionDescriptor.of(FLOAT, FLOAT));
    long cases = 0;
    for (long bits = 0; bits < 1L << 32; bits += BIT_STEP) {
      float x = Float.intBitsToFloat((int) bits);
      if (!Float.isNaN(x)) {
        check("expf", x, Expf.expf(x), (float) expf.invokeExact(x));
        cases++;
      }
    }
    OracleLog.equal("expf", OracleLog.Authority.LIVE, cases);
  }

  @Test
  void sinesAndCosines() throws Throwable {
    if (glibc().isEmpty()) {
      return;
    }
    MethodHandle sincosf =
        function(
            glibc().get(),
            "sincosf",
            FunctionDescriptor.ofVoid(FLOAT, ValueLayout.ADDRESS, ValueLayout.ADDRESS));
    long cases = 0;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment sine = arena.allocate(FLOAT);
      MemorySegment cosine = arena.allocate(FLOAT);
      float[] ours = new float[2];
      for (long bits = 0; bits < 1L << 32; bits += BIT_STEP) {
        float x = Float.intBitsToFloat((int) bits);
        if (Float.isFinite(x)) {
          sincosf.invokeExact(x, sine, cosine);
          SinCosf.write(x, ours, 0);
          check("cosf", x, ours[0], cosine.get(FLOAT, 0));
          check("sinf", x, ours[1], sine.get(FLOAT, 0));
          cases++;
        }
      }
    }
    OracleLog.equal("sincosf", OracleLog.Authority.LIVE, cases);
  }

  @Test
  void powers() throws Throwable {
    if (glibc().isEmpty()) {
      return;
    }
    MethodHandle powf = function(glibc().get(), "powf", FunctionDescriptor.of(FLOAT, FLOAT, FLOAT));
    SplittableRandom random = new SplittableRandom(3);
    int cases = 500_000;
    for (int i = 0; i < cases; i++) {
      float x = Float.intBitsToFloat(random.nextInt(0x00800000, 0x7f800000));
      float y = i % 2 == 0 ? -2f / (2 + 2 * random.nextInt(256)) : random.nextFloat() * 300 - 150;
      check("powf", x, Powf.powf(x, y), (float) powf.invokeExact(x, y));
    }
    OracleLog.equal("powf", OracleLog.Authority.LIVE, cases);
  }
}
