// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.llama;

import bankml.server.internal.http.Exchange;
import bankml.server.internal.http.HttpRefusal;
import bankml.server.internal.json.Fields;
import bankml.server.internal.json.JsonText;
import bankml.server.internal.llama.Vocabularies.Vocabulary;
import bankml.server.internal.openai.ChatMessages;
import bankml.server.internal.openai.OpenAiBody;
import bankml.server.internal.openai.Prompt;
import bankml.server.internal.serving.Serving;
import bankml.text.ChatRequest;
import bankml.text.Tokenizer;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What a model makes of text: tokens, and prompts. None of it waits for the model. */
final class TextHandlers {
  private static final Set<String> TOKENIZE =
      Set.of("model", "content", "add_special", "parse_special", "with_pieces");
  private static final Set<String> DETOKENIZE = Set.of("model", "tokens");

  private final Serving serving;
  private final Vocabularies vocabularies;

  TextHandlers(Serving serving, Vocabularies vocabularies) {
    this.serving = serving;
    this.vocabularies = vocabularies;
  }

  /** {@code POST /tokenize}. */
  void tokenize(Exchange exchange) {
    Fields fields = OpenAiBody.fields(exchange, TOKENIZE);
    JsonNode content =
        fields
            .find("content")
            .orElseThrow(() -> HttpRefusal.ofField("content", "\"content\" is required"));
    boolean mixed =
        content.isArray() && content.valueStream().allMatch(c -> c.isString() || c.isInt());
    if (!content.isString() && !mixed) {
      throw Fields.wrong("content", content, "a string, or an array of strings and token ids,");
    }
    Tokenizer tokenizer = vocabulary(fields).tokenizer();
    List<Integer> tokens =
        Prompt.tokens(
            content,
            tokenizer,
            fields.flag("add_special").orElse(false),
            fields.flag("parse_special").orElse(true));
    boolean pieces = fields.flag("with_pieces").orElse(false);
    ObjectNode answer = JsonText.object();
    ArrayNode array = answer.putArray("tokens");
    for (int token : tokens) {
      if (pieces) {
        putPiece(array.addObject().put("id", token), tokenizer.piece(token));
      } else {
        array.add(token);
      }
    }
    OpenAiBody.answer(exchange, answer);
  }

  /** A text where the bytes are one, else the bytes. */
  private static void putPiece(ObjectNode token, byte[] piece) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(piece)).toString();
      token.put("piece", text);
    } catch (CharacterCodingException e) {
      ArrayNode bytes = token.putArray("piece");
      for (byte b : piece) {
        bytes.add(b & 0xFF);
      }
    }
  }

  /** {@code POST /detokenize}. */
  void detokenize(Exchange exchange) {
    Fields fields = OpenAiBody.fields(exchange, DETOKENIZE);
    List<JsonNode> tokens = fields.list("tokens");
    Tokenizer tokenizer = vocabulary(fields).tokenizer();
    List<Integer> ids = tokens.stream().map(token -> Prompt.token(token, tokenizer)).toList();
    OpenAiBody.answer(exchange, JsonText.object().put("content", Detokenized.text(ids, tokenizer)));
  }

  /** {@code POST /apply-template}. */
  void applyTemplate(Exchange exchange) {
    Set<String> known = new HashSet<>(ChatMessages.FIELDS);
    known.add("model");
    Fields fields = OpenAiBody.fields(exchange, known);
    ChatRequest conversation = ChatMessages.read(fields);
    String prompt = vocabulary(fields).template().render(conversation);
    OpenAiBody.answer(exchange, JsonText.object().put("prompt", prompt));
  }

  private Vocabulary vocabulary(Fields fields) {
    return vocabularies.of(OnlyModel.orNamed(fields, serving).stored());
  }
}
