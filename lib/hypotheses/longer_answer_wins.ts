import pl from "nodejs-polars";
import { clustersAt } from "../stats/estimand.ts";
import { decidedLengths, isOneSided, ONE_SIDED, products, WORDS } from "../metrics/longer_wins.ts";
import { pairOutcomes, VERDICT } from "../metrics/pair_outcomes.ts";
import { oncePerCall } from "../metrics/pair_rows.ts";
import { isVoted } from "../results/votes.ts";
import { type Estimand, gains } from "../stats/infer.ts";
import { looksAt, NOTHING, worded } from "./claim.ts";
import { pairsClaim, type PairsTestOptions } from "./pairs_claim.ts";
import { takeRows } from "../results/take_rows.ts";
import type { HypothesisResult, SensitivityRow } from "./hypothesis_types.ts";
import { said } from "../metrics/said.ts";

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
  const { pairs, level, result } = pairsClaim(action, arguments, given, options, { needs: WORDS });
  const own = longerWon(action, oncePerCall(action, pairs), options.clusters);
  if (own.n === 0) throw new RangeError(said("nothing_decided"));
  const { part, found, also } = looksAt(own.n, own.clusters, level);
  const excess = part("excess", own.excess), share = found(own.won).estimate;
  return result({
    ...worded(action),
    // Nothing to compare with: whether the shorter answer would have won on the other side cannot be told.
    parts: [
      own.isOneSided ? { ...excess, look: { ...excess.look, ...NOTHING, warning: ONE_SIDED } } : excess,
    ],
    effect: { measure: "share of the longer answer, percent", value: 100 * share },
    sensitivity() {
      const { estimate, low, high, ...row } = also("share of the longer answer minus one half", own.won, 0.5);
      const shifted = { ...row, estimate: estimate - 0.5, low: low - 0.5, high: high - 0.5 };
      return [shifted, ...besidePeople(action, pairs, { level, clusters: options.clusters })];
    },
  });
}

function longerWon(action: string, pairs: pl.DataFrame, columns: PairsTestOptions["clusters"]) {
  const { choice, clusters: codes } = pairOutcomes(action, pairs, { clusters: columns });
  const { isUsed, longer, wins } = decidedLengths(pairs, choice);
  const rows = Int32Array.from(choice.keys()).filter(isUsed);
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
  const clusters = clustersAt(codes, rows);
  return { n: rows.length, clusters, isOneSided: isOneSided(rows, longer, null), won, excess };
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
  const people = longerWon(action, inJudgesPlace(voted), clusters);
  if (people.n === 0) return [];
  const { also } = looksAt(people.n, people.clusters, level);
  const [{ value: byJudge }] = longerWon(action, voted, clusters).won, [{ value: byPeople }] = people.won;
  const less = gains("the judge minus people", (i) => byJudge(i) - byPeople(i));
  return [
    also("people in the judge's place", people.excess),
    also("the judge minus people, share of the longer", less),
  ];
}
