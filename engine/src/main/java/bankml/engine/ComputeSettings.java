// SPDX-License-Identifier: Apache-2.0
package bankml.engine;

import bankml.model.Profile;

/**
 * How models are run. Of these only the profile can shape an answer.
 *
 * @param threads worker threads of a model, 1 or more
 * @param profile the reference whose bits are computed
 * @param contextLength tokens of prompt and answer together, at most
 * @param cacheBytes how much memory the rows of earlier conversations may take, a model
 */
public record ComputeSettings(int threads, Profile profile, int contextLength, long cacheBytes) {
  /** The part of the memory that rows may take unless it is said. */
  private static final int MEMORY_PART = 4;

  /** Returns settings with a quarter of the memory for rows of earlier conversations. */
  public static ComputeSettings of(int threads, Profile profile, int contextLength) {
    long memory = Runtime.getRuntime().maxMemory();
    return new ComputeSettings(threads, profile, contextLength, memory / MEMORY_PART);
  }
}
