// SPDX-License-Identifier: Apache-2.0
package bankml.engine;

import bankml.sampling.LogitBias;
import bankml.sampling.SamplerKind;
import bankml.sampling.SamplingOptions;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * What an answer was computed from and with, so that anyone can compute it again.
 *
 * @param engine who computed it
 * @param model the weights
 * @param promptTokens tokens of the prompt
 * @param completionTokens tokens of the answer, the one that ended it included
 * @param timings how long it took
 * @param sampling how tokens were chosen, with the seed
 * @param requestSha256 of the request's body as it was received
 * @param responseSha256 of the answer's text in UTF-8
 */
public record Receipt(
    Computer engine,
    Weights model,
    int promptTokens,
    int completionTokens,
    Timings timings,
    SamplingOptions sampling,
    String requestSha256,
    String responseSha256) {

  /**
   * Who computed an answer.
   *
   * @param version bankml's
   * @param profile what shapes bits beyond model and request, as {@code Profile.describe()} says it
   */
  public record Computer(String version, String profile) {}

  /**
   * The weights of an answer.
   *
   * @param name the model's name
   * @param sha256 of its file, in hexadecimal
   * @param guard what the guard said of it
   */
  public record Weights(String name, String sha256, String guard) {}

  /** Returns the receipt of {@code answer} to the request with this body. */
  public static Receipt of(Computer engine, Weights model, byte[] requestBody, Generation answer) {
    return new Receipt(
        engine,
        model,
        answer.promptTokens(),
        answer.completionTokens(),
        answer.timings(),
        answer.sampling(),
        sha256(requestBody),
        sha256(answer.text().getBytes(StandardCharsets.UTF_8)));
  }

  /** Returns the fields as answers show them under {@code bankml_receipt}, in their order. */
  public SequencedMap<String, Object> fields() {
    SequencedMap<String, Object> fields = new LinkedHashMap<>();
    fields.put("bankml", engine.version());
    fields.put("engine", "native");
    fields.put("profile", engine.profile());
    fields.put("model", model.name());
    fields.put("model_sha256", model.sha256());
    fields.put("guard", model.guard());
    fields.put("prompt_tokens", promptTokens);
    fields.put("completion_tokens", completionTokens);
    fields.put("ttft_ms", timings.ttftMs());
    fields.put("wall_ms", timings.wallMs());
    fields.put("seed", sampling.seed());
    fields.put("temperature", sampling.temperature());
    fields.put("top_k", sampling.topK());
    fields.put("top_p", sampling.topP());
    fields.put("min_p", sampling.minP());
    putUnusual(fields);
    fields.put("request_sha256", requestSha256);
    fields.put("response_sha256", responseSha256);
    fields.put("signed", false);
    return Collections.unmodifiableSequencedMap(fields);
  }

  /** The rest of the sampling, where it is not llama-server's default. */
  private void putUnusual(Map<String, Object> fields) {
    sampling
        .numbers()
        .forEach((option, value) -> {
          if (!value.equals(option.standard())) {
            fields.putIfAbsent(option.optionName(), value);
          }
        });
    SamplingOptions usual = SamplingOptions.DEFAULT;
    if (!sampling.samplers().equals(usual.samplers())) {
      fields.put("samplers", sampling.samplers().stream().map(SamplerKind::samplerName).toList());
    }
    if (!sampling.dryBreakers().equals(usual.dryBreakers())) {
      fields.put("dry_sequence_breakers", sampling.dryBreakers());
    }
    if (!sampling.logitBias().isEmpty()) {
      fields.put("logit_bias", sampling.logitBias().stream().map(Receipt::pair).toList());
    }
    if (sampling.ignoreEos()) {
      fields.put("ignore_eos", true);
    }
  }

  private static List<Object> pair(LogitBias bias) {
    Object target =
        switch (bias.target()) {
          case LogitBias.Token(int id) -> id;
          case LogitBias.Text(String text) -> text;
        };
    boolean never = bias.bias() == Float.NEGATIVE_INFINITY;
    return List.of(target, never ? (Object) false : bias.bias());
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
