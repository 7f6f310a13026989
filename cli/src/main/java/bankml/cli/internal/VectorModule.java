// SPDX-License-Identifier: Apache-2.0
package bankml.cli.internal;

import bankml.gguf.Refusal;
import bankml.kernels.Workers;
import java.lang.reflect.Method;

/**
 * Opens Java's vector module for the kernels at run time. Asked for on the command line, it makes
 * every start print a warning that is of no use to those who run models, and makes the commands
 * that compute nothing start slower.
 */
final class VectorModule {
  private static final String NAME = "jdk.incubator.vector";

  private VectorModule() {}

  /**
   * Makes the vector module readable to the kernels; does nothing where it is already.
   *
   * @throws Refusal when Java does not allow it, so that nothing ever runs slowly in silence
   */
  static void open() {
    Module kernels = Workers.class.getModule();
    if (ModuleLayer.boot().findModule(NAME).isPresent()) {
      return;
    }
    try {
      Class<?> modules = Class.forName("jdk.internal.module.Modules");
      Method load = modules.getMethod("loadModule", String.class);
      Module vectors = (Module) load.invoke(null, NAME);
      modules.getMethod("addReads", Module.class, Module.class).invoke(null, kernels, vectors);
    } catch (ReflectiveOperationException e) {
      throw new Refusal(
          Refusal.Kind.REFUSED,
          "Java's vector module is closed: start with the launcher, ./bankml, or give java the"
              + " options --add-modules "
              + NAME,
          e);
    }
  }
}
