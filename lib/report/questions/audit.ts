import type pl from "nodejs-polars";
import { biasAudit } from "../../hypotheses/bias_audit.ts";
import { preferring } from "../../results/only.ts";
import { fromMetric } from "../estimates.ts";
import type { Estimate } from "../report_types.ts";
import { MAIN } from "./common.ts";

/** Rows from which on five fits for every judge take longer than the rest of a report. */
const AUDITED = 40_000;

/** The lines of `biasAudit`, each with what it assumes. */
export function auditLines(pairs: pl.DataFrame, by: readonly string[]): Estimate[] {
  if (pairs.height > AUDITED) {
    throw new RangeError(
      `a report asks this of ${AUDITED} rows at most, found ${pairs.height}; biasAudit(pairs, { by: "judge" }) asks it of any`,
    );
  }
  return fromMetric(biasAudit(preferring(pairs, MAIN), { by, condition: {} }), by, {
    ...{ quantity: "IB", estimate: "estimate", nullValue: 0, also: ["asks"] },
    note: ({ assumes }) => `assumes: ${assumes}`,
  });
}
