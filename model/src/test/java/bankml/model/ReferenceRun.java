// SPDX-License-Identifier: Apache-2.0
package bankml.model;

import bankml.gguf.ModelFile;
import bankml.kernels.Workers;
import bankml.model.Batch.Outputs;
import bankml.model.RowHashes.Seen;
import bankml.model.Trace.Tensor;
import bankml.testkit.Answers;
import bankml.testkit.OracleLog;
import bankml.testkit.OracleLog.Authority;
import bankml.testkit.Probe;
import bankml.testkit.Reference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
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
   * Asks for {@code runs}, all of one profile, and holds the model in {@code file} to the answers:
   * what each run computes, a line a tensor.
   */
  static void compareAll(
      String suite, Answers answers, Path file, List<ReferenceRun> runs, int workers) {
    if (answers.authority() == Authority.NONE) {
      OracleLog.equal(suite, Authority.NONE, 0);
      return;
    }
    AtomicLong rows = new AtomicLong();
    try (Workers crew = new Workers(workers);
        Model model = Model.load(ModelFile.open(file), runs.getFirst().profile(), crew)) {
      answers.hold(
          runs.stream().map(ReferenceRun::toString).toList(),
          reference -> theirs(reference, file, runs),
          i -> runs.get(i).ours(model, rows));
    }
    OracleLog.equal(suite, answers.authority(), rows.get());
  }

  private static List<String> theirs(Reference reference, Path file, List<ReferenceRun> runs) {
    try (Probe probe = new Probe(reference)) {
      return runs.stream()
          .map(run -> run.described(probe.ask(run.question(file.toString()))))
          .toList();
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

  /** Runs {@code model} and returns what it computes; adds to {@code rows} how many those are. */
  private String ours(Model model, AtomicLong rows) {
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
    rows.addAndGet(trace.rows() + stepLogits.size() + promptLogits.size());
    return lines(trace.seen(), stepLogits, promptLogits, drawn);
  }

  private String described(JsonNode answer) {
    return lines(
        seen(answer),
        texts(answer.get("logits_sha256")),
        outputs == Outputs.ALL ? texts(answer.get("logits_rows")) : List.of(),
        integers(answer.get("tokens")));
  }

  /** Each tensor of each pass, each step's logits, all rows' where they are wanted, the tokens. */
  private String lines(
      List<Seen> trace, List<String> stepLogits, List<String> rowLogits, List<Integer> drawn) {
    List<String> lines = new ArrayList<>();
    trace.forEach(seen -> lines.add(seen.name() + " " + seen.sha256()));
    stepLogits.forEach(hash -> lines.add("logits " + hash));
    if (outputs == Outputs.ALL) {
      rowLogits.forEach(hash -> lines.add("row " + hash));
    }
    lines.add("tokens " + drawn);
    return String.join("\n", lines);
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
