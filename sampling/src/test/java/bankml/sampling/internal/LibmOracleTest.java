// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal;

import static org.assertj.core.api.Assertions.assertThat;

import bankml.testkit.OracleLog;
import bankml.testkit.OracleLog.Authority;
import bankml.testkit.Reference;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * {@code expf} and {@code logf} against the C library of this machine, where the reference runs on
 * it; elsewhere against a hash of glibc 2.36's answers. All 2^32 floats were compared once; here
 * every 509th.
 */
@Tag("oracle")
class LibmOracleTest {
  private static final int STRIDE = 509;
  private static final long EXPF_HASH = -2637250680006414979L;
  private static final long LOGF_HASH = 8059348122803391554L;

  /** A float function, ours or the C library's. */
  private interface Function {
    float apply(float x) throws Throwable;
  }

  @Test
  void expfHasTheBitsOfTheCLibrary() throws Throwable {
    compare("expf", Libm::expf, 0, 0xffff_ffffL, EXPF_HASH);
  }

  @Test
  void logfHasTheBitsOfTheCLibraryForNormalNumbers() throws Throwable {
    compare("logf", Libm::logf, 0x0080_0000L, 0x7f7f_ffffL, LOGF_HASH);
  }

  private static void compare(String name, Function ours, long from, long to, long hash)
      throws Throwable {
    boolean live = Reference.find().isPresent();
    MethodHandle library = live ? cLibrary(name) : null;
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
  private static MethodHandle cLibrary(String name) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow(name),
        FunctionDescriptor.of(ValueLayout.JAVA_FLOAT, ValueLayout.JAVA_FLOAT));
  }
}
