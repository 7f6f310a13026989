// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bankml.server.internal.http.HttpRefusal;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is accepted, and that each refusal says where. */
class StrictJsonTest {
  @Test
  void readsValuesAndKeepsTheOrderOfKeys() {
    String json = "{\"b\":[1,2.5,true,null,\"\\u00e9\\ud83d\\ude00\"],\"a\":{\"x\":-3e2}}";
    assertThat(JsonText.write(StrictJson.read(bytes(json))))
        .isEqualTo("{\"b\":[1,2.5,true,null,\"é😀\"],\"a\":{\"x\":-300.0}}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"a\":1,\"a\":2} | the key \"a\" is given twice, at line 1, column 8",
        "{\"a\":NaN} | line 1",
        "{\"a\":1e999} | out of range, at line 1",
        "{\"a\":\"\\ud800\"} | half a surrogate pair, \\ud800, at line 1",
        "{\"a\":1} {} | there is more after the value, at line 1",
        "{\"a\":1,} | line 1, column",
        "{'a':1} | line 1, column 2",
        "{\"a\": | line 1",
      })
  void refusesAndSaysWhere(String json, String reason) {
    assertThatThrownBy(() -> StrictJson.read(bytes(json)))
        .isInstanceOf(HttpRefusal.class)
        .hasMessageStartingWith("the body is not valid JSON: ")
        .hasMessageContaining(reason);
  }

  @Test
  void refusesDeepNesting() {
    int levels = StrictJson.MAX_DEPTH;
    StrictJson.read(bytes("[".repeat(levels) + "]".repeat(levels)));
    assertThatThrownBy(
            () -> StrictJson.read(bytes("[".repeat(levels + 1) + "]".repeat(levels + 1))))
        .isInstanceOf(HttpRefusal.class)
        .hasMessageContaining("200");
    assertThatThrownBy(() -> StrictJson.read(bytes("[".repeat(1_000_000))))
        .isInstanceOf(HttpRefusal.class);
  }

  @Test
  void refusesBytesThatAreNotUtf8() {
    byte[] bytes = {'{', '"', 'a', (byte) 0xFF, '"', '}'};
    assertThatThrownBy(() -> StrictJson.read(bytes)).hasMessageContaining("byte 3");
  }

  @Test
  void writesGosEscapes() {
    assertThat(JsonText.write(JsonText.object().put("k", "<a>&\u2028\u001f\"\\/é")))
        .isEqualTo("{\"k\":\"\\u003ca\\u003e\\u0026\\u2028\\u001f\\\"\\\\/é\"}");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
