import pl from "nodejs-polars";
import { clustersAt } from "../stats/estimand.ts";
import { isOneSided, ONE_SIDED, products } from "../metrics/longer_wins.ts";
import { pairOutcomes, VERDICT } from "../metrics/pair_outcomes.ts";
import { isVoted, oncePerCall } from "../metrics/pair_rows.ts";
import { columnNumbers } from "../results/factor.ts";
import { requireColumns } from "../results/require_valid_frame.ts";
import { type Estimand, gains } from "../stats/infer.ts";
import { looksAt, NOTHING } from "./claim.ts";
import type { PairsTestOptions } from "./conditions.ts";
import { takeRows } from "../results/take_rows.ts";
import type { HypothesisResult, SensitivityRow } from "./hypothesis_types.ts";
import { pairsClaim } from "./pairs_claim.ts";

/**
 * Does the longer answer win more often than it would if length and verdict had nothing to do with each other? `excess` of
 * `longerWins` above 0: what the share of the longer answer has beyond independence, in [−½, ½] (`where` takes the pairs of one
 * model). No human votes are needed.
 *
 * Supported is no charge of bias by itself: people may choose the longer answer as often. Where they voted, `sensitivity` shows their
 * excess on the same pairs, and how much more often the judge than people chose the longer one; for accuracy by length see `lengthBias`.
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
 * const pairs = simulatePairs({
 *   judges: ["LLaVA-1.6-34B"], benchmarks: ["VL-RewardBench"],
 * });
 * const { verdict, sensitivity } = longerAnswerWins(pairs);
 * assert.equal(verdict, "supported");
 * assert.ok(
 *   sensitivity.some(({ name }) =>
 *     name === "the judge minus people, share of the longer"
 *   ),
 * );
 * ```
 */
export function longerAnswerWins(given: pl.DataFrame, options: PairsTestOptions = {}): HypothesisResult {
  const action = "longerAnswerWins";
  const { pairs, level, result } = pairsClaim(action, arguments, given, options);
  requireColumns(action, pairs, ["words_a", "words_b"]);
  const own = longerWon(action, oncePerCall(action, pairs), options.clusters);
  if (own.n === 0) {
    throw new RangeError(
      `${action}: wanted decided verdicts in the column choice on answers of unequal length, found none`,
    );
  }
  const { part, found, also } = looksAt(own.n, own.clusters, level);
  const excess = part("excess", own.excess), share = found(own.won).estimate;
  return result({
    hypothesis: "the longer answer wins beyond independence",
    claim: "the longer answer wins more often than if length and verdict were independent",
    // Nothing to compare with: whether the shorter answer would have won on the other side cannot be told.
    parts: [
      own.isOneSided
        ? { ...excess, at: (level) => ({ ...excess.at(level), ...NOTHING, warning: ONE_SIDED }) }
        : excess,
    ],
    effect: { measure: "share of the longer answer, percent", value: 100 * share },
    method: "share of the longer answer less that expected under independence; cluster-robust",
    assumptions: [
      "ties and unreadable replies, left out here, do not hang on length",
      "a longer answer is not simply the better one: compare with people, where they voted",
    ],
    sensitivity: [
      shifted(also("share of the longer answer minus one half", own.won, 0.5), -0.5),
      ...besidePeople(action, pairs, { level, clusters: options.clusters }),
    ],
  });
}

function shifted({ estimate, low, high, ...row }: SensitivityRow, by: number): SensitivityRow {
  return { ...row, estimate: estimate + by, low: low + by, high: high + by };
}

function longerWon(action: string, pairs: pl.DataFrame, columns: PairsTestOptions["clusters"]) {
  const { choice, clusters: codes } = pairOutcomes(action, pairs, { clusters: columns });
  const [a, b] = ["words_a", "words_b"].map((name) => columnNumbers(pairs.getColumn(name)));
  const rows = Int32Array.from(choice.keys()).filter((row) =>
    choice[row] <= VERDICT.B && Math.abs(a[row] - b[row]) > 0
  );
  const longer = (row: number) => b[row] > a[row] ? 1 : 0;
  const wins = (row: number) => choice[row] === VERDICT.B ? 1 : 0;
  const product = products(rows, longer, wins, null);
  const excess: Estimand = [{
    ...{ name: "the excess", weight: 1, value: (i) => product(rows[i]) },
    ...{ range: [-0.5, 0.5], strays: true },
  }];
  const won: Estimand = [{
    name: "the longer answer",
    weight: 1,
    value: (i) => longer(rows[i]) === wins(rows[i]) ? 1 : 0,
  }];
  return {
    n: rows.length,
    clusters: clustersAt(codes, rows),
    isOneSided: isOneSided(rows, longer, null),
    won,
    excess,
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

function besidePeople(
  action: string,
  pairs: pl.DataFrame,
  { level, clusters }: { level: number; clusters: PairsTestOptions["clusters"] },
): SensitivityRow[] {
  const { human, choice } = pairOutcomes(action, pairs);
  const isDecided = (row: number) => human[row] <= VERDICT.B && choice[row] <= VERDICT.B;
  const voted = takeRows(pairs, Int32Array.from(human.keys()).filter(isDecided));
  const people = longerWon(action, inJudgesPlace(voted), clusters),
    judge = longerWon(action, voted, clusters);
  if (people.n === 0) return [];
  const { also } = looksAt(people.n, people.clusters, level);
  const [{ value: byJudge }] = judge.won, [{ value: byPeople }] = people.won;
  return [
    also("people in the judge's place", people.excess),
    also(
      "the judge minus people, share of the longer",
      gains("the judge minus people", (i) => byJudge(i) - byPeople(i)),
    ),
  ];
}
