// SPDX-License-Identifier: Apache-2.0
package bankml.model;

import bankml.gguf.Refusal;

/**
 * What shapes bits beyond the model and the request: how the reference would have been started.
 * Nothing here is about how bankml itself computes.
 *
 * @param referenceThreads the reference's threads ({@code -t}), 1 to 1024: they decide into how
 *     many parts a one-row attention over 512 cells or more is split
 * @param microBatch the reference's micro-batch ({@code -ub}), in rows
 */
public record Profile(int referenceThreads, int microBatch) {
  /** Two reference threads, micro-batches of 512 rows. */
  public static final Profile DEFAULT = new Profile(2, 512);

  /** Refuses what no reference can be started with. */
  public Profile {
    if (referenceThreads < 1 || referenceThreads > 1024) {
      throw Refusal.refused("reference threads " + referenceThreads + ": 1 to 1024 are possible");
    }
    if (microBatch < 1 || microBatch > 2048) {
      throw Refusal.refused("micro-batch of " + microBatch + " rows: 1 to 2048 are possible");
    }
  }

  /** Returns the part of a receipt that names this profile, with the reference it belongs to. */
  public String describe() {
    return "b11192-haswell-t" + referenceThreads + "-ub" + microBatch + "-kvf16-repack";
  }
}
