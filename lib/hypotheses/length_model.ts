import { columnNumbers } from "../results/factor.ts";
import { logisticRegression } from "../stats/logistic_regression.ts";
import type { Condition } from "./conditions.ts";
import { type LengthRows, lengthRows } from "./length_rows.ts";
import type pl from "nodejs-polars";

/** How a length difference is measured: words, or the logarithm of the ratio of words. Both are 0 at equal length. */
export type LengthScale = "words" | "log ratio";

/** Terms of a curve of length: none of its own, a slope on either side of 0, or a slope and a bend on either side. */
export type LengthTerms = 0 | 2 | 4;

/** What a regression of correctness on subset and length is fitted to. */
export interface LengthDesign {
  y: Float64Array;
  /** 1 = IDS. */
  subset: Float64Array;
  clusters: Int32Array;
  preferredFirst: Float64Array;
  /** Signed length difference (human-preferred − other) of each pair, by scale. */
  gaps: Record<LengthScale, Float64Array>;
}

/** A chosen model of length: its covariates, all of them 0 at equal length. */
export interface LengthModel {
  scale: LengthScale;
  /** Terms of the curve in IDS and in CDS; `common` where both share one. */
  terms: { ids: LengthTerms; cds: LengthTerms; common: boolean };
  columns: Float64Array[];
  /** The rule and what it chose, in words. */
  text: string;
}

/** What the ways of asking at equal length share: the pairs of a condition, their covariates, the chosen model of length. */
export interface LengthStudy {
  pairs: pl.DataFrame;
  data: LengthRows;
  design: LengthDesign;
  model: LengthModel;
}

/** The study of a condition's pairs. Errors are those of `lengthRows`. */
export function lengthStudy(action: string, pairs: pl.DataFrame, condition: Condition): LengthStudy {
  const data = lengthRows(action, pairs, condition);
  const design = lengthDesign(pairs, data);
  return { pairs, data, design, model: chooseLengthModel(design) };
}

/** Rarer outcomes (right or wrong, whichever are fewer) in a subset that each term of its curve needs. */
const OUTCOMES_PER_TERM = 10;

/** The covariates of pairs whose lengths and labels are known. */
function lengthDesign(pairs: pl.DataFrame, data: LengthRows): LengthDesign {
  const { outcomes, rows, difference, subset, preferredFirst } = data;
  const a = columnNumbers(pairs.getColumn("words_a")), b = columnNumbers(pairs.getColumn("words_b"));
  return {
    y: Float64Array.from(rows, (row) => outcomes.correct[row]),
    subset,
    clusters: Int32Array.from(rows, (row) => outcomes.clusters[row]),
    preferredFirst,
    gaps: {
      words: difference,
      // ln((words preferred + 1)/(words other + 1)); the 1 keeps an empty answer finite.
      "log ratio": difference.map((d, i) => {
        const sum = a[rows[i]] + b[rows[i]];
        return Math.log((sum + d) / 2 + 1) - Math.log((sum - d) / 2 + 1);
      }),
    },
  };
}

/**
 * The model of length by rule: as many terms as the rarer outcome of each subset allows, on the scale of words or of their log ratio,
 * whichever makes the verdicts more likely.
 *
 * Terms of a curve: max(v, 0) and max(−v, 0), so that its slope may change at equal length, and a bend v²/(|v| + median |v|) on either side.
 * Each subset has a curve of its own where both have ten rarer outcomes per term for two terms at least; else they share one, and length is
 * taken to work alike in both.
 */
function chooseLengthModel(design: LengthDesign): LengthModel {
  const { y, subset } = design;
  const rarer = (side: number | null) => {
    let right = 0, all = 0;
    for (let i = 0; i < y.length; i++) {
      if (side !== null && subset[i] !== side) continue;
      right += y[i];
      all++;
    }
    return Math.min(right, all - right);
  };
  const allowed = (outcomes: number): LengthTerms =>
    outcomes >= 4 * OUTCOMES_PER_TERM ? 4 : outcomes >= 2 * OUTCOMES_PER_TERM ? 2 : 0;
  const ids = allowed(rarer(1)), cds = allowed(rarer(0)), common = ids === 0 || cds === 0;
  const all = allowed(rarer(null)) || 2;
  const terms = common ? { ids: all, cds: all, common } : { ids, cds, common };
  const scales: LengthScale[] = ["words", "log ratio"];
  const fits = scales.map((scale) => {
    const columns = curveColumns(design.gaps[scale], subset, terms);
    return { scale, columns, likelihood: logLikelihood(design, columns) };
  });
  const [words, ratio] = fits;
  const best = ratio.likelihood > words.likelihood ? ratio : words;
  const curve = (k: LengthTerms) =>
    k === 4 ? "slope and bend on either side of 0" : "a slope on either side of 0";
  const text = `length by ${best.scale} (the more likely of words and log ratio); ` +
    (common
      ? `one curve for both subsets, ${curve(all)}`
      : ids === cds
      ? `a curve for each subset, ${curve(ids)}`
      : `a curve for each subset, ${curve(ids)} in IDS, ${curve(cds)} in CDS`);
  return { scale: best.scale, terms, columns: best.columns, text };
}

/** The curves' columns for the subsets given; a column may be constant. */
export function curveColumns(
  gap: Float64Array,
  subset: Float64Array,
  terms: LengthModel["terms"],
): Float64Array[] {
  return ownCurves(curveBasis(gap), subset, terms);
}

/** Slopes and bends on either side of 0, whichever subset a pair is in. */
export function curveBasis(gap: Float64Array): Float64Array[] {
  const middle = median(gap.map(Math.abs).filter((v) => v > 0));
  const basis = Array.from({ length: 4 }, () => new Float64Array(gap.length));
  for (let i = 0; i < gap.length; i++) {
    const v = gap[i], size = Math.abs(v), side = v > 0 ? 0 : 1;
    if (!(size > 0)) continue;
    basis[side][i] = size;
    basis[2 + side][i] = size * size / (size + middle);
  }
  return basis;
}

/** A basis as the curves of the subsets given. */
export function ownCurves(
  basis: readonly Float64Array[],
  subset: Float64Array,
  { ids, cds, common }: LengthModel["terms"],
): Float64Array[] {
  const within = (terms: LengthTerms, which: number) =>
    basis.slice(0, terms).map((column) => {
      const own = new Float64Array(column.length);
      for (let i = 0; i < own.length; i++) own[i] = subset[i] === which ? column[i] : 0;
      return own;
    });
  return common ? basis.slice(0, ids) : [...within(ids, 1), ...within(cds, 0)];
}

function logLikelihood({ y, subset, preferredFirst }: LengthDesign, columns: Float64Array[]): number {
  const all = [subset, ...columns, preferredFirst].filter(varies);
  const data = new Float64Array(y.length * all.length);
  all.forEach((column, j) => data.set(column, j * y.length));
  try {
    return logisticRegression({ rows: y.length, columns: all.length, data }, y).logLikelihood;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return -Infinity; // columns that determine each other
  }
}

/** Whether a column has several values: others explain nothing. */
export function varies(column: Float64Array): boolean {
  return column.some((value) => value !== column[0]);
}

function median(values: Float64Array): number {
  const sorted = values.slice().sort();
  return sorted.length === 0 ? 1 : sorted[Math.floor((sorted.length - 1) / 2)];
}
