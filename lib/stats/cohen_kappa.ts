import { told } from "../progress/told.ts";
import { grouped } from "./grouped.ts";
import { infer } from "./infer.ts";
import { type Label, pairedLabels, rowCodes } from "./label_codes.ts";
import { SCARCE } from "./limits.ts";
import {
  type ClusterLabels,
  coefficient,
  type CoefficientInterval,
  coefficientInterval,
  type Moved,
  waysOf,
} from "./estimand.ts";
import { requireBetween, requireList, requireOneOf, requireOptions } from "../progress/require.ts";

/** Agreement of two raters beyond chance, with its interval. */
export interface CohenKappa extends CoefficientInterval {
  /** The coefficient: 1 = full agreement, 0 = as much as by chance; NaN without pairs, or where chance alone agrees always. */
  kappa: number;
  /** Share of pairs with the same label. */
  agreement: number;
  /** Pairs left out because a label is missing. */
  nMissing: number;
}

/** What agreement by chance is taken to be. */
export type Coefficient = "kappa" | "ac1" | "quadratic";

/** Options of `cohenKappa`. */
export interface AgreementOptions {
  /** κ of labels by default; Gwet's AC1; or κ of numbers, quadratically weighted. */
  coefficient?: Coefficient;
  /** Cluster of each pair (the image, say), any values, or two such lists that cross; without it every pair is one. */
  clusters?: ClusterLabels;
  /** Level of the interval, above 0 and below 1; 0.95 by default. */
  level?: number;
}

/**
 * Cohen's κ and its kin: agreement of two raters beyond chance, (p_o − p_e)/(1 − p_e) with p_o the share of equal labels. 1 = full agreement,
 * 0 = as good as chance, negative = worse.
 *
 * - `kappa` (Cohen 1960): p_e from the raters' own label frequencies. With rare labels it is low whatever the raters do.
 * - `ac1` (Gwet 2008): p_e = Σ_k π_k(1 − π_k)/(K − 1), π_k the mean of both raters' shares of label k, K the labels that occur: where nearly all
 *   pairs have one label, κ falls to 0 although the raters agree on nearly all; AC1 does not.
 * - `quadratic` (Cohen 1968), of numbers: 1 − Σ(x − y)² over what two raters who know nothing of each other would have: asks for the same
 *   number where τ asks for the same order.
 *
 * NaN where chance agreement is 1 (both raters give one label only) and without pairs. Pairs with a missing label are left out and counted. The
 * interval is that of `infer` for a coefficient in [−1, 1] with the pairs' influence (of κ the error of Fleiss, Cohen and Everitt 1969, their
 * equation 13, with the correction for few clusters). `warning` says where it may fail: what `infer` warns of, and of κ a label that both raters
 * give in fewer than 8 clusters, or one of them in so few that it must fill them: others like them may exist.
 *
 * @throws {TypeError} when the lists differ in length, where no label of one rater is of the other's kind (1 and "1"), or for labels that are no numbers in `quadratic`
 * @throws {RangeError} for an unknown coefficient, or a level outside (0, 1)
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { cohenKappa } from "judgebias/stats";
 *
 * // p_o = 0.75, p_e = ½·¾ + ½·¼ = ½
 * assert.equal(cohenKappa(["A", "A", "B", "B"], ["A", "A", "B", "A"]).kappa, 0.5);
 * // p_o = 0.9, π_B = 0.1, p_e = 2·0.1·0.9 = 0.18
 * const a = [...new Array(90).fill("A"), ...new Array(10).fill("B")];
 * const b = [
 *   ...new Array(85).fill("A"),
 *   ...new Array(10).fill("B"),
 *   ...new Array(5).fill("A"),
 * ];
 * assert.ok(
 *   Math.abs(cohenKappa(a, b, { coefficient: "ac1" }).kappa - 0.72 / 0.82) < 1e-12,
 * );
 * ```
 */
export function cohenKappa(
  a: ArrayLike<Label>,
  b: ArrayLike<Label>,
  options: AgreementOptions = {},
): CohenKappa {
  requireOptions("cohenKappa", options, ["coefficient", "clusters", "level"]);
  const { coefficient: kind = "kappa", clusters, level = 0.95 } = options;
  requireBetween("cohenKappa", "a level", level);
  requireOneOf("cohenKappa", "the coefficient", kind, ["kappa", "ac1", "quadratic"]);
  const { pairs, rows, nMissing } = pairedLabels("cohenKappa", a, b), n = pairs.length;
  if (n > 0 && pairs.every(([x, y]) => typeof x !== typeof y)) {
    const [one, other] = pairs[0].map(told);
    throw new TypeError(`cohenKappa: wanted labels of one kind from both raters, found ${one} and ${other}`);
  }
  const codes = rowCodes("cohenKappa", clusters, a.length, rows);
  const [x, y] = [0, 1].map((rater) => pairs.map((pair) => pair[rater] as number));
  if (kind === "quadratic") {
    for (const labels of [x, y]) requireList("cohenKappa", "labels for quadratic weights", labels, "number");
  }
  const moved = kind === "quadratic" ? quadraticKappa(x, y) : nominalKappa(pairs, kind),
    { value: kappa } = moved;
  const found = infer(coefficient("the agreement", moved), n, codes, { level });
  const scarce = () => kind === "kappa" ? scarceLabel(pairs, codes) : "";
  return {
    ...{ kappa, agreement: pairs.filter(([x, y]) => x === y).length / n, nMissing },
    ...coefficientInterval(found),
    ...{ n, warning: Number.isNaN(kappa) ? "" : found.warning || scarce() },
  };
}

type Pairs = readonly (readonly [Label, Label])[];

/** κ or AC1 of pairs of labels, and how far each moves it. */
export function nominalKappa(pairs: Pairs, coefficient: Exclude<Coefficient, "quadratic">): Moved {
  const n = pairs.length, equal = pairs.filter(([x, y]) => x === y).length, agreement = equal / n;
  const [first, second] = [0, 1].map((rater): Count => {
    const own = grouped(pairs, (pair) => pair[rater]);
    return (label) => own.get(label)?.length ?? 0;
  });
  const labels = [...new Set(pairs.flat())];
  const { beyond, move } = (coefficient === "kappa" ? byMargins : byPrevalence)(n, labels, first, second);
  const value = n === 0 || beyond === 0 ? NaN : 1 - n * (n - equal) / beyond, room = beyond / (n * n);
  const moved = (x: Label, y: Label) =>
    ((x === y ? 1 : 0) - agreement) / room - (1 - agreement) * move(x, y) / (room * room);
  return { value, moves: Float64Array.from(pairs, ([x, y]) => moved(x, y) / n) };
}

/** n²·(1 − p_e) as exactly as can be, and how much a pair of labels moves p_e, from how often either rater gives each label. */
type Chance = (n: number, labels: readonly Label[], first: Count, second: Count) => {
  beyond: number;
  move: (x: Label, y: Label) => number;
};
type Count = (label: Label) => number;

const byMargins: Chance = (n, labels, first, second) => {
  // Whole numbers, n² times the shares: with rare labels 1 − p_e is a small difference that shares would blur.
  const chance = labels.reduce<number>((sum, label) => sum + first(label) * second(label), 0);
  return { beyond: n * n - chance, move: (x, y) => (first(y) + second(x)) / n - 2 * chance / (n * n) };
};

const byPrevalence: Chance = (n, labels, first, second) => {
  const others = labels.length - 1;
  const share = (label: Label) => (first(label) + second(label)) / (2 * n);
  const sum = (of: (label: Label) => number) => labels.reduce<number>((all, label) => all + of(label), 0);
  const expected = sum((label) => share(label) * (1 - share(label))) / others;
  // dp_e/dπ_k = (1 − 2π_k)/(K − 1), and a pair moves π_k by half of each of its labels.
  const slope = (label: Label) => (1 - 2 * share(label)) / others;
  const middle = sum((label) => slope(label) * share(label));
  return {
    beyond: others < 1 ? 0 : n * n * (1 - expected),
    move: (x, y) => (slope(x) + slope(y)) / 2 - middle,
  };
};

/**
 * κ with quadratic weights of two columns of numbers, 2 s_xy / (s_x² + s_y² + (x̄ − ȳ)²), and how far each row moves it (the moves add up to
 * 0): on any numbers Lin's concordance (Fleiss and Cohen 1973; Lin 1989, with n in the variances). NaN where both are one and the same constant.
 */
export function quadraticKappa(x: readonly number[], y: readonly number[]): Moved {
  const n = x.length;
  const [meanX, meanY] = [x, y].map((values) => values.reduce((sum, value) => sum + value / n, 0));
  const shift = meanX - meanY;
  const apartOf = (i: number) => (x[i] - meanX) * (x[i] - meanX) + (y[i] - meanY) * (y[i] - meanY);
  const alongOf = (i: number) => 2 * (x[i] - meanX) * (y[i] - meanY);
  let both = 0, spread = 0;
  for (let i = 0; i < n; i++) {
    both += alongOf(i) / n;
    spread += apartOf(i) / n;
  }
  const apart = spread + shift * shift, value = apart > 0 ? both / apart : NaN;
  const moves = Float64Array.from(x, (own, i) => {
    const moreApart = apartOf(i) - spread + 2 * shift * (own - meanX - (y[i] - meanY));
    return (alongOf(i) - both - value * moreApart) / (n * apart);
  });
  return { value, moves };
}

/** Words for a label that fills so few clusters, for either rater, that others of its kind may not have been drawn. */
export function scarceLabel(pairs: Pairs, clusters: Parameters<typeof waysOf>[0]): string {
  for (const codes of waysOf(clusters)) {
    // How many pairs some of them are, and how many clusters of equal size they would fill as much as theirs.
    const tally = (has: (row: number) => boolean) => {
      const rows = [...pairs.keys()].filter(has), all = rows.length;
      const sizes = [...grouped(rows, (row) => codes[row]).values()].map((own) => own.length);
      return { all, equal: all * all / sizes.reduce((sum, size) => sum + size * size, 0) || 0 };
    };
    const whole = tally(() => true).equal;
    for (const label of new Set(pairs.flat())) {
      const found = [0, 1].map((rater) => tally((row) => pairs[row][rater] === label));
      // Of few for both raters; or of one in half as many clusters as if it had nothing to do with them.
      const few = found.filter(({ all, equal }) => equal < Math.min(SCARCE, whole * all / (whole + all) / 2));
      const isRare = found.every(({ equal }) => equal < Math.min(SCARCE, whole / 2));
      if (few.length === 0 && !isRare) continue;
      const sizes = (isRare ? found : few).map(({ equal }) => equal).filter((equal) => equal > 0);
      const worth = `worth ${Math.min(...sizes).toFixed(1)} of equal size`;
      return `${String(label)} lies in few clusters (${worth}): the interval may miss`;
    }
  }
  return "";
}
