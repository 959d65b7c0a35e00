import type pl from "nodejs-polars";
import { inWords } from "../progress/show.ts";
import { columnNumbers, factor } from "../results/factor.ts";
import { requireColumns } from "../results/require_valid_frame.ts";
import { waysOf } from "../stats/estimand.ts";
import { grouped, mean } from "../stats/grouped.ts";
import { logisticRegression } from "../stats/logistic_regression.ts";
import { matrixOf } from "../stats/matrix.ts";
import { pairMetric } from "./metric.ts";
import type { By, DefaultGroups, MetricFrame, MetricOptions } from "./metric_types.ts";
import { type PairOutcomes, VERDICT } from "./pair_outcomes.ts";
import { swappedRows } from "./pair_rows.ts";
import { verdictCells } from "../results/votes.ts";
import { said } from "./said.ts";

const SLOT_COVARIATE = "first_slot";

export type StrengthColumns = ReturnType<typeof strengthColumns>;

export type StrengthFit = ReturnType<typeof strengthFit>;

/**
 * Who wrote the answers, and the covariates: `first_slot` is +1 where A was shown first and −1 where B was; any other name is the normalised difference
 * (a − b)/(a + b) of its two columns, 0 where both are 0, in its standard deviations. A row without one of them takes no part.
 */
export function strengthColumns(
  action: string,
  pairs: pl.DataFrame,
  { outcomes, covariates }: { outcomes: PairOutcomes; covariates: readonly string[] },
) {
  const measured = covariates.filter((name) => name !== SLOT_COVARIATE);
  const needs = measured.flatMap((name) => [`${name}_a`, `${name}_b`]);
  requireColumns(action, pairs, ["model_a", "model_b", ...needs]);
  const sides = ["model_a", "model_b"].map((name) => factor(pairs.getColumn(name)));
  const named = sides.flatMap(({ levels }) => levels).filter((name) => name !== null);
  const models = [...new Set(named.map(String))].sort();
  const { height } = pairs;
  if (models.length === 0 && height > 0) throw new TypeError(said("no_models", { action, height }));
  const [a, b] = sides.map(({ codes, levels }) => {
    const places = levels.map((level) => level === null ? -1 : models.indexOf(String(level)));
    return codes.map((code) => places[code]);
  });
  const differences = covariates.map((name) => {
    if (name === SLOT_COVARIATE) return Float64Array.from(swappedRows(pairs), (slot) => [1, -1, NaN][slot]);
    const [own, other] = ["a", "b"].map((side) => columnNumbers(pairs.getColumn(`${name}_${side}`)));
    return own.map((value, i) => value + other[i] === 0 ? 0 : (value - other[i]) / (value + other[i]));
  });
  return {
    ...{ models, a, b, covariates, differences, verdicts: outcomes.choice, clusters: outcomes.clusters },
    calls: verdictCells(pairs, ["run"]),
  };
}

/** Maximum likelihood of logit P(A wins) = s_A − s_B + Σ γ·x, ties as half a win for each side (every row counts twice then, which leaves estimates and cluster-robust errors as they are). */
export function strengthFit(columns: StrengthColumns, all: ArrayLike<number>) {
  const { a, b, verdicts, calls, differences } = columns;
  const [clusters] = waysOf(columns.clusters);
  const rows = Array.from(all).filter((row) =>
    a[row] >= 0 && b[row] >= 0 && a[row] !== b[row] && verdicts[row] !== VERDICT.missing &&
    differences.every((column) => !Number.isNaN(column[row]))
  );
  const models = [...new Set(rows.flatMap((row) => [a[row], b[row]]))].sort((x, y) => x - y);
  const size = models.length + differences.length, p = size - 1;
  const none = (warning: string) => ({
    ...{ models, rows },
    coefficients: new Array<number>(size).fill(NaN),
    covariance: Array.from({ length: size }, () => new Array<number>(size).fill(NaN)),
    clusters: new Set(rows.map((row) => clusters[row])).size,
    /** Why there are no limits, or no strengths; empty where all is well. */
    warning,
  });
  if (models.length < 2) return none("fewer than two models were compared");
  const open = unbeaten(models, rows, columns).map((model) => columns.models[model]);
  if (open.length > 0) {
    return none(`no finite strengths: ${open.join(", ")} never lost to, or never won against, the others`);
  }
  const tied = rows.some((row) => verdicts[row] === VERDICT.tie);
  const used = tied ? rows.flatMap((row) => [row, row]) : rows, n = used.length;
  const ofModels = models.slice(1).map((model) =>
    Float64Array.from(used, (row) => a[row] === model ? 1 : b[row] === model ? -1 : 0)
  );
  const ofStyle = differences.map((column) => standardised(column, rows))
    .map((column) => Float64Array.from(used, (row) => column[row]));
  const y = used.map((row, i) => verdicts[row] === VERDICT.tie ? i % 2 : verdicts[row] === VERDICT.A ? 1 : 0);
  const fit = logisticRegression(matrixOf([...ofModels, ...ofStyle], n), y, {
    intercept: false,
    clusters: used.map((row) => clusters[row]),
  });
  if (!fit.converged) {
    return none("no finite strengths: a covariate and the models predict verdicts without fail");
  }
  // The small-sample factor (n − 1)/(n − p) is that of calls: copies over runs or people make no sample larger.
  const m = new Set(rows.map((row) => calls[row])).size * (tied ? 2 : 1);
  const small = m > p ? (m - 1) / (m - p) / ((n - 1) / (n - p)) : 1;
  return {
    ...{ models, rows },
    coefficients: [0, ...fit.coefficients],
    covariance: [
      new Array<number>(size).fill(0),
      ...fit.covariance.map((row) => [0, ...row.map((value) => value * small)]),
    ],
    clusters: fit.clusters,
    warning: fit.clusters < 20 ? `only ${inWords(fit.clusters, "cluster")}: limits are too narrow` : "",
  };
}

function standardised(column: Float64Array, rows: readonly number[]): Float64Array {
  const centre = mean(rows.map((row) => column[row]));
  const spread = Math.sqrt(mean(rows.map((row) => (column[row] - centre) ** 2)));
  // A slot that never changes has no spread around its mean, and one of ±1 needs no other unit.
  const isUnit = spread < 1e-12 || column.every((value) => Math.abs(value) === 1);
  return isUnit ? column : column.map((x) => x / spread);
}

/** Models outside the strong component of the first: wins lead from everyone to everyone where strengths exist (Ford 1957). */
function unbeaten(
  models: readonly number[],
  rows: readonly number[],
  { a, b, verdicts }: StrengthColumns,
): number[] {
  const [beats, beaten] = [0, 1].map((side) => {
    const edges = new Map(models.map((model) => [model, new Set<number>()]));
    for (const row of rows) {
      const sides = [a[row], b[row]];
      if (verdicts[row] !== VERDICT.B) edges.get(sides[side])!.add(sides[1 - side]);
      if (verdicts[row] !== VERDICT.A) edges.get(sides[1 - side])!.add(sides[side]);
    }
    return edges;
  });
  const reach = (edges: typeof beats) => {
    const seen = new Set([models[0]]);
    for (const at of seen) for (const to of edges.get(at)!) seen.add(to);
    return seen;
  };
  const down = reach(beats), up = reach(beaten);
  const outside = models.filter((model) => !down.has(model) || !up.has(model));
  // The first itself may be the one that stands apart.
  return outside.length === models.length - 1 && models.length > 2 ? [models[0]] : outside;
}

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
  const { a, b, verdicts, calls } = strengthColumns("transitivity", pairs, { outcomes, covariates: [] });
  return inGroups(COLUMNS, (told) => {
    const leads = new Map<number, Map<number, number>>();
    const add = (from: number, to: number, lead: number) => {
      const own = leads.get(from) ?? new Map<number, number>();
      leads.set(from, own.set(to, (own.get(to) ?? 0) + lead));
    };
    for (const rows of grouped(told, (row) => calls[row]).values()) {
      const read = rows.filter((row) => verdicts[row] !== VERDICT.missing), [row] = rows;
      if (read.length === 0 || a[row] < 0 || b[row] < 0 || a[row] === b[row]) continue;
      const votes = (verdict: number) => read.filter((run) => verdicts[run] === verdict).length;
      const lead = Math.sign(votes(VERDICT.A) - votes(VERDICT.B));
      add(a[row], b[row], lead);
      add(b[row], a[row], -lead);
    }
    const triples = triplesOf(leads), n_triples = triples.length;
    const n_cyclic = triples.filter((isCircle) => isCircle).length;
    const n_unparsed = told.filter((row) => verdicts[row] === VERDICT.missing).length;
    return { n_triples, n_cyclic, share: n_cyclic / n_triples, n_models: leads.size, n_unparsed };
  });
}

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
