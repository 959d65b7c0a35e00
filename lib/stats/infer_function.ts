import { requireOneOf } from "../progress/require.ts";
import { type ClusterLabels, type Inference, NO_ESTIMATE, type Term } from "./estimand.ts";
import { infer } from "./infer.ts";

const STEP = 1e-5;

const ROUNDING = 1e-7;

/**
 * `infer` of a function of means, followed at the limits of each mean that has a range, the others as they were found (MOVER of a general function, Zou
 * and Donner 2008): limits are long on the side to which the function bends. Where it turns or is no number on the way to such a limit, and of means
 * without a range, it is a straight line from the means that were found (delta method), as `standardError` is everywhere. `pValue` is against 0.
 *
 * A share of a part in its whole (`hits / there`, `tp / (tp + fp)`, a weighted share), whose every row makes it a number from 0 to 1, or 0/0, has Wilson's limits as
 * the mean over the rows of the whole has; told by the rows' values, not by the formula.
 *
 * Of a ratio say `scale: "ratio"`: it is followed in its logarithm, so that limits lie above 0; `pValue` is against 1, and `standardError` is that of the
 * logarithm. A ratio of 0 has no limits.
 *
 * Simulated, ratios, odds ratios, logits and (a − b)/(1 − b) of shares of .06 to .94: limits of 95% miss in 0 to 4% on either side.
 *
 * What is no number (0/0, a division by 0) is NaN, and the warning says of which means.
 */
export function inferFunction(
  parts: readonly Omit<Term, "weight" | "estimate">[],
  statistic: (means: number[]) => number,
  rows: ArrayLike<number> | number,
  clusters: ClusterLabels,
  { level, scale = "difference", none }: { level?: number; scale?: "difference" | "ratio"; none?: string } =
    {},
): Inference {
  requireOneOf("inferFunction", "a scale of", scale, ["difference", "ratio"]);
  const isRatio = scale === "ratio", terms = parts.map((part) => ({ ...part, weight: 1 }));
  const { means, ...first } = infer(terms, rows, clusters), estimate = statistic([...means]);
  const nothing = { ...first, ...NO_ESTIMATE, means };
  if (!Number.isFinite(estimate) || isRatio && estimate < 0) {
    const told = terms.map(({ name }, k) => `${name} ${shortly(means[k], 3)}`).join(", ");
    const why = isRatio && estimate < 0 ? "a ratio lies above 0: " : "";
    const said = none ?? `${told} make it ${shortly(estimate, 4)}: ${why}no estimate`;
    return { ...nothing, warning: means.every(Number.isFinite) ? said : first.warning };
  }
  if (isRatio && estimate === 0) return { ...nothing, estimate, warning: "a ratio of 0: no interval" };
  const shares = isRatio ? undefined : sharesOf(terms.map(({ value }) => value), statistic, means, rows);
  if (shares) {
    const { n, counts } = first, value = (row: number) => shares.get(row) ?? NaN;
    const share = { name: terms[0].name, weight: 1, strays: true, value };
    return { ...infer([share], rows, clusters, { level }), estimate, n, counts, means };
  }
  const followed = (own: number[]) => isRatio ? Math.log(statistic(own)) : statistic(own);
  const line = terms.map((term, k) => {
    const [from, to] = term.range ?? [0, 1], mean = means[k];
    const below = Math.max(from, mean - STEP), above = Math.min(to, mean + STEP);
    const curve = (value: number) => followed(means.with(k, value));
    const slope = (curve(above) - curve(below)) / (above - below);
    const weight = Math.abs(slope) < 1e-9 ? 0 : slope; // what rounding leaves
    const isLine = [from, (from + mean) / 2, (mean + to) / 2, to].every((value) =>
      Math.abs(curve(value) - curve(mean) - slope * (value - mean)) < ROUNDING * Math.max(1, Math.abs(slope))
    );
    return { ...term, weight, ...isLine ? {} : { curve } };
  });
  if (first.clusters > 1 && line.every(({ weight }) => weight === 0)) {
    const warning = "the function does not move with its means there (it is constant or steps): no interval";
    return { ...nothing, estimate, warning };
  }
  const found = infer(line, rows, clusters, { level }), shift = followed(means) - found.estimate;
  const shown = (value: number) => isRatio ? Math.exp(value + shift) : value + shift;
  const pOf = (value: number, size?: number) =>
    found.pOf((isRatio ? Math.log(Math.max(0, value)) : value) - shift, size);
  const limits = { low: shown(found.low), high: shown(found.high) };
  return { ...found, estimate, ...limits, pOf, pValue: pOf(isRatio ? 1 : 0) };
}

/**
 * Numbers by row whose mean a function of means is, where it is Σ part / Σ whole with 0 ≤ part ≤ whole in each row: its share s, and by how much w the row counts, as adding
 * it to the means shows, which moves the function from r to (r + w·s)/(1 + w). None where a row says otherwise.
 */
function sharesOf(
  parts: readonly Term["value"][],
  statistic: (means: number[]) => number,
  means: readonly number[],
  rows: ArrayLike<number> | number,
): Map<number, number> | undefined {
  const whole = statistic([...means]), away = new Map<number, number>();
  // Of nothing such a share is 0/0; anything else is a constant, a difference or a product.
  if (!Number.isNaN(statistic(means.map(() => 0)))) return undefined;
  let n = 0, sum = 0;
  for (const row of typeof rows === "number" ? Array(rows).keys() : Array.from(rows)) {
    const own = parts.map((value) => value(row));
    if (own.every(Number.isNaN)) continue;
    n++;
    if (own.every((value) => value === 0)) continue;
    const share = statistic([...own]), moved = statistic(means.map((mean, k) => mean + own[k]));
    const isSame = [share, moved].every((value) => Math.abs(value - whole) < ROUNDING ** 2);
    const worth = isSame ? 1 : (moved - whole) / (share - moved);
    if (!(share >= 0 && share <= 1 && worth > 0 && worth < Infinity)) return undefined;
    away.set(row, worth * (share - whole));
    sum += worth * (share - whole);
  }
  if (away.size === 0 || Math.abs(sum) > ROUNDING * n) return undefined;
  return new Map([...away].map(([row, own]) => [row, whole + own * away.size / n]));
}

const shortly = (value: number, digits: number) => Number(value.toPrecision(digits));
