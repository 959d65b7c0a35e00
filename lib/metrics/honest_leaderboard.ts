import { fixed, inWords } from "../progress/told.ts";
import { isMany, mostRight, undecidedReplies, unreadIn } from "./undecided.ts";
import type pl from "nodejs-polars";
import { factor, frameCodes } from "../results/factor.ts";
import { requireColumns } from "../results/require_valid_frame.ts";
import { holm } from "../stats/multiple_testing.ts";
import { grouped, mean } from "../stats/grouped.ts";
import { clustersAt, NO_ESTIMATE } from "../stats/estimand.ts";
import { gains, infer } from "../stats/infer.ts";
import { type PairOutcomes, VERDICT } from "./pair_outcomes.ts";
import { ordersApart } from "./contrast_sets.ts";
import { PAIRS_KEY } from "./pair_rows.ts";
import { EVIDENCE, intervalCells } from "./metric_columns.ts";
import type { By, DefaultGroups, MetricOptions, NamedTable } from "./metric_types.ts";
import { pairMetric } from "./metric.ts";

const COLUMNS =
  `judge:key n:count accuracy low high rank:count rank_low:count rank_high:count p_first with_first:count ${EVIDENCE} n_shared:count` as const;

/**
 * A leaderboard of judges that says which places are real: accuracy with its interval, the ranks that the data leave
 * open, and which judges cannot be told from the first.
 *
 * Any two judges are compared on the pairs that both judged, by the test of `judgesDiffer`: the cluster-robust one of the mean paired
 * difference (`infer` of `gains`; exact where nine clusters or fewer differ), under Holm over all
 * pairs of judges, so that the choice of the first by the data is paid for. Rows find each other in the same order of the answers, in any
 * where every judge judged each pair once, as in `judgesDiffer`; `warning` says where orders differ. `rank_low … rank_high` as in
 * `rankIntervals`, from the smaller to the larger of two ways: with ties and unreadable replies counted as wrong, and on the pairs of which both
 * judges named an answer. Intervals of single accuracies overlap long before judges cannot be told apart, since they have
 * seen the same pairs; and they can differ by less than an interval: read the ranks.
 *
 * One row per group of `by` (default: benchmark, pipeline, image, variant) and judge, best first: `judge, n,
 * accuracy, low, high, rank, rank_low, rank_high, p_first` (adjusted p against the first; NaN for the first itself),
 * `with_first` (1 = cannot be told from the first at 1 − `level`, 5%, in one of the two ways, or was not compared), `n_clusters, n_shared` (fewest
 * pairs shared with another judge). Ties and unparsable answers are wrong in `accuracy` and `p_first`; `warning` counts them from 5% on, and says of a judge
 * that falls behind the first where it does not do so on the pairs of which both named an answer, under Holm as well. A judge
 * of which not one reply could be read stands last, without accuracy and rank.
 *
 * @throws {TypeError} when the frame lacks a column
 * @throws {RangeError} when a judge has two rows with the same key
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { honestLeaderboard } from "judgebias";
 *
 * const items = ["1", "2", "3", "4"];
 * const pairs = pl.DataFrame({
 *   item_id: [...items, ...items],
 *   judge: [...items.map(() => "x"), ...items.map(() => "y")],
 *   human: [...items, ...items].map(() => "A"),
 *   choice: ["A", "A", "A", "B", "A", "A", "B", "B"],
 * });
 * const [first, second] = honestLeaderboard(pairs).toRecords();
 * // one disagreement tells nothing
 * assert.deepEqual([first.judge, second.with_first, second.rank_low], ["x", 1, 1]);
 * ```
 */
export function honestLeaderboard<const Groups extends By = Exclude<DefaultGroups<"pairs">, "judge">>(
  given: pl.DataFrame,
  options: MetricOptions<Groups> = {},
): NamedTable<typeof COLUMNS, Groups> {
  const action = "honestLeaderboard", way = { without: ["judge"], people: true };
  requireColumns(action, given, ["judge"]);
  const { frame, outcomes, inGroups, level, pooled } = pairMetric(action, arguments, given, options, way);
  const { correct, clusters } = outcomes,
    { judge, item } = judgments(frame),
    mostOf = mostRight(frame, outcomes);
  return inGroups(COLUMNS, (all) => {
    const labelled = all.filter((row) => correct[row] >= 0), value = (row: number) => correct[row];
    const found = [...grouped(labelled, (row) => judge.codes[row])].map(([code, rows]) => ({
      ...{ judge: judge.levels[code], rows, own: new Map(rows.map((row) => [item[row], row])) },
      ...infer([{ name: "accuracy", weight: 1, value }], rows, clusters, { level }),
      unread: unreadIn(outcomes, rows),
    })).sort((a, b) => b.estimate - a.estimate || String(a.judge).localeCompare(String(b.judge)));
    const judges = found.filter(({ unread }) => !unread), silent = found.filter(({ unread }) => unread);
    const tests = judges.flatMap((first, i) =>
      judges.slice(0, i).map((second, j) => ({ i, j, ...compared(first.own, second.own, outcomes, mostOf) }))
    );
    /** That a judge and the first have judged other pairs, or in other orders. */
    const apart = (i: number) => {
      const [first, own] = [judges[0], judges[i]], test = tests.find((one) => one.i === i && one.j === 0);
      if (!test) return [];
      const most = Math.max(...[first, own].map((one) => outcomes.replies(one.rows).length));
      const { shared, rows, difference } = test, held = outcomes.replies(rows.map(([row]) => row)).length;
      const orders = [0, 1].map((side) => rows.map((pair) => pair[side]));
      const found = shared === 0
        ? "nothing was compared"
        : `on these alone its accuracy less that one’s is ${fixed(100 * difference, 1)} points`;
      return [
        isMany(most - held, most) &&
        `${inWords(held, "verdict")} of ${most} in common with ${first.judge}, the first: ${found}`,
        shared > 0 && ordersApart(frame, orders, [String(own.judge), String(first.judge)]),
      ];
    };
    const adjusted = holm(tests.map(({ pValue }) => pValue));
    const without = holm(tests.map(({ decided }) => decided.pValue));
    const isTold = tests.map(({ difference, decided }, k) =>
      without[k] <= 1 - level && Math.sign(decided.difference) === Math.sign(difference)
    );
    const [counted, leftOut] = [
      tests.map(({ i, j, isTurned }, k) => ({ i, j, pValue: isTurned ? NaN : adjusted[k] })),
      tests.map(({ i, j, decided }, k) => ({ i, j, pValue: without[k], gain: decided.difference })),
    ].map((comparisons) => rankIntervals(judges.map(({ estimate }) => estimate), comparisons, level));
    const read = judges.map((one, i) => {
      const against = tests.findIndex((test) => test.i === i && test.j === 0);
      const isApart = against >= 0 && adjusted[against] <= 1 - level;
      const named = isApart ? inWords(tests[against].decided.named, "pair") : "";
      const open = isApart &&
        (tests[against].isTurned
          ? `unread replies could put it before ${judges[0].judge}, depending on what each would have said`
          : !isTold[against] &&
            `not told from ${judges[0].judge} on the ${named} of which both named an answer`);
      const said = [pooled(all), one.warning, undecidedReplies(outcomes, one.rows).many, open, ...apart(i)];
      const shared = tests.filter((test) => test.i === i || test.j === i).map((test) => test.shared);
      return {
        ...{ judge: one.judge, n: one.n, accuracy: one.estimate },
        ...intervalCells({ ...one, warning: said.filter(Boolean).join("; ") }),
        rank: 1 + judges.filter((other) => other.estimate > one.estimate).length,
        rank_low: Math.min(counted[i].low, leftOut[i].low),
        rank_high: Math.max(counted[i].high, leftOut[i].high),
        p_first: against < 0 ? NaN : adjusted[against],
        with_first: isApart && !open ? 0 : 1,
        n_shared: shared.length === 0 ? one.n : Math.min(...shared),
      };
    });
    return [
      ...read,
      ...silent.map(({ unread, ...one }) => ({
        ...{ judge: one.judge, n: one.n, accuracy: NaN, p_first: NaN },
        ...intervalCells({ ...one, ...NO_ESTIMATE, warning: unread }),
        ...{ rank: null, rank_low: null, rank_high: null, with_first: null, n_shared: 0 },
      })),
    ];
  });
}

/** The judge of each row, what it judged (in which order too, unless every judge judged each pair in one alone), and which answer it saw first. */
function judgments(pairs: pl.DataFrame) {
  const key = PAIRS_KEY.filter((name) => pairs.columns.includes(name));
  const unordered = key.filter((name) => name !== "swapped"), judge = factor(pairs.getColumn("judge"));
  const isOnce = new Set(frameCodes(pairs, unordered).codes).size === pairs.height;
  const names = (isOnce ? unordered : key).filter((name) => name !== "judge");
  return { judge, item: frameCodes(pairs, names).codes };
}

function compared(
  first: ReadonlyMap<number, number>,
  second: ReadonlyMap<number, number>,
  { correct, choice, clusters, replies }: PairOutcomes,
  mostOf: ReturnType<typeof mostRight>,
) {
  const test = (rows: number[][]) => {
    const values = rows.map(([one, two]) => correct[one] - correct[two]), shared = rows.length;
    const difference = mean(values), named = replies(rows.map(([row]) => row)).length;
    if (shared === 0) return { pValue: NaN, shared, named, difference };
    const codes = clustersAt(clusters, rows.map(([row]) => row));
    const { pValue } = infer(gains("the difference", (i) => values[i]), shared, codes);
    return { pValue, shared, named, difference };
  };
  const rows = [...first].filter(([item]) => second.has(item)).map(([item, row]) => [row, second.get(item)!]);
  const decided = rows.filter((pair) => pair.every((row) => choice[row] <= VERDICT.B)), all = test(rows);
  // By how much either could be right more often, were every unread reply of the one right and of the other wrong.
  const [one, two] = [0, 1].map((side) =>
    mostOf(rows.map((pair) => pair[side]).filter((row) => choice[row] === VERDICT.missing)) / rows.length
  );
  const isTurned = one + two > 0 && all.difference - two <= 0 && all.difference + one >= 0;
  return { rows, ...all, isTurned, decided: decided.length < rows.length ? test(decided) : all };
}

/**
 * Ranks that comparisons leave open: from 1 + the number of those that are significantly better, to the length less
 * the number of those that are significantly worse, at 1 − `level`. With p-values that keep the family-wise error over all
 * pairs, all intervals hold together at that level (Al Mohamad, Goeman and van Zwet 2022). A comparison without a p-value leaves
 * the order open; `gain` is by how much `i` is better than `j` where it is not the difference of their values.
 */
export function rankIntervals(
  values: readonly number[],
  comparisons: readonly { i: number; j: number; pValue: number; gain?: number }[],
  level: number,
): { low: number; high: number }[] {
  const ranks = values.map(() => ({ low: 1, high: values.length }));
  for (const { i, j, pValue, gain = values[i] - values[j] } of comparisons) {
    if (!(pValue <= 1 - level)) continue;
    const [better, worse] = gain > 0 ? [i, j] : [j, i];
    ranks[worse].low++;
    ranks[better].high--;
  }
  return ranks;
}
