// SPDX-License-Identifier: Apache-2.0
package bankml.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Texts that tokenizers get wrong, written by hand and drawn at random. */
final class TextCases {
  /** First and last code point of what random texts are drawn from. */
  private static final int[][] RANGES = {
    {0x00, 0x1F},
    {0x20, 0x7E},
    {0x7F, 0xFF},
    {0x100, 0x24F},
    {0x2B0, 0x36F},
    {0x370, 0x58F},
    {0x590, 0x7BF},
    {0x900, 0xDFF},
    {0xE00, 0x11FF},
    {0x1680, 0x18FF},
    {0x2000, 0x206F},
    {0x2070, 0x2E7F},
    {0x3000, 0x33FF},
    {0x3400, 0x9FFF},
    {0xA000, 0xD7FF},
    {0xE000, 0xFFFF},
    {0x10000, 0x10FFFF},
  };

  /** What turns up between other text in prompts. */
  private static final List<String> GLUE =
      List.of(
          " ",
          "  ",
          "\n",
          "\r\n",
          "\t",
          "'s",
          "'LL",
          "12345",
          "½",
          "²",
          "<|im_start|>",
          "</s>",
          "<|endoftext|>",
          "<tool_call>",
          "é",
          "e\u0301",
          "…",
          "\u00A0",
          "\u3000",
          "\u200D",
          ".");

  private TextCases() {}

  /** Returns {@code count} random texts, the same for the same {@code seed}. */
  static List<String> random(long seed, int count) {
    Random random = new Random(seed);
    return Stream.generate(() -> random(random)).limit(count).toList();
  }

  private static String random(Random random) {
    StringBuilder text = new StringBuilder();
    int runs = 1 + random.nextInt(6);
    for (int run = 0; run < runs; run++) {
      int[] range = RANGES[random.nextInt(RANGES.length)];
      int length = random.nextInt(12);
      for (int i = 0; i < length; i++) {
        text.appendCodePoint(range[0] + random.nextInt(range[1] - range[0] + 1));
      }
      if (random.nextBoolean()) {
        text.append(GLUE.get(random.nextInt(GLUE.size())));
      }
    }
    return text.toString();
  }

  /** Returns texts written by hand, each alone and between words. */
  static List<String> edges() {
    List<String> kernels = new ArrayList<>();
    for (List<String> some :
        List.of(contractions(), spaces(), digits(), scripts(), signs(), markers())) {
      kernels.addAll(some);
    }
    List<String> texts = new ArrayList<>();
    for (String kernel : kernels) {
      texts.addAll(List.of(kernel, "a" + kernel + "b", "Ab 1 " + kernel + " 2.\n"));
    }
    return texts;
  }

  private static List<String> contractions() {
    List<String> texts = new ArrayList<>();
    for (String end : List.of("s", "t", "re", "ve", "m", "ll", "d", "x", "", "ſ", "K", "r", "v")) {
      texts.add("it'" + end);
      texts.add("IT'" + end.toUpperCase(java.util.Locale.ROOT) + "a");
      texts.add(" '" + end + "'" + end);
      texts.add("it’" + end);
    }
    texts.addAll(List.of("'", "''", "'S'T", "'lL", "'Ve", "5's", "\n's", "'\n", "'re'"));
    return texts;
  }

  private static List<String> spaces() {
    List<String> texts = new ArrayList<>();
    int[] all = {
      0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x1C, 0x1F, 0x20, 0x85, 0xA0, 0x1680, 0x180E, 0x2000, 0x2003,
      0x2009, 0x200A, 0x200B, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF
    };
    for (int space : all) {
      String one = Character.toString(space);
      texts.addAll(
          List.of(one, one + one, " " + one, one + " ", one + "\n", one + one + "x" + one));
    }
    for (int n : new int[] {3, 4, 5, 8, 16, 17, 24, 25, 33, 64, 100}) {
      texts.addAll(List.of(" ".repeat(n), "\n".repeat(n), "\t".repeat(n), "\r\n".repeat(n)));
      texts.add(" ".repeat(n) + "\n" + " ".repeat(n) + "x");
    }
    texts.addAll(
        List.of("\r", "\r\n", "\n\r", " \r\n \n", "\n\n  \n\n\n a", "\t \t\n", "x \n", "x  \n y"));
    return texts;
  }

  private static List<String> digits() {
    List<String> texts = new ArrayList<>();
    for (int n = 1; n <= 10; n++) {
      texts.add("1234567890".substring(0, n));
      texts.add(" " + "9".repeat(n));
    }
    texts.addAll(
        List.of(
            "1,234.56",
            "0x1F",
            "1e10",
            "-3",
            "3.14159",
            "٣٤٥٦",
            "१२३४",
            "１２３４",
            "𝟏𝟐𝟑𝟒",
            "Ⅷ",
            "½¾",
            "x²",
            "①②③④",
            "一二三",
            "12a34b",
            "a1",
            "1 2 3",
            "๑๒๓",
            "\uD801\uDCA0\uD801\uDCA1"));
    return texts;
  }

  private static List<String> scripts() {
    return List.of(
        "Ünïcödé",
        "e\u0301\u0302\u0303",
        "\u0301a",
        "ﬁ",
        "ǅ",
        "ʰ",
        "ªº",
        "мир Привет",
        "Ωμέγα",
        "ՀԱՅ հայ",
        "שָׁלוֹם",
        "مَرْحَبًا",
        "\u202Eabc\u202C",
        "नमस्ते",
        "বাংলা",
        "தமிழ்",
        "ไทยภาษา",
        "ພາສາລາວ",
        "မြန်မာ",
        "ខ្មែរ",
        "한국어",
        "\u1112\u1161\u11AB",
        "日本語テスト",
        "ﾊﾝｶｸ",
        "中文，标点。",
        "漢字かな交じり文",
        "ꀀꀁ",
        "ⴰⴱⴲ",
        "ᚠᚢᚦ",
        "\uD834\uDD1E",
        "\uD835\uDC00\uD835\uDC01",
        "\uD83D\uDE00",
        "\uD83D\uDC69\u200D\uD83D\uDC69\u200D\uD83D\uDC67",
        "\uD83C\uDDEB\uD83C\uDDF7",
        "\uD83D\uDC4D\uD83C\uDFFD",
        "☺\uFE0F",
        "\uE000",
        "\uFFFD",
        "\uFFFF",
        "\uDB80\uDC00",
        "\uD840\uDC0B",
        "\u0378",
        "\uD83E\uDEE9",
        "\u1C89",
        "\u2427",
        "\uDBFF\uDFFF",
        "\u0000");
  }

  private static List<String> signs() {
    List<String> texts =
        IntStream.rangeClosed('!', '~')
            .filter(c -> !Character.isLetterOrDigit(c))
            .mapToObj(Character::toString)
            .collect(Collectors.toCollection(ArrayList::new));
    texts.addAll(
        List.of(
            "...",
            "?!",
            "--",
            "->",
            "=>",
            "==",
            "!=",
            "/*",
            "*/",
            "//\n",
            "```\n",
            "~~~",
            "$1",
            "€5",
            "£",
            "«»",
            "“quoted”",
            "‘’",
            "—",
            "–",
            "•",
            "™",
            "©",
            "°C",
            "§1",
            "¿Qué?",
            "{}",
            "[]()",
            "<b>",
            "&amp;",
            "#!\r\n",
            "；\n",
            "、",
            "。\n\n",
            "！／：～‘‟",
            "a_b",
            "__init__",
            "a.b.c",
            "x=1;\ny=2;\r\n"));
    return texts;
  }

  private static List<String> markers() {
    return List.of(
        "<|im_start|>user\nhi<|im_end|>\n",
        "<|im_start|>",
        "<|im_start",
        "<<|im_end|>>",
        "<|endoftext|>",
        "<|endoftext|><|endoftext|>",
        "<s>",
        "</s>",
        "<unk>",
        "<pad>",
        "[PAD]",
        "<tool_call>{}</tool_call>",
        "<think>\n\n</think>\n\n",
        "<|fim_prefix|>a<|fim_suffix|>b<|fim_middle|>",
        "<|begin_of_text|>",
        "<|eot_id|>",
        "<|start_header_id|>system<|end_header_id|>\n\n",
        "<｜begin▁of▁sentence｜>",
        "<｜end▁of▁sentence｜>",
        "<start_of_turn>model\n",
        "<end_of_turn>",
        "<bos>",
        "<eos>",
        "<|\"|>",
        "▁",
        "▁▁a",
        "<0x0A>",
        "<|START_OF_TURN_TOKEN|><|USER_TOKEN|>",
        "<fim_prefix>",
        "<reponame>x",
        "<file_sep>",
        "<repo_name>",
        "<jupyter_code>",
        ">>TITLE<<",
        "<|repo_name|>",
        "<|file_sep|>",
        "[PAD151646]",
        "Ġ",
        "ĊĊ",
        "Â",
        "õ",
        "Á÷ý");
  }
}
