// SPDX-License-Identifier: Apache-2.0
package bankml.engine;

import static org.assertj.core.api.Assertions.assertThat;

import bankml.sampling.SamplingOptions;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReceiptTest {
  @Test
  void fieldsSayWhatTheAnswerWasMadeOfInTheirOrder() {
    Generation answer =
        new Generation(
            "abc",
            List.of(5, 6),
            7,
            0,
            FinishReason.STOP,
            Optional.empty(),
            SamplingOptions.DEFAULT.withSeed(42),
            new Timings(1, 2, 3, 4),
            List.of());
    Receipt receipt =
        Receipt.of(
            new Receipt.Computer("0.1.0", "b11192"),
            new Receipt.Weights("smollm2", "00ff", "play"),
            "abc".getBytes(StandardCharsets.UTF_8),
            answer);
    // FIPS 180-4's own example.
    String abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assertThat(receipt.fields().toString())
        .isEqualTo(
            "{bankml=0.1.0, engine=native, profile=b11192, model=smollm2, model_sha256=00ff,"
                + " guard=play, prompt_tokens=7, completion_tokens=2, ttft_ms=2.0, wall_ms=4.0,"
                + " seed=42, temperature=0.8, top_k=40, top_p=0.95, min_p=0.05, request_sha256="
                + abc
                + ", response_sha256="
                + abc
                + ", signed=false}");
  }
}
