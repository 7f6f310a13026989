// SPDX-License-Identifier: Apache-2.0
package bankml.gguf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Looking metadata up: by its own type, or not at all. */
final class MetadataTest {
  private static Metadata of(RawGguf file) {
    return ((Verdict.Play) file.judge()).header().metadata();
  }

  private static void refused(ThrowingCallable call, String reason) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            Refusal.class, r -> assertThat(r.kind()).isEqualTo(Refusal.Kind.REFUSED))
        .hasMessage(reason);
  }

  @Test
  void aMissingKeyIsEmptyOrRefused() {
    Metadata metadata = of(new RawGguf());
    assertThat(metadata.findString("k")).isEmpty();
    assertThat(metadata.findInt("k")).isEmpty();
    assertThat(metadata.findFloat("k")).isEmpty();
    assertThat(metadata.findBool("k")).isEmpty();
    assertThat(metadata.findStrings("k")).isEmpty();
    assertThat(metadata.findInts("k")).isEmpty();
    assertThat(metadata.findFloats("k")).isEmpty();
    refused(() -> metadata.requireString("k"), "key 'k' (str) is missing from the header");
    refused(() -> metadata.requireInt("k"), "key 'k' (u32) is missing from the header");
    refused(() -> metadata.requireFloats("k"), "key 'k' (array of f32) is missing from the header");
  }

  @Test
  void anotherTypeIsRefusedWithItsPlace() {
    Metadata metadata =
        of(
            new RawGguf()
                .number("n", ValueType.I32, -1)
                .number("big", ValueType.U32, 1L << 31)
                .number("d", ValueType.F64, 0)
                .number("b", ValueType.BOOL, 2)
                .text("s", "text")
                .array("a", ValueType.U8.id(), 2, new byte[2]));
    refused(
        () -> metadata.findInt("n"),
        "key 'n' at byte 37 is i32 -1; an u32 up to 2147483647 is accepted");
    refused(
        () -> metadata.findInt("big"),
        "key 'big' at byte 56 is u32 2147483648; an u32 up to 2147483647 is accepted");
    refused(() -> metadata.findFloat("d"), "key 'd' at byte 73 is f64 0.0; an f32 is accepted");
    refused(() -> metadata.findString("b"), "key 'b' at byte 94 is bool true; a str is accepted");
    refused(
        () -> metadata.findBool("s"), "key 's' at byte 108 is str of 4 bytes; a bool is accepted");
    refused(
        () -> metadata.findStrings("a"),
        "key 'a' at byte 133 is an array of 2 u8; an array of str is accepted");
    refused(
        () -> metadata.findInts("a"),
        "key 'a' at byte 133 is an array of 2 u8; an array of i32 or u32 is accepted");
    assertThat(metadata.requireBool("b")).isTrue();
  }

  @Test
  void textThatIsNoUtf8IsReplaced() {
    Bytes value = new Bytes();
    value.string(new byte[] {'a', (byte) 0xff});
    Metadata metadata = of(new RawGguf().entry("s", ValueType.STR.id(), value.toByteArray()));
    assertThat(metadata.requireString("s")).isEqualTo("a\ufffd");
  }

  @Test
  void keysKeepTheOrderOfTheFile() {
    Metadata metadata =
        of(new RawGguf().text("z", "").text("a", "").number("m", ValueType.U8, 255));
    assertThat(List.copyOf(metadata.keys())).containsExactly("z", "a", "m");
    assertThat(metadata.find("m")).contains(new MetadataValue.Whole(ValueType.U8, 255));
  }
}
