import type pl from "nodejs-polars";
import { poolingIn } from "../metrics/metric.ts";
import { frameClusters } from "../metrics/pair_rows.ts";
import { POINTS, unscoredIn } from "../metrics/undecided.ts";
import { WrongValue } from "../progress/require_no_more.ts";
import { columnNumbers, factor } from "../results/factor.ts";
import { ratingEvaluators } from "../results/frame.ts";
import { requireValidFrame } from "../results/require_valid_frame.ts";
import { grouped } from "../stats/grouped.ts";
import { clustersAt, coefficient } from "../stats/estimand.ts";
import { minus } from "../stats/infer.ts";
import { kendallMoves } from "../stats/kendall.ts";
import { claimOn, looksAt, worded } from "./claim.ts";
import type { HypothesisResult, TestOptions } from "./hypothesis_types.ts";
import { conditionRows } from "./pairs_claim.ts";
import { said } from "../metrics/said.ts";

/** `judgesDiffer` of ratings, whose judges are columns: both τ over the rows that both scored, the difference moved by a row as far as the one less the other. */
export function evaluatorsDiffer(
  called: IArguments,
  given: pl.DataFrame,
  { first, second, ...options }: TestOptions & { first: string; second: string },
): HypothesisResult {
  const action = "judgesDiffer", names = [first, second];
  const { frame: ratings, level, result } = claimOn(action, called, given, options, ["clusters"]);
  const evaluators = ratingEvaluators(ratings), strange = names.find((name) => !evaluators.includes(name));
  if (strange !== undefined) throw new WrongValue(said("no_such_evaluator", { evaluators, strange }));
  requireValidFrame(action, "ratings", ratings, { needs: ["human", ...names] });
  const { codes, unit } = frameClusters(ratings, options.clusters);
  const [human, ...scores] = ["human", ...names].map((name) => columnNumbers(ratings.getColumn(name)));
  const rated = conditionRows(action, ratings, {}).filter((row) => !Number.isNaN(human[row]));
  const both = rated.filter((row) => scores.every((own) => !Number.isNaN(own[row])));
  const left = rated.length - both.length, n = both.length;
  if (n === 0) throw new RangeError(said("no_rating_of_both", { first, second, left }));
  const tausOf = (rows: Int32Array, variant?: "b" | "c") => {
    const of = (values: Float64Array) => Float64Array.from(rows, (row) => values[row]), people = of(human);
    const isStill = people.every((value) => value === people[0]);
    const [one, two] = scores.map((own, s) => {
      const none = `${isStill ? "the human score" : `the score of ${names[s]}`} never varies: τ is undefined`;
      return coefficient(`τ of ${names[s]}`, kendallMoves(of(own), people, variant), none);
    });
    return { one, two, difference: minus(one, two) };
  };
  const at = (rows: Int32Array) => looksAt(rows.length, clustersAt(codes, rows), level);
  const { found, part, also } = at(both), { one, two, difference } = tausOf(both);
  // Greiner: of normal traits Pearson's r is sin(πτ/2), whose Fisher z's differ by Cohen's q.
  const [z, other] = [one, two].map((own) => Math.atanh(Math.sin(Math.PI / 2 * found(own).estimate)));
  const splits = ratings.columns.includes("split") ? factor(ratings.getColumn("split")) : null;
  const parts = grouped(both, (row) => splits ? splits.codes[row] : 0);
  return result({
    ...worded("judgesDiffer of ratings", { first, second, n, left, unit }),
    parts: [part("the difference", difference)],
    claimIs: "either",
    unit: "number",
    delta: options.delta ?? POINTS,
    effect: { measure: "Cohen's q of r = sin(πτ/2)", value: z - other },
    caution: unscoredIn(left, rated.length),
    remark: poolingIn(ratings, [], ["criterion"])(both),
    sensitivity: () => [
      also(`τ-b of ${first}`, one),
      also(`τ-b of ${second}`, two),
      also("difference in τ-c", tausOf(both, "c").difference),
      ...[...parts].filter(() => parts.size > 1).map(([code, own]) => {
        const rows = Int32Array.from(own);
        return at(rows).also(`split ${splits!.levels[code]}`, tausOf(rows).difference);
      }),
    ],
    compares: ["judge"],
  });
}
