// SPDX-License-Identifier: Apache-2.0
package bankml.engine;

/** Which bankml this is. */
public final class Version {
  /** The version, as the build names it. */
  public static final String TEXT = "0.1.0";

  private Version() {}
}
