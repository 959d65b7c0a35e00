import pl from "nodejs-polars";
import { type Factor, isText, sortedLevels } from "./factor.ts";

/** The names of a row, in the order in which cells and their images are numbered. */
const COLUMNS = ["setting", "generator", "evaluator", "image_id"] as const;

/** Largest number of cells × images that is addressed directly, with a byte for each. */
const DIRECT = 2 ** 28;

/** How many places per row are left as they are; of a small table all are. */
const SPARSE = 8, FEW = 2 ** 16;

/** Sums over the rows of every cell: setting × generator × evaluator, row-major by the codes. */
export interface CaptionCells {
  sums: Float64Array;
  /** Rows with a score, and without. */
  counts: Int32Array;
  unscored: Int32Array;
  /** The lowest and the highest score of all; ∞ and −∞ where there is none. */
  lowest: number;
  highest: number;
}

/** `size` cells without rows. */
function emptyCells(size: number): CaptionCells {
  return {
    sums: new Float64Array(size),
    counts: new Int32Array(size),
    unscored: new Int32Array(size),
    lowest: Infinity,
    highest: -Infinity,
  };
}

/** Sums the scores of every cell in the order of the rows: the same frame gives the same bits. */
export function cellsOfCodes(
  { setting, generator, evaluator, score }: {
    setting: Factor;
    generator: Factor;
    evaluator: Factor;
    score: Float64Array;
  },
): CaptionCells {
  const G = generator.levels.length, E = evaluator.levels.length;
  const cells = emptyCells(setting.levels.length * G * E);
  const { sums, counts, unscored } = cells;
  const [ofSetting, ofGenerator, ofEvaluator] = [setting.codes, generator.codes, evaluator.codes];
  let lowest = Infinity, highest = -Infinity;
  for (let i = 0; i < score.length; i++) {
    const cell = (ofSetting[i] * G + ofGenerator[i]) * E + ofEvaluator[i], value = score[i];
    if (value === value) {
      sums[cell] += value;
      counts[cell]++;
      if (value < lowest) lowest = value;
      if (value > highest) highest = value;
    } else unscored[cell]++;
  }
  return { ...cells, lowest, highest };
}

/** What `scanCaptions` finds out of a frame. */
export interface CaptionScan {
  setting: Factor;
  generator: Factor;
  evaluator: Factor;
  image: Factor;
  cells: CaptionCells;
  once: boolean;
}

/**
 * The cells of a frame of caption scores, and whether a key is repeated, in one pass over Polars' own numbers of the names;
 * codes into sorted names are made of these numbers when somebody asks for them. Null where a name is missing or no text, or
 * where there are too many cells and images for a byte each.
 */
export function scanCaptions(frame: pl.DataFrame, score: Float64Array): CaptionScan | null {
  const names = COLUMNS.map((name) => frame.getColumn(name));
  if (frame.height === 0 || !names.every((column) => isText(column) && column.nullCount() === 0)) return null;
  const given = categories(frame).map((column): Categories => {
    const low = Number(column.min());
    const { buffer, byteOffset, length } = column.toTypedArray() as Uint32Array;
    return {
      low,
      width: Number(column.max()) - low + 1,
      numbers: new Int32Array(buffer, byteOffset, length),
    };
  });
  // Names of several columns are numbered together, as threads come to them: now close to each other, now far apart.
  const columns = places(given) > SPARSE * frame.height + FEW ? given.map(numberedAnew) : given;
  if (places(columns) > DIRECT) return null;
  const { cells, cellRows, imageRows, once } = scan(columns, score);
  const [, G, E] = columns.map(({ width }) => width);
  const parts = (cell: number) => [Math.floor(cell / (G * E)), Math.floor(cell / E) % G, cell % E];
  const nameRows = columns.slice(0, -1).map(({ width }) => new Int32Array(width).fill(-1));
  cellRows.forEach((row, cell) => {
    if (row >= 0) parts(cell).forEach((number, c) => nameRows[c][number] = row);
  });
  const ranks = [...nameRows, imageRows].map((rows, c) => ranked(names[c], rows));
  const [setting, generator, evaluator, image] = ranks.map(({ levels, rank }, c) =>
    onFirstUse(levels, () => rankedCodes(columns[c], rank))
  );
  const sorted = emptyCells(
    [setting, generator, evaluator].reduce((size, { levels }) => size * levels.length, 1),
  );
  cellRows.forEach((row, cell) => {
    if (row < 0) return;
    const place = parts(cell).reduce((k, number, c) => k * ranks[c].levels.length + ranks[c].rank[number], 0);
    sorted.sums[place] = cells.sums[cell];
    sorted.counts[place] = cells.counts[cell];
    sorted.unscored[place] = cells.unscored[cell];
  });
  const { lowest, highest } = cells;
  return { setting, generator, evaluator, image, cells: { ...sorted, lowest, highest }, once };
}

/** Polars' numbers of the names of a column: from `low`, less than `width` apart. With a sign, since loops over these are faster. */
interface Categories {
  low: number;
  width: number;
  numbers: Int32Array;
}

/** How many combinations of numbers there may be. */
function places(columns: readonly Categories[]): number {
  return columns.reduce((product, { width }) => product * width, 1);
}

/** Numbers from 0 without gaps, in the order in which they occur. */
function numberedAnew({ low, width, numbers }: Categories): Categories {
  const own = new Int32Array(width).fill(-1);
  let next = 0;
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i] - low;
    if (own[number] < 0) own[number] = next++;
    numbers[i] = own[number];
  }
  return { low: 0, width: next, numbers };
}

/** Text becomes categories in parallel; categories are numbers already. */
function categories(frame: pl.DataFrame): pl.Series[] {
  const isReady = COLUMNS.every((name) => /Categorical/.test(String(frame.getColumn(name).dtype)));
  const ready = isReady ? frame : frame.select(...COLUMNS.map((name) => pl.col(name).cast(pl.Categorical)));
  return COLUMNS.map((name) => ready.getColumn(name).cast(pl.UInt32));
}

function scan([setting, generator, evaluator, image]: Categories[], score: Float64Array) {
  const G = generator.width, E = evaluator.width, I = image.width, size = setting.width * G * E;
  const cells = emptyCells(size), { sums, counts, unscored } = cells;
  const seen = new Uint8Array(size * I);
  // A row of every cell and of every image; −1 where there is none.
  const cellRows = new Int32Array(size).fill(-1), imageRows = new Int32Array(I).fill(-1);
  const [s, g, e, k] = [setting.numbers, generator.numbers, evaluator.numbers, image.numbers];
  const [s0, g0, e0, k0] = [setting.low, generator.low, evaluator.low, image.low];
  let repeated = 0, lowest = Infinity, highest = -Infinity;
  for (let i = 0; i < score.length; i++) {
    const cell = Math.imul(Math.imul(s[i] - s0, G) + g[i] - g0, E) + e[i] - e0;
    const own = k[i] - k0, place = Math.imul(cell, I) + own, value = score[i];
    repeated |= seen[place];
    seen[place] = 1;
    imageRows[own] = i;
    cellRows[cell] = i;
    if (value === value) {
      sums[cell] += value;
      counts[cell]++;
      if (value < lowest) lowest = value;
      if (value > highest) highest = value;
    } else unscored[cell]++;
  }
  return { cells: { ...cells, lowest, highest }, cellRows, imageRows, once: repeated === 0 };
}

/** The names of a column in order, and the place among them of every number of a category, by a row that has it (−1: none). */
function ranked(names: pl.Series, someRows: Int32Array): { levels: Factor["levels"]; rank: Int32Array } {
  const present: number[] = [], rows: number[] = [];
  someRows.forEach((row, number) => {
    if (row < 0) return;
    present.push(number);
    rows.push(row);
  });
  const { levels, ranks } = sortedLevels(names, rows), rank = new Int32Array(someRows.length);
  present.forEach((number, k) => rank[number] = ranks[k]);
  return { levels, rank };
}

function rankedCodes({ low, numbers }: Categories, rank: Int32Array): Int32Array {
  const codes = new Int32Array(numbers.length);
  for (let i = 0; i < codes.length; i++) codes[i] = rank[numbers[i] - low];
  return codes;
}

/** Metrics over cells never ask for the codes of the rows. */
function onFirstUse(levels: Factor["levels"], make: () => Int32Array): Factor {
  let made: Int32Array | undefined;
  return {
    levels,
    get codes() {
      return made ??= make();
    },
  };
}
