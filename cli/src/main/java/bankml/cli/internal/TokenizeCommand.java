// SPDX-License-Identifier: Apache-2.0
package bankml.cli.internal;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Placeholder until the tokenizer lands. */
@Command(name = "tokenize")
final class TokenizeCommand implements Callable<Integer> {
  TokenizeCommand(Screen screen) {
    screen.flush();
  }

  @Override
  public Integer call() {
    return 0;
  }
}
