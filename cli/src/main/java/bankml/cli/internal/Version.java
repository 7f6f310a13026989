// SPDX-License-Identifier: Apache-2.0
package bankml.cli.internal;

/** Which bankml this is. */
final class Version {
  /** The version, as the build names it. */
  static final String TEXT = "0.1.0";

  private Version() {}
}
