import pl from "nodejs-polars";
import { longerWins } from "../metrics/longer_wins.ts";
import { pairOutcomes, SIDE, VERDICT } from "../metrics/pair_outcomes.ts";
import { isVoted } from "../metrics/verdict_rows.ts";
import { columnNumbers } from "../results/factor.ts";
import { requireOptions } from "../results/require_options.ts";
import { clusterContrast } from "../stats/cluster_contrast.ts";
import { BASE_CONDITION, conditionRows, type PairsTestOptions } from "./conditions.ts";
import { DELTA, type HypothesisResult, hypothesisResult } from "./hypothesis_result.ts";
import type { SensitivityRow } from "./hypothesis_types.ts";
import { type EvidenceColumns, metricEvidence, NO_EVIDENCE, sensitivityRow } from "./metric_evidence.ts";
import { takeRows } from "./take_rows.ts";

/** Options of `longerAnswerWins`. */
export interface LongerAnswerWinsOptions extends PairsTestOptions {
  /** Column (the model that wrote B, say) within whose values the excess is taken; over all pairs without it. */
  within?: string;
}

/**
 * Does the longer answer win more often than it would if length and verdict had nothing to do with each other? `excess` of
 * `longerWins` above 0: what the share of the longer answer has beyond independence, in [−½, ½]; with `within` (the model that wrote B)
 * the part of it within the levels of that column. No human votes are needed.
 *
 * Supported is no charge of bias by itself: people may choose the longer answer as often. Where they voted, `sensitivity` shows their
 * excess on the same pairs, and how much more often the judge than people chose the longer one; for accuracy by length see `lengthBias`.
 *
 * Size: of 400 simulated data sets (40 images of 1 to 10 pairs, length without meaning) 3.3% were supported or contradicted
 * (`tests/calibration/claim_scenarios.ts`).
 *
 * @throws {TypeError} without the columns words_a and words_b
 * @throws {RangeError} when no row is in the condition, or no decided verdict is on answers of unequal length
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { longerAnswerWins } from "judgebias";
 * import { simulatePairs } from "judgebias/simulate";
 *
 * const pairs = simulatePairs({ judges: ["LLaVA-1.6-34B"], benchmarks: ["VL-RewardBench"] });
 * const { verdict, sensitivity } = longerAnswerWins(pairs);
 * assert.equal(verdict, "supported");
 * assert.ok(sensitivity.some(({ name }) => name === "the judge minus people, share of the longer"));
 * ```
 */
export function longerAnswerWins(
  pairs: pl.DataFrame,
  { within, condition = BASE_CONDITION, delta = DELTA.points, alpha = 0.05, ...others }:
    LongerAnswerWinsOptions = {},
): HypothesisResult {
  const action = "longerAnswerWins";
  requireOptions(action, others, ["within", "condition", "delta", "alpha"]);
  const level = 1 - alpha, own = takeRows(pairs, conditionRows(action, pairs, condition));
  const found = (level: number) => longerWins(own, { by: [], within, level });
  const excess = columnsOf("excess"), [row] = found(level).toRecords() as Record<string, number>[];
  const known = metricEvidence(found, within === undefined ? excess : columnsOf("within"), { level });
  // Nothing to compare with: whether the shorter answer would have won on the other side cannot be told.
  const oneSided = row.share_b_longer === 0 || row.share_b_longer === 1;
  const main = oneSided
    ? { ...known, ...NO_EVIDENCE, warning: "the longer answer is always on one side: nothing to tell it by" }
    : known;
  if (main.n === 0) {
    throw new RangeError(`${action}: wanted decided verdicts on answers of unequal length, found none`);
  }
  const { estimate: share, low, high, ...rest } = metricEvidence(
    found,
    { estimate: "share" },
    { nullValue: 0.5, level },
  );
  return hypothesisResult({
    hypothesis: "the longer answer wins beyond independence",
    claim: "the longer answer wins more often than if length and verdict were independent" +
      (within === undefined ? "" : `, within each ${within}`),
    ...main,
    delta,
    effect: { measure: "share of the longer answer, percent", value: 100 * share },
    method: `share of the longer answer less that expected under independence${
      within === undefined ? "" : `, the part within ${within}`
    }; cluster-robust`,
    assumptions: [
      "pairs on different images are independent",
      "ties and unreadable replies, left out here, do not hang on length",
      "a longer answer is not simply the better one: compare with people, where they voted",
    ],
    sensitivity: [
      sensitivityRow("share of the longer answer minus one half", {
        ...rest,
        estimate: share - 0.5,
        low: low - 0.5,
        high: high - 0.5,
      }),
      ...within === undefined
        ? []
        : [sensitivityRow("without telling levels apart", metricEvidence(found, excess, { level }))],
      ...besidePeople(action, own, level),
    ],
    alpha,
    frames: [own],
    claimIs: "above",
    statement: `the longer answer wins beyond independence, within ${within ?? "all"}`,
  });
}

/** Where `longerWins` has an excess with what it rests on. */
function columnsOf(name: "excess" | "within"): EvidenceColumns {
  return {
    estimate: name,
    ...{ low: `${name}_low`, high: `${name}_high` },
    ...{ clusters: `${name}_clusters`, df: `${name}_df`, warning: `${name}_warning` },
  };
}

/** People's votes as verdicts; of several people each is a judge, beside whose verdicts the vote stands. */
function inJudgesPlace(voted: pl.DataFrame): pl.DataFrame {
  const people = voted.withColumns(voted.getColumn("human").alias("choice"));
  if (!isVoted(people)) return people;
  const text = (name: string) => people.columns.includes(name) ? people.getColumn(name).toArray() : [];
  const judges = text("judge"), person = text("annotator");
  const names = person.map((one, row) => JSON.stringify([judges[row] ?? null, one]));
  return people.withColumns(pl.Series("judge", names, pl.Utf8)).drop("annotator");
}

/** What people do on the same pairs, where they voted. */
function besidePeople(action: string, pairs: pl.DataFrame, level: number): SensitivityRow[] {
  const { human, choice, length, clusters } = pairOutcomes(action, pairs);
  const [a, b] = ["words_a", "words_b"].map((name) => columnNumbers(pairs.getColumn(name)));
  const rows = Int32Array.from(human.keys()).filter((row) =>
    human[row] <= VERDICT.B && choice[row] <= VERDICT.B && length[row] !== SIDE.none && a[row] !== b[row]
  );
  if (rows.length === 0) return [];
  const voted = takeRows(pairs, rows);
  const people = inJudgesPlace(voted);
  const longer = (verdicts: Uint8Array, row: number) => (verdicts[row] === VERDICT.B) === (b[row] > a[row]);
  const difference = clusterContrast({
    values: Float64Array.from(rows, (row) => Number(longer(choice, row)) - Number(longer(human, row))),
    parts: new Int8Array(rows.length),
    clusters: Int32Array.from(rows, (row) => clusters[row]),
    weights: [1],
    bounds: [-1, 1],
    share: false,
    level,
  });
  const { estimate, low, high, pValue } = difference;
  return [
    sensitivityRow(
      "people in the judge's place",
      metricEvidence((level) => longerWins(people, { by: [], level }), columnsOf("excess"), { level }),
    ),
    {
      name: "the judge minus people, share of the longer",
      ...{ estimate, low, high, n: rows.length, pValue },
    },
  ];
}
