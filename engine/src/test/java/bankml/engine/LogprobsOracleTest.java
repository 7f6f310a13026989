// SPDX-License-Identifier: Apache-2.0
package bankml.engine;

import static org.assertj.core.api.Assertions.assertThat;

import bankml.gguf.ModelFile;
import bankml.kernels.Workers;
import bankml.model.Model;
import bankml.model.Profile;
import bankml.sampling.SamplingOptions;
import bankml.testkit.LlamaServer;
import bankml.testkit.OracleLog;
import bankml.testkit.OracleLog.Authority;
import bankml.testkit.Reference;
import bankml.text.Tokenizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Logprobs against a running llama-server's, as 32-bit floats: whole answers and streams, with stop
 * strings and characters that are split over tokens. llama-server is asked cold; bankml reuses what
 * it has, since the prompts begin alike.
 */
@Tag("oracle")
class LogprobsOracleTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String CONTEXT = "2048";
  private static final int CASES = 12;

  private static final List<String> PROMPTS =
      List.of(
          Continuation.TEXT,
          "Emoji only, no words: 😀😃😄😁😆😅🤣😂🙂🙃😉😊😇🥰😍🤩😘😗",
          "日本語の文章をつづけてください。昔々、あるところに、おじいさんと",
          "Привет! Как дела? Всё хорошо, спасибо. А у тебя? У меня тоже всё");

  private static final List<List<String>> STOPS =
      List.of(
          List.of(), List.of(), List.of("\n"), List.of(" of the", "e s", "."), List.of("い", "о"));

  /** One request. */
  private record Case(GenerateRequest request) {
    static Case any(Random random, Tokenizer tokenizer) {
      int[] all = tokenizer.encode(PROMPTS.get(random.nextInt(PROMPTS.size())), false, false);
      int[] prompt = Arrays.copyOf(all, 1 + random.nextInt(all.length));
      SamplingOptions sampling =
          SamplingOptions.DEFAULT
              .withTemperature(List.of(0f, 0.8f, 1.5f).get(random.nextInt(3)))
              .withTopK(random.nextBoolean() ? 40 : 0)
              .withTopP(random.nextBoolean() ? 0.95f : 1)
              .withMinP(random.nextBoolean() ? 0.05f : 0)
              .withSeed(random.nextInt(Integer.MAX_VALUE));
      return new Case(
          GenerateRequest.of(prompt)
              .withSampling(sampling)
              .withMaxTokens(1 + random.nextInt(24))
              .withStop(STOPS.get(random.nextInt(STOPS.size())))
              .withTopLogprobs(List.of(1, 2, 5, 20, 200).get(random.nextInt(5))));
    }

    String body(boolean stream) {
      SamplingOptions sampling = request.sampling();
      ObjectNode body =
          JSON.createObjectNode()
              .put("seed", sampling.seed())
              .put("temperature", sampling.temperature())
              .put("top_k", sampling.topK())
              .put("top_p", sampling.topP())
              .put("min_p", sampling.minP())
              .put("n_predict", request.maxTokens())
              .put("n_probs", request.topLogprobs())
              .put("cache_prompt", false)
              .put("stream", stream);
      request.promptTokens().forEach(body.putArray("prompt")::add);
      request.stop().forEach(body.putArray("stop")::add);
      return JSON.writeValueAsString(body);
    }
  }

  @ParameterizedTest
  @CsvSource({"smollm2-F16.gguf, 1", "smollm2-Q8_0.gguf, 2", "smollm2-Q4_0.gguf, 3"})
  void logprobsAreLlamaServers(String name, int seed) {
    if (Reference.find().isEmpty()) {
      OracleLog.equal("logprobs-" + name, Authority.NONE, 0);
      return;
    }
    Reference reference = Reference.find().get();
    ModelFile opened = ModelFile.open(reference.model(name));
    Tokenizer tokenizer = Tokenizer.of(opened.header());
    Random random = new Random(seed);
    try (LlamaServer server = LlamaServer.start(reference, opened.path(), "-c", CONTEXT);
        Workers workers = new Workers(2);
        Model model = Model.load(opened, Profile.DEFAULT, workers)) {
      Engine engine = new Engine(model, tokenizer, Integer.parseInt(CONTEXT), Long.MAX_VALUE);
      for (int i = 0; i < CASES; i++) {
        Case asked = Case.any(random, tokenizer);
        String what = name + ", case " + i + ": " + asked;
        List<String> pieces = new ArrayList<>();
        Generation answer = engine.generate(asked.request(), new Pieces(pieces));
        JsonNode whole = JSON.readTree(server.answer("/completion", asked.body(false)));
        assertThat(answer.text()).as(what).isEqualTo(whole.get("content").asString());
        assertThat(answer.logprobs().stream().map(LogprobsOracleTest::line).toList())
            .as(what)
            .isEqualTo(lines(whole));
        assertThat(pieces).as(what).isEqualTo(streamed(server, asked));
      }
    }
    OracleLog.equal("logprobs-" + name, Authority.LIVE, CASES);
  }

  /** Hears pieces as llama-server streams them: those that come with a token. */
  private record Pieces(List<String> pieces) implements TokenListener {
    @Override
    public void onText(String text) {
      throw new AssertionError();
    }

    @Override
    public void onPiece(AnswerEvent.Piece piece) {
      if (!piece.tokens().isEmpty()) {
        List<String> lines = piece.logprobs().stream().map(LogprobsOracleTest::line).toList();
        pieces.add(piece.text() + piece.tokens() + lines);
      }
    }
  }

  private static List<String> streamed(LlamaServer server, Case asked) {
    return server
        .answer("/completion", asked.body(true))
        .lines()
        .filter(line -> line.startsWith("data: {"))
        .map(line -> JSON.readTree(line.substring("data: ".length())))
        .filter(event -> !event.get("stop").asBoolean())
        .map(event ->
            event.get("content").asString()
                + event.get("tokens").valueStream().map(JsonNode::asInt).toList()
                + lines(event))
        .toList();
  }

  private static String line(TokenLogprob logprob) {
    List<String> top =
        logprob.top().stream().map(a -> line(a.id(), a.text(), a.bytes(), a.logprob())).toList();
    return line(logprob.id(), logprob.text(), logprob.bytes(), logprob.logprob()) + top;
  }

  private static String line(int id, String text, List<Integer> bytes, float logprob) {
    return id + " " + text + " " + bytes + " " + Float.toHexString(logprob);
  }

  private static List<String> lines(JsonNode answer) {
    return answer
        .path("completion_probabilities")
        .valueStream()
        .map(token ->
            line(token)
                + token.get("top_logprobs").valueStream().map(LogprobsOracleTest::line).toList())
        .toList();
  }

  private static String line(JsonNode token) {
    return line(
        token.get("id").asInt(),
        token.get("token").asString(),
        token.get("bytes").valueStream().map(JsonNode::asInt).toList(),
        (float) token.get("logprob").asDouble());
  }
}
