import {
  type ClaimSettings,
  keepBehind,
  RANGES,
  requireClaim,
  requireNull,
  saidAgainst,
} from "./own_rows.ts";
import type { MetricOptions } from "./metric_types.ts";
import { undecidedSides } from "./undecided.ts";
import { VERDICT } from "./pair_outcomes.ts";
import { takeRows } from "../results/take_rows.ts";
import { isPlain, told } from "../progress/told.ts";
import pl from "nodejs-polars";
import { displayed, sayingPValue } from "../progress/show.ts";
import { type Estimand, gains, infer, type Inference, NUMBER, type Term, times } from "../stats/infer.ts";
import { type ClusterColumns, type Clusters, frameClusters, votesIn } from "./pair_rows.ts";
import { repliesIn } from "../results/votes.ts";
import { inSum, outcomeValues, partners, partsOf, pooledWays, requireWeights } from "./contrast_sets.ts";
import type { RowSelection } from "../results/only.ts";
import { computedFrom, requireFrame, saysSimulated } from "../results/frame.ts";
import { requireOptions } from "../progress/require.ts";
import { WrongType } from "../progress/require_no_more.ts";
import { said } from "./said.ts";

/** Options of every contrast. */
export interface ContrastSettings extends ClaimSettings, Pick<MetricOptions, "clusters" | "level"> {
  /** Column of numbers, or of true and false; in a frame of pairs without a column `correct`, `agreement` (the share of equal labels, ties too), and beyond chance `kappa` and `ac1`. */
  outcome: "correct" | "agreement" | "kappa" | "ac1" | (string & Record<never, never>);
}

/** Options of a difference of two sets of rows. */
export interface ContrastOptions extends ContrastSettings {
  /** The rows whose mean counts. */
  first: RowSelection;
  /** The rows whose mean is taken away from it. */
  second: RowSelection;
}

/** Options of a weighted sum of the means of any number of sets of rows. */
export interface CellContrastOptions<Name extends string> extends ContrastSettings {
  /** The rows of each cell. */
  cells: Readonly<Record<Name, RowSelection>>;
  /** The weight of each cell's mean in the estimate, such as 1, −1, −1, 1 for a difference of differences. */
  weights: Readonly<Record<Name, number>>;
}

/** A weighted sum of means with its interval and test. */
export interface CellContrast
  extends Pick<Inference, "estimate" | "low" | "high" | "pValue" | "df" | "method" | "warning"> {
  /** Number of clusters. */
  n_clusters: number;
  /** What a cluster is. */
  clusters: string;
  /** Whether the rows say of themselves that they are simulated: then all of this describes the simulation. */
  provenance: "results" | "simulated";
}

/** A difference of two means with its interval and test. */
export interface Contrast extends CellContrast {
  /** Rows of the first set with an outcome. */
  n_first: number;
  /** Rows of the second set with an outcome. */
  n_second: number;
  /** Mean outcome of the first set. */
  mean_first: number;
  /** Mean outcome of the second set. */
  mean_second: number;
}

/**
 * The difference of the mean outcome between any two sets of rows of a frame, first minus second, or any weighted sum Σ weight · mean of
 * `cells`, with an interval and a p-value that are robust to clusters (`infer`): a judge with one prompt against another, two
 * domains, own captions against others', or whether a gap of one judge is larger than that of another (a difference of differences).
 * Rows of several sets on the same image, item or sample count as paired. Outcomes between 0 and 1 are taken as shares, so that a set that
 * is always right has an interval too. Rows without an outcome are left out of `n_first, n_second` and `mean_first, mean_second` (of cells: `n_`,
 * `mean_` and the cell's name).
 *
 * The difference of two agreements on the same rows (two judges with people, a judge with two people by `annotator`) is that of the outcome `kappa`, `ac1` or `agreement`; `mean_first`
 * is then κ. Each row moves it by its influence, so that what both sets share makes the interval narrow; replies without a label are left out.
 *
 * p is that of the interval and no t-test's: of shares it inverts limits of Wilson's kind, and far from the null value it is the larger of the two.
 *
 * Of `correct` ties and unread replies are wrong; a verdict (`hypothesisTable`, `report`) is one that stands without them too. `warning` names those of a set (from 5% on), and what sets pool that metrics tell apart (`image (false, true) count together`). For
 * verdicts, and Holm over several, hand `(rows) => contrast(rows, …)` to `hypothesisTable`; what a metric estimates has a p so too: informativeness
 * bias is the contrast of `withSubsets`' IDS and CDS.
 *
 * Units are the outcome's. A difference of 0 says that both sets have the same mean. Sets that overlap are an error.
 *
 * @throws {TypeError} for a column that the frame lacks, or an outcome that is no number
 * @throws {RangeError} when a set has no row, a row is in two, or a cell has no weight
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { contrast, readPairs } from "judgebias";
 *
 * const pairs = readPairs("data/examples/pairs.csv");
 * const [one, two] = [...new Set(pairs.getColumn("judge").toArray())]
 *   .sort() as string[];
 * const { estimate, low, high } = contrast(pairs, {
 *   outcome: "correct", first: { judge: one }, second: { judge: two },
 * });
 * assert.ok(low <= estimate && estimate <= high);
 * // Does one agree with people more than two, beyond chance?
 * const kappas = contrast(pairs, {
 *   outcome: "kappa", first: { judge: one }, second: { judge: two },
 * });
 * assert.ok(kappas.mean_first - kappas.mean_second - kappas.estimate < 1e-9);
 *
 * // Is judge one's gap between two domains larger than judge two's?
 * const [a, b] = [...new Set(pairs.getColumn("domain").toArray())].sort() as string[];
 * const gaps = contrast(pairs, {
 *   outcome: "correct",
 *   cells: {
 *     one_a: { judge: one, domain: a }, one_b: { judge: one, domain: b },
 *     two_a: { judge: two, domain: a }, two_b: { judge: two, domain: b },
 *   },
 *   weights: { one_a: 1, one_b: -1, two_a: -1, two_b: 1 },
 * });
 * assert.ok(gaps.n_one_a > 0 && gaps.low <= gaps.estimate);
 * ```
 */
export function contrast(frame: pl.DataFrame, options: ContrastOptions): Contrast;
/** The same of a weighted sum of the means of any number of cells, with the rows of each as `n_` and its name, their mean as `mean_` and its name. */
export function contrast<Name extends string>(
  frame: pl.DataFrame,
  options: CellContrastOptions<Name>,
): CellContrast & Record<`${"n" | "mean"}_${Name}`, number>;
export function contrast(
  frame: pl.DataFrame,
  options: ContrastOptions | CellContrastOptions<string>,
): CellContrast {
  const action = "contrast";
  requireFrame(action, frame);
  requireOptions(action, options ?? {}, [
    ...(isPlain(options) && "cells" in options ? ["cells", "weights"] : ["first", "second"]),
    ...["outcome", "clusters", "nullValue", "level", "claimIs", "delta"],
  ], arguments);
  if (typeof options?.outcome !== "string") {
    const wanted = 'the name of a column as outcome ({ outcome: "correct", first: { … }, second: { … } })';
    throw new WrongType(`contrast: wanted ${wanted}, found ${told(options?.outcome)}`);
  }
  const { outcome, clusters, nullValue = 0, level = 0.95, claimIs = "either", delta } = options;
  requireClaim(action, options);
  const { cells, weights } = "cells" in options ? options : {
    cells: { first: options.first, second: options.second },
    weights: { first: 1, second: -1 },
  };
  const names = Object.keys(cells ?? {}), weightOf: Readonly<Record<string, number>> = weights ?? {};
  requireWeights(names, weightOf);
  const made = outcomeValues(frame, outcome, cells, clusters), { values, choice, isMean } = made;
  const parts = partsOf(frame, cells).map((part, row) => Number.isNaN(values[row]) ? -1 : part);
  const own = frameClusters(frame, clusters);
  const isEach = (is: (value: number) => boolean) => values.every((one, row) => parts[row] < 0 || is(one));
  const share = isMean && isEach((value) => value >= 0 && value <= 1);
  const terms = names.map((name, part): Term => ({
    name,
    weight: weightOf[name],
    value: (row) => parts[row] === part ? values[row] : NaN,
    range: share ? [0, 1] : isMean ? NUMBER : [-1, 1],
    strays: !isMean,
    none: isMean ? undefined : `${name} has no two labels to agree on beyond chance`,
  }));
  const weighed = names.map((name) => weightOf[name]), sum = weighed.reduce((sum, one) => sum + one, 0);
  const ends = [Math.min, Math.max].map((end) => weighed.reduce((sum, one) => sum + end(0, one), 0));
  const isBound = share && parts.some((part) => part >= 0);
  requireNull(action, outcome, nullValue, isBound ? ends : RANGES.number);
  // Where weights add up to 0, means that are alike are no difference; of any other sum 0 may lie where nothing can be.
  const isTrivial = isMean && options.nullValue === undefined && Math.abs(sum) > 1e-9 &&
    [-1, 1].some((side) => isEach((value) => side * value >= 0));
  const trivial = isTrivial &&
    saidAgainst(`the weights add up to ${Number(sum.toPrecision(6))} and ${outcome} lies on one side of 0`);
  const isDifference = names.length === 2 && weighed[0] === -weighed[1];
  const paired = isDifference ? partners(frame, cells, parts, made) : undefined, partner = paired?.partner;
  // A thing that was judged for both sets counts once, also where others were judged for one alone.
  const of = (estimand: Estimand, level: number) => ({
    ...infer(estimand, frame.height, own.codes, { level, nullValue }),
    ...paired && { n: paired.things },
  });
  const apart = of(terms, level);
  // Shares of the same things judged twice: what gains less what loses, so that two judges who agree have narrow limits and no point.
  const gained = share && partner && times(
    weighed[0],
    gains("the difference", (row) => parts[row] === 0 ? values[row] - values[partner[row]] : NaN),
  );
  const at = (level: number): Inference =>
    gained ? { ...of(gained, level), estimate: apart.estimate, counts: apart.counts } : of(terms, level);
  const plain = at(level), found = isTrivial ? { ...plain, pValue: NaN, pOf: () => NaN } : plain;
  const rowsOf = (part: number) => [...parts.keys()].filter((row) => parts[row] === part);
  const sides = choice ? names.map((name, part) => [name, rowsOf(part)] as const) : [];
  const verdicts = { choice: choice ?? [], replies: repliesIn(frame), isVote: votesIn(frame) };
  const { unread, ties, share: shareUnread, many, silent } = undecidedSides(verdicts, sides);
  const isDecided = (row: number) => parts[row] < 0 || choice![row] <= VERDICT.B;
  const without = () => {
    const rows = Int32Array.from(parts.keys()).filter((row) =>
      isDecided(row) && (!partner || partner[row] < 0 || isDecided(partner[row]))
    );
    return contrast(takeRows(frame, rows), options as ContrastOptions);
  };
  const pools = [made.said, paired?.said, independentRows(own, clusters), pooledWays(frame, cells, parts)];
  const warning = [trivial, found.warning, many, ...pools].filter(Boolean).join("; ");
  const { estimate, low, high, pValue, df, method } = found;
  const result: CellContrast = {
    ...{ estimate, low, high, pValue },
    ...Object.fromEntries(names.map((name, part) => [`n_${name}`, found.counts[part]])),
    ...Object.fromEntries(names.map((name, part) => [`mean_${name}`, apart.means[part]])),
    ...{ df, n_clusters: found.clusters, method, clusters: own.unit },
    ...{ provenance: saysSimulated(frame) ? "simulated" : "results", warning: silent || warning },
  };
  // A sum of shares that takes none away is a level by itself.
  const isLevel = weighed.every((weight) => weight >= 0);
  const unit = !share ? "number" : isLevel ? "percent" : "points";
  const compared = `${outcome}: ${inSum(names, cells, weightOf)}`;
  keepBehind(result, {
    ...{ found, at, frame, silent, level, clusters: own.unit, nullValue, claimIs, delta, warning },
    undecided: unread + ties > 0 ? { unread, ties, share: shareUnread, without } : undefined,
    ...{ unit, compared, method: `contrast of ${isMean ? "means of " : ""}${outcome}` },
    pair: isDifference && weighed[0] === 1 ? [apart.means[0], apart.means[1]] : undefined,
  });
  return displayed(sayingPValue(result), ({ pValue: p_value, ...row }) => {
    const { estimate, low, high, ...more } = row;
    const shown = { compared, estimate, low, high, p_value, ...more, unit };
    return computedFrom(frame, pl.DataFrame([shown]), { level });
  });
}

export const independentRows = ({ unit }: Clusters, asked: ClusterColumns | undefined): string =>
  unit === "row" && asked === undefined ? said("independent") : "";
