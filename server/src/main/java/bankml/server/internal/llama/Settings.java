// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.llama;

import bankml.sampling.LogitBias;
import bankml.sampling.SamplerKind;
import bankml.sampling.SamplingOption;
import bankml.sampling.SamplingOptions;
import bankml.server.internal.openai.CompletionFields;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * How an answer was asked for, as llama-server tells it ({@code task_params::to_json} of the
 * reference's {@code tools/server/server-task.cpp}), without the fields that bankml does not have.
 */
final class Settings {
  private Settings() {}

  /**
   * Puts them.
   *
   * @param sampling with the seed that was used
   */
  static void put(ObjectNode settings, SamplingOptions sampling, CompletionFields asked) {
    settings.put("seed", sampling.seed());
    for (SamplingOption option : SamplingOption.values()) {
      Number value = sampling.number(option);
      if (option.isWhole()) {
        settings.put(option.optionName(), value.intValue());
      } else {
        settings.put(option.optionName(), (double) value.floatValue());
      }
    }
    sampling.dryBreakers().forEach(settings.putArray("dry_sequence_breakers")::add);
    asked.stop().forEach(settings.putArray("stop")::add);
    settings.put("max_tokens", asked.maxTokens());
    settings.put("n_predict", asked.maxTokens());
    settings.put("ignore_eos", sampling.ignoreEos());
    settings.put("stream", asked.streamed());
    ArrayNode biases = settings.putArray("logit_bias");
    sampling.logitBias().forEach(bias -> put(biases.addObject(), bias));
    settings.put("n_probs", Math.max(0, asked.alternatives()));
    settings.put("grammar", sampling.grammar());
    sampling.samplers().stream()
        .map(SamplerKind::samplerName)
        .forEach(settings.putArray("samplers")::add);
  }

  private static void put(ObjectNode object, LogitBias bias) {
    if (bias.bias() == Float.NEGATIVE_INFINITY) {
      object.putNull("bias"); // JSON has no infinity
    } else {
      object.put("bias", (double) bias.bias());
    }
    switch (bias.target()) {
      case LogitBias.Token(int id) -> object.put("token", id);
      case LogitBias.Text(String text) -> object.put("token", text);
    }
  }
}
