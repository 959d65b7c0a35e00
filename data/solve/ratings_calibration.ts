import type pl from "nodejs-polars";
import { fitPomms } from "@/ensemble/fit_pomms.ts";
import { pommsPhilautia } from "@/ensemble/pomms_philautia.ts";
import { pommsReport } from "@/ensemble/pomms_report.ts";
import { ratingAgreement } from "judgebias";
import { publishedTable } from "@/papers/published_tables.ts";
import { only } from "@/results/only.ts";

/** A number of Table 1 beside the simulation's. */
export interface RatingsCalibrationRow {
  source: string;
  /** The single model or the panel, and what it rates. */
  of: string;
  quantity: string;
  /** As printed; τ times 100. */
  published: string;
  simulated: number;
  deviation: number;
  /** Whether it prints as published. */
  met: boolean;
}

/** Variants of Pomms in Table 1 by their step: (i) has two members. */
const VARIANTS = ["", "(i)", "(ii)", "(iii)", "(iv)", "(v)", "(vi)"];

/**
 * Compares simulated ratings with every number of Table 1 that they are to have: τ of three models and six panels on the
 * rows of the split test. How a panel's Φ is made of its entries is not printed; beside it stands the mean entry over its
 * members, of `captions` without references.
 */
export function ratingsCalibration(ratings: pl.DataFrame, captions: pl.DataFrame): RatingsCalibrationRow[] {
  const nebula = (split: string) => only(ratings, { benchmark: "Nebula", split });
  const pomms = fitPomms({ train: nebula("train"), validation: nebula("validation") });
  const test = only(ratings, { split: "test" }), by = ["benchmark"];
  const single = ratingAgreement(test, { by }).toRecords();
  const panels = pommsReport(pomms, test, { by }).toRecords();
  return publishedTable("philautia-table1")
    .filter(({ group, metric }) => group === "Pomms" || metric !== "phi_score")
    .map(({ group, variant, members, dataset, metric, value }) => {
      const isTau = metric !== "phi_score", step = VARIANTS.indexOf(variant ?? "");
      const row = group === "Pomms"
        ? panels.find((row) => row.benchmark === dataset && Number(row.step) === step)
        : single.find((row) => row.benchmark === dataset && row.evaluator === members);
      const simulated = isTau
        ? 100 * Number(row![metric])
        : pommsPhilautia(captions, pomms, { setting: "ref_free", step }).pomms.meanOverMembers;
      const published = value.toFixed(isTau ? 1 : 2);
      return {
        source: "Table 1",
        of: `${group === "Pomms" ? `Pomms ${variant}` : members}, ${dataset}`,
        quantity: isTau ? metric : "Φ, beside the mean entry over members",
        published,
        simulated,
        deviation: simulated - value,
        met: simulated.toFixed(isTau ? 1 : 2) === published,
      };
    });
}
