// SPDX-License-Identifier: Apache-2.0
package bankml.model;

import static org.assertj.core.api.Assertions.assertThat;

import bankml.gguf.ModelFile;
import bankml.kernels.Workers;
import bankml.model.Batch.Outputs;
import bankml.model.RowHashes.Seen;
import bankml.model.Trace.Tensor;
import bankml.testkit.Answers;
import bankml.testkit.Answers.Answer;
import bankml.testkit.OracleLog;
import bankml.testkit.Probe;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One run to compare with the reference's: a prompt of seeded tokens, then greedy ones.
 *
 * @param length tokens of the prompt
 * @param generated tokens drawn after it, never stopping
 * @param outputs which rows of the prompt want logits
 * @param profile what the reference is started with
 */
record ReferenceRun(int length, int generated, Outputs outputs, Profile profile) {
  private static final int SEED = 11_192;
  private static final int CONTEXT = 2048;
  private static final int VOCABULARY = 49_152;

  /**
   * Asks for {@code runs}, all of one profile, and holds the model in {@code file} to the answers
   * there are.
   */
  static void compareAll(String suite, Path file, List<ReferenceRun> runs, int workers) {
    try (Answers answers = Answers.to(suite)) {
      List<Answer> given =
          answers.ask(runs.stream().map(run -> run.question(file.toString())).toList());
      long rows = 0;
      if (!given.isEmpty()) {
        try (Workers crew = new Workers(workers);
            Model model = Model.load(ModelFile.open(file), runs.getFirst().profile(), crew)) {
          for (Answer answer : given) {
            rows += runs.get(answer.index()).compare(model, answer.json());
          }
        }
      }
      OracleLog.equal(suite, answers.authority(), rows);
    }
  }

  /** Returns the prompt: the same tokens for every length, as far as they go. */
  int[] prompt() {
    return new Random(SEED).ints(length, 3, VOCABULARY).toArray();
  }

  /** Returns the request to {@code probe}. */
  ObjectNode question(String model) {
    ObjectNode question =
        Probe.request("run")
            .put("model", model)
            .put("n_ctx", CONTEXT)
            .put("n_ubatch", profile.microBatch())
            .put("threads", profile.referenceThreads())
            .put("n_predict", generated)
            .put("ignore_eos", true)
            .put("logits", true)
            .put("all_outputs", outputs == Outputs.ALL)
            .put("trace", "^(l_out-[0-9]+|result_norm)$");
    ArrayNode tokens = question.putArray("tokens");
    IntStream.of(prompt()).forEach(tokens::add);
    return question;
  }

  /**
   * Runs {@code model} and holds what it computes to the reference's answer. Returns the number of
   * rows compared.
   */
  private long compare(Model model, JsonNode answer) {
    KvCache cache = model.newCache(CONTEXT);
    int width = model.config().vocabularySize();
    RowHashes trace = new RowHashes(EnumSet.of(Tensor.L_OUT, Tensor.RESULT_NORM));
    List<String> promptLogits = new ArrayList<>();
    float[] logits = new float[outputs == Outputs.ALL ? profile.microBatch() * width : width];
    int last = 0;
    for (Batch batch : Batch.prompt(prompt(), 0, outputs, profile)) {
      model.forward(batch, cache, logits, trace);
      for (int i = 0; i < batch.outputs(); i++) {
        last = i * width;
        promptLogits.add(RowHashes.sha256(logits, last, width));
      }
    }
    List<String> stepLogits = new ArrayList<>(List.of(promptLogits.getLast()));
    List<Integer> drawn = new ArrayList<>();
    for (int i = 0; i < generated; i++) {
      int token = greedy(logits, last, width);
      last = 0;
      drawn.add(token);
      model.forward(Batch.next(token, cache.length()), cache, logits, trace);
      stepLogits.add(RowHashes.sha256(logits, 0, width));
    }
    String described = describedAs(answer);
    assertThat(trace.seen()).as(described).isEqualTo(seen(answer));
    assertThat(stepLogits).as(described).isEqualTo(texts(answer.get("logits_sha256")));
    if (outputs == Outputs.ALL) {
      assertThat(promptLogits).as(described).isEqualTo(texts(answer.get("logits_rows")));
    }
    assertThat(drawn).as(described).isEqualTo(integers(answer.get("tokens")));
    return trace.rows() + stepLogits.size() + promptLogits.size();
  }

  private String describedAs(JsonNode answer) {
    assertThat(answer.path("ok").booleanValue())
        .as("the reference's answer: %s", answer.path("error"))
        .isTrue();
    return "%s, tokens of seed %d".formatted(this, SEED);
  }

  private static int greedy(float[] logits, int offset, int width) {
    int best = 0;
    for (int i = 1; i < width; i++) {
      if (logits[offset + i] > logits[offset + best]) {
        best = i;
      }
    }
    return best;
  }

  /**
   * The reference's trace, without the tensors of no rows that it computes for micro-batches
   * without outputs.
   */
  private static List<Seen> seen(JsonNode answer) {
    List<Seen> seen = new ArrayList<>();
    for (JsonNode tensor : answer.get("trace")) {
      if (tensor.get("ne").get(1).intValue() > 0) {
        seen.add(new Seen(tensor.get("name").asString(), tensor.get("sha256").asString()));
      }
    }
    return seen;
  }

  private static List<String> texts(JsonNode array) {
    return array.values().stream().map(JsonNode::asString).toList();
  }

  private static List<Integer> integers(JsonNode array) {
    return array.values().stream().map(JsonNode::intValue).toList();
  }
}
