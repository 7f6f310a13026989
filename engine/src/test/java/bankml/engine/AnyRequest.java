// SPDX-License-Identifier: Apache-2.0
package bankml.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Requests with sampling fields at random, at the ends of their ranges more often than inside. */
final class AnyRequest {
  private static final JsonMapper JSON = new JsonMapper();

  /** Fields, each with the values that it may have. */
  private static final String[] FIELDS = {
    "temperature: 0 0.001 0.3 0.8 1 1.5 100",
    "dynatemp_range: 0.2 0.8 5",
    "dynatemp_exponent: 0 0.5 2.7",
    "top_k: -1 0 1 2 5 40 128 129 1000 100000",
    "top_p: 0 0.1 0.5 0.9 0.999 1",
    "min_p: 0 0.001 0.05 0.2 1",
    "top_n_sigma: -1 0.5 1 3",
    "xtc_probability: 0.5 1",
    "xtc_threshold: 0 0.01 0.1 0.5 0.6",
    "typical_p: 0 0.2 0.9 1",
    "repeat_last_n: 0 1 64 100000",
    "repeat_penalty: 1.1 1.3 0.8",
    "presence_penalty: 0.5 -0.3",
    "frequency_penalty: 0.7 -0.1",
    "dry_multiplier: 0.8 2 -0.5",
    "dry_base: 1 1.3 3",
    "dry_allowed_length: 0 1 4",
    "dry_penalty_last_n: 0 3 100000",
    "mirostat: 0 0 0 1 2",
    "mirostat_tau: 0.5 3",
    "mirostat_eta: 1",
    "min_keep: 1 5 1000",
    "ignore_eos: true false",
    "logit_bias: [[28,-1e39],[\"\\u0020the\",false],[30,2.5]] {\"28\":5.5,\"\\u0020a\":-3} [[2,30]]",
    "dry_sequence_breakers: [\"\\n\"] [\"\\u0020the\",\"ght\\u0020\"] [\"é\",\"\"]",
    "samplers: [] [\"temperature\",\"top_k\",\"top_p\"] \"xtmpyksde\" [\"typ_p\",\"XTC\"]",
  };

  private static final int[] PROMPTS = {1, 2, 7, 20, 40, 64};
  private static final int[] PERIODS = {1, 3, 9, 1000};
  private static final int MOST_FIELDS = 10;
  private static final int TOKENS = 10;

  private AnyRequest() {}

  /** Returns {@code count} cases, always the same for a seed. */
  static List<Continuation> cases(int seed, int count) {
    Random random = new Random(seed);
    List<Continuation> cases = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ObjectNode fields = JSON.createObjectNode().put("seed", random.nextInt(Integer.MAX_VALUE));
      int some = 1 + random.nextInt(MOST_FIELDS);
      for (int f = 0; f < some; f++) {
        String[] field = FIELDS[random.nextInt(FIELDS.length)].split(": ", 2);
        String[] values = field[1].split(" ", -1);
        fields.set(field[0], JSON.readTree(values[random.nextInt(values.length)]));
      }
      cases.add(
          new Continuation(
              PROMPTS[random.nextInt(PROMPTS.length)],
              PERIODS[random.nextInt(PERIODS.length)],
              fields,
              TOKENS,
              List.of()));
    }
    return cases;
  }
}
