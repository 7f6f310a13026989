// SPDX-License-Identifier: Apache-2.0
package bankml.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bankml.gguf.Refusal;
import bankml.model.Profile;
import bankml.store.ModelStore;
import bankml.store.Progress;
import bankml.store.VerifiedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class ResidencyTest {
  private static final GenerateRequest ENDLESS = GenerateRequest.of(ScriptedModel.START);
  private static final GenerateRequest SHORT = ENDLESS.withMaxTokens(3);

  @TempDir Path folder;

  @BeforeEach
  void writeModels() {
    write("ab", "a", "b");
    write("xy", "x", "y");
  }

  private Path write(String name, String... pieces) {
    Path file = folder.resolve(name + ".gguf");
    ScriptedModel.writeRepeating(file, pieces);
    VerifiedModel.adopt(file, "written by a test", Progress.none());
    return file;
  }

  private Residency residency(int maxResident, int maxWaiting) {
    ComputeSettings compute = ComputeSettings.of(1, Profile.DEFAULT, ScriptedModel.CONTEXT);
    return new Residency(
        new ModelStore(folder, List.of()),
        new Residency.Settings(compute, maxResident, maxWaiting));
  }

  private static String ask(Residency residency, String name, KeepAlive keepAlive) {
    try (Lease lease = residency.acquire(name, keepAlive)) {
      return end(lease.submit(SHORT)).text();
    }
  }

  private static Generation end(RunningAnswer answer) {
    while (true) {
      if (answer.take() instanceof AnswerEvent.Done(Generation generation)) {
        return generation;
      }
    }
  }

  private static void awaitPiece(RunningAnswer answer) {
    while (!(answer.take() instanceof AnswerEvent.Piece)) {}
  }

  private static void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      LockSupport.parkNanos(100_000);
    }
  }

  private static boolean isMapped(Path file) {
    try {
      return Files.readString(Path.of("/proc/self/maps")).contains(file.toString());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static List<String> names(Residency residency) {
    return residency.resident().stream().map(Resident::name).toList();
  }

  private static Refusal.Kind refusalOf(Runnable work) {
    try {
      work.run();
    } catch (Refusal refusal) {
      return refusal.kind();
    }
    throw new AssertionError("nothing was refused");
  }

  @Test
  void anAnswersEventsAreItsPromptItsPiecesAndItsEnd() {
    try (Residency residency = residency(1, 0);
        Lease lease = residency.acquire("ab", KeepAlive.FOREVER)) {
      RunningAnswer answer = lease.submit(SHORT);
      assertThat(answer.take()).isEqualTo(new AnswerEvent.Prompt(1, 1));
      assertThat(answer.take()).isEqualTo(new AnswerEvent.Piece("a", List.of(1), List.of()));
      assertThat(answer.take()).isEqualTo(new AnswerEvent.Piece("b", List.of(2), List.of()));
      assertThat(answer.take()).isEqualTo(new AnswerEvent.Piece("a", List.of(1), List.of()));
      assertThat(answer.take())
          .isInstanceOfSatisfying(
              AnswerEvent.Done.class,
              done -> assertThat(done.generation().text()).isEqualTo("aba"));
      assertThatThrownBy(answer::take).isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void anAnswerHasAReceiptAfterItsModelIsGone() {
    try (Residency residency = residency(1, 0);
        Lease lease = residency.acquire("ab", KeepAlive.NONE)) {
      Generation answer = end(lease.submit(SHORT));
      assertThat(isMapped(folder.resolve("ab.gguf"))).isFalse();
      assertThat(lease.model().receipt(new byte[0], answer).fields())
          .containsEntry("model", "ab")
          .containsEntry("completion_tokens", 3);
    }
  }

  @Test
  void aSwitchUnmapsTheOldModelBeforeTheNewOneIsThere() {
    try (Residency residency = residency(1, 0)) {
      assertThat(ask(residency, "ab", KeepAlive.FOREVER)).isEqualTo("aba");
      assertThat(isMapped(folder.resolve("ab.gguf"))).isTrue();
      assertThat(ask(residency, "xy", KeepAlive.FOREVER)).isEqualTo("xyx");
      assertThat(isMapped(folder.resolve("ab.gguf"))).isFalse();
      assertThat(names(residency)).containsExactly("xy");
    }
    assertThat(isMapped(folder.resolve("xy.gguf"))).isFalse();
  }

  @Test
  void twoModelsStayWhereTwoMay() {
    try (Residency residency = residency(2, 0)) {
      ask(residency, "ab", KeepAlive.FOREVER);
      ask(residency, "xy", KeepAlive.FOREVER);
      assertThat(names(residency)).containsExactlyInAnyOrder("ab", "xy");
      write("third", "3");
      ask(residency, "third", KeepAlive.FOREVER);
      assertThat(names(residency)).containsExactlyInAnyOrder("xy", "third");
    }
  }

  @Test
  void noKeepAliveUnloadsAfterTheAnswer() {
    try (Residency residency = residency(1, 0)) {
      ask(residency, "ab", KeepAlive.NONE);
      assertThat(residency.resident()).isEmpty();
      assertThat(isMapped(folder.resolve("ab.gguf"))).isFalse();
    }
  }

  @Test
  void aModelGoesWhenItsTimeIsOverAndNotBefore() {
    try (Residency residency = residency(1, 0)) {
      Instant before = Instant.now();
      ask(residency, "ab", KeepAlive.of(Duration.ofHours(1)));
      assertThat(residency.resident().getFirst().expiresAt().orElseThrow())
          .isBetween(before.plus(Duration.ofHours(1)), Instant.now().plus(Duration.ofHours(1)));
      residency.acquire("ab", KeepAlive.FOREVER).close();
      assertThat(residency.resident().getFirst().expiresAt()).isEmpty();
      residency.acquire("ab", KeepAlive.of(Duration.ofMillis(5))).close();
      await(() -> residency.resident().isEmpty());
      await(() -> !isMapped(folder.resolve("ab.gguf")));
    }
  }

  @Test
  void unloadingByNameTakesAnIdleModelNowAndABusyOneAfterItsAnswer() {
    try (Residency residency = residency(1, 0)) {
      residency.acquire("ab", KeepAlive.FOREVER).close();
      residency.unload("ab:latest");
      assertThat(isMapped(folder.resolve("ab.gguf"))).isFalse();
      try (Lease lease = residency.acquire("ab", KeepAlive.FOREVER)) {
        residency.unload("ab");
        assertThat(names(residency)).containsExactly("ab");
        end(lease.submit(SHORT));
        assertThat(residency.resident()).isEmpty();
      }
    }
  }

  @Test
  void requestsAreServedInTheOrderInWhichTheyCame() {
    List<Integer> served = Collections.synchronizedList(new ArrayList<>());
    List<Thread> threads = new ArrayList<>();
    try (Residency residency = residency(1, 8)) {
      Lease first = residency.acquire("ab", KeepAlive.FOREVER);
      for (int i = 0; i < 8; i++) {
        int number = i;
        String name = i % 3 == 0 ? "xy" : "ab";
        threads.add(
            Thread.startVirtualThread(() -> {
              try (Lease lease = residency.acquire(name, KeepAlive.FOREVER)) {
                served.add(number);
                end(lease.submit(SHORT));
              }
            }));
        await(() -> residency.waiting() == number + 1);
      }
      first.close();
      threads.forEach(ResidencyTest::join);
    }
    assertThat(served).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void whoComesWhenTheQueueIsFullIsRefusedAsBusy() {
    try (Residency residency = residency(1, 1)) {
      Lease first = residency.acquire("ab", KeepAlive.FOREVER);
      CompletableFuture<String> second =
          CompletableFuture.supplyAsync(() -> ask(residency, "ab", KeepAlive.FOREVER));
      await(() -> residency.waiting() == 1);
      assertThat(refusalOf(() -> residency.acquire("xy", KeepAlive.FOREVER)))
          .isEqualTo(Refusal.Kind.BUSY);
      first.close();
      assertThat(second.join()).isEqualTo("aba");
    }
  }

  @Test
  void whoIsInterruptedWhileWaitingLeavesTheQueue() {
    try (Residency residency = residency(1, 2)) {
      Lease first = residency.acquire("ab", KeepAlive.FOREVER);
      AtomicReference<Refusal.Kind> kind = new AtomicReference<>();
      Thread waiting =
          Thread.startVirtualThread(
              () -> kind.set(refusalOf(() -> residency.acquire("ab", KeepAlive.FOREVER))));
      await(() -> residency.waiting() == 1);
      waiting.interrupt();
      join(waiting);
      assertThat(kind).hasValue(Refusal.Kind.BUSY);
      assertThat(residency.waiting()).isZero();
      first.close();
      assertThat(ask(residency, "ab", KeepAlive.FOREVER)).isEqualTo("aba");
    }
  }

  @Test
  void aModelThatCannotBeLoadedDoesNotHurtTheNextRequest() throws IOException {
    Path broken = folder.resolve("broken.gguf");
    Files.write(broken, new byte[100]);
    try (Residency residency = residency(1, 0)) {
      ask(residency, "ab", KeepAlive.FOREVER);
      assertThatThrownBy(() -> residency.acquire("broken", KeepAlive.FOREVER))
          .isInstanceOf(Refusal.class);
      assertThatThrownBy(() -> residency.acquire("nobody", KeepAlive.FOREVER))
          .isInstanceOf(Refusal.class)
          .hasMessageContaining("nobody");
      assertThat(residency.resident()).isEmpty();
      assertThat(ask(residency, "ab", KeepAlive.FOREVER)).isEqualTo("aba");
      write("broken", "z");
      assertThat(ask(residency, "broken", KeepAlive.FOREVER)).isEqualTo("zzz");
    }
  }

  @Test
  void aPromptWithoutRoomIsRefusedAndTheTurnIsStillThere() {
    try (Residency residency = residency(1, 0);
        Lease lease = residency.acquire("ab", KeepAlive.FOREVER)) {
      GenerateRequest tooLong = GenerateRequest.of(new int[ScriptedModel.CONTEXT]);
      assertThat(refusalOf(() -> lease.submit(tooLong))).isEqualTo(Refusal.Kind.REFUSED);
      assertThat(end(lease.submit(SHORT)).text()).isEqualTo("aba");
    }
  }

  @Test
  void aFileThatChangedSinceItWasVerifiedIsRefusedOnceAndLoadedAnew() throws IOException {
    try (Residency residency = residency(1, 0)) {
      ask(residency, "ab", KeepAlive.FOREVER);
      Files.setLastModifiedTime(folder.resolve("ab.gguf"), FileTime.fromMillis(0));
      assertThat(refusalOf(() -> residency.acquire("ab", KeepAlive.FOREVER)))
          .isEqualTo(Refusal.Kind.CHANGED);
      assertThat(ask(residency, "ab", KeepAlive.FOREVER)).isEqualTo("aba");
      ScriptedModel.writeRepeating(folder.resolve("ab.gguf"), "evil");
      assertThat(refusalOf(() -> residency.acquire("ab", KeepAlive.FOREVER)))
          .isEqualTo(Refusal.Kind.CHANGED);
      assertThatThrownBy(() -> residency.acquire("ab", KeepAlive.FOREVER))
          .isInstanceOf(Refusal.class)
          .hasMessageContaining("its pin says");
    }
  }

  @Test
  void aFileThatChangesDuringAnAnswerTakesItsEndAndItsReceiptAway() throws IOException {
    try (Residency residency = residency(1, 0);
        Lease lease = residency.acquire("ab", KeepAlive.FOREVER)) {
      RunningAnswer answer = lease.submit(ENDLESS);
      awaitPiece(answer);
      Path file = folder.resolve("ab.gguf");
      Files.move(file, folder.resolve("elsewhere"));
      Files.copy(folder.resolve("elsewhere"), file);
      answer.cancel();
      assertThat(refusalOf(() -> end(answer))).isEqualTo(Refusal.Kind.CHANGED);
      assertThat(residency.resident()).isEmpty();
    }
  }

  @Test
  void aCancelledAnswerEndsAndSaysSo() {
    try (Residency residency = residency(1, 0);
        Lease lease = residency.acquire("ab", KeepAlive.FOREVER)) {
      RunningAnswer answer = lease.submit(ENDLESS);
      awaitPiece(answer);
      answer.cancel();
      Generation generation = end(answer);
      assertThat(generation.finishReason()).isEqualTo(FinishReason.CANCELLED);
      assertThat(generation.text()).startsWith("a");
    }
  }

  @Test
  void closingTheLeaseCancelsItsAnswerAndFreesTheModel() {
    try (Residency residency = residency(1, 0)) {
      RunningAnswer answer;
      try (Lease lease = residency.acquire("ab", KeepAlive.FOREVER)) {
        answer = lease.submit(ENDLESS);
        awaitPiece(answer);
      }
      assertThat(end(answer).finishReason()).isEqualTo(FinishReason.CANCELLED);
      assertThat(ask(residency, "xy", KeepAlive.FOREVER)).isEqualTo("xyx");
    }
  }

  @Test
  void anAnswerThatNobodyReadsHoldsNobodyUp() {
    try (Residency residency = residency(1, 1)) {
      Lease slow = residency.acquire("ab", KeepAlive.FOREVER);
      RunningAnswer unread = slow.submit(ENDLESS.withMaxTokens(100));
      assertThat(ask(residency, "xy", KeepAlive.FOREVER)).isEqualTo("xyx");
      assertThat(end(unread).completionTokens()).isEqualTo(100);
      slow.close();
    }
  }

  @Test
  void closingEndsAnswersAndRefusesThoseWhoWait() {
    Residency residency = residency(1, 1);
    Lease lease = residency.acquire("ab", KeepAlive.FOREVER);
    RunningAnswer answer = lease.submit(ENDLESS);
    awaitPiece(answer);
    CompletableFuture<Refusal.Kind> waiting =
        CompletableFuture.supplyAsync(
            () -> refusalOf(() -> residency.acquire("ab", KeepAlive.FOREVER)));
    await(() -> residency.waiting() == 1);
    residency.close();
    assertThat(waiting.join()).isEqualTo(Refusal.Kind.BUSY);
    assertThat(end(answer).finishReason()).isEqualTo(FinishReason.CANCELLED);
    assertThat(refusalOf(() -> residency.acquire("ab", KeepAlive.FOREVER)))
        .isEqualTo(Refusal.Kind.BUSY);
    assertThat(residency.resident()).isEmpty();
    assertThat(isMapped(folder.resolve("ab.gguf"))).isFalse();
  }

  @Test
  void aTurnThatIsGivenBackAfterTheEndStillUnmapsItsModel() {
    Residency residency = residency(1, 0);
    Lease lease = residency.acquire("ab", KeepAlive.FOREVER);
    residency.close();
    assertThat(refusalOf(() -> lease.submit(SHORT))).isEqualTo(Refusal.Kind.BUSY);
    lease.close();
    assertThat(isMapped(folder.resolve("ab.gguf"))).isFalse();
  }
}
