import { unlessRefused } from "../progress/require.ts";
import { thousands } from "../progress/told.ts";
import { gComputation } from "../stats/g_computation.ts";
import { COEFFICIENT, type Estimand, type Term } from "../stats/infer.ts";
import { logisticRegression } from "../stats/logistic_regression.ts";
import { matrixOf } from "../stats/matrix.ts";
import { overlapContrast } from "../stats/overlap_contrast.ts";
import { apart, type LengthEstimate, type LengthRows, none, unfit, varies } from "./length_rows.ts";

/**
 * Rarer outcomes (right or wrong, IDS or CDS, whichever are fewer) that each term of a curve needs: the usual ten (Peduzzi et al. 1996). A pair that
 * several judges saw, or one in both orders, is one pair: its length and its subset are not observed anew.
 */
const OUTCOMES_PER_TERM = 10;

const TERMS = ["slope", "jump at 0", "slope on either side", "bend", "bend on either side"];

/**
 * A curve of length, term by term, all of them 0 at equal length: slope v, jump sign(v) (who prefers the longer answer whatever it is longer by),
 * |v| (another slope on either side of 0), and bends v|v|/(|v| + median) and v²/(|v| + median).
 */
export function curveBasis(gap: Float64Array): Float64Array[] {
  const sizes = gap.map(Math.abs).filter((v) => v > 0).sort();
  const middle = sizes.length === 0 ? 1 : sizes[Math.floor((sizes.length - 1) / 2)];
  const bend = (v: number) => v === 0 ? 0 : v * v / (Math.abs(v) + middle);
  return [gap, gap.map(Math.sign), gap.map(Math.abs), gap.map((v) => Math.sign(v) * bend(v)), gap.map(bend)];
}

function allowed(outcomes: number): number {
  return Math.min(TERMS.length, Math.floor((outcomes + DETERMINED) / OUTCOMES_PER_TERM));
}

type LengthModel = ReturnType<typeof lengthModel>;

/** The model of length by rule: as many terms as the rarer outcomes allow, on the scale of words or of their log ratio, whichever makes the verdicts more likely. */
export function lengthModel({ y, subset, share, gaps, preferredFirst }: LengthRows) {
  const rarer = (side: number | null) => {
    let right = 0, all = 0;
    for (let i = 0; i < y.length; i++) {
      if (side !== null && subset[i] !== side) continue;
      right += share[i] * y[i];
      all += share[i];
    }
    return Math.min(right, all - right);
  };
  const own = { ids: allowed(rarer(1)), cds: allowed(rarer(0)) };
  const shared = Math.max(1, allowed(rarer(null)));
  const [words, ratio] = (["words", "log ratio"] as const).map((scale) => {
    const basis = curveBasis(gaps[scale]);
    const columns = [subset, ...basis.slice(0, shared), preferredFirst].filter(varies);
    return { scale, basis, likelihood: logLikelihood(y, columns) };
  });
  const { scale, basis } = ratio.likelihood > words.likelihood ? ratio : words;
  return { scale, basis, shared, own, text: `length by ${scale} (the more likely of words and log ratio)` };
}

export function matchedEstimate(
  rows: LengthRows,
  { scale, basis, own, shared, text }: LengthModel,
): LengthEstimate {
  const { y, subset, share, gaps, preferredFirst, votes } = rows, missing = unfit(rows) ?? apart(rows);
  if (missing) return missing;
  const pairs = share.reduce((sum, own) => sum + own, 0);
  const ids = share.reduce((sum, own, i) => sum + own * subset[i], 0);
  const groups = Math.max(1, allowed(Math.min(ids, pairs - ids)));
  const other = gaps[scale === "words" ? "log ratio" : "words"];
  const isOwn = Math.min(own.ids, own.cds) >= 2;
  const curves = (group: Float64Array) =>
    isOwn
      ? [...within(basis, own.ids, group, 1), ...within(basis, own.cds, group, 0), preferredFirst]
      : [...basis.slice(0, shared), preferredFirst];
  const all = curves(subset), kept = independent(all);
  const outcome = (group: Float64Array) => curves(group).filter((_, j) => kept.includes(all[j]));
  const by = (columns: readonly Float64Array[], regression: typeof outcome | null) =>
    attempt(() => {
      const design = { y, group: subset, propensity: independent(columns), outcome: regression };
      const { means, influence, effective } = overlapContrast(design),
        worths = effective.map((n) => n / votes);
      const [ids, cds] = worths.map((pairs) => thousands(Math.round(pairs)));
      const isFew = Math.min(...worths) < OUTCOMES_PER_TERM,
        worth = `worth ${ids} IDS and ${cds} CDS pairs`;
      const said = [
        `doubly robust with overlap weights on length and answer order, ${worth}; ${text}`,
        !regression && "weights alone, a regression of the verdicts separates them",
        columns === alone && "weights on this scale alone, both together separate the subsets",
      ];
      return {
        estimand: subsetEstimand(subset, means, influence),
        means,
        text: said.filter(Boolean).join("; "),
        few: isFew ? `weighted to the same lengths ${worth} only: a rough guess` : "",
      };
    });
  // The chance of IDS may hang on either scale; where both together, which tell both lengths, tell the subset too, one must do.
  const alone = [...basis.slice(0, groups), preferredFirst],
    both = [...basis.slice(0, groups), other, preferredFirst];
  const tried = [both, alone].map((columns) => {
    const found = by(columns, outcome);
    return found.estimand ? found : by(columns, null);
  });
  return tried.find(({ estimand }) => estimand) ?? tried[0];
}

/** IB at a difference of 0: one curve of length for being right, and where the outcomes allow it an IB that may rise or fall with the difference either way (`bends`: not in a straight line only). */
export function zeroEstimate(
  rows: LengthRows,
  { basis, own, shared, text }: LengthModel,
  bends: boolean,
): LengthEstimate {
  const isOwn = Math.min(own.ids, own.cds) >= 2, [, , size, , bend] = basis;
  const products = (isOwn ? bends ? [size, bend] : [size] : []).map((column) =>
    column.map((v, i) => v * (rows.subset[i] - 0.5))
  );
  return regressionEstimate(
    rows,
    [...basis.slice(0, shared), ...products],
    `${text}: ${TERMS.slice(0, shared).join(", ")}; ` +
      (isOwn
        ? "IB free to grow with the difference"
        : "too few outcomes for an IB that grows with the difference"),
  );
}

/** IB were some columns 0, all of them 0 where nothing but the subset differs: g-computation. */
export function regressionEstimate(
  { y, subset, preferredFirst }: Pick<LengthRows, "y" | "subset" | "preferredFirst">,
  columns: readonly Float64Array[],
  text: string,
): LengthEstimate {
  const missing = unfit({ y, subset, preferredFirst });
  if (missing) return missing;
  const held = independent(columns), others = [preferredFirst].filter(varies);
  return attempt(() => {
    const { means, influence, separated } = gComputation({ y, exposure: subset, held, others });
    return {
      estimand: subsetEstimand(subset, means, influence),
      means,
      text: `${text}${separated ? "; separated: limits of the predictions" : ""}`,
    };
  });
}

/**
 * A difference of two subsets' accuracies as terms of `infer`: what each subset's rows do to its own accuracy, so that errors, degrees of freedom and
 * Wilson's limits near 0 and 1 are the subset's; and what they do to the other one by way of covariates. Without covariates it is IB itself.
 */
export function subsetEstimand(
  subset: Float64Array,
  means: readonly number[],
  influence: readonly Float64Array[],
): Estimand {
  const ids = subset.reduce((sum, side) => sum + side, 0), sizes = [ids, subset.length - ids];
  const term = (mean: number, by: number): Term => ({
    name: `${["IDS", "CDS"][mean]}${mean === by ? "" : ", by way of length"}`,
    weight: mean === 0 ? 1 : -1,
    estimate: mean === by ? means[mean] : 0,
    range: mean === by ? [0, 1] : COEFFICIENT,
    value: (row) => subset[row] === 1 - by ? sizes[by] * influence[mean][row] : NaN,
  });
  const crosses = [0, 1].filter((mean) =>
    influence[mean].some((value, row) => subset[row] === mean && Math.abs(value) > ROUNDING)
  );
  return [term(0, 0), term(1, 1), ...crosses.map((mean) => term(mean, 1 - mean))];
}

/** Influences smaller than this, and shares of a column's variance that others leave, are what rounding leaves of none. */
const ROUNDING = 1e-12, DETERMINED = 1e-9;

function attempt(fit: () => LengthEstimate): LengthEstimate {
  // Too few pairs, subsets that share no lengths, or covariates that determine each other: no estimate, and the words say why.
  return unlessRefused(fit, ({ message }) => {
    const said = message.replace(/^.*: wanted (.*), found .* in (\d+ rows)$/, "$2 have no $1");
    return none(said.replace(/^.*?: wanted/, "no model could be fitted, which takes"));
  });
}

function within(basis: readonly Float64Array[], terms: number, group: Float64Array, side: number) {
  return basis.slice(0, terms).map((column) => column.map((v, i) => group[i] === side ? v : 0));
}

function logLikelihood(y: Float64Array, columns: Float64Array[]): number {
  // No likelihood of columns that determine each other.
  return unlessRefused(
    () => logisticRegression(matrixOf(columns, y.length), y).logLikelihood,
    () => -Infinity,
  );
}

/** Columns that neither a constant nor those before them determine. */
function independent(columns: readonly Float64Array[]): Float64Array[] {
  const directions: Float64Array[] = [], kept: Float64Array[] = [];
  const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, i) => sum + value * b[i], 0);
  for (const column of columns) {
    const mean = column.reduce((sum, value) => sum + value, 0) / column.length;
    let left = column.map((value) => value - mean);
    const before = dot(left, left);
    for (const direction of directions) {
      const along = dot(left, direction);
      left = left.map((value, i) => value - along * direction[i]);
    }
    const size = dot(left, left);
    if (!(size > DETERMINED * before)) continue;
    directions.push(left.map((value) => value / Math.sqrt(size)));
    kept.push(column);
  }
  return kept;
}
