import type pl from "nodejs-polars";
import { pairOutcomes, requireLabels, SIDE, VERDICT } from "../metrics/pair_outcomes.ts";
import { requireColumns } from "../results/require_valid_frame.ts";
import { clusterContrast } from "../stats/cluster_contrast.ts";
import { clusterDelta } from "../stats/cluster_delta.ts";
import { BASE_CONDITION, type Condition, conditionRows } from "./conditions.ts";
import { DELTA, type HypothesisResult, hypothesisResult, type SensitivityRow } from "./hypothesis_result.ts";
import { requireOptions } from "../results/require_options.ts";
import { requireOneOf } from "../stats/require_value.ts";

/** Cells of a pair: right in IDS, wrong in IDS, right in CDS, wrong in CDS. */
const CELLS = 4;

/** Audited pairs of the smaller subset below which a correction rests on too few. */
const FEW_AUDITED = 10;

/** IB freed from label errors, and what the audit found. */
export interface CorrectedBiasResult extends HypothesisResult {
  /** Shares of audited pairs whose human and whose informativeness label was wrong. */
  errors: { human: number; informativeness: number; n: number };
}

/**
 * Is informativeness bias above 0 once label errors are taken out? From a random sample of the pairs whose labels were checked (`audit`:
 * `item_id`, `benchmark` where items are not unique without it, and the right `human` and `more_informative`; a column that is missing was
 * not checked and counts as right).
 *
 * - `ppi`: IB of the audited pairs by the right labels, plus λ times (IB of the others by the labels as they are − IB of the audited by the labels
 *   as they are), λ tuned to the least variance: prediction-powered (Angelopoulos et al. 2023, 2024). Unbiased whatever the errors hang on.
 * - `rogan_gladen`: the shares of the four cells (subset × right) as they are, multiplied by the inverse of the audit's matrix P(cell as it is |
 *   right cell) (Rogan and Gladen 1978, for four classes). Assumes that errors given the right cell are the same in all pairs; noise grows as
 *   labels get worse, and where the matrix hardly tells cells apart nothing is left.
 *
 * Cluster-robust by image, both; `sensitivity` shows the labels as they are, the audited pairs alone, and both methods. Remember: errors of
 * informativeness labels that have nothing to do with the verdict make IB smaller, so correcting them makes it larger; wrong human labels
 * make an unbiased judge look biased (`labelError` for what they could do without an audit). How many labels to check: `planLabels`.
 *
 * @throws {TypeError} without informativeness labels, or an audit without item_id and a label
 * @throws {RangeError} for an unknown method, an item audited twice or found in several benchmarks, or no audited pair
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { correctedBias } from "judgebias";
 * import { simulatePairs } from "judgebias/simulate";
 *
 * const pairs = simulatePairs({ judges: ["GPT-4o"], benchmarks: ["VL-RewardBench"] });
 * const audit = pairs.select("benchmark", "item_id", "human", "more_informative").unique({ subset: ["item_id"] }).head(300);
 * const { estimate, errors } = correctedBias(pairs, { audit });
 * assert.ok(estimate > 0.3 && errors.human === 0); // nothing was wrong
 * ```
 */
export function correctedBias(
  pairs: pl.DataFrame,
  { audit, method = "ppi", condition = BASE_CONDITION, delta = DELTA.points, alpha = 0.05, ...others }: {
    audit: pl.DataFrame;
    method?: "ppi" | "rogan_gladen";
    condition?: Condition;
    delta?: number;
    alpha?: number;
  },
): CorrectedBiasResult {
  requireOptions("correctedBias", others, ["audit", "method", "condition", "delta", "alpha"]);
  const action = "correctedBias";
  requireOneOf(action, "the method", method, ["ppi", "rogan_gladen"]);
  const selected = conditionRows(action, pairs, condition);
  const outcomes = pairOutcomes(action, pairs);
  requireLabels(action, outcomes);
  const right = rightLabels(action, pairs, audit);
  const { correct, choice, human, informativeness, clusters } = outcomes;
  const rows = selected.filter((row) => correct[row] >= 0 && informativeness[row] !== SIDE.none);
  const cell = (ids: boolean, isRight: boolean) => (ids ? 0 : 2) + (isRight ? 0 : 1);
  const seen = Int8Array.from(rows, (row) => cell(informativeness[row] === SIDE.first, correct[row] === 1));
  const names = ["A", "B"];
  let wrongHuman = 0, wrongInformative = 0;
  const audited = Int8Array.from(rows, (row) => {
    const found = right(row);
    if (!found) return -1;
    const trueHuman = found.human ?? names[human[row]];
    const seenIds = informativeness[row] === SIDE.first;
    const labelled = seenIds ? names[human[row]] : names[1 - human[row]];
    const trueInformative = found.more_informative ?? labelled;
    if (!names.includes(trueHuman) || !names.includes(trueInformative)) return -1;
    if (trueHuman !== names[human[row]]) wrongHuman++;
    if (trueInformative !== labelled) wrongInformative++;
    return cell(trueHuman === trueInformative, choice[row] <= VERDICT.B && names[choice[row]] === trueHuman);
  });
  const n = audited.filter((value) => value >= 0).length;
  if (n === 0) throw new RangeError(`${action}: wanted audited items among the pairs, found none`);
  const codes = Int32Array.from(rows, (row) => clusters[row]);
  const level = 1 - alpha;
  const found = {
    ppi: predictionPowered(seen, audited, { clusters: codes, level }),
    rogan_gladen: inverted(seen, audited, { clusters: codes, level }),
  };
  const all = Int32Array.from(rows.keys()), checked = all.filter((i) => audited[i] >= 0);
  const own = (places: Int32Array, cells: Int8Array) =>
    clusterContrast({
      values: Float64Array.from(places, (i) => cells[i] % 2 === 0 ? 1 : 0),
      parts: Int32Array.from(places, (i) => cells[i] < 2 ? 0 : 1),
      clusters: Int32Array.from(places, (i) => codes[i]),
      weights: [1, -1],
      bounds: [-1, 1],
      names: ["IDS", "CDS"],
      level,
    });
  const asIs = own(all, seen), alone = own(checked, audited);
  const main = found[method];
  const few = Math.min(...[0, 2].map((side) => checked.filter((i) => audited[i] >> 1 === side >> 1).length));
  const row = (name: string, one: Omit<SensitivityRow, "name">): SensitivityRow => ({
    name,
    estimate: one.estimate,
    low: Math.max(-1, one.low),
    high: Math.min(1, one.high),
    n: one.n,
    pValue: one.pValue,
  });
  const result = hypothesisResult({
    hypothesis: "IB remains after label errors are corrected",
    claim: "informativeness bias is above 0 by the right labels, as an audited sample tells of them",
    estimate: main.estimate,
    low: Math.max(-1, main.low),
    high: Math.min(1, main.high),
    n: rows.length,
    clusters: asIs.clusters,
    df: main.df,
    pValue: main.pValue,
    delta,
    effect: { measure: "IB as labelled, points", value: 100 * asIs.estimate },
    method: method === "ppi"
      ? `prediction-powered from ${n} audited of ${rows.length} pairs, λ = ${
        found.ppi.lambda.toFixed(2)
      }; cluster-robust by image`
      : `inverse of the matrix of label errors (Rogan–Gladen) in ${n} audited of ${rows.length} pairs; cluster-robust by image`,
    assumptions: [
      "pairs on different images are independent",
      "the audited pairs are a random sample of all, and their checked labels are right",
      ...method === "ppi" ? [] : ["errors given the right cell are the same in audited and other pairs"],
      "errors of informativeness labels that have nothing to do with the verdict make IB smaller, not larger",
    ],
    warning: few < FEW_AUDITED
      ? `${few} audited pairs in the smaller subset: the correction rests on too few`
      : main.warning,
    sensitivity: [
      row("labels as they are", asIs),
      row("audited pairs alone, right labels", alone),
      row("prediction-powered", { ...found.ppi, n: rows.length }),
      row("Rogan–Gladen", { ...found.rogan_gladen, n: rows.length }),
    ],
    alpha,
    frames: [pairs],
    claimIs: "above",
  });
  return Object.assign(result, {
    errors: { human: wrongHuman / n, informativeness: wrongInformative / n, n },
  });
}

/**
 * Prediction-powered IB: by the right labels of the audited pairs, plus λ times what the labels as they are say of the others and not of
 * these. A weighted sum of six shares, each with its own few rows and, near 0 or 1, Wilson's limits: as means of influences intervals covered 91% with 50
 * audited pairs and an accuracy of .9 (now 98%; 96% with .7 and .8).
 */
function predictionPowered(
  seen: Int8Array,
  audited: Int8Array,
  { clusters, level }: { clusters: Int32Array; level: number },
) {
  const all = Int32Array.from(seen.keys());
  const checked = all.filter((i) => audited[i] >= 0), rest = all.filter((i) => audited[i] < 0);
  const lambda = tunedWeight(seen, audited, checked, rest);
  const terms = [
    { rows: checked, cells: audited, weight: 1, name: "of the audited sample" },
    ...lambda > 0
      ? [
        { rows: checked, cells: seen, weight: -lambda, name: "of the audited sample as labelled" },
        { rows: rest, cells: seen, weight: lambda, name: "of the other pairs" },
      ]
      : [],
  ];
  const places = terms.flatMap(({ rows, cells }, t) => Array.from(rows, (i) => ({ i, cell: cells[i], t })));
  const contrast = clusterContrast({
    values: places.map(({ cell }) => cell % 2 === 0 ? 1 : 0),
    parts: places.map(({ cell, t }) => 2 * t + (cell < 2 ? 0 : 1)),
    clusters: places.map(({ i }) => clusters[i]),
    weights: terms.flatMap(({ weight }) => [weight, -weight]),
    names: terms.flatMap(({ name }) => [`IDS ${name}`, `CDS ${name}`]),
    level,
  });
  return { ...contrast, lambda };
}

/** The weight of the labels as they are that makes the variance least (Angelopoulos and others 2023), from 0 to 1. */
function tunedWeight(seen: Int8Array, audited: Int8Array, checked: Int32Array, rest: Int32Array): number {
  const truth = influence(audited, checked), before = influence(seen, checked);
  let both = 0, own = 0;
  for (const i of checked) {
    both += truth(audited[i]) * before(seen[i]);
    own += before(seen[i]) ** 2;
  }
  const tuned = both / (own * (1 + checked.length / rest.length));
  const others = [0, 1].map((side) => rest.filter((i) => seen[i] >> 1 === side).length);
  return Number.isNaN(tuned) || others.includes(0) ? 0 : Math.min(1, Math.max(0, tuned));
}

/** What a row of a cell moves IB by, times the number of rows. */
function influence(cells: ArrayLike<number>, rows: Int32Array) {
  const counts = [0, 0, 0, 0];
  for (const i of rows) counts[cells[i]]++;
  const ids = counts[0] + counts[1], cds = counts[2] + counts[3];
  return (cell: number) =>
    cell < 2
      ? rows.length / ids * ((cell === 0 ? 1 : 0) - counts[0] / ids)
      : -rows.length / cds * ((cell === 2 ? 1 : 0) - counts[2] / cds);
}

/** IB from the shares of cells as they are and the inverse of P(cell as it is | right cell). */
function inverted(
  seen: Int8Array,
  audited: Int8Array,
  { clusters, level }: { clusters: Int32Array; level: number },
) {
  const columns: Float64Array[] = [];
  for (let c = 0; c < CELLS; c++) columns.push(Float64Array.from(seen, (cell) => cell === c ? 1 : 0));
  for (let t = 0; t < CELLS; t++) {
    for (let c = 0; c < CELLS; c++) {
      columns.push(Float64Array.from(seen, (cell, i) => cell === c && audited[i] === t ? 1 : 0));
    }
  }
  return clusterDelta({
    columns,
    clusters,
    level,
    statistic: (means) => {
      const rates = Array.from({ length: CELLS }, (_, c) =>
        Array.from({ length: CELLS }, (_, t) => {
          const of = means.slice(CELLS * (t + 1), CELLS * (t + 2));
          const sum = of.reduce((total, value) => total + value, 0);
          // A cell that the audit holds no pair of: labels of such pairs are taken as they are.
          return sum < 1e-12 ? (c === t ? 1 : 0) : of[c] / sum;
        }));
      const [a, b, c, d] = solve(rates, means.slice(0, CELLS));
      return a / (a + b) - c / (c + d);
    },
  });
}

/** Gauss with pivots; NaN where the matrix is singular. */
function solve(matrix: number[][], side: number[]): number[] {
  const rows = matrix.map((row, i) => [...row, side[i]]), n = side.length;
  for (let k = 0; k < n; k++) {
    const pivot = rows.slice(k).reduce(
      (best, row, i) => Math.abs(row[k]) > Math.abs(rows[best][k]) ? k + i : best,
      k,
    );
    [rows[k], rows[pivot]] = [rows[pivot], rows[k]];
    for (let i = 0; i < n; i++) {
      if (i === k) continue;
      const factor = rows[i][k] / rows[k][k];
      for (let j = k; j <= n; j++) rows[i][j] -= factor * rows[k][j];
    }
  }
  return rows.map((row, i) => row[n] / row[i]);
}

/** The right labels of a row's item, where it was audited. */
function rightLabels(action: string, pairs: pl.DataFrame, audit: pl.DataFrame) {
  requireColumns(action, audit, ["item_id"]);
  const labels = ["human", "more_informative"].filter((name) => audit.columns.includes(name));
  if (labels.length === 0) {
    throw new TypeError(
      `${action}: wanted human or more_informative in the audit, found ${audit.columns.join(", ")}`,
    );
  }
  const both = audit.columns.includes("benchmark") && pairs.columns.includes("benchmark");
  const keys = (frame: pl.DataFrame) => {
    const items = frame.getColumn("item_id").toArray(),
      sets = both ? frame.getColumn("benchmark").toArray() : [];
    return items.map((item, i) => both ? `${sets[i]}\n${item}` : String(item));
  };
  if (!both && pairs.columns.includes("benchmark")) {
    const sets = pairs.getColumn("benchmark").toArray(), of = new Map<string, unknown>();
    keys(pairs).forEach((key, i) => {
      if (of.has(key) && of.get(key) !== sets[i]) {
        throw new RangeError(
          `${action}: wanted a column benchmark in the audit, found item ${key} in ${of.get(key)} and ${
            sets[i]
          }`,
        );
      }
      of.set(key, sets[i]);
    });
  }
  const values = labels.map((name) => audit.getColumn(name).toArray() as (string | null)[]);
  const found = new Map<string, { human?: string; more_informative?: string }>();
  keys(audit).forEach((key, i) => {
    if (found.has(key)) {
      throw new RangeError(`${action}: wanted every item once in the audit, found ${key} twice`);
    }
    found.set(
      key,
      Object.fromEntries(labels.flatMap((name, l) => values[l][i] === null ? [] : [[name, values[l][i]]])),
    );
  });
  const own = keys(pairs);
  return (row: number) => found.get(own[row]);
}
