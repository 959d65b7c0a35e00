import type pl from "nodejs-polars";
import { SIDE, VERDICT } from "../metrics/pair_outcomes.ts";
import { requireOptions } from "../results/require_options.ts";
import { clusterContrast } from "../stats/cluster_contrast.ts";
import { requireOneOf } from "../stats/require_value.ts";
import { auditedLabels } from "./audited_labels.ts";
import { BASE_CONDITION, type PairsTestOptions } from "./conditions.ts";
import { DELTA, type HypothesisResult, hypothesisResult, type SensitivityRow } from "./hypothesis_result.ts";
import { inverted, predictionPowered } from "./label_corrections.ts";
import { labelledRows } from "./length_rows.ts";
import { sensitivityRow } from "./metric_evidence.ts";

/** Audited pairs of the smaller subset below which a correction rests on too few. */
const FEW_AUDITED = 10;

/** IB freed from label errors, and what the audit found. */
export interface CorrectedBiasResult extends HypothesisResult {
  /** Shares of audited pairs whose human and whose informativeness label was wrong. */
  errors: { human: number; informativeness: number; n: number };
}

/** Options of `correctedBias`. */
export interface CorrectedBiasOptions extends PairsTestOptions {
  /** A random sample of the pairs with their right labels: item_id, human, more_informative, and benchmark where items need it. */
  audit: pl.DataFrame;
  /** How label errors are taken out; "ppi" by default. */
  method?: "ppi" | "rogan_gladen";
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
  { audit, method = "ppi", condition = BASE_CONDITION, delta = DELTA.points, alpha = 0.05, ...others }:
    CorrectedBiasOptions,
): CorrectedBiasResult {
  requireOptions("correctedBias", others, ["audit", "method", "condition", "delta", "alpha"]);
  const action = "correctedBias";
  requireOneOf(action, "the method", method, ["ppi", "rogan_gladen"]);
  const { outcomes, rows } = labelledRows(action, pairs, condition);
  const right = auditedLabels(action, pairs, audit);
  const { correct, choice, human, informativeness, clusters } = outcomes;
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
  const row = (name: string, one: Omit<SensitivityRow, "name">) =>
    sensitivityRow(name, { ...one, low: Math.max(-1, one.low), high: Math.min(1, one.high) });
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
