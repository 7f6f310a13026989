// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal.schema;

import static org.assertj.core.api.Assertions.assertThat;

import bankml.gguf.Refusal;
import bankml.testkit.OracleLog;
import bankml.testkit.Probe;
import bankml.testkit.Reference;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The grammars of JSON schemas against the reference's, byte for byte, refusals too: the schemas of
 * the reference's own tests, and random ones of every keyword.
 */
@Tag("oracle")
class SchemaOracleTest {
  private static final int RANDOM = Integer.getInteger("bankml.schema.cases", 2000);
  private static final JsonMapper JSON = new JsonMapper();
  private static final Pattern RAW_STRING = Pattern.compile("(?s)R\"\"\"\\((.*?)\\)\"\"\"");

  /** Where the reference's grammar is no UTF-8, there is none here. */
  private static final String APART =
      "JSON schema conversion failed:\na pattern takes a character outside of ASCII apart";

  @Test
  void grammarsAreTheReferencesByteForByte() throws IOException {
    Reference reference = Reference.find().orElse(null);
    if (reference == null) {
      OracleLog.equal("schema-grammars", OracleLog.Authority.NONE, 0);
      return;
    }
    List<String> schemas = new ArrayList<>(ofTheReferencesTests(reference));
    assertThat(schemas).hasSizeGreaterThan(50);
    for (int seed = 0; seed < RANDOM; seed++) {
      schemas.add(new AnySchema(seed).text());
    }
    List<ObjectNode> questions =
        schemas.stream().map(text -> Probe.request("schema").put("schema_text", text)).toList();
    try (Probe probe = new Probe(reference)) {
      List<JsonNode> answers = probe.askAll(questions);
      for (int i = 0; i < schemas.size(); i++) {
        JsonNode answer = answers.get(i);
        String field = answer.path("ok").booleanValue() ? "grammar" : "error";
        String theirs = answer.path(field).asString();
        assertThat(ours(schemas.get(i)))
            .as("%d: %s", i, schemas.get(i))
            .isEqualTo(theirs.contains("\uFFFD") ? APART : theirs);
      }
    }
    OracleLog.equal("schema-grammars", OracleLog.Authority.LIVE, schemas.size());
  }

  /** The grammar, or the reason why there is none. */
  private static String ours(String schema) {
    try {
      return SchemaGrammar.of(JSON.readTree(schema));
    } catch (Refusal refusal) {
      return String.valueOf(refusal.getMessage());
    }
  }

  private static List<String> ofTheReferencesTests(Reference reference) throws IOException {
    String source = Files.readString(reference.sourceFile("tests/test-json-schema-to-grammar.cpp"));
    List<String> schemas = new ArrayList<>();
    for (Matcher raw = RAW_STRING.matcher(source); raw.find(); ) {
      String text = raw.group(1).strip();
      if (text.startsWith("{")) {
        schemas.add(text);
      }
    }
    return schemas;
  }
}
