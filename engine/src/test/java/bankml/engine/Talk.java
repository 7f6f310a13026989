// SPDX-License-Identifier: Apache-2.0
package bankml.engine;

import bankml.sampling.SamplingOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Several conversations at once, at random: each turn one of them goes on, is edited, branches off
 * another, asks the same again or begins anew.
 */
final class Talk {
  private static final int LONGEST_PROMPT = 1100;
  private static final int LONGEST_ANSWER = 8;
  private static final int[] MESSAGE = {3, 8, 25, 40, 64, 64, 90, 90, 150, 420};

  private final Random random;
  private final int[] words;
  private final List<List<Integer>> histories = new ArrayList<>();
  private int current;

  /**
   * Begins a talk.
   *
   * @param words token ids that messages are made of
   * @param conversations how many go on side by side
   */
  Talk(Random random, int[] words, int conversations) {
    this.random = random;
    this.words = words;
    for (int i = 0; i < conversations; i++) {
      histories.add(new ArrayList<>());
    }
  }

  /** Returns what is asked next. */
  GenerateRequest next() {
    current = random.nextInt(histories.size());
    int action = random.nextInt(10);
    List<Integer> prompt = new ArrayList<>(histories.get(current));
    if (action == 0) { // branch off any conversation
      prompt = beginning(histories.get(random.nextInt(histories.size())));
    } else if (action <= 2) { // edit what was said
      prompt = beginning(prompt);
    }
    if (action != 3 || prompt.isEmpty()) { // else the same once more
      addMessage(prompt);
    }
    if (prompt.size() > LONGEST_PROMPT) {
      prompt.clear();
      addMessage(prompt);
    }
    histories.set(current, prompt);
    SamplingOptions sampling =
        SamplingOptions.DEFAULT
            .withTemperature(random.nextBoolean() ? 0 : 0.8f)
            .withSeed(random.nextInt(1000));
    return GenerateRequest.of(prompt.stream().mapToInt(Integer::intValue).toArray())
        .withSampling(sampling)
        .withMaxTokens(1 + random.nextInt(LONGEST_ANSWER))
        .withTopLogprobs(random.nextInt(3));
  }

  /** Takes the answer into the conversation that was asked. */
  void said(Generation answer) {
    histories.get(current).addAll(answer.tokens());
  }

  private List<Integer> beginning(List<Integer> of) {
    return new ArrayList<>(of.subList(0, random.nextInt(of.size() + 1)));
  }

  private void addMessage(List<Integer> prompt) {
    int from = random.nextInt(words.length);
    int count = 1 + random.nextInt(MESSAGE[random.nextInt(MESSAGE.length)]);
    for (int i = 0; i < count; i++) {
      prompt.add(words[(from + i) % words.length]);
    }
  }
}
