// SPDX-License-Identifier: Apache-2.0
package bankml.text;

/**
 * Turns a stream of tokens into text, a character only once all of its bytes are there: tokens
 * often end in the middle of one. One thread.
 *
 * <p>The text is the same however the bytes are cut into tokens: that of a UTF-8 decoder that puts
 * one U+FFFD for each longest beginning of a character that its next byte does not continue (the
 * practice that Unicode recommends, and the one of the reference's JSON writer).
 */
public final class StreamDecoder {
  private static final int REPLACEMENT = 0xFFFD;

  private final Tokenizer tokenizer;

  /** How many continuation bytes the character begun still needs. */
  private int needed;

  /** The bits of the character begun. */
  private int codePoint;

  /** The bounds of the next continuation byte: they exclude overlong forms and surrogates. */
  private int lowest;

  private int highest;

  /** Starts a text of {@code tokenizer}'s tokens. */
  public StreamDecoder(Tokenizer tokenizer) {
    this.tokenizer = tokenizer;
  }

  /** Adds {@code token} and returns the characters that are complete now, maybe none. */
  public String push(int token) {
    return push(tokenizer.piece(token));
  }

  /** Adds {@code bytes} and returns the characters that are complete now, maybe none. */
  public String push(byte[] bytes) {
    StringBuilder complete = new StringBuilder(bytes.length);
    for (byte b : bytes) {
      push(b & 0xFF, complete);
    }
    return complete.toString();
  }

  /**
   * Ends the text and returns what was held back: nothing, or one U+FFFD for the character that was
   * begun. The decoder can start another text then.
   */
  public String finish() {
    boolean dangling = needed > 0;
    needed = 0;
    return dangling ? Character.toString(REPLACEMENT) : "";
  }

  private void push(int b, StringBuilder complete) {
    if (needed > 0 && (b < lowest || b > highest)) {
      needed = 0;
      complete.appendCodePoint(REPLACEMENT);
    } else if (needed > 0) {
      codePoint = (codePoint << 6) | (b & 0x3F);
      lowest = 0x80;
      highest = 0xBF;
      needed--;
      if (needed == 0) {
        complete.appendCodePoint(codePoint);
      }
      return;
    }
    if (b < 0x80) {
      complete.append((char) b);
    } else if (b < 0xC2 || b > 0xF4) {
      complete.appendCodePoint(REPLACEMENT);
    } else {
      begin(b);
    }
  }

  private void begin(int lead) {
    needed = lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
    codePoint = lead & (0x3F >> needed);
    lowest = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    highest = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  }
}
