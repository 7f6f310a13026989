// SPDX-License-Identifier: Apache-2.0
package bankml.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bankml.gguf.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelStoreTest {
  private static final String HASH = "0".repeat(64);

  @TempDir private Path folder;

  private ModelStore store() {
    return new ModelStore(folder, List.of());
  }

  private Path add(String fileName) throws IOException {
    return Files.writeString(folder.resolve(fileName), "x");
  }

  private void addPinned(String fileName) throws IOException {
    Pin.of("adopted", "a test", new PinnedFile(fileName, 1, HASH))
        .write(Pin.pathFor(add(fileName)));
  }

  @Test
  void namesAreStemsInLowerCaseAndHaveAliases() throws IOException {
    Path file = add("Tiny-Llama.Q4_K_M.gguf");
    for (String typed :
        List.of(
            "tiny-llama.q4_k_m",
            "Tiny-Llama.Q4_K_M",
            "tiny-llama.q4_k_m:latest",
            "Tiny-Llama.Q4_K_M.gguf",
            file.toString())) {
      assertThat(store().require(typed).file()).as(typed).isEqualTo(file);
    }
    assertThat(store().require("tiny-llama.q4_k_m").name()).isEqualTo("tiny-llama.q4_k_m");
  }

  @Test
  void theWeightTypeMayBeLeftOutWhereOnePinHasTheBase() throws IOException {
    addPinned("m-F16.gguf");
    add("m-q8_0.gguf"); // unpinned: does not count
    assertThat(store().require("m").name()).isEqualTo("m-f16");
    addPinned("m.iq4_xs.gguf");
    assertThatThrownBy(() -> store().require("m"))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("m-f16, m.iq4_xs");
  }

  @Test
  void theCataloguesShortNameIsAnAlias() throws IOException {
    assertThat(store().find("smollm2")).isEmpty();
    assertThat(ModelStore.inCatalogue("smollm2:latest")).isPresent();
    assertThat(ModelStore.inCatalogue("SmolLM2-135M-Instruct.Q4_1")).isPresent();
    add("SmolLM2-135M-Instruct.Q4_1.gguf");
    assertThat(store().require("smollm2").name()).isEqualTo("smollm2-135m-instruct.q4_1");
  }

  @Test
  void decomposedAndComposedSpellingsAreOneName() throws IOException {
    add("c\u030ces\u030c.gguf");
    assertThat(store().find("\u010de\u0161")).isPresent();
  }

  @Test
  void hiddenPartialAndOtherFilesAreNotModels() throws IOException {
    add(".x.gguf");
    add("x.gguf.part");
    add("x.txt");
    Files.createDirectory(folder.resolve("dir.gguf"));
    assertThat(store().list()).isEmpty();
  }

  @Test
  void anUnknownNameIsRefusedWithWhatThereIs() throws IOException {
    add("b.gguf");
    assertThatThrownBy(() -> store().require("a"))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("no model is called a")
        .hasMessageContaining("b, smollm2 (can be pulled)");
  }

  @Test
  void theEarlierFolderWinsAndAMissingExtraFolderIsRefused() throws IOException {
    Path own = add("m.gguf");
    Path extra = Files.createDirectory(folder.resolve("extra"));
    Files.writeString(extra.resolve("M.gguf"), "y");
    Files.writeString(extra.resolve("n.gguf"), "y");
    ModelStore two = new ModelStore(folder, List.of(extra));
    assertThat(two.require("m").file()).isEqualTo(own);
    assertThat(two.require("n").file()).isEqualTo(extra.resolve("n.gguf"));
    assertThatThrownBy(() -> new ModelStore(folder, List.of(folder.resolve("no"))).list())
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("no such file or folder");
  }

  @Test
  void aLinkedModelsFolderIsUsedAndADanglingOneRefused() throws IOException {
    add("m.gguf");
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder);
    assertThat(new ModelStore(link, List.of()).find("m")).isPresent();
    Path dangling = Files.createSymbolicLink(folder.resolve("dangling"), folder.resolve("nothing"));
    assertThatThrownBy(() -> new ModelStore(dangling, List.of()).list())
        .isInstanceOf(Refusal.class)
        .hasMessageContaining(dangling.toString());
    ModelStore below = new ModelStore(dangling.resolve("models"), List.of());
    Catalogue.Entry entry = ModelStore.inCatalogue("smollm2").orElseThrow();
    assertThatThrownBy(() -> new Pull(below, entry, Progress.none()).run())
        .isInstanceOf(Refusal.class)
        .hasMessageContaining(dangling + " is a link to something that is no folder");
  }

  @Test
  void aMissingModelsFolderIsEmpty() {
    assertThat(new ModelStore(folder.resolve("none"), List.of()).list()).isEmpty();
  }
}
