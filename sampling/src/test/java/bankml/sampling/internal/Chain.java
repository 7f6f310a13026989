// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal;

import java.util.List;

/** The default sampler chain of one answer, showing what each step leaves. */
interface Chain extends AutoCloseable {
  /** Returns what top-k, top-p, min-p and temperature leave, and the token drawn. */
  List<String> sample(float[] logits);

  @Override
  void close();

  static String describe(int size, boolean sorted, long ids, long logits) {
    return "%d%s ids %016x logits %016x".formatted(size, sorted ? " sorted" : "", ids, logits);
  }
}
