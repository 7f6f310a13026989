// SPDX-License-Identifier: Apache-2.0
package bankml.gguf;

/** Tensor type numbers that the reference does not read, and what is known of them. */
final class ForeignTypes {
  private ForeignTypes() {}

  /** Returns the reason to refuse a tensor of type {@code id}, which the reference lacks. */
  static String reason(int id) {
    String known =
        switch (id) {
          case 4 -> " (Q4_2), which llama.cpp has removed";
          case 5 -> " (Q4_3), which llama.cpp has removed";
          case 31 -> " (Q4_0_4_4), which llama.cpp has removed: Q4_0 is repacked at load";
          case 32 -> " (Q4_0_4_8), which llama.cpp has removed: Q4_0 is repacked at load";
          case 33 -> " (Q4_0_8_8), which llama.cpp has removed: Q4_0 is repacked at load";
          case 36 -> " (IQ4_NL_4_4), which llama.cpp has removed: IQ4_NL is repacked at load";
          case 37 -> " (IQ4_NL_4_8), which llama.cpp has removed: IQ4_NL is repacked at load";
          case 38 -> " (IQ4_NL_8_8), which llama.cpp has removed: IQ4_NL is repacked at load";
          case 142 -> " (PQ2_0), which only PrismML's fork of llama.cpp reads";
          case 143 -> " (PTQ1_0), which only PrismML's fork of llama.cpp reads";
          default -> ", which no build knows";
        };
    return "type %d%s; the types of llama.cpp b11192 (0 to 42) are accepted"
        .formatted(Integer.toUnsignedLong(id), known);
  }
}
