// SPDX-License-Identifier: Apache-2.0
package bankml.store;

import java.nio.file.Path;

/**
 * A model file that the store sees; nothing about it has been checked yet.
 *
 * @param name what people call it
 * @param file where it is
 */
public record StoredModel(String name, Path file) {

  /** Returns where its pin is, whether or not there is one. */
  public Path pinFile() {
    return Pin.pathFor(file);
  }
}
