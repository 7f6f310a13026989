// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.json;

import bankml.server.internal.http.HttpRefusal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * The fields of a request's object. A field that is null counts as absent. Refusals name the field,
 * its value and what is accepted.
 */
public final class Fields {
  private static final int MAX_SHOWN = 80;

  private final Map<String, JsonNode> values;

  private Fields(Map<String, JsonNode> values) {
    this.values = values;
  }

  /**
   * Takes the fields of {@code object}, whose keys may have any case, as Go reads them.
   *
   * @param known every field that there is, in lower case; others are refused
   */
  public static Fields ignoringCase(JsonNode object, Set<String> known) {
    return of(object, known, true);
  }

  /**
   * Takes the fields of {@code object}.
   *
   * @param known every field that there is; others are refused
   */
  public static Fields exact(JsonNode object, Set<String> known) {
    return of(object, known, false);
  }

  private static Fields of(JsonNode object, Set<String> known, boolean ignoreCase) {
    Map<String, JsonNode> values = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> field : object.properties()) {
      String given = field.getKey();
      String name = ignoreCase ? given.toLowerCase(Locale.ROOT) : given;
      if (!known.contains(name)) {
        throw HttpRefusal.ofField(given, "the field \"" + given + "\" is not supported");
      }
      if (values.put(name, field.getValue()) != null) {
        throw HttpRefusal.ofField(given, "the field \"" + given + "\" is given twice");
      }
    }
    values.values().removeIf(JsonNode::isNull);
    return new Fields(values);
  }

  /** Returns the value of {@code name}. */
  public Optional<JsonNode> find(String name) {
    return Optional.ofNullable(values.get(name));
  }

  /** Returns the string of {@code name}. */
  public Optional<String> text(String name) {
    return find(name)
        .map(v -> {
          if (!v.isString()) {
            throw wrong(name, v, "a string");
          }
          return v.stringValue();
        });
  }

  /** Returns the boolean of {@code name}. */
  public Optional<Boolean> flag(String name) {
    return find(name)
        .map(v -> {
          if (!v.isBoolean()) {
            throw wrong(name, v, "true or false");
          }
          return v.booleanValue();
        });
  }

  /** Returns the whole number of {@code name}, {@code least} to {@code most}. */
  public Optional<Long> whole(String name, long least, long most) {
    return find(name)
        .map(v -> {
          if (!v.isIntegralNumber()
              || !v.canConvertToLong()
              || v.longValue() < least
              || v.longValue() > most) {
            throw wrong(name, v, "a whole number from " + least + " to " + most);
          }
          return v.longValue();
        });
  }

  /** Returns the number of {@code name}. */
  public Optional<Double> number(String name) {
    return find(name)
        .map(v -> {
          if (!v.isNumber()) {
            throw wrong(name, v, "a number");
          }
          return v.doubleValue();
        });
  }

  /** Returns the elements of the array of {@code name}, none where it is absent. */
  public List<JsonNode> list(String name) {
    List<JsonNode> elements = new ArrayList<>();
    find(name)
        .ifPresent(v -> {
          if (!v.isArray()) {
            throw wrong(name, v, "an array");
          }
          v.forEach(elements::add);
        });
    return elements;
  }

  /** Returns the refusal of a {@code value} that is not what is accepted. */
  public static HttpRefusal wrong(String name, JsonNode value, String accepted) {
    String text = JsonText.write(value);
    String shown = text.length() > MAX_SHOWN ? text.substring(0, MAX_SHOWN) + "…" : text;
    return HttpRefusal.ofField(
        name, "\"" + name + "\" is " + shown + ": " + accepted + " is accepted");
  }
}
