// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

import java.time.ZonedDateTime;
import java.util.List;

/** A compiled template. Immutable, for any thread. */
public final class Program {
  private final List<Node> nodes;

  private Program(List<Node> nodes) {
    this.nodes = nodes;
  }

  /**
   * Compiles template text.
   *
   * @throws TemplateFault where the reference could not read it, or where it is nested too deeply
   */
  public static Program compile(String source) {
    try {
      return new Program(Parser.parse(Lexer.tokenize(ByteText.encode(source))));
    } catch (StackOverflowError e) {
      throw new TemplateFault("the template is nested too deeply");
    }
  }

  /** One rendering of a program, with the variables it may change. One thread, once. */
  public static final class Rendering {
    private final Program program;
    private final Frame frame;

    private Rendering(Program program, Frame frame) {
      this.program = program;
      this.frame = frame;
    }

    /** Sets the variable {@code name}. */
    public void set(String name, Value value) {
      frame.set(name, value);
    }

    /** Returns the variable {@code name}, undefined where there is none. */
    public Value get(String name) {
      return frame.get(name);
    }

    /**
     * Returns the template's text, bytes one a char.
     *
     * @throws TemplateFault the template's own objection, or why it cannot be rendered
     */
    public Str run() {
      frame.run().watchMessages(frame.get("messages"));
      try {
        return Interpreter.run(program.nodes, frame);
      } catch (LoopSignal e) {
        throw new TemplateFault(e.getMessage() + " outside of a loop");
      } catch (StackOverflowError e) {
        throw new TemplateFault("the template calls itself too deeply");
      }
    }
  }

  /** Begins a rendering at {@code now}. */
  public Rendering at(ZonedDateTime now) {
    return new Rendering(this, Frame.outermost(new Run(now, Usage.unwatched(), Run.MAX_WORK)));
  }

  /**
   * Begins a rendering of a small conversation at {@code now} that notes which values it looks at.
   */
  public Rendering watchedBy(Usage usage, ZonedDateTime now) {
    return new Rendering(this, Frame.outermost(new Run(now, usage, Run.MAX_TRIAL_WORK)));
  }
}
