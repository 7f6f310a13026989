// SPDX-License-Identifier: Apache-2.0
package bankml.cli.internal;

import bankml.engine.Generation;
import bankml.engine.Receipt;
import bankml.engine.Timings;
import tools.jackson.databind.node.ObjectNode;

/** A finished answer as one JSON object. */
final class AnswerJson {
  private AnswerJson() {}

  /** Returns {@code answer} with its receipt. */
  static ObjectNode of(Generation answer, Receipt receipt) {
    ObjectNode json = Json.object();
    json.put("text", answer.text());
    answer.tokens().forEach(json.putArray("tokens")::add);
    json.put("prompt_tokens", answer.promptTokens());
    json.put("completion_tokens", answer.completionTokens());
    json.put("finish_reason", answer.finishReason().wireName());
    Timings timings = answer.timings();
    json.putObject("timings")
        .put("prompt_ms", timings.promptMs())
        .put("ttft_ms", timings.ttftMs())
        .put("predict_ms", timings.predictMs())
        .put("wall_ms", timings.wallMs())
        .put("prompt_per_second", timings.promptPerSecond(answer.promptTokens()))
        .put("predicted_per_second", timings.predictedPerSecond(answer.completionTokens()));
    ObjectNode receiptNode = json.putObject("receipt");
    receipt.fields().forEach(receiptNode::putPOJO);
    return json;
  }
}
