// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.json;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.CharacterEscapes;
import tools.jackson.core.io.SerializedString;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Writes JSON on one line, with the escapes of Go's encoder, which is Ollama's. */
public final class JsonText {
  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .characterEscapes(new GoEscapes())
                  .disable(JsonWriteFeature.WRITE_HEX_UPPER_CASE)
                  .build())
          .build();

  private JsonText() {}

  /** Returns an empty object. */
  public static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  /** Returns {@code node} as text. */
  public static String write(JsonNode node) {
    return MAPPER.writeValueAsString(node);
  }

  /** Escapes what could end a script in a page, as Go's encoder does. */
  private static final class GoEscapes extends CharacterEscapes {
    private static final long serialVersionUID = 1L;

    @Override
    public int[] getEscapeCodesForAscii() {
      int[] codes = standardAsciiEscapesForJSON();
      codes['<'] = ESCAPE_STANDARD;
      codes['>'] = ESCAPE_STANDARD;
      codes['&'] = ESCAPE_STANDARD;
      return codes;
    }

    @Override
    public @Nullable SerializableString getEscapeSequence(int c) {
      return c == 0x2028 || c == 0x2029 ? new SerializedString("\\u%04x".formatted(c)) : null;
    }
  }
}
