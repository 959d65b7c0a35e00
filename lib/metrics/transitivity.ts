import type pl from "nodejs-polars";
import { factor } from "../results/factor.ts";
import { requireColumns } from "../results/require_valid_frame.ts";
import { infer } from "../stats/infer.ts";
import { groupGenerator } from "./downsample.ts";
import { groupedTable, type MetricFrame, type MetricOptions } from "./metric_table.ts";
import { pairMetric } from "./pair_metric.ts";
import { pairOutcomes, VERDICT } from "./pair_outcomes.ts";
import { type StrengthColumns, strengthColumns, strengthFit } from "./strength_fit.ts";
import { firstOf, verdictCells } from "./verdict_rows.ts";

/** Studies that are drawn from the fitted strengths. */
const REPLICATES = 199;

const COLUMNS = "n_triples:count n_cyclic:count share low high expected p_value n_models:count " +
  "n_unparsed:count";

/**
 * Transitivity of pairwise verdicts: the share of triples of models that go round in a circle (x beats y, y beats z,
 * z beats x).
 *
 * Every pair of models has a winner by the majority of its verdicts (a tie is half a win for each; an exact draw is
 * no winner). A verdict counts once however many people voted on it (`annotator`), and the runs of one item count as
 * one verdict, their majority: copies make no majority surer. `n_triples`: triples whose three pairs have one; `n_cyclic` of them are circles; `share` of 0 = one
 * order explains all, ¼ = winners by coin flip. Majorities over few verdicts make circles by chance: `expected` is
 * the mean share in studies drawn from the Bradley–Terry strengths fitted to the same comparisons, `p_value` how
 * often such a study has as many circles, (1 + k)/(1 + R): small = this judge's verdicts do not fit on one scale.
 * Source: Kendall and Babington Smith 1940; for judges Xu et al. 2025 (Investigating non-transitivity in
 * LLM-as-a-judge).
 *
 * `within` names a column (the question) within which triples are formed, each from its own verdicts; `low, high` are
 * then the cluster-robust interval of the share, a triple counting once. Over a whole group there is one tournament
 * and no such interval: NaN.
 *
 * A group draws from a stream of its own, so that its numbers do not change when other judges come or go. One row per group of `by`
 * (default: benchmark, judge, pipeline, image, variant): `n_triples, n_cyclic, share`, then
 * `low, high, expected, p_value, n_models, n_unparsed`. No triple gives NaN; strengths that are not finite leave
 * expected and p_value NaN.
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
export function transitivity(
  given: pl.DataFrame,
  { within, replicates = REPLICATES, seed = 1, ...options }: Omit<MetricOptions, "clusters"> & {
    within?: string;
    replicates?: number;
    seed?: number;
  } = {},
): MetricFrame<"n_triples" | "n_cyclic" | "share" | "low" | "high" | "expected" | "p_value" | "n_models"> {
  const { frame: pairs, grouping } = pairMetric("transitivity", given, options);
  if (within !== undefined) requireColumns("transitivity", pairs, [within]);
  const outcomes = pairOutcomes("transitivity", pairs);
  const columns = strengthColumns("transitivity", pairs, { outcomes, covariates: [], verdict: "choice" });
  const once = verdictCells(pairs), calls = verdictCells(pairs, ["run"]);
  const unit = within === undefined ? null : factor(pairs.getColumn(within)).codes;
  return groupedTable(pairs, grouping, COLUMNS, (all, key) => {
    const generator = groupGenerator(seed, key);
    const told = firstOf(all, once), own = overRuns(told, calls, columns);
    const fit = strengthFit(own, firstOf(told, calls));
    const won = Float64Array.from(fit.rows, (row) => {
      const verdict = own.verdicts[row];
      return verdict === VERDICT.tie ? 0.5 : verdict === VERDICT.A ? 1 : 0;
    });
    const place = new Map(fit.models.map((model, i) => [model, i]));
    const games = gamesOf(fit.rows, {
      unitOf: (row) => unit ? unit[row] : 0,
      clusterOf: (row) => outcomes.clusters[row],
      firstOf: (row) => place.get(columns.a[row])!,
      secondOf: (row) => place.get(columns.b[row])!,
      models: fit.models.length,
    });
    const triples: { cluster: number; cyclic: boolean }[] = [];
    const cyclic = circles(games, won, (cluster, cyclic) => triples.push({ cluster, cyclic })).cyclic;
    let sum = 0, asMany = 0;
    const known = fit.coefficients.every((value) => !Number.isNaN(value)) && triples.length > 0;
    const drawn = new Uint8Array(fit.rows.length);
    for (let r = 0; known && r < replicates; r++) {
      fit.fitted.forEach((p, i) => drawn[i] = generator.uniform() < p ? 1 : 0);
      const found = circles(games, drawn), share = found.cyclic / Math.max(1, found.all);
      sum += share;
      if (share >= cyclic / triples.length - 1e-12) asMany++;
    }
    const interval = unit === null ? null : infer(
      [{ name: "the share of circles", weight: 1, value: (i) => triples[i].cyclic ? 1 : 0 }],
      triples.length,
      Int32Array.from(triples, ({ cluster }) => cluster),
      { level: options.level },
    );
    return {
      n_triples: triples.length,
      n_cyclic: cyclic,
      share: cyclic / triples.length,
      low: interval?.low ?? NaN,
      high: interval?.high ?? NaN,
      expected: known ? sum / replicates : NaN,
      p_value: known ? (1 + asMany) / (1 + replicates) : NaN,
      n_models: fit.models.length,
      n_unparsed: told.filter((row) => columns.verdicts[row] === VERDICT.missing).length,
    };
  });
}

/** The columns with the majority of its runs as the verdict of each call; runs without a verdict have no say. */
function overRuns(rows: Int32Array, calls: Int32Array, columns: StrengthColumns): StrengthColumns {
  const leads = new Map<number, number>();
  for (const row of rows) {
    const verdict = columns.verdicts[row];
    if (verdict === VERDICT.missing) continue;
    leads.set(
      calls[row],
      (leads.get(calls[row]) ?? 0) + (verdict === VERDICT.A ? 1 : verdict === VERDICT.B ? -1 : 0),
    );
  }
  const verdicts = Uint8Array.from(columns.verdicts);
  for (const row of rows) {
    const lead = leads.get(calls[row]);
    verdicts[row] = lead === undefined
      ? VERDICT.missing
      : lead > 0
      ? VERDICT.A
      : lead < 0
      ? VERDICT.B
      : VERDICT.tie;
  }
  return { ...columns, verdicts };
}

/** Who met whom in which unit, each as a number from 0. */
interface Games {
  unit: Int32Array;
  first: Int32Array;
  second: Int32Array;
  /** Cluster of each unit's first game. */
  clusters: number[];
  models: number;
}

function gamesOf(
  rows: readonly number[],
  { unitOf, clusterOf, firstOf, secondOf, models }:
    & Record<"unitOf" | "clusterOf" | "firstOf" | "secondOf", (row: number) => number>
    & { models: number },
): Games {
  const places = new Map<number, number>(), clusters: number[] = [];
  const unit = Int32Array.from(rows, (row) => {
    const code = unitOf(row);
    let own = places.get(code);
    if (own === undefined) {
      places.set(code, own = clusters.length);
      clusters.push(clusterOf(row));
    }
    return own;
  });
  return {
    unit,
    first: Int32Array.from(rows, firstOf),
    second: Int32Array.from(rows, secondOf),
    clusters,
    models,
  };
}

/** Counts the decided triples of every unit, and those that are circles; `won` is the first model's share of each game. */
function circles(
  { unit, first, second, clusters, models }: Games,
  won: ArrayLike<number>,
  visit?: (cluster: number, cyclic: boolean) => void,
): { all: number; cyclic: number } {
  const size = models * models,
    leads = new Float64Array(clusters.length * size),
    met = new Int32Array(models);
  for (let i = 0; i < unit.length; i++) {
    const from = unit[i] * size, lead = won[i] - 0.5;
    leads[from + first[i] * models + second[i]] += lead;
    leads[from + second[i] * models + first[i]] -= lead;
  }
  let all = 0, cyclic = 0;
  clusters.forEach((cluster, u) => {
    const from = u * size;
    let found = 0;
    for (let x = 0; x < models; x++) {
      for (let y = 0; y < models; y++) {
        if (leads[from + x * models + y] === 0) continue;
        met[found++] = x;
        break;
      }
    }
    for (let i = 0; i < found; i++) {
      for (let j = 0; j < i; j++) {
        const xy = leads[from + met[i] * models + met[j]];
        if (xy === 0) continue;
        for (let k = 0; k < j; k++) {
          const yz = leads[from + met[j] * models + met[k]], zx = leads[from + met[k] * models + met[i]];
          if (yz === 0 || zx === 0) continue;
          const isCircle = xy > 0 === yz > 0 && yz > 0 === zx > 0;
          all++;
          if (isCircle) cyclic++;
          visit?.(cluster, isCircle);
        }
      }
    }
  });
  return { all, cyclic };
}
