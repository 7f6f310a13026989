// SPDX-License-Identifier: Apache-2.0
package bankml.cli.internal;

import bankml.gguf.Refusal;
import java.nio.charset.Charset;
import java.nio.file.InvalidPathException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** All commands, and how each of their endings becomes one line and an exit code. */
@Command(
    name = "bankml",
    description = "Runs language models on the processor, with llama.cpp b11192's bits.",
    footer = {
      "",
      "Start with: bankml run smollm2 \"Why is the sky blue?\"",
      "Models are in $$BANKML_HOME/models (default ~/.bankml/models).",
      "Exit codes: 0 done, 1 cannot read or write, 2 refused, 3 the file ends in its",
      "header, 64 wrong usage, 130 interrupted."
    })
public final class Program implements Callable<Integer> {
  private static final int USAGE = Refusal.Kind.USAGE.exitCode();

  private final Screen screen;
  private final CommandLine commands;

  /** Wires the commands to {@code screen}. */
  public Program(Screen screen) {
    this.screen = screen;
    this.commands = new CommandLine(this);
    List.of(
            new RunCommand(screen),
            new GenerateCommand(screen),
            new ChatCommand(screen),
            new TokenizeCommand(screen),
            new GuardCommand(screen),
            new AdoptCommand(screen),
            new VerifyCommand(screen),
            new PullCommand(screen),
            new ListCommand(screen),
            new ShowCommand(screen),
            new ServeCommand(screen),
            new BenchCommand(screen),
            new VersionCommand(screen))
        .forEach(commands::addSubcommand);
    // Once for each command, however many names it has.
    commands.getSubcommands().values().stream().distinct().forEach(Program::addHelpOption);
    addHelpOption(commands);
    commands.addSubcommand(new HelpCommand());
    commands.setOut(screen.outWriter());
    commands.setErr(screen.errWriter());
    commands.setCaseInsensitiveEnumValuesAllowed(true);
    commands.setParameterExceptionHandler(this::wrongUsage);
    commands.setExecutionExceptionHandler((e, command, result) -> failed(e, command));
  }

  private static void addHelpOption(CommandLine command) {
    command
        .getCommandSpec()
        .addOption(
            CommandLine.Model.OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .type(boolean.class)
                .description("Show this help.")
                .build());
  }

  /** Runs one command and returns its exit code. */
  public int run(String... arguments) {
    try {
      Input.requireText(arguments);
      return commands.execute(arguments);
    } catch (Refusal refusal) {
      return failed(refusal, commands);
    } catch (OutOfMemoryError e) {
      screen.say(
          "bankml: refuse: not enough memory (" + e.getMessage() + "); a shorter --ctx needs less");
      return Refusal.Kind.REFUSED.exitCode();
    } catch (Error e) { // picocli passes only exceptions on
      return fault("bankml", e);
    }
  }

  /** Says what commands there are when none was given. */
  @Override
  public Integer call() {
    commands.usage(screen.err());
    return USAGE;
  }

  private int wrongUsage(ParameterException e, String[] arguments) {
    String name = e.getCommandLine().getCommandSpec().qualifiedName(" ");
    String why =
        e instanceof UnmatchedArgumentException && e.getCommandLine().getParent() == null
            ? "there is no command " + arguments[0]
            : oneLine(e);
    screen.say(name + ": refuse: " + why + "; see `" + name + " --help`");
    return USAGE;
  }

  private int failed(Exception e, CommandLine command) {
    String name = command.getCommandSpec().qualifiedName(" ");
    return switch (e) {
      case Refusal refusal -> {
        screen.say(name + ": refuse: " + oneLine(refusal));
        yield refusal.kind().exitCode();
      }
      case InvalidPathException path -> {
        screen.say(
            name
                + ": refuse: "
                + oneLine(path)
                + "; file names are "
                + Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"))
                + " in this locale, LC_ALL=C.UTF-8 accepts every name");
        yield USAGE;
      }
      default -> fault(name, e);
    };
  }

  private int fault(String name, Throwable e) {
    String what = e.getClass().getSimpleName() + ": " + oneLine(e);
    screen.say(name + ": failed, by a fault of bankml: " + what + " (BANKML_DEBUG=1 shows where)");
    if (System.getenv("BANKML_DEBUG") != null) {
      e.printStackTrace(screen.err());
    }
    return Refusal.Kind.IO.exitCode();
  }

  private static String oneLine(Throwable e) {
    return String.valueOf(e.getMessage()).strip().replaceAll("\\s*\\R\\s*", " ");
  }
}
