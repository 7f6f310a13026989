// SPDX-License-Identifier: Apache-2.0
package bankml.store;

/** Hears how far a long step is. Called from the thread that does the work. */
@FunctionalInterface
public interface Progress {

  /**
   * Reports that {@code done} of {@code total} bytes of {@code step} are done.
   *
   * @param step what is being done, a few words such as {@code "hashing"}
   */
  void report(String step, long done, long total);

  /** Returns a progress that hears nothing. */
  static Progress none() {
    return (step, done, total) -> {};
  }
}
