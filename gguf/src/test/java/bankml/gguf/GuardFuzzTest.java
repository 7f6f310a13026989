// SPDX-License-Identifier: Apache-2.0
package bankml.gguf;

import static org.assertj.core.api.Assertions.assertThat;

import bankml.gguf.Headers.Sample;
import bankml.gguf.Verdict.NeedMoreBytes;
import bankml.gguf.Verdict.Play;
import bankml.gguf.Verdict.Refuse;
import com.sun.management.ThreadMXBean;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The guard on altered headers: it always answers, its answers are final, and they cost no more
 * memory than the header warrants. {@code -Dbankml.seed=N} and {@code -Dbankml.mutants=N} fuzz
 * elsewhere and longer.
 */
final class GuardFuzzTest {
  private static final long SEED = Long.getLong("bankml.seed", 20_250_914);
  private static final int MUTANTS = Integer.getInteger("bankml.mutants", 100_000);
  private static final int FULL_MUTANTS = MUTANTS / 500;

  /** Bytes that a judgement may allocate, whatever the file, and per byte of the prefix. */
  private static final long ALLOCATION = 1 << 20;

  private static final long ALLOCATION_PER_BYTE = 64;

  /** How many played files there are to one whose values are all asked for. */
  private static final int READ_ONE_IN = 32;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private int played;
  private int refused;
  private int cut;

  /** Loads the classes that a judgement needs, so that they are not counted to one. */
  @BeforeAll
  static void loadClasses() {
    assertThat(RawGguf.playable().judge()).isInstanceOf(Play.class);
    assertThat(RawGguf.playable().version(9).judge()).isInstanceOf(Refuse.class);
    assertThat(RawGguf.playable().tensor("u", 99, 7, 0).judge()).isInstanceOf(Refuse.class);
  }

  @Test
  @Timeout(600)
  void alteredSmallHeaders() {
    List<Sample> files = Headers.small();
    for (int i = 0; i < MUTANTS; i++) {
      RandomGenerator random = new SplittableRandom(SEED + i);
      Sample file = files.get(random.nextInt(files.size()));
      byte[] altered = new Mutations(random, file.headerBytes()).of(file.bytes());
      judge(altered, random, SEED + i);
    }
    assertThat(played).as("played of %d", MUTANTS).isGreaterThan(MUTANTS / 50);
    assertThat(refused).as("refused of %d", MUTANTS).isGreaterThan(MUTANTS / 5);
    assertThat(cut).as("cut short of %d", MUTANTS).isGreaterThan(MUTANTS / 100);
  }

  @Test
  @Timeout(600)
  void alteredHeadersOfFullSize() {
    List<Sample> files = Headers.full();
    for (int i = 0; i < (files.isEmpty() ? 0 : FULL_MUTANTS); i++) {
      RandomGenerator random = new SplittableRandom(SEED + i);
      Sample file = files.get(random.nextInt(files.size()));
      int within = random.nextBoolean() ? 4096 : file.headerBytes();
      judge(new Mutations(random, within).of(file.bytes()), random, SEED + i);
    }
  }

  private void judge(byte[] bytes, RandomGenerator random, long seed) {
    long size = size(bytes.length, random);
    MemorySegment file = MemorySegment.ofArray(bytes);
    Verdict verdict;
    try {
      verdict = judgeInBounds(file, size);
      long readable = Math.min(bytes.length, size);
      long shorter = random.nextLong(readable + 1);
      checkFinal(Guard.judge(file.asSlice(0, shorter), size, "m.gguf"), shorter, verdict);
      checkVerdict(verdict, readable, size);
      if (verdict instanceof Play(GgufHeader header) && random.nextInt(READ_ONE_IN) == 0) {
        header.metadata().keys().forEach(key -> readAll(header.metadata(), key));
      }
    } catch (RuntimeException | Error e) {
      throw new AssertionError("seed " + seed + ", file size " + size, e);
    }
    switch (verdict) {
      case Play play -> played++;
      case Refuse refuse -> refused++;
      case NeedMoreBytes more -> cut++;
    }
  }

  /** Mostly the size that the bytes have, else a file that goes on, or ends sooner. */
  private static long size(int length, RandomGenerator random) {
    return switch (random.nextInt(8)) {
      case 0 -> length + random.nextLong(1L << 40);
      case 1 -> length + random.nextLong(1L << 20);
      case 2 -> random.nextLong(length + 1L);
      case 3 -> Long.MAX_VALUE - random.nextLong(1000);
      default -> length;
    };
  }

  private Verdict judgeInBounds(MemorySegment file, long size) {
    long before = threads.getCurrentThreadAllocatedBytes();
    Verdict verdict = Guard.judge(file, size, "m.gguf");
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    long allowed = ALLOCATION + ALLOCATION_PER_BYTE * file.byteSize();
    if (allocated > allowed) {
      throw new AssertionError("allocated " + allocated + " bytes where " + allowed + " may be");
    }
    return verdict;
  }

  private static void checkFinal(Verdict ofShorter, long shorter, Verdict verdict) {
    switch (ofShorter) {
      case Play(GgufHeader header) -> {
        assertThat(verdict).isInstanceOf(Play.class);
        assertThat(((Play) verdict).header().tensors()).isEqualTo(header.tensors());
      }
      case Refuse refuse -> assertThat(verdict).isEqualTo(refuse);
      case NeedMoreBytes(long atLeast) -> assertThat(atLeast).isGreaterThan(shorter);
    }
  }

  private static void checkVerdict(Verdict verdict, long readable, long size) {
    switch (verdict) {
      case Play(GgufHeader header) -> {
        long available = size - header.dataOffset();
        assertThat(header.tensors())
            .allMatch(t -> t.bytes() > 0)
            .allMatch(t -> t.offset() >= 0 && t.offset() <= available)
            .allMatch(t -> t.bytes() <= available - t.offset());
      }
      case Refuse(List<String> reasons) -> assertThat(reasons).isNotEmpty().hasSizeLessThan(102);
      case NeedMoreBytes(long atLeast) -> assertThat(atLeast).isGreaterThan(readable);
    }
  }

  /** Asks for every value in every way: it is given or refused. */
  private static void readAll(Metadata metadata, String key) {
    List<Runnable> lookUps =
        List.of(
            () -> metadata.requireString(key),
            () -> metadata.requireInt(key),
            () -> metadata.requireFloat(key),
            () -> metadata.requireBool(key),
            () -> metadata.requireStrings(key),
            () -> metadata.requireInts(key),
            () -> metadata.requireFloats(key));
    int given = 0;
    for (Runnable lookUp : lookUps) {
      try {
        lookUp.run();
        given++;
      } catch (Refusal refusal) {
        assertThat(refusal.getMessage()).contains(key);
      }
    }
    assertThat(given).isLessThanOrEqualTo(1);
  }
}
