import { type Random, random } from "./random.ts";
import { requireCount } from "./require_value.ts";

/** What is resampled. */
export interface BootstrapTotalsOptions {
  /** Row-major, one row per independent unit (an image): quantities that are summed over units. */
  rows: Float64Array;
  columns: number;
  replicates: number;
  seed: number;
}

/** Units per table, how often one is drawn at most by table (2 bits), and columns that are summed at a time. */
const UNITS = 4, MOST = 3, CODES = 256, TILE = 16;

/**
 * Sums over units drawn with replacement, as many as there are: row-major, replicates × columns. The resamples of a plain
 * bootstrap, in a third of its time: the sums of any 4 units drawn 0 to 3 times each are tabled once (256 of them) and every
 * replicate adds one entry per table; the 2% that are drawn more often are added one by one.
 *
 * @throws {RangeError} for no unit or fewer than 1 replicate
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { bootstrapTotals } from "@/stats/bootstrap_totals.ts";
 *
 * const totals = bootstrapTotals({ rows: Float64Array.of(1, 1, 1), columns: 1, replicates: 2, seed: 1 });
 * assert.deepEqual([...totals], [3, 3]);
 * ```
 */
export function bootstrapTotals(
  { rows, columns, replicates, seed }: BootstrapTotalsOptions,
): Float64Array {
  const n = rows.length / columns;
  if (!(n >= 1)) throw new RangeError("bootstrapTotals: wanted at least 1 unit, found none");
  requireCount("bootstrapTotals", "replicate", replicates);
  const tables = Math.ceil(n / UNITS);
  const { codes, often } = drawCodes(random(seed), { n, tables, replicates });
  const totals = new Float64Array(replicates * columns);
  const sums = new Float64Array(replicates * TILE);
  const [one, two] = [new Float64Array(CODES * TILE), new Float64Array(CODES * TILE)];
  for (let first = 0; first < columns; first += TILE) {
    const width = Math.min(TILE, columns - first);
    sums.fill(0);
    for (let t = 0; t < tables; t += 2) {
      fillTable(one, { rows, columns, first, width, unit: t * UNITS, n });
      fillTable(two, { rows, columns, first, width, unit: (t + 1) * UNITS, n });
      addTables(sums, one, two, codes, { t, tables, replicates });
    }
    for (let r = 0; r < replicates; r++) {
      for (let c = 0; c < width; c++) totals[r * columns + first + c] = sums[r * TILE + c];
    }
  }
  for (let k = 0; k < often.length; k += 3) {
    const to = often[k] * columns, from = often[k + 1] * columns, times = often[k + 2];
    for (let c = 0; c < columns; c++) totals[to + c] += times * rows[from + c];
  }
  return totals;
}

/** How often each unit is drawn: 2 bits per unit by replicate, table by table; and what is beyond 3 (replicate, unit, times). */
function drawCodes(
  generator: Random,
  { n, tables, replicates }: { n: number; tables: number; replicates: number },
): { codes: Uint8Array; often: number[] } {
  const codes = new Uint8Array((tables + 1) * replicates), often: number[] = [];
  const counts = new Uint16Array(n);
  for (let r = 0; r < replicates; r++) {
    counts.fill(0);
    for (let i = 0; i < n; i++) counts[Math.floor(generator.uniform() * n)]++;
    for (let i = 0; i < n; i++) {
      const times = counts[i], tabled = times > MOST ? MOST : times;
      codes[(i >> 2) * replicates + r] |= tabled << (2 * (i & 3));
      if (times > MOST) often.push(r, i, times - MOST);
    }
  }
  return { codes, often };
}

/** The sums of four units by how often each is drawn; units past the last count nothing. */
function fillTable(
  table: Float64Array,
  { rows, columns, first, width, unit, n }: {
    rows: Float64Array;
    columns: number;
    first: number;
    width: number;
    unit: number;
    n: number;
  },
): void {
  table.fill(0, 0, TILE);
  for (let u = 0, step = 1; u < UNITS; u++, step *= MOST + 1) {
    const from = (unit + u) * columns + first, exists = unit + u < n;
    // A code with this unit once more is the one `step` before it, plus the unit.
    for (let code = step; code < step * (MOST + 1); code++) {
      for (let c = 0; c < TILE; c++) {
        const value = exists && c < width ? rows[from + c] : 0;
        table[code * TILE + c] = table[(code - step) * TILE + c] + value;
      }
    }
  }
}

function addTables(
  sums: Float64Array,
  one: Float64Array,
  two: Float64Array,
  codes: Uint8Array,
  { t, tables, replicates }: { t: number; tables: number; replicates: number },
): void {
  const ofOne = t * replicates, ofTwo = Math.min(t + 1, tables) * replicates;
  for (let r = 0; r < replicates; r++) {
    const to = r * TILE, a = codes[ofOne + r] * TILE, b = codes[ofTwo + r] * TILE;
    for (let c = 0; c < TILE; c++) sums[to + c] += one[a + c] + two[b + c];
  }
}
