import pl from "nodejs-polars";
import { philautia } from "../metrics/philautia.ts";
import { ratingAgreement } from "../metrics/rating_agreement.ts";
import { publishedTable } from "../papers/published_table.ts";
import { requireFrame } from "../results/require_frame.ts";
import { typedRecords } from "../results/typed_records.ts";
import type { Pomms } from "./pomms.ts";
import { pommsPhilautia } from "./pomms_philautia.ts";
import { pommsReport } from "./pomms_report.ts";

/** A number of the paper beside the simulation's. */
export interface PommsCalibrationRow {
  /** Table of the philautia paper that the published number stands in. */
  table: "Table 1" | "Table 2";
  /** Row of the table: a single model, a variant of Pomms, or a generator. */
  row: string;
  /** Nebula, Flickr8k-Expert or SelfEval-Cap. */
  dataset: string;
  /** What is compared: tau_b, tau_c, phi_score, phi_tilde, or which mean stands for an ensemble's philautia score. */
  quantity: string;
  /** As in the paper: τ × 100, philautia scores as they are. */
  published: number;
  /** The simulation's number, in the unit of `published`. */
  simulated: number;
  /** Simulated less published, in the same unit. */
  deviation: number;
  /** Whether the simulation was calibrated to it; other numbers follow from the rest. */
  calibrated: boolean;
}

/** Index of the step that a variant of Table 1 is: (i) has two members. */
const VARIANTS = ["", "(i)", "(ii)", "(iii)", "(iv)", "(v)", "(vi)"];

/** The variant that the paper chose. */
const CHOSEN = "(iv)";

/** Setting of both tables' philautia scores. */
const SETTING = "ref_free";

/**
 * Compares simulated ratings, and simulated caption scores where given, with every number of the philautia paper's Tables 1
 * and 2 that speaks of a baseline or of Pomms. The baselines' τ-b and philautia scores and Table 2's column are what the simulation is
 * calibrated to; τ-c, the ensembles' τ and their philautia scores follow, and deviate. As the paper does not say how it makes one
 * philautia score of an ensemble's column, the mean over its members stands beside it.
 *
 * @param pomms fitted to the simulated Nebula, train and validation; variants are only compared where its steps have the
 *   paper's members
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { fitPomms, pommsCalibration } from "judgebias";
 * import { loadSimulatedRatings } from "judgebias/simulate";
 *
 * const ratings = await loadSimulatedRatings();
 * const nebula = ratings.filter(pl.col("benchmark").eq(pl.lit("Nebula")));
 * const split = (name: string) => nebula.filter(pl.col("split").eq(pl.lit(name)));
 * const pomms = fitPomms({ train: split("train"), validation: split("validation") }, { maxMembers: 2 });
 * const rows = pommsCalibration(ratings, pomms);
 * assert.ok(rows.filter((row) => row.calibrated).every((row) => Math.abs(row.deviation) < 0.5));
 * ```
 */
export function pommsCalibration(
  ratings: pl.DataFrame,
  pomms: Pomms,
  captionScores?: pl.DataFrame,
): PommsCalibrationRow[] {
  requireFrame("pommsCalibration", ratings);
  const by = ["benchmark", "split"];
  const taus = { benchmark: "text", tau_b: "number", tau_c: "number" } as const;
  // Of the table's rows alone: a simulation's other splits and evaluators have nothing to be compared with.
  const table1 = publishedTable("philautia-table1");
  const test = ratings.filter(pl.col("split").eq(pl.lit("test")));
  const evaluators = [
    ...new Set(table1.filter(({ group }) => group !== "Pomms").map(({ members }) => members)),
  ].filter((name) => ratings.columns.includes(name));
  const single = typedRecords(ratingAgreement(test, { by, evaluators }), { ...taus, evaluator: "text" });
  const steps = typedRecords(pommsReport(pomms, test, { by, captionScores }), {
    ...taus,
    step: "number",
    philautia_members: "number",
  });
  const own = captionScores && philautia(captionScores, { setting: SETTING }).scores;
  const here = (row: { benchmark: string }, dataset: string) => row.benchmark === dataset;
  const rows: PommsCalibrationRow[] = [];
  const compare = (row: Omit<PommsCalibrationRow, "deviation">) =>
    rows.push({ ...row, deviation: row.simulated - row.published });

  for (const { group, variant, row_label, members, dataset, metric, value } of table1) {
    const names = members.split(";"), step = VARIANTS.indexOf(variant ?? "");
    const chosen = pomms.steps[step]?.members;
    if (group === "Pomms" && (!chosen || !names.every((name, m) => chosen[m] === name))) continue;
    const base = { table: "Table 1" as const, row: row_label, dataset, published: value };
    if (metric === "tau_b" || metric === "tau_c") {
      const found = group === "Pomms"
        ? steps.find((row) => here(row, dataset) && row.step === step)
        : single.find((row) => here(row, dataset) && row.evaluator === members);
      if (!found) continue;
      compare({
        ...base,
        quantity: metric,
        simulated: 100 * found[metric],
        calibrated: group !== "Pomms" && metric === "tau_b",
      });
    } else if (group !== "Pomms" && own) {
      compare({ ...base, quantity: "phi_score", simulated: own[members], calibrated: true });
    } else if (captionScores) {
      const found = steps.find((row) => here(row, "Nebula") && row.step === step)!;
      compare({
        ...base,
        quantity: "mean over members",
        simulated: found.philautia_members,
        calibrated: false,
      });
    }
  }
  if (captionScores) {
    const { byGenerator } = pommsPhilautia(captionScores, pomms, {
      setting: SETTING,
      step: VARIANTS.indexOf(CHOSEN),
    }).pomms;
    for (const { evaluator, generator, phi_tilde } of publishedTable("philautia-table2")) {
      if (evaluator === "Self") continue;
      compare({
        table: "Table 2",
        row: generator,
        dataset: "SelfEval-Cap",
        quantity: "phi_tilde",
        published: phi_tilde,
        simulated: byGenerator[generator],
        calibrated: true,
      });
    }
  }
  return rows;
}
