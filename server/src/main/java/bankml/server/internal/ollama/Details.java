// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.ollama;

import bankml.gguf.GgufHeader;
import bankml.gguf.Metadata;
import bankml.gguf.MetadataValue;
import bankml.gguf.TensorInfo;
import bankml.server.internal.json.JsonText;
import bankml.server.internal.serving.ModelFacts;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** What Ollama calls a model's details, and whether bankml can play it. */
final class Details {
  /** Names of {@code general.file_type} ({@code fs/ggml/type.go}, {@code FileType.String}). */
  private static final Map<Long, String> FILE_TYPES =
      Map.ofEntries(
          Map.entry(0L, "F32"),
          Map.entry(1L, "F16"),
          Map.entry(2L, "Q4_0"),
          Map.entry(3L, "Q4_1"),
          Map.entry(7L, "Q8_0"),
          Map.entry(8L, "Q5_0"),
          Map.entry(9L, "Q5_1"),
          Map.entry(10L, "Q2_K"),
          Map.entry(11L, "Q3_K_S"),
          Map.entry(12L, "Q3_K_M"),
          Map.entry(13L, "Q3_K_L"),
          Map.entry(14L, "Q4_K_S"),
          Map.entry(15L, "Q4_K_M"),
          Map.entry(16L, "Q5_K_S"),
          Map.entry(17L, "Q5_K_M"),
          Map.entry(18L, "Q6_K"),
          Map.entry(32L, "BF16"));

  private Details() {}

  /** Returns {@code details} as {@code /api/tags}, {@code ps} and {@code show} have them. */
  static ObjectNode of(ModelFacts facts) {
    String family =
        facts
            .header()
            .flatMap(h -> h.metadata().findString("general.architecture"))
            .orElse("unknown");
    ObjectNode details = JsonText.object();
    details.put("parent_model", "");
    details.put("format", "gguf");
    details.put("family", family);
    details.putArray("families").add(family);
    details.put("parameter_size", facts.header().map(h -> size(parameters(h))).orElse(""));
    details.put("quantization_level", facts.header().map(Details::quantization).orElse("unknown"));
    return details;
  }

  /** Returns {@code bankml}: whether the model can be played, and why not. */
  static ObjectNode bankml(ModelFacts facts) {
    ObjectNode bankml = JsonText.object().put("native", facts.isNative());
    facts.refusal().ifPresent(reason -> bankml.put("reason", reason));
    return bankml;
  }

  /** Returns how many parameters there are. */
  static long parameters(GgufHeader header) {
    return header.tensors().stream().mapToLong(TensorInfo::elements).sum();
  }

  private static String quantization(GgufHeader header) {
    Metadata metadata = header.metadata();
    Optional<MetadataValue> type = metadata.find("general.file_type");
    return type.isPresent() && type.get() instanceof MetadataValue.Whole(var valueType, long bits)
        ? FILE_TYPES.getOrDefault(bits, "unknown")
        : "unknown";
  }

  /** Writes a number as Ollama does ({@code format/format.go}, {@code HumanNumber}). */
  static String size(long count) {
    if (count >= 1_000_000_000) {
      return scaled(count / 1e9, 1) + "B";
    }
    if (count >= 1_000_000) {
      return scaled(count / 1e6, 2) + "M";
    }
    return count >= 1000 ? String.format(Locale.ROOT, "%.0fK", count / 1e3) : "" + count;
  }

  private static String scaled(double number, int digits) {
    return number == Math.floor(number)
        ? String.format(Locale.ROOT, "%.0f", number)
        : String.format(Locale.ROOT, "%." + digits + "f", number);
  }
}
