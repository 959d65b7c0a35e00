import type pl from "nodejs-polars";
import { grouped } from "../stats/grouped.ts";
import type { By, DefaultGroups, MetricFrame, MetricOptions } from "./metric_types.ts";
import { pairMetric } from "./metric.ts";
import { VERDICT } from "./pair_outcomes.ts";
import { strengthColumns } from "./strength_fit.ts";

const COLUMNS = "n_triples:count n_cyclic:count share n_models:count n_unparsed:count";

/**
 * Transitivity of pairwise verdicts: the share of triples of models that go round in a circle (x beats y, y beats z,
 * z beats x).
 *
 * Every pair of models has a winner by the majority of its verdicts (a tie is half a win for each; an exact draw is
 * no winner). A verdict counts once however many people voted on it (`annotator`), and the runs of one item count as
 * one verdict, their majority: copies make no majority surer. `n_triples`: triples whose three pairs have one; `n_cyclic` of them are circles; `share` of 0 = one
 * order explains all, ¼ = winners by coin flip. Majorities over few verdicts make circles by chance, how many hangs on how alike the answers are: no
 * number of them is expected or tested here (studies drawn from fitted strengths are too ordered, and found few judges that go in circles).
 * Source: Kendall and Babington Smith 1940; for judges Xu et al. 2025 (Investigating non-transitivity in
 * LLM-as-a-judge).
 *
 * One row per group of `by` (default: benchmark, judge, pipeline, image, variant): `n_triples, n_cyclic, share`, then
 * `n_models, n_unparsed`; a group is one tournament, of which there is no interval. No triple gives NaN. Of each question by itself: `by` its column.
 *
 * @throws {TypeError} when the frame lacks a column
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { transitivity } from "judgebias";
 *
 * const pairs = pl.DataFrame({
 *   item_id: ["1", "2", "3"],
 *   model_a: ["x", "y", "z"],
 *   model_b: ["y", "z", "x"],
 *   human: ["A", "A", "A"],
 *   choice: ["A", "A", "A"], // x beats y, y beats z, z beats x
 * });
 * const [row] = transitivity(pairs, { by: [] }).toRecords();
 * assert.deepEqual([row.n_triples, row.n_cyclic, row.share], [1, 1, 1]);
 * ```
 */
export function transitivity<const Groups extends By = DefaultGroups<"pairs">>(
  given: pl.DataFrame,
  options: MetricOptions<Groups> = {},
): MetricFrame<"n_triples n_cyclic share n_models n_unparsed", unknown, Groups> {
  const { frame: pairs, outcomes, inGroups } = pairMetric("transitivity", arguments, given, options, {
    once: true,
  });
  const { a, b, verdicts, calls } = strengthColumns("transitivity", pairs, {
    outcomes,
    covariates: [],
    verdict: "choice",
  });
  return inGroups(COLUMNS, (told) => {
    const leads = new Map<number, Map<number, number>>();
    const add = (from: number, to: number, lead: number) => {
      const own = leads.get(from) ?? new Map<number, number>();
      leads.set(from, own.set(to, (own.get(to) ?? 0) + lead));
    };
    for (const rows of grouped(told, (row) => calls[row]).values()) {
      const read = rows.filter((row) => verdicts[row] !== VERDICT.missing), [row] = rows;
      if (read.length === 0 || a[row] < 0 || b[row] < 0 || a[row] === b[row]) continue;
      // The majority of its runs; runs without a verdict have no say.
      const votes = (verdict: number) => read.filter((run) => verdicts[run] === verdict).length;
      const lead = Math.sign(votes(VERDICT.A) - votes(VERDICT.B));
      add(a[row], b[row], lead);
      add(b[row], a[row], -lead);
    }
    const triples = triplesOf(leads), cyclic = triples.filter((isCircle) => isCircle).length;
    return {
      n_triples: triples.length,
      n_cyclic: cyclic,
      share: cyclic / triples.length,
      n_models: leads.size,
      n_unparsed: told.filter((row) => verdicts[row] === VERDICT.missing).length,
    };
  });
}

/** Of each triple of models of which every two have a winner whether they go in a circle; by how often each leads against each. */
function triplesOf(leads: ReadonlyMap<number, ReadonlyMap<number, number>>): boolean[] {
  const models = [...leads.keys()].sort((x, y) => x - y), found: boolean[] = [];
  const lead = (from: number, to: number) => leads.get(from)!.get(to) ?? 0;
  models.forEach((x, i) =>
    models.slice(0, i).forEach((y, j) => {
      if (lead(x, y) === 0) return;
      for (const z of models.slice(0, j)) {
        const xy = lead(x, y), yz = lead(y, z), zx = lead(z, x);
        if (yz !== 0 && zx !== 0) found.push(xy > 0 === yz > 0 && yz > 0 === zx > 0);
      }
    })
  );
  return found;
}
