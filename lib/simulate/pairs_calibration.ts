import type pl from "nodejs-polars";
import { groupRows } from "../metrics/metric_table.ts";
import {
  birchTable1,
  birchTable2,
  birchTable3,
  birchTable4,
  birchTable8,
  type PrintedValue,
} from "../papers/birch.ts";
import { columnNumbers, factor } from "../results/factor.ts";

/** A published number beside the simulation's. */
export interface CalibrationRow {
  /** The paper's table: `Table 1`. */
  table: string;
  /** Name of the benchmark, as in the frame. */
  benchmark: string;
  /** Name of the judge, as in the frame. */
  judge: string;
  /** How the judge was asked, as in the frame. */
  pipeline: string;
  /** What is measured, as the table calls it. */
  quantity: string;
  /** As printed, in percent or points. */
  published: string;
  /** The same of the simulated frame, unrounded, in percent or points. */
  simulated: number;
  /** simulated − published, in percent or points. */
  deviation: number;
  /** What half a unit of the last printed digit and one pair more or less come to, in percent or points. */
  allowed: number;
  /** Whether it prints as published. */
  prints_same: boolean;
  /** Whether the deviation stays within `allowed`. */
  within_one_pair: boolean;
}

/** Words within which answers count as equally long. */
const EQUAL_WORDS = 5;

/** Columns that name the runs that the tables set against each other. */
const CONDITION = ["benchmark", "judge", "pipeline", "image", "variant"];

/**
 * Compares a simulated `pairs` frame with every number of Tables 1, 2, 3, 4 and 8: one row per number, with the deviation
 * and whether it stays within the printed rounding and one pair. Written independently of the metrics, with plain counts.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { pairsCalibration, simulatePairs } from "judgebias/simulate";
 *
 * const rows = pairsCalibration(simulatePairs({ judges: ["Gemini-2.5-Pro"] }));
 * assert.ok(rows.filter((row) => row.judge === "Gemini-2.5-Pro").every((row) => row.within_one_pair));
 * ```
 */
export function pairsCalibration(pairs: pl.DataFrame): CalibrationRow[] {
  const table = (name: string, rows: PrintedValue[]) => rows.map((row) => ({ ...row, table: name }));
  const published = [
    ...table("Table 1", birchTable1()),
    ...table("Table 2", birchTable2()),
    ...table("Table 3", birchTable3()),
    ...table("Table 4", birchTable4()),
    ...table("Table 8", birchTable8()),
  ];
  const tables = new Map<string, Tally>(), rowsOf = new Map<string, Int32Array>();
  for (const { key, rows } of groupRows(pairs, CONDITION)) {
    rowsOf.set(CONDITION.map((name) => key[name]).join("\n"), rows);
  }
  const columns = columnsOf(pairs);
  const tally = (row: PrintedValue, image: boolean, equalized = false): Tally => {
    const variant = equalized ? "length_equalized" : "original";
    const key = [row.benchmark, row.judge, row.pipeline, image, variant].join("\n");
    const known = tables.get(key) ?? count(columns, rowsOf.get(key) ?? new Int32Array(0), equalized);
    tables.set(key, known);
    return known;
  };
  return published.flatMap((row) => {
    const withImage = tally(row, true);
    if (withImage.n === 0) return [];
    const { value, weight } = measure(row.quantity, {
      original: withImage,
      blind: () => tally(row, false),
      equalized: () => tally(row, true, true),
    });
    const simulated = 100 * value;
    const deviation = simulated - row.value;
    const allowed = 0.5 * 10 ** -row.decimals + 100 * weight;
    return [{
      table: row.table,
      benchmark: row.benchmark,
      judge: row.judge,
      pipeline: row.pipeline,
      quantity: row.quantity,
      published: row.printed,
      simulated,
      deviation,
      allowed,
      prints_same: simulated.toFixed(row.decimals) === row.printed,
      within_one_pair: Math.abs(deviation) <= allowed + 1e-9,
    }];
  });
}

/** Rows and right verdicts in the subsets. */
interface Tally {
  n: number;
  right: number;
  ids: [number, number];
  cds: [number, number];
  longer: [number, number];
  shorter: [number, number];
}

function measure(
  quantity: string,
  { original, blind, equalized }: { original: Tally; blind: () => Tally; equalized: () => Tally },
): { value: number; weight: number } {
  const share = ([right, n]: [number, number]) => right / n;
  const overall = ({ right, n }: Tally): [number, number] => [right, n];
  const difference = (a: [number, number], b: [number, number]) => ({
    value: share(a) - share(b),
    weight: Math.max(1 / a[1], 1 / b[1]),
  });
  const one = (a: [number, number]) => ({ value: share(a), weight: 1 / a[1] });
  switch (quantity) {
    case "acc_with_image":
    case "Acc":
      return one(overall(original));
    case "acc_no_image":
      return one(overall(blind()));
    case "IRS":
      return difference(overall(original), overall(blind()));
    case "Acc_IDS":
      return one(original.ids);
    case "Acc_CDS":
      return one(original.cds);
    case "LB":
      return difference(original.longer, original.shorter);
    case "IB":
    case "before":
      return difference(original.ids, original.cds);
    case "after_length_equalisation":
      return difference(equalized().ids, equalized().cds);
    default:
      throw new RangeError(`pairsCalibration: wanted a quantity of the tables, found ${quantity}`);
  }
}

/** The verdicts of all rows as text, and their answers' words. */
function columnsOf(pairs: pl.DataFrame) {
  const text = (name: string) => {
    const { codes, levels } = factor(pairs.getColumn(name));
    return (row: number) => levels[codes[row]];
  };
  const [human, choice, informative] = ["human", "choice", "more_informative"].map(text);
  const [wordsA, wordsB] = ["words_a", "words_b"].map((name) => columnNumbers(pairs.getColumn(name)));
  return { human, choice, informative, wordsA, wordsB };
}

function count(
  { human, choice, informative, wordsA, wordsB }: ReturnType<typeof columnsOf>,
  rows: Int32Array,
  equalized: boolean,
): Tally {
  const tally: Tally = { n: 0, right: 0, ids: [0, 0], cds: [0, 0], longer: [0, 0], shorter: [0, 0] };
  for (const i of rows) {
    const label = human(i), surplus = label === "A" ? wordsA[i] - wordsB[i] : wordsB[i] - wordsA[i];
    if (equalized && Math.abs(surplus) > EQUAL_WORDS) continue;
    const right = choice(i) === label ? 1 : 0;
    const sides = [label === informative(i) ? tally.ids : tally.cds];
    if (surplus !== 0) sides.push(surplus > 0 ? tally.longer : tally.shorter);
    tally.n++;
    tally.right += right;
    for (const side of sides) {
      side[0] += right;
      side[1]++;
    }
  }
  return tally;
}
