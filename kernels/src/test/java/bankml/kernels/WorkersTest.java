// SPDX-License-Identifier: Apache-2.0
package bankml.kernels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class WorkersTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void everyWorkerRunsOnceARound(int count) {
    try (Workers workers = new Workers(count)) {
      AtomicIntegerArray runs = new AtomicIntegerArray(count);
      for (int round = 1; round <= 500; round++) {
        workers.run((worker, of) -> {
          assertThat(of).isEqualTo(count);
          runs.incrementAndGet(worker);
        });
        for (int i = 0; i < count; i++) {
          assertThat(runs.get(i)).isEqualTo(round);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 15, 16, 17, 1_000})
  void aSplitDoesEveryItemOnce(int items) {
    try (Workers workers = new Workers(3)) {
      AtomicIntegerArray done = new AtomicIntegerArray(Math.max(items, 1));
      workers.split(
          items,
          16,
          (worker, from, to) -> {
            assertThat(from % 16).isZero();
            for (int i = from; i < to; i++) {
              done.incrementAndGet(i);
            }
          });
      for (int i = 0; i < items; i++) {
        assertThat(done.get(i)).isEqualTo(1);
      }
    }
  }

  @Test
  void whatAWorkerThrowsReachesTheCallerAndTheWorkersLiveOn() {
    try (Workers workers = new Workers(2)) {
      for (int failing = 0; failing < 2; failing++) {
        int culprit = failing;
        assertThatThrownBy(() ->
                workers.run((worker, of) -> {
                  if (worker == culprit) {
                    throw new IllegalArgumentException("worker " + worker);
                  }
                }))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage("worker " + culprit);
      }
      AtomicInteger runs = new AtomicInteger();
      workers.run((worker, of) -> runs.incrementAndGet());
      assertThat(runs).hasValue(2);
    }
  }

  @Test
  void callersTakeTurns() throws InterruptedException {
    try (Workers workers = new Workers(2)) {
      AtomicInteger inside = new AtomicInteger();
      AtomicInteger most = new AtomicInteger();
      Runnable caller =
          () -> {
            for (int i = 0; i < 200; i++) {
              workers.split(
                  8,
                  1,
                  (worker, from, to) -> {
                    most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                    inside.decrementAndGet();
                  });
            }
          };
      Thread other = Thread.ofPlatform().start(caller);
      caller.run();
      other.join();
      assertThat(most.get()).isBetween(1, 2);
    }
  }

  @Test
  void aTaskMayNotStartAnother() {
    try (Workers workers = new Workers(1)) {
      assertThatThrownBy(() -> workers.run((worker, of) -> workers.run((inner, all) -> {})))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void closedWorkersRefuse() {
    Workers workers = new Workers(3);
    workers.close();
    workers.close();
    assertThatThrownBy(() -> workers.run((worker, of) -> {}))
        .isInstanceOf(IllegalStateException.class);
  }
}
