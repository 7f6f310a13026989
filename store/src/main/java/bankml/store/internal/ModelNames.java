// SPDX-License-Identifier: Apache-2.0
package bankml.store.internal;

import java.nio.file.Path;
import java.text.Normalizer;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How a model file's name becomes the name that people type. */
public final class ModelNames {
  private static final String EXTENSION = ".gguf";
  private static final String LATEST = ":latest";

  /** A weight type at the end of a name: {@code .q4_1}, {@code -Q4_K_M}, {@code .bf16}, … */
  private static final Pattern TYPED =
      Pattern.compile("(.+)[.-](?:i?q\\d\\w*|p?tq\\d\\w*|pq\\d\\w*|bf16|f16|f32|mxfp4\\w*)");

  private ModelNames() {}

  /** Returns whether {@code file} is named as model files are, and is not hidden. */
  public static boolean isModelFile(Path file) {
    String name = String.valueOf(file.getFileName());
    return !name.startsWith(".") && name.toLowerCase(Locale.ROOT).endsWith(EXTENSION);
  }

  /** Returns the name of a model file: its stem in lower case. */
  public static String ofFile(Path file) {
    return ofText(String.valueOf(file.getFileName()));
  }

  /** Returns what a typed name, {@code name:latest} or file name stands for. */
  public static String ofText(String typed) {
    // Folders made on macOS hold decomposed names: both spellings are one name.
    String name = Normalizer.normalize(typed, Normalizer.Form.NFC).toLowerCase(Locale.ROOT);
    return withoutSuffix(withoutSuffix(name, LATEST), EXTENSION);
  }

  /** Returns {@code name} without its weight type, or unchanged where it has none. */
  public static String base(String name) {
    Matcher typed = TYPED.matcher(name);
    return typed.matches() ? typed.group(1) : name;
  }

  private static String withoutSuffix(String name, String suffix) {
    return name.endsWith(suffix) ? name.substring(0, name.length() - suffix.length()) : name;
  }
}
