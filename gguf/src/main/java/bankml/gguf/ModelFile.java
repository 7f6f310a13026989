// SPDX-License-Identifier: Apache-2.0
package bankml.gguf;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A GGUF file that the guard lets play, mapped read-only as one segment however large it is.
 *
 * <p>Its methods may be called from any thread. {@link #close} unmaps at once: a tensor segment
 * used after it throws {@link IllegalStateException}, never reads stray memory. The header is a
 * copy and outlives the map.
 *
 * <p>When another program cuts the file while it is mapped, touching a lost page throws {@link
 * InternalError} in the reading thread, perhaps a little late. {@link #reading} turns that into a
 * refusal; whoever reads tensors wraps the reading in it, once, at its border.
 */
public final class ModelFile implements AutoCloseable {
  private static final int FIRST_PREFIX = 1 << 20;

  private final Path path;
  private final GgufHeader header;
  private final Arena arena;
  private final MemorySegment bytes;

  private ModelFile(Path path, GgufHeader header, Arena arena, MemorySegment bytes) {
    this.path = path;
    this.header = header;
    this.arena = arena;
    this.bytes = bytes;
  }

  /**
   * Guards and maps {@code path}.
   *
   * @throws Refusal of kind {@code REFUSED} with the guard's reasons, {@code TRUNCATED} when the
   *     file ends inside its header, {@code IO} when it cannot be read
   */
  @SuppressWarnings("MustBeClosedChecker") // the arena is closed by close()
  public static ModelFile open(Path path) {
    try (FileChannel channel = openChannel(path)) {
      long size = channel.size();
      GgufHeader header = acceptedHeader(path, judge(path, channel, size));
      Arena arena = Arena.ofShared();
      try {
        MemorySegment bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, size, arena);
        return new ModelFile(path, header, arena, bytes);
      } catch (IOException | RuntimeException e) {
        arena.close();
        throw e;
      }
    } catch (IOException e) {
      throw unreadable(path, e);
    }
  }

  /**
   * Judges {@code path} without mapping it; reads no further than the header goes.
   *
   * @throws Refusal of kind {@code IO} when the file cannot be read
   */
  public static Verdict judge(Path path) {
    try (FileChannel channel = openChannel(path)) {
      return judge(path, channel, channel.size());
    } catch (IOException e) {
      throw unreadable(path, e);
    }
  }

  private static FileChannel openChannel(Path path) throws IOException {
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      String what = Files.isDirectory(path) ? "a folder" : "a device or a pipe";
      throw new Refusal(Refusal.Kind.IO, "'" + path + "' is " + what + "; a GGUF file is accepted");
    }
    return FileChannel.open(path, StandardOpenOption.READ);
  }

  private static Verdict judge(Path path, FileChannel channel, long size) throws IOException {
    String name = path.toAbsolutePath().normalize().getFileName().toString();
    byte[] prefix = new byte[0];
    long wanted = FIRST_PREFIX;
    while (true) {
      prefix = extend(prefix, channel, Math.min(size, wanted));
      Verdict verdict = Guard.judge(MemorySegment.ofArray(prefix), size, name);
      if (!(verdict instanceof Verdict.NeedMoreBytes(long atLeast)) || prefix.length == size) {
        return verdict;
      }
      // Twice as much each time, so that the header is judged a few times only.
      wanted = Math.max(Math.min(atLeast, size), 2L * prefix.length);
    }
  }

  private static byte[] extend(byte[] prefix, FileChannel channel, long length) throws IOException {
    ByteBuffer longer = ByteBuffer.wrap(Arrays.copyOf(prefix, Math.toIntExact(length)));
    longer.position(prefix.length);
    while (longer.hasRemaining()) {
      if (channel.read(longer, longer.position()) < 0) {
        throw new IOException("the file became shorter while it was read");
      }
    }
    return longer.array();
  }

  private static GgufHeader acceptedHeader(Path path, Verdict verdict) {
    return switch (verdict) {
      case Verdict.Play(GgufHeader header) -> header;
      case Verdict.Refuse(var reasons) ->
          throw Refusal.refused(path + ": " + String.join("; also ", reasons));
      case Verdict.NeedMoreBytes(long atLeast) ->
          throw new Refusal(
              Refusal.Kind.TRUNCATED,
              path + " is cut short: its header alone needs at least " + atLeast + " bytes");
    };
  }

  private static Refusal unreadable(Path path, IOException e) {
    String why = e instanceof NoSuchFileException ? "there is no such file" : e.getMessage();
    return new Refusal(Refusal.Kind.IO, "cannot read " + path + ": " + why, e);
  }

  /** Returns the path that was opened. */
  public Path path() {
    return path;
  }

  /** Returns the header. */
  public GgufHeader header() {
    return header;
  }

  /** Returns the size of the file in bytes. */
  public long size() {
    return bytes.byteSize();
  }

  /** Returns the bytes of the tensor called {@code name}, read-only, if there is one. */
  public Optional<MemorySegment> find(String name) {
    return header.find(name).map(this::bytes);
  }

  /**
   * Returns the bytes of the tensor called {@code name}, read-only.
   *
   * @throws Refusal when there is none
   */
  public MemorySegment tensor(String name) {
    return find(name).orElseThrow(() -> Refusal.refused(path + " has no tensor '" + name + "'"));
  }

  private MemorySegment bytes(TensorInfo tensor) {
    return bytes.asSlice(header.dataOffset() + tensor.offset(), tensor.bytes());
  }

  /**
   * Does {@code work}, which reads tensors of this file.
   *
   * @throws Refusal of kind {@code IO} when pages of the file were lost meanwhile
   */
  public <T> T reading(Supplier<T> work) {
    try {
      return work.get();
    } catch (InternalError e) {
      throw new Refusal(
          Refusal.Kind.IO, path + " was cut short or became unreadable while it was in use", e);
    }
  }

  /** Unmaps the file. */
  @Override
  public void close() {
    arena.close();
  }
}
