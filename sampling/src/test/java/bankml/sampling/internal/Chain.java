// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal;

import java.util.List;

/** The sampler chain of one answer, showing what each step leaves. */
interface Chain extends AutoCloseable {
  /** Takes a token of the prompt. */
  void accept(int token);

  /** Returns what each step leaves, and the token drawn, which is accepted. */
  List<String> sample(float[] logits);

  @Override
  void close();

  static String describe(int size, boolean sorted, long ids, long logits) {
    return "%d%s ids %016x logits %016x".formatted(size, sorted ? " sorted" : "", ids, logits);
  }
}
