import type pl from "nodejs-polars";
import { remembered } from "../stats/grouped.ts";
import { infer } from "../stats/infer.ts";
import { random } from "../stats/random.ts";
import { INTERVAL, intervalCells } from "./metric_columns.ts";
import type { By, DefaultGroups, Evidence, MetricFrame, MetricOptions } from "./metric_types.ts";
import { pairMetric } from "./metric.ts";
import { VERDICT, verdictCodes } from "./pair_outcomes.ts";
import { firstOf, verdictCells } from "../results/votes.ts";
import { requireList, requireNamed } from "../progress/require.ts";
import { requireColumns } from "../results/require_valid_frame.ts";

type Rule = (human: number, choice: number, coin: number) => number;

const right = (human: number, choice: number) => human === choice ? 1 : 0;

const RULES: Record<string, Rule> = {
  wrong: right,
  dropped: (human, choice) => choice === VERDICT.missing ? NaN : right(human, choice),
  random: (human, choice, coin) => right(human, choice === VERDICT.missing ? coin : choice),
  worst: (human, choice) => choice === VERDICT.missing ? 0 : right(human, choice),
  best: (human, choice) => choice === VERDICT.missing ? 1 : right(human, choice),
};

const COLUMNS = `rule:key n:count accuracy ${INTERVAL} n_unparsed:count` as const;

/**
 * What unparsable verdicts do to an accuracy: the same judge's accuracy under every way in which harnesses score a
 * reply that could not be read.
 *
 * `wrong` (this library, `pairAccuracy`), `dropped` (only readable replies; flatters judges that fail on hard pairs),
 * `random` (one toss of A or B per unparsable reply from `seed`, as lmms-eval draws them: another seed, another
 * leaderboard), `worst` and `best` (every unparsable reply would have been wrong, or right: no treatment can leave
 * these bounds; worst equals wrong, since a tie is readable and wrong in all). `readings` adds other readings of the
 * same replies by name, columns of A, B, tie or null such as the last label of a reply in place of the first: what
 * they cannot read is wrong.
 *
 * One row per group of `by` (default: benchmark, judge, pipeline, image, variant) and rule: `rule, n, accuracy, low,
 * high` (95% cluster-robust), `n_clusters, n_unparsed`, over rows with a human A or B. `n` counts votes of people (`annotator`),
 * `n_unparsed` replies, each once. Source: the rules themselves;
 * the bounds are Manski's (1989).
 *
 * @throws {TypeError} when the frame lacks a column
 * @throws {RangeError} when a verdict column holds anything but A, B, tie or null
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { unparsedAudit } from "judgebias";
 *
 * const pairs = pl.DataFrame({
 *   item_id: ["1", "2", "3"], human: ["A", "B", "A"], choice: ["A", null, "B"],
 * });
 * const rows = unparsedAudit(pairs, { by: [], seed: 1 }).toRecords();
 * assert.deepEqual(rows.map((row) => row.rule), [
 *   "wrong", "dropped", "random", "worst", "best",
 * ]);
 * assert.deepEqual([rows[1].accuracy, rows[4].accuracy], [1 / 2, 2 / 3]);
 * ```
 */
export function unparsedAudit<const Groups extends By = DefaultGroups<"pairs">>(
  given: pl.DataFrame,
  asked: MetricOptions<Groups> & { seed?: number; readings?: Record<string, string> } = {},
): MetricFrame<"n accuracy n_unparsed", Evidence & { rule: string }, Groups> {
  const { seed = 1, readings = {}, ...options } = requireNamed("unparsedAudit", asked);
  requireNamed("unparsedAudit", readings, "readings");
  requireList("unparsedAudit", "columns of readings", Object.values(readings), "string");
  const taken = Object.keys(readings).find((name) => name in RULES);
  if (taken !== undefined) {
    const wanted = `names of readings other than ${Object.keys(RULES).join(", ")}`;
    throw new RangeError(`unparsedAudit: wanted ${wanted}, found ${taken}`);
  }
  const { frame: pairs, outcomes, inGroups, level } = pairMetric("unparsedAudit", arguments, given, options, {
    own: ["seed", "readings"],
    people: true,
  });
  requireColumns("unparsedAudit", pairs, Object.values(readings));
  const { human, choice, clusters, correct } = outcomes, once = verdictCells(pairs);
  // A coin for every reply, needed or not: a toss does not depend on how others were read, nor on how many people voted.
  const { uniform } = random(seed),
    tossOf = remembered((_call: number) => uniform() < 0.5 ? VERDICT.A : VERDICT.B);
  once.forEach(tossOf);
  const others = Object.entries(readings).map(([rule, column]) =>
    [rule, verdictCodes("unparsedAudit", pairs, column), RULES.wrong] as const
  );
  const rules = [...Object.entries(RULES).map(([rule, apply]) => [rule, choice, apply] as const), ...others];
  return inGroups(COLUMNS, (rows) =>
    rules.map(([rule, verdicts, apply]) => {
      const value = (row: number) =>
        correct[row] < 0 ? NaN : apply(human[row], verdicts[row], tossOf(once[row]));
      const found = infer([{ name: "the accuracy", weight: 1, value }], rows, clusters, { level });
      const unread = rows.filter((row) => correct[row] >= 0 && verdicts[row] === VERDICT.missing);
      const n_unparsed = firstOf(unread, once).length;
      return { rule, n: found.n, accuracy: found.estimate, ...intervalCells(found), n_unparsed };
    }));
}
