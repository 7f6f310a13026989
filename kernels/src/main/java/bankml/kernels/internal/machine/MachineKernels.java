// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal.machine;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/** The kernels in machine code. They are assembled once, when they are first asked for. */
public final class MachineKernels {
  private static final Map<Integer, TileSet> Q80_TILES = new ConcurrentHashMap<>();

  private static final Map<Integer, GroupSet> Q40_GROUPS = new ConcurrentHashMap<>();

  private static final class Holder {
    static final Optional<MachineKernels> KERNELS = assemble();
  }

  private final Cpu cpu;
  private final MachineCode f16;
  private final MachineCode q80;
  private final MachineCode q41;

  private MachineKernels(Cpu cpu, MachineCode f16, MachineCode q80, MachineCode q41) {
    this.cpu = cpu;
    this.f16 = f16;
    this.q80 = q80;
    this.q41 = q41;
  }

  private static Optional<MachineKernels> assemble() {
    Cpu cpu = Cpu.find();
    if (!cpu.avx2()) {
      return Optional.empty();
    }
    Optional<MachineCode> f16 = MachineCode.of(Dots.f16());
    Optional<MachineCode> q80 = MachineCode.of(Dots.q80());
    Optional<MachineCode> q41 = MachineCode.of(Dots.q41());
    return f16.isPresent() && q80.isPresent() && q41.isPresent()
        ? Optional.of(new MachineKernels(cpu, f16.get(), q80.get(), q41.get()))
        : Optional.empty();
  }

  /** Returns the kernels, or nothing where the processor or the system cannot run them. */
  public static Optional<MachineKernels> find() {
    return Holder.KERNELS;
  }

  /**
   * Rows of halves times a row of floats, which are halves too.
   *
   * @param weights {@code [rows][cols]} halves
   * @param x {@code [cols]} floats
   * @param y result, {@code [rows]}
   * @param cols a multiple of 32
   */
  public void f16Dots(MemorySegment weights, MemorySegment x, MemorySegment y, int cols, int rows) {
    f16.call(weights, x, MemorySegment.NULL, MemorySegment.NULL, y, cols, rows);
  }

  /**
   * Rows of Q8_0 blocks times a quantised row.
   *
   * @param weights {@code [rows][cols / 32]} blocks of 34 bytes
   * @param x the row
   * @param y result, {@code [rows]}
   * @param cols a multiple of 32
   */
  public void q80Dots(MemorySegment weights, Codes x, MemorySegment y, int cols, int rows) {
    q80.call(weights, x.codes(), x.scales(), MemorySegment.NULL, y, cols, rows);
  }

  /** As {@link #q80Dots}, of Q4_1 blocks of 20 bytes. */
  public void q41Dots(MemorySegment weights, Codes x, MemorySegment y, int cols, int rows) {
    q41.call(weights, x.codes(), x.scales(), x.sums(), y, cols, rows);
  }

  /** Returns whether there are tiles: the processor has AVX-512 and VNNI. */
  public boolean hasTiles() {
    return cpu.vnni();
  }

  /** Returns the functions that multiply Q8_0 rows of that width by several quantised rows. */
  public TileSet q80Tiles(int cols) {
    return Q80_TILES.computeIfAbsent(
        cols,
        width ->
            new TileSet(
                IntStream.rangeClosed(1, Tiles.PAIRS)
                    .mapToObj(pairs -> MachineCode.of(Tiles.q80(width, pairs)).orElseThrow())
                    .toList()));
  }

  /** Returns the functions that multiply Q4_0 groups of that width by several quantised rows. */
  public GroupSet q40Groups(int cols) {
    return Q40_GROUPS.computeIfAbsent(
        cols,
        width ->
            new GroupSet(
                IntStream.rangeClosed(1, GroupSet.COLUMNS)
                    .mapToObj(columns -> MachineCode.of(Tiles.q40(width, columns)).orElseThrow())
                    .toList()));
  }

  /**
   * Functions for groups of eight rows of one width.
   *
   * @param byColumns for 1 activation row and more
   */
  public record GroupSet(List<MachineCode> byColumns) {
    /** The most activation rows that one call takes. */
    public static final int COLUMNS = 8;

    /**
     * Multiplies.
     *
     * @param weights the groups
     * @param x the first of {@code columns} neighbouring rows
     * @param y result, from an activation row to the next {@code stride} floats
     * @param columns 1 to {@link #COLUMNS}
     * @param groups how many
     */
    public void multiply(
        MemorySegment weights, Codes x, MemorySegment y, int stride, int columns, int groups) {
      byColumns
          .get(columns - 1)
          .call(
              weights, x.codes(), x.scales(), x.offsets(), y, groups, (long) stride * Float.BYTES);
    }
  }

  /**
   * Functions for rows of one width.
   *
   * @param byPairs for 2, 4, 6 and 8 activation rows
   */
  public record TileSet(List<MachineCode> byPairs) {
    /** Weight rows are taken by so many. */
    public static final int ROWS = Tiles.ROWS;

    /** Returns how many of {@code columns} neighbouring activation rows one call takes. */
    public int columns(int columns) {
      return 2 * Math.min(Tiles.PAIRS, columns / 2);
    }

    /**
     * Multiplies.
     *
     * @param weights {@code [rows][cols / 32]} blocks
     * @param x the first of {@code columns} neighbouring rows
     * @param y result, from an activation row to the next {@code stride} floats
     * @param columns as {@link #columns} returned it, more than 0
     * @param rows a multiple of {@link #ROWS}
     */
    public void multiply(
        MemorySegment weights, Codes x, MemorySegment y, int stride, int columns, int rows) {
      byPairs
          .get(columns / 2 - 1)
          .call(
              weights,
              x.codes(),
              x.scales(),
              x.sums(),
              y,
              rows / Tiles.ROWS,
              (long) stride * Float.BYTES);
    }
  }

  /**
   * A row quantised in blocks of 32.
   *
   * @param codes {@code [cols]} bytes
   * @param scales {@code [cols / 32]} floats
   * @param sums {@code [cols / 32]} floats: each block's scale times the sum of its codes
   * @param offsets {@code [cols / 32]} ints: -8 times the sum of each block's codes
   */
  public record Codes(
      MemorySegment codes, MemorySegment scales, MemorySegment sums, MemorySegment offsets) {}
}
