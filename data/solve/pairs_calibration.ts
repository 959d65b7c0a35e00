import pl from "nodejs-polars";
import { equalizeLengths, informativenessBias, lengthBias } from "judgebias";
import {
  birchTable1,
  birchTable2,
  birchTable3,
  birchTable4,
  birchTable8,
  type PrintedValue,
} from "./birch_tables.ts";

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

type Cells = Record<string, number>;

/** What a metric says of a judge's run, by image and variant. */
type Run = (image?: boolean, variant?: string) => Cells;

/** A quantity of the tables: its value, and the numbers of rows of the means that it is made of. */
const QUANTITIES: Record<string, (bias: Run, length: Run) => readonly [value: number, ...counts: number[]]> =
  {
    Acc: (bias) => [bias().accuracy, bias().n],
    acc_with_image: (bias) => [bias().accuracy, bias().n],
    acc_no_image: (bias) => [bias(false).accuracy, bias(false).n],
    IRS: (bias) => [bias().accuracy - bias(false).accuracy, bias().n, bias(false).n],
    Acc_IDS: (bias) => [bias().acc_ids, bias().n_ids],
    Acc_CDS: (bias) => [bias().acc_cds, bias().n_cds],
    IB: (bias) => [bias().ib, bias().n_ids, bias().n_cds],
    before: (bias) => [bias().ib, bias().n_ids, bias().n_cds],
    LB: (_bias, length) => [length().lb, length().n_longer, length().n_shorter],
    after_length_equalisation: (bias) => {
      const { ib, n_ids, n_cds } = bias(true, "length_equalized");
      return [ib, n_ids, n_cds];
    },
  };

/**
 * Compares a simulated `pairs` frame with every number of Tables 1, 2, 3, 4 and 8: one row per number, with the deviation
 * and whether it stays within the printed rounding and one pair. The simulation's are those of the metrics.
 */
export function pairsCalibration(pairs: pl.DataFrame): CalibrationRow[] {
  const equalized = pl.col("variant").eq(pl.lit("length_equalized"));
  const kept = pl.concat([pairs.filter(equalized.not()), equalizeLengths(pairs.filter(equalized))]);
  const runs = (table: pl.DataFrame) => {
    const known = new Map(
      (table.toRecords() as unknown as (Cells & PrintedValue)[]).map((row) => [keyOf(row), row]),
    );
    return (row: PrintedValue): Run => (image = true, variant = "original") =>
      known.get(keyOf({ ...row, image, variant }))!;
  };
  const bias = runs(informativenessBias(kept)), length = runs(lengthBias(pairs));
  const tables = { 1: birchTable1(), 2: birchTable2(), 3: birchTable3(), 4: birchTable4(), 8: birchTable8() };
  return Object.entries(tables).flatMap(([number, rows]) =>
    rows.map((row) => ({ ...row, table: `Table ${number}` }))
  )
    .filter((row) => bias(row)()).map((row) => {
      const { table, benchmark, judge, pipeline, quantity, printed, decimals } = row;
      const [value, ...counts] = QUANTITIES[quantity](bias(row), length(row));
      const simulated = 100 * value, deviation = simulated - row.value;
      const allowed = 0.5 * 10 ** -decimals + 100 / Math.min(...counts);
      return {
        ...{ table, benchmark, judge, pipeline, quantity, published: printed, simulated, deviation, allowed },
        prints_same: simulated.toFixed(decimals) === printed,
        within_one_pair: Math.abs(deviation) <= allowed + 1e-9,
      };
    });
}

function keyOf(
  { benchmark, judge, pipeline, image, variant }: Pick<PrintedValue, "benchmark" | "judge" | "pipeline"> & {
    image?: unknown;
    variant?: unknown;
  },
): string {
  return [benchmark, judge, pipeline, image, variant].join("\n");
}
