// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class Mt19937Test {
  /** The C++ standard names this value of the generator's default seed. */
  @Test
  void theTenThousandthWordOfSeed5489IsTheStandards() {
    Mt19937 random = new Mt19937(5489);
    for (int i = 1; i < 10_000; i++) {
      random.nextInt();
    }
    assertThat(Integer.toUnsignedLong(random.nextInt())).isEqualTo(4123659995L);
  }

  @Test
  void aSeedIsItsLow32Bits() {
    assertThat(new Mt19937(0xffff_fffeL).nextInt()).isEqualTo(new Mt19937(-2).nextInt());
  }

  @Test
  void doublesAreMadeOfTwoWordsTheFirstBeingTheLowerOne() {
    Mt19937 words = new Mt19937(42);
    double low = Integer.toUnsignedLong(words.nextInt());
    double high = Integer.toUnsignedLong(words.nextInt());
    assertThat(new Mt19937(42).nextDouble()).isEqualTo((high * 0x1p32 + low) / 0x1p64);
  }
}
