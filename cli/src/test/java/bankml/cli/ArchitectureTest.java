// SPDX-License-Identifier: Apache-2.0
package bankml.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The rules between rooms and packages that the module system cannot state. */
class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("bankml");

  @Test
  void onlyKernelsSeeTheVectorModule() {
    noClasses()
        .that()
        .resideOutsideOfPackages("bankml.kernels..", "bankml.testkit..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("jdk.incubator.vector..")
        .check(CLASSES);
  }

  @Test
  void onlyTheProgramPrints() {
    noClasses()
        .that()
        .resideOutsideOfPackages("bankml.cli..")
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .check(CLASSES);
  }

  @Test
  void jsonStaysWhereRequestsAndPinsAreRead() {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            "bankml.text..",
            "bankml.sampling..",
            "bankml.store..",
            "bankml.server..",
            "bankml.cli..",
            "bankml.testkit..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("tools.jackson..")
        .check(CLASSES);
  }

  @Test
  void onlyOnePackageSeesTheHttpLibrary() {
    noClasses()
        .that()
        .resideOutsideOfPackage("bankml.server.internal.http..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.eclipse.jetty..")
        .check(CLASSES);
  }

  @Test
  void roomsHaveNoCycles() {
    slices().matching("bankml.(*)..").should().beFreeOfCycles().check(CLASSES);
  }
}
