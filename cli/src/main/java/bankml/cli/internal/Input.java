// SPDX-License-Identifier: Apache-2.0
package bankml.cli.internal;

import bankml.gguf.Refusal;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Text that people give: arguments, standard input, files. Broken UTF-8 is refused, not mended. */
final class Input {
  private static final Path RAW_ARGUMENTS = Path.of("/proc/self/cmdline");

  private Input() {}

  /** Returns the words as one text, or all of standard input where there are none. */
  static String textOf(List<String> words) {
    String text = words.isEmpty() ? standardInput() : String.join(" ", words);
    if (text.isEmpty()) {
      throw new Refusal(Refusal.Kind.USAGE, "there is no text: give it as an argument or as input");
    }
    return text;
  }

  /** Refuses arguments that Java has read broken UTF-8 into; the system knows what was typed. */
  static void requireText(String... arguments) {
    boolean suspicious = String.join("", arguments).indexOf('\uFFFD') >= 0;
    if (suspicious && Files.isReadable(RAW_ARGUMENTS)) {
      byte[] raw = file(RAW_ARGUMENTS);
      for (int start = 0, end = 0; end < raw.length; end++) {
        if (raw[end] == 0) {
          decode(Arrays.copyOfRange(raw, start, end), "an argument");
          start = end + 1;
        }
      }
    }
  }

  /** Returns all of standard input, without the line break that ends it. */
  static String standardInput() {
    try {
      String text = decode(System.in.readAllBytes(), "the input");
      return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
    } catch (IOException e) {
      throw new Refusal(Refusal.Kind.IO, "cannot read standard input: " + e.getMessage(), e);
    }
  }

  /** Returns the bytes of a file. */
  static byte[] file(Path path) {
    try {
      return Files.readAllBytes(path);
    } catch (IOException e) {
      throw new Refusal(Refusal.Kind.IO, "cannot read " + path + ": " + e.getMessage(), e);
    }
  }

  /** Returns {@code bytes} as text; {@code what} names them where they are not UTF-8. */
  private static String decode(byte[] bytes, String what) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(in).toString();
    } catch (CharacterCodingException e) {
      throw new Refusal(
          Refusal.Kind.REFUSED,
          "%s is not UTF-8: byte 0x%02x at %d".formatted(what, bytes[in.position()], in.position()),
          e);
    }
  }
}
