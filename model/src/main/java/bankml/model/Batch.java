// SPDX-License-Identifier: Apache-2.0
package bankml.model;

import bankml.kernels.RowClass;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Rows of one sequence that go through the graph together: consecutive tokens, with the shape class
 * of each in the cold run of its prompt. How a prompt is cut into batches never changes a bit; the
 * classes do. Immutable.
 */
public final class Batch {
  /**
   * Which rows of a prompt want logits. The reference computes the end of its last layer only for
   * those, so this shapes bits.
   */
  public enum Outputs {
    /** The last token of the prompt, as generating needs it. */
    LAST,
    /** Every token. */
    ALL
  }

  private final int[] tokens;
  private final int firstPosition;
  private final RowClass[] classes;
  private final RowClass[] outputClasses;

  private Batch(int[] tokens, int firstPosition, RowClass[] classes, RowClass[] outputClasses) {
    this.tokens = tokens;
    this.firstPosition = firstPosition;
    this.classes = classes;
    this.outputClasses = outputClasses;
  }

  /**
   * Returns the batches that compute a prompt from {@code past} on, when the rows before are in the
   * cache already: one batch a micro-batch of the cold run, the first perhaps only its end. The
   * cold run is cut as {@code llama_decode} cuts it: micro-batches of {@code profile.microBatch()}
   * and a last one of what is left.
   *
   * @param past tokens in the cache; at least one token must be left
   */
  public static List<Batch> prompt(int[] prompt, int past, Outputs outputs, Profile profile) {
    if (past < 0 || past >= prompt.length) {
      throw new IllegalArgumentException(past + " of " + prompt.length + " tokens are past");
    }
    int microBatch = profile.microBatch();
    List<Batch> batches = new ArrayList<>();
    for (int start = past - past % microBatch; start < prompt.length; start += microBatch) {
      int end = Math.min(prompt.length, start + microBatch);
      batches.add(slice(prompt, start, Math.max(start, past), end, outputs));
    }
    return batches;
  }

  /** Returns the class of the row at {@code position} in the cold run of a prompt. */
  static RowClass coldClass(int position, int promptLength, Profile profile) {
    int index = position % profile.microBatch();
    return new RowClass(Math.min(profile.microBatch(), promptLength - (position - index)), index);
  }

  /** Returns the batch of one generated token at {@code position}, which wants logits. */
  public static Batch next(int token, int position) {
    RowClass[] one = {RowClass.one()};
    return new Batch(new int[] {token}, position, one, one);
  }

  /** The rows {@code from} to {@code end} of the cold micro-batch that begins at {@code start}. */
  private static Batch slice(int[] prompt, int start, int from, int end, Outputs outputs) {
    RowClass[] classes = new RowClass[end - from];
    for (int i = 0; i < classes.length; i++) {
      classes[i] = new RowClass(end - start, from - start + i);
    }
    int[] tokens = Arrays.copyOfRange(prompt, from, end);
    return switch (outputs) {
      case ALL -> new Batch(tokens, from, classes, classes);
      case LAST ->
          end == prompt.length
              ? new Batch(tokens, from, classes, new RowClass[] {RowClass.one()})
              : new Batch(tokens, from, classes, new RowClass[0]);
    };
  }

  /** Returns the same rows in batches of at most {@code rows} rows, which changes no bit. */
  public List<Batch> parts(int rows) {
    List<Batch> parts = new ArrayList<>();
    for (int from = 0; from < tokens.length; from += rows) {
      parts.add(part(from, Math.min(tokens.length, from + rows)));
    }
    return parts;
  }

  private Batch part(int from, int end) {
    int silent = tokens.length - outputClasses.length;
    return new Batch(
        Arrays.copyOfRange(tokens, from, end),
        firstPosition + from,
        Arrays.copyOfRange(classes, from, end),
        Arrays.copyOfRange(outputClasses, Math.max(0, from - silent), Math.max(0, end - silent)));
  }

  /** Returns how many rows this batch has. */
  public int size() {
    return tokens.length;
  }

  /** Returns the token of row {@code row}. */
  public int token(int row) {
    return tokens[row];
  }

  /** Returns the position of the first row in its sequence; the others follow one by one. */
  public int firstPosition() {
    return firstPosition;
  }

  /** Returns the position after the last row: the cells of the cache in use after this batch. */
  public int endPosition() {
    return firstPosition + tokens.length;
  }

  /** Returns how many rows want logits; they are the last ones. */
  public int outputs() {
    return outputClasses.length;
  }

  /** Returns the shape class of row {@code row}. */
  public RowClass rowClass(int row) {
    return classes[row];
  }

  /** Returns the shape class of output {@code output} among the rows that want logits. */
  public RowClass outputClass(int output) {
    return outputClasses[output];
  }
}
