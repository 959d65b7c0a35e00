import type pl from "nodejs-polars";
import { factor } from "../results/factor.ts";
import { random } from "../stats/random.ts";
import { groupRows, metricFrame } from "./metric_table.ts";
import { requireColumns } from "../results/require_valid_frame.ts";
import { pairOutcomes, pairsGrouping, VERDICT } from "./pair_outcomes.ts";
import { rowInterval } from "./row_interval.ts";
import { type StrengthColumns, strengthColumns, strengthFit } from "./strength_fit.ts";
import { firstOf, verdictCells } from "./verdict_rows.ts";
import { requireOptions } from "../results/require_options.ts";

/** Studies that are drawn from the fitted strengths. */
const REPLICATES = 199;

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
 * One row per group of `by` (default: benchmark, judge, pipeline, image, variant): `n_triples, n_cyclic, share`, then
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
  pairs: pl.DataFrame,
  { by, within, replicates = REPLICATES, seed = 1, level, ...others }: {
    by?: readonly string[];
    within?: string;
    replicates?: number;
    seed?: number;
    level?: number;
  } = {},
): pl.DataFrame {
  requireOptions("transitivity", others, ["by", "within", "replicates", "seed", "level"]);
  if (within !== undefined) requireColumns("transitivity", pairs, [within]);
  const outcomes = pairOutcomes("transitivity", pairs);
  const columns = strengthColumns("transitivity", pairs, { outcomes, covariates: [], verdict: "choice" });
  const once = verdictCells(pairs), calls = verdictCells(pairs, ["run"]);
  const unit = within === undefined ? null : factor(pairs.getColumn(within)).codes;
  const grouping = pairsGrouping(pairs, by);
  const generator = random(seed);
  const groups = groupRows(pairs, grouping).map(({ key, rows: all }) => {
    const told = firstOf(all, once), own = overRuns(told, calls, columns);
    const fit = strengthFit(own, firstOf(told, calls));
    const won = Float64Array.from(fit.rows, (row) => {
      const verdict = own.verdicts[row];
      return verdict === VERDICT.tie ? 0.5 : verdict === VERDICT.A ? 1 : 0;
    });
    const place = new Map(fit.models.map((model, i) => [model, i]));
    const games = fit.rows.map((row) => ({
      unit: unit ? unit[row] : 0,
      cluster: outcomes.clusters[row],
      a: place.get(columns.a[row])!,
      b: place.get(columns.b[row])!,
    }));
    const triples = circles(games, won, fit.models.length);
    let sum = 0, asMany = 0;
    const known = fit.coefficients.every((value) => !Number.isNaN(value)) && triples.length > 0;
    for (let r = 0; known && r < replicates; r++) {
      const drawn = circles(games, fit.fitted.map((p) => generator.uniform() < p ? 1 : 0), fit.models.length);
      const share = drawn.filter(({ cyclic }) => cyclic).length / Math.max(1, drawn.length);
      sum += share;
      if (share >= triples.filter(({ cyclic }) => cyclic).length / triples.length - 1e-12) asMany++;
    }
    const cyclic = triples.filter((triple) => triple.cyclic).length;
    const interval = unit === null ? null : rowInterval({
      rows: Int32Array.from(triples.keys()),
      clusters: Int32Array.from(triples, ({ cluster }) => cluster),
      value: (row) => triples[row].cyclic ? 1 : 0,
      level,
    });
    return {
      ...key,
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
  return metricFrame(
    grouping,
    "n_triples:count n_cyclic:count share low high expected p_value n_models:count " +
      "n_unparsed:count",
    groups,
  );
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

interface Game {
  unit: number;
  cluster: number;
  a: number;
  b: number;
}

/** The decided triples of every unit, and whether they are circles; `won` is A's share of each game. */
function circles(games: readonly Game[], won: ArrayLike<number>, models: number) {
  const units = new Map<number, { cluster: number; lead: Float64Array }>();
  games.forEach(({ unit, cluster, a, b }, i) => {
    let own = units.get(unit);
    if (!own) units.set(unit, own = { cluster, lead: new Float64Array(models * models) });
    own.lead[a * models + b] += won[i] - 0.5;
    own.lead[b * models + a] -= won[i] - 0.5;
  });
  const triples: { cluster: number; cyclic: boolean }[] = [];
  for (const { cluster, lead } of units.values()) {
    const met = Array.from({ length: models }, (_, x) => x).filter((x) =>
      lead.subarray(x * models, (x + 1) * models).some((value) => value !== 0)
    );
    for (let i = 0; i < met.length; i++) {
      for (let j = 0; j < i; j++) {
        for (let k = 0; k < j; k++) {
          const [xy, yz, zx] = [[i, j], [j, k], [k, i]].map(([p, q]) => lead[met[p] * models + met[q]]);
          if (xy === 0 || yz === 0 || zx === 0) continue;
          triples.push({ cluster, cyclic: xy > 0 === yz > 0 && yz > 0 === zx > 0 });
        }
      }
    }
  }
  return triples;
}
