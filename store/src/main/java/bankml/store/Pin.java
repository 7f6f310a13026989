// SPDX-License-Identifier: Apache-2.0
package bankml.store;

import bankml.gguf.Refusal;
import bankml.store.internal.Disk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a model file must be, and where it came from: {@code FILE.FORK.json} beside the file. Keys
 * that bankml does not know are kept when a pin is written again. Immutable.
 */
public final class Pin {
  private static final String SUFFIX = ".FORK.json";
  private static final long MAX_BYTES = 1 << 20;
  private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(SerializationFeature.INDENT_OUTPUT)
          // Numbers under unknown keys are written again as they were read.
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private final ObjectNode json;
  private final List<PinnedFile> files;
  private final List<PinnedFile> inputs;

  /** Takes a pin's JSON; {@code name} says whose it is where it must be refused. */
  private Pin(ObjectNode json, String name) {
    this.json = json;
    this.files = list(json, "files", name);
    this.inputs = list(json, "inputs", name);
    if (files.isEmpty()) {
      throw Refusal.refused(name + " is no pin: it has no \"files\"");
    }
  }

  /** Returns where the pin of {@code model} stands unless it is named: beside it. */
  public static Path pathFor(Path model) {
    return model.resolveSibling(model.getFileName() + SUFFIX);
  }

  /**
   * Returns a new pin of one file, adopted now.
   *
   * @param kind how the file came here: {@code adopted} or {@code pulled}
   * @param source where it came from, for people
   */
  public static Pin of(String kind, String source, PinnedFile file) {
    ObjectNode json = JSON.createObjectNode();
    json.put("kind", kind);
    json.put("source", source);
    json.put("adopted_at_utc", now());
    json.putArray("files").add(toJson(file));
    json.putArray("inputs");
    return new Pin(json, file.path());
  }

  /** Reads a pin. Refuses a file that cannot be read or is no pin. */
  public static Pin read(Path path) {
    try {
      if (Files.size(path) > MAX_BYTES) {
        throw Refusal.refused(path + " is no pin: it is larger than " + MAX_BYTES + " bytes");
      }
      if (!(JSON.readTree(Files.readAllBytes(path)) instanceof ObjectNode json)) {
        throw Refusal.refused(path + " is no pin: it is not a JSON object");
      }
      return new Pin(json, path.toString());
    } catch (IOException e) {
      throw Disk.failure("cannot read " + path, e);
    } catch (JacksonException e) {
      throw Refusal.refused(path + " is no pin: it is not JSON");
    }
  }

  /** Writes the pin whole: aside, synced, renamed. */
  public void write(Path path) {
    String text = JSON.writeValueAsString(json) + "\n";
    Disk.writeWhole(path, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns this pin with another source, adopted now; everything else, known or not, is kept. */
  public Pin withSource(String source) {
    ObjectNode changed = json.deepCopy();
    changed.put("source", source);
    changed.put("adopted_at_utc", now());
    return new Pin(changed, source);
  }

  /** Returns how the file came here, or an empty string where the pin does not say. */
  public String kind() {
    return json.path("kind").asString("");
  }

  /** Returns where the file came from, or an empty string where the pin does not say. */
  public String source() {
    return json.path("source").asString("");
  }

  /** Returns the files that the pin records, in its order. */
  public List<PinnedFile> files() {
    return files;
  }

  /** Returns the files that the pinned ones were made from, in its order. */
  public List<PinnedFile> inputs() {
    return inputs;
  }

  /**
   * Returns the record of {@code model}: the one of its file name, or the only one there is, since
   * a file may have been renamed and its hash decides.
   */
  public Optional<PinnedFile> find(Path model) {
    String name = String.valueOf(model.getFileName());
    return files.stream()
        .filter(f -> f.path().equals(name) || f.path().endsWith("/" + name))
        .findFirst()
        .or(() -> files.size() == 1 ? Optional.of(files.getFirst()) : Optional.empty());
  }

  private static List<PinnedFile> list(ObjectNode json, String key, String name) {
    JsonNode node = json.path(key);
    if (node.isMissingNode() || node.isNull()) {
      return List.of();
    }
    if (!(node instanceof ArrayNode array)) {
      throw Refusal.refused(name + " is no pin: \"" + key + "\" is not a list");
    }
    List<PinnedFile> files = new ArrayList<>();
    for (JsonNode entry : array) {
      String path = entry.path("path").asString("");
      JsonNode bytes = entry.path("bytes");
      String sha256 = entry.path("sha256").asString("").toLowerCase(Locale.ROOT);
      boolean sized = bytes.isIntegralNumber() && bytes.canConvertToLong();
      if (path.isEmpty() || !sized || !SHA256.matcher(sha256).matches()) {
        throw Refusal.refused(
            name + " is no pin: an entry of \"" + key + "\" lacks path, bytes or sha256");
      }
      files.add(new PinnedFile(path, bytes.asLong(), sha256));
    }
    return List.copyOf(files);
  }

  private static ObjectNode toJson(PinnedFile file) {
    ObjectNode entry = JSON.createObjectNode();
    entry.put("path", file.path());
    entry.put("bytes", file.bytes());
    entry.put("sha256", file.sha256());
    return entry;
  }

  private static String now() {
    return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
