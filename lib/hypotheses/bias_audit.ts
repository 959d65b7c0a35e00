import { requireNoMore } from "../progress/require_no_more.ts";
import { requireNamed, unlessRefused } from "../progress/require.ts";
import type pl from "nodejs-polars";
import { groupedTable } from "../metrics/metric_table.ts";
import { type By, requireFrame } from "../results/frame.ts";
import { takeRows } from "../results/take_rows.ts";
import { isVoted } from "../results/votes.ts";
import { minus } from "../stats/infer.ts";
import { type BiasAtEqualLength, biasAtEqualLength } from "./bias_at_equal_length.ts";
import type { EqualLengthOptions } from "./bias_at_zero.ts";
import { biasBeyondPeople, type BiasBeyondPeopleOptions } from "./bias_beyond_people.ts";
import { worded } from "./claim.ts";
import { pairsClaim, type PairsTestOptions } from "./pairs_claim.ts";
import type { HypothesisResult } from "./hypothesis_types.ts";
import { labelError } from "./label_error.ts";
import { NOTHING } from "./left_out.ts";
import { requireDelta } from "./verdict.ts";
import { said } from "../metrics/said.ts";

/** Options of `biasAudit`. */
export interface BiasAuditOptions extends EqualLengthOptions, Pick<BiasBeyondPeopleOptions, "reference"> {
  /** Columns whose every combination is audited by itself: judge, benchmark, …; all rows as one by default. */
  by?: By;
}

/**
 * An audit of one judge's informativeness bias: the same verdicts asked five ways, each with what it estimates, what it assumes and what it says. A bias that
 * stands in all lines is hard to explain away; one that stands in the first alone is not shown.
 *
 * One row per group of `by` and line: the columns of `by`, `asks, estimate, low, high, n, n_clusters, df, p_value, verdict, assumes, warning`. Lines: IB as it is (`informativenessBias`), at the same length
 * difference and at none (`biasAtEqualLength`, `.atZero`), where votes are evenly split (`biasBeyondPeople`; where the rows name annotators, or `reference` names
 * judges), and less what an unbiased judge would show, were one in ten human labels wrong (`labelError`). A line that cannot be asked is `untestable`, and `warning` says why. The lines share their
 * pairs: their p-values answer different questions and are not corrected for each other.
 *
 * @throws {TypeError} without informativeness labels
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { biasAudit } from "judgebias";
 * import { simulatePairs } from "judgebias/simulate";
 *
 * const audit = biasAudit(
 *   simulatePairs({ judges: ["GPT-4o"], benchmarks: ["VL-RewardBench"] }),
 * );
 * // of the simulation
 * assert.deepEqual(audit.getColumn("verdict").toArray().slice(0, 2), [
 *   "supported", "supported",
 * ]);
 * ```
 */
export function biasAudit(pairs: pl.DataFrame, asked: BiasAuditOptions = {}): pl.DataFrame {
  const { by = [], reference, near, ...options } = requireNamed("biasAudit", asked);
  requireNoMore("biasAudit", arguments);
  requireFrame("biasAudit", pairs);
  return groupedTable(
    pairs,
    by,
    COLUMNS,
    (rows) => auditLines(takeRows(pairs, rows), { reference, near, ...options }),
    1 - (options.alpha ?? 0.05),
  );
}

const COLUMNS =
  "asks:key estimate low high n:count n_clusters:count df p_value verdict:text assumes:text warning:text";

function auditLines(pairs: pl.DataFrame, { reference, near, ...options }: BiasAuditOptions) {
  const { pairs: own } = pairsClaim("biasAudit", arguments, pairs, options, {
    own: ["by", "near", "reference"],
    labels: true,
  });
  // Once, for no line may take the fault for its own.
  requireDelta("biasAudit", options.delta ?? 0, "points");
  let equal: BiasAtEqualLength | undefined;
  const hasVotes = isVoted(own) || Array.isArray(reference);
  const lines: Record<string, () => Line> = {
    plain: () => rawBias(pairs, options),
    same: () => equal = biasAtEqualLength(pairs, { ...options, near }),
    zero: () => equal?.atZero ?? biasAtEqualLength.atZero(pairs, { ...options, near }),
    people: () => hasVotes ? biasBeyondPeople(pairs, { ...options, reference }) : untestable(NO_VOTES),
    errors() {
      const found = labelError(pairs, { ...options, share: 0.1 });
      return { ...found, assumes: found.assumptions.find((one) => /^labels /.test(one)) };
    },
  };
  return Object.entries(lines).map(([name, ask]) => {
    const asks = said(`asks_${name}`), usual = said(`assumes_${name}`);
    const { clusters: n_clusters, pValue: p_value, assumes = usual, warning, ...found } = unlessRefused(
      ask,
      untestable,
    );
    return { asks, ...found, n_clusters, p_value, assumes, warning: warning || null, unit: "points" };
  });
}

function rawBias(pairs: pl.DataFrame, options: PairsTestOptions): HypothesisResult {
  const { outcomes, part, result } = pairsClaim("biasAudit", arguments, pairs, options, {
    labels: true,
    again: (rows) => rawBias(rows, options),
  });
  const ids = outcomes.part("ids"), cds = outcomes.part("cds");
  return result({
    ...worded("IB as it is"),
    parts: [part("IB", minus([{ ...ids, weight: 1 }], [{ ...cds, weight: 1 }]))],
    counted: [...outcomes.choice.keys()].filter((row) =>
      [ids, cds].some(({ value }) => !Number.isNaN(value(row)))
    ),
    effect: { measure: "", value: NaN },
  });
}

type Line = typeof NOTHING & Pick<HypothesisResult, "df" | "verdict" | "warning"> & { assumes?: string };

const NO_VOTES = { message: "no row names an annotator: nothing to hold the judge against" };

const untestable = ({ message: warning }: { message: string }): Line => ({
  ...{ ...NOTHING, df: NaN, verdict: "untestable", warning },
});
