// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.openai;

import static org.assertj.core.api.Assertions.assertThat;

import bankml.server.RawClient;
import bankml.server.Served;
import bankml.server.internal.json.StrictJson;
import bankml.testkit.LlamaServer;
import bankml.testkit.OracleLog;
import bankml.testkit.OracleLog.Authority;
import bankml.testkit.Reference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Answers over HTTP against a running llama-server's, asked cold: text, reason of the end, counts,
 * logprobs by their bits, whole and streamed. bankml's streams reuse rows of earlier requests.
 * {@code -Dbankml.server.cases=N} asks for more.
 */
@Tag("oracle")
class LlamaServerOracleTest {
  private static final int CASES = Integer.getInteger("bankml.server.cases", 48);
  private static final int SEED = Integer.getInteger("bankml.server.seed", 1);

  /** The reference is asked for a stream, too, in one of so many. */
  private static final int STREAM_EVERY = 4;

  @TempDir private Path folder = Path.of("");

  @Test
  void answersAreLlamaServers() {
    Reference reference = Reference.find().orElse(null);
    if (reference == null) {
      OracleLog.equal("server-answers", Authority.NONE, 0);
      return;
    }
    try (Served served = Served.withTemplate(folder).orElseThrow();
        LlamaServer theirs =
            LlamaServer.start(reference, folder.resolve("smollm2.gguf"), "-c", "4096")) {
      textsAreTheSame(served, theirs);
      Random random = new Random(SEED);
      for (int i = 0; i < CASES; i++) {
        AnyQuestion question = AnyQuestion.any(random);
        String what = "seed " + SEED + ", case " + i + ": " + question;
        compare(what, question, served, theirs);
        if (i % STREAM_EVERY == 0) {
          String ours = answer(served, question, true, true);
          String streamed = theirs.answer(question.path(), question.text("m", true, false));
          assertThat(Told.joined(ours).logprobs())
              .as("stream of " + what)
              .isEqualTo(Told.joined(streamed).logprobs());
        }
      }
    }
    OracleLog.equal("server-answers", Authority.LIVE, CASES);
  }

  /** Tokens, texts and prompts; llama-server's answers have no other fields. */
  private static void textsAreTheSame(Served served, LlamaServer theirs) {
    for (String[] question :
        new String[][] {
          {"/tokenize", "{'content': 'Déjà vu <|im_end|> 🦄', 'with_pieces': true}"},
          {"/tokenize", "{'content': ['a', 5, ' b<|im_end|>'], 'parse_special': false}"},
          {"/tokenize", "{'content': 'Hello', 'add_special': true}"},
          {"/detokenize", "{'tokens': [1, 504, 282, 2]}"},
          {"/apply-template", "{'messages': [{'role': 'user', 'content': 'Hi'}]}"},
          {
            "/apply-template",
            "{'messages': [{'role': 'system', 'content': 'Be short.'}, {'role': 'user', 'content':"
                + " [{'type': 'text', 'text': 'a'}, {'type': 'text', 'text': 'b'}]}]}"
          }
        }) {
      String body = question[1].replace('\'', '"');
      String ours = served.ask("POST", question[0], body).body();
      assertThat(StrictJson.read(ours.getBytes(StandardCharsets.UTF_8)))
          .as(question[0] + " " + body)
          .isEqualTo(
              StrictJson.read(theirs.answer(question[0], body).getBytes(StandardCharsets.UTF_8)));
    }
  }

  private static void compare(
      String what, AnyQuestion question, Served served, LlamaServer theirs) {
    Told expected = Told.whole(theirs.answer(question.path(), question.text("m", false, false)));
    assertThat(Told.whole(answer(served, question, false, false))).as(what).isEqualTo(expected);
    assertThat(Told.joined(answer(served, question, true, true)).withoutTokensAndLogprobs())
        .as("streamed, " + what)
        .isEqualTo(expected.withoutTokensAndLogprobs());
  }

  private static String answer(
      Served served, AnyQuestion question, boolean streamed, boolean cached) {
    String body = question.text("smollm2", streamed, cached);
    RawClient.Answer answer = served.ask("POST", question.path(), body);
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return answer.body();
  }
}
