// SPDX-License-Identifier: Apache-2.0
package bankml.cli.internal;

import bankml.engine.TokenListener;
import bankml.gguf.Refusal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/** A conversation on a terminal, with a history. Ctrl-C stops the answer, a second one leaves. */
final class Chat {
  private static final int INTERRUPTED = 130;
  private static final String HELP =
      "/clear forgets the conversation, /bye or Ctrl-D leaves, Ctrl-C stops an answer.";

  /** What is a mistyped command rather than something to say. */
  private static final Pattern COMMAND = Pattern.compile("/\\w+");

  private final Conversation conversation;
  private final Screen screen;
  private final Path historyFile;
  private final AtomicInteger interrupts = new AtomicInteger();

  Chat(Conversation conversation, Screen screen, Path historyFile) {
    this.conversation = conversation;
    this.screen = screen;
    this.historyFile = historyFile;
  }

  /** Talks until the person leaves, and returns the exit code. */
  int run() {
    try (Terminal terminal =
        TerminalBuilder.builder().system(true).encoding(StandardCharsets.UTF_8).build()) {
      // While a line is read, the reader has a handler of its own.
      terminal.handle(Terminal.Signal.INT, signal -> interrupts.incrementAndGet());
      LineReader reader = reader(terminal);
      screen.out().println("Ask away. " + HELP);
      return talk(reader);
    } catch (IOException e) {
      throw new Refusal(Refusal.Kind.IO, "cannot use the terminal: " + e.getMessage(), e);
    }
  }

  private LineReader reader(Terminal terminal) {
    DefaultParser plainText = new DefaultParser();
    plainText.setEscapeChars(new char[0]);
    plainText.setQuoteChars(new char[0]);
    return LineReaderBuilder.builder()
        .terminal(terminal)
        .parser(plainText)
        .variable(LineReader.HISTORY_FILE, historyFile)
        .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
        .build();
  }

  private int talk(LineReader reader) {
    while (true) {
      String line;
      try {
        line = nextLine(reader).strip();
      } catch (EndOfFileException e) {
        return 0;
      } catch (UserInterruptException e) {
        if (interrupts.incrementAndGet() > 1) {
          return INTERRUPTED;
        }
        screen.out().println("Ctrl-C again, or Ctrl-D, leaves.");
        continue;
      }
      interrupts.set(0);
      switch (line) {
        case "" -> {}
        case "/bye" -> {
          return 0;
        }
        case "/clear" -> conversation.clear();
        case "/help", "/?" -> screen.out().println(HELP);
        case String command when COMMAND.matcher(command).matches() ->
            screen.out().println("There is no " + command + ". " + HELP);
        default -> answer(line);
      }
      if (interrupts.get() > 1) {
        return INTERRUPTED;
      }
    }
  }

  /**
   * Reads a line on a thread of its own. The reader's handler of Ctrl-C interrupts that thread, at
   * times after the line has already been given up: on a thread that goes on, this would count as a
   * second Ctrl-C.
   */
  private static String nextLine(LineReader reader) {
    try {
      return CompletableFuture.supplyAsync(
              () -> reader.readLine(">>> "), Thread.ofPlatform().daemon()::start)
          .join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  private void answer(String line) {
    try {
      conversation.say(line, new Stoppable(new AnswerPrinter(screen)));
    } catch (Refusal refusal) {
      screen.say("refuse: " + refusal.getMessage() + " (/clear begins anew)");
    }
    screen.out().println();
  }

  /** Prints an answer until Ctrl-C. */
  private final class Stoppable implements TokenListener {
    private final AnswerPrinter printer;

    Stoppable(AnswerPrinter printer) {
      this.printer = printer;
    }

    @Override
    public void onText(String text) {
      printer.onText(text);
    }

    @Override
    public boolean cancelled() {
      return interrupts.get() > 0 || printer.cancelled();
    }
  }
}
