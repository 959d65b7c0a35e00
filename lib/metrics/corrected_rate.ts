import pl from "nodejs-polars";
import {
  requireBetween,
  requireOneOf,
  requireOptions,
  requireRight,
  requireShare,
} from "../progress/require.ts";
import { requireValidFrame } from "../results/require_valid_frame.ts";
import { grouped } from "../stats/grouped.ts";
import { infer } from "../stats/infer.ts";
import { random } from "../stats/random.ts";
import { answersOf, predictionPowered, roganGladen, type Verdicts, verdictSides } from "./corrections.ts";

/** What `correctedRate` works on. */
export interface CorrectedRateOptions extends Verdicts {
  /** The rows that people labelled as well: the judge's verdicts and the truth. */
  labelled: Verdicts & { truth: ArrayLike<number> };
  /** How the judge's errors are taken out; "naive" leaves them in. */
  method: "naive" | "rogan_gladen" | "ppi";
  /** Weight of the judge in "ppi": tuned by default; 0 = labels only, 1 = the first form of the method. */
  lambda?: number;
  /** Level of the interval; 0.95 by default. */
  level?: number;
}

/** A rate with its interval, and what it rests on. */
export interface CorrectedRate {
  /** The rate, as a fraction (with "ppi" any mean); NaN where the method has no labels to go by. */
  estimate: number;
  /** Lower end of its interval, cut to [0, 1] where all values lie in it. */
  low: number;
  /** Upper end of its interval, cut likewise. */
  high: number;
  /** Unlabelled verdicts. */
  n: number;
  /** Labelled rows with verdict and truth. */
  n_labelled: number;
  /** What to beware of; empty where nothing. */
  warning: string;
  /** Share of true (and of false) cases that the judge gets right among the labelled; NaN without such cases. */
  sensitivity: number;
  /** The same of false cases (truth 0). */
  specificity: number;
  /** Weight of the judge's verdicts in "ppi" (mean over strata); NaN elsewhere. */
  lambda: number;
  /** Rows with a missing verdict or truth, left out. */
  n_missing: number;
}

/**
 * A win rate or accuracy from a judge's verdicts, corrected for what the judge gets wrong by means of a labelled
 * subset.
 *
 * `predicted`: the judge's verdicts on unlabelled rows, 0 or 1 (with "ppi" any number); `labelled`: its verdicts and
 * the truth on other rows.
 * - `naive`: the mean verdict as it is; its interval speaks of sampling and not of the judge's errors.
 * - `rogan_gladen`: (p + sp − 1)/(se + sp − 1) with sensitivity and specificity from the labelled rows (Rogan and
 *   Gladen 1978), which need not have the same rate of true cases but the same errors given the truth; interval of
 *   Lang and Reiczigel 2014, as Lee et al. 2025 use it for judges. Noise is multiplied by 1/(se + sp − 1): near 0 it
 *   has no content, and the warning says so.
 * - `ppi`: mean truth of the labelled + λ·(mean verdict unlabelled − mean verdict labelled), prediction-powered
 *   inference (Angelopoulos et al. 2023) with the tuned λ = Cov(truth, verdict)/((1 + n/N)·Var(verdict)) in [0, 1]
 *   (PPI++, Angelopoulos et al. 2024): unbiased however bad the judge, never much wider than labels alone; 95% limits cover 94 to 99% in
 *   simulations. The labelled rows must be a random sample of the same population. With `strata` (of both) each stratum has its own λ
 *   and enters with its share of `predicted` (Fisch et al. 2024).
 *
 * `clusters` make intervals robust; the same name among labelled and unlabelled rows is the same cluster. Limits of
 * "ppi" are those of a sum of means (`infer`): of the judge's mean verdict, and of what it falls short of the truth by and
 * exceeds it by among the labelled. Labelled rows of strata that the rest lacks are said. All limits are cut to [0, 1] where all values lie in it. NaN values are left out and
 * counted. No labels (or, in Rogan–Gladen, none of one kind) give NaN.
 *
 * @throws {TypeError} when lengths differ, or only one side has strata
 * @throws {RangeError} for another method or level, a λ outside [0, 1], a row without its cluster, or verdicts other than 0 and 1 in
 * Rogan–Gladen
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { correctedRate } from "judgebias";
 *
 * // the judge: 70 of 100
 * const predicted = Array.from({ length: 100 }, (_, i) => i < 70 ? 1 : 0);
 * const labelled = {
 *   predicted: [1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0],
 *   // se 0.8, sp 0.6
 *   truth: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
 * };
 * const { estimate, low, high } = correctedRate({
 *   predicted, labelled, method: "rogan_gladen",
 * });
 * // (0.7 + 0.6 − 1)/(0.8 + 0.6 − 1)
 * assert.ok(Math.abs(estimate - 0.75) < 1e-12 && low < 0.75 && high > 0.75);
 * ```
 */
export function correctedRate(options: CorrectedRateOptions): CorrectedRate {
  const action = "correctedRate";
  const known = ["predicted", "clusters", "strata", "labelled", "method", "lambda", "level"];
  requireOptions(action, options, known, arguments);
  const { method, level = 0.95, lambda } = options;
  requireBetween(action, "a level", level);
  requireOneOf(action, "the method", method, ["naive", "rogan_gladen", "ppi"]);
  if (lambda !== undefined) requireShare(action, "a lambda", lambda);
  const rows = verdictSides(options), { unlabelled, labelled, missing: n_missing } = rows;
  const common = { n: unlabelled.n, n_labelled: labelled.n, ...answersOf(labelled), lambda: NaN, n_missing };
  if (method === "ppi") return { ...common, ...predictionPowered(rows, lambda, level) };
  if (method === "naive") {
    const value = (row: number) => unlabelled.values[row];
    const term = { name: "the rate", weight: 1, value, range: rows.bounds };
    const { estimate, low, high } = infer([term], unlabelled.n, unlabelled.clusters, { level });
    return { ...common, estimate, low, high, warning: "the judge's errors are not corrected" };
  }
  if (!rows.binary) throw new RangeError(`${action}: wanted 0 or 1 for rogan_gladen, found other numbers`);
  return { ...common, ...roganGladen(rows, level) };
}

/** Between judges that always agree and never do, how many kinds of items are told apart. */
const LEVELS = 3;

/**
 * Which items people should label next: a draw of `n` items in proportion. Strata are what most judges chose and how far they agree; of each as many
 * items are drawn as its size asks for, at least two where `n` allows it. One judge alone leaves two strata, its verdicts.
 *
 * What it saves: in simulations the limits of `correctedRate` with strata were 0.96 as wide as those of as many labels at random where three judges are right in
 * six of ten, 0.50 in nine (a quarter of the labels). Labels are not moved to where judges disagree: with shared errors that made limits up to twice as wide.
 *
 * Returns one row per item drawn, in random order: the columns that name it, `stratum`, `n_stratum` (items in it), `share` (of items that are in it) and
 * `weight` (items that each label stands for). `correctedRate` wants the strata of both sides: those of all items are what the same call gives for an `n` of
 * all items. Items with a person's A or B (`human`) are not drawn again.
 *
 * How many: limits of `correctedRate` that reach ± h with m labels reach ± w with about m·(h/w)², as far as the unlabelled side lets them (`lambda: 0`: without a judge).
 * Strata and weights speak of these very items: limits of the population which they were drawn from are wider.
 *
 * @throws {TypeError} without the columns item_id and choice
 * @throws {RangeError} when n is no count, or larger than the items without a label
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { labelQueue } from "judgebias";
 *
 * const ids = Array.from({ length: 60 }, (_, i) => i),
 *   of = (judge: string, b: number) =>
 *     ids.map((i) => ({ item_id: `${i}`, judge, choice: i % b ? "A" : "B" }));
 * const pairs = pl.DataFrame([...of("x", 2), ...of("y", 3)]);
 * const queue = labelQueue(pairs, { n: 20, seed: 1 });
 * assert.equal(queue.height, 20);
 * ```
 */
export function labelQueue(pairs: pl.DataFrame, options: { n: number; seed: number }): pl.DataFrame {
  requireValidFrame("labelQueue", "pairs", pairs, { needs: ["item_id", "choice"] });
  requireOptions("labelQueue", options, ["n", "seed"], arguments);
  const { n, seed } = options, has = (name: string) => pairs.columns.includes(name);
  const names = ["benchmark", "item_id"].filter(has);
  const counts = [["a", "choice", "A"], ["b", "choice", "B"], ["labels", "human", "AB"]];
  const votes = counts.filter(([, column]) => has(column)).map(([name, column, answers]) =>
    pl.col(column).cast(pl.Utf8).isIn([...answers]).sum().alias(name)
  );
  const items = pairs.groupBy(names).agg(...votes).sort(names).toRecords().filter(({ labels }) => !labels)
    .map(({ a: forA, b: forB, labels: _, ...item }) => {
      const [a, b] = [forA, forB].map(Number);
      const most = a > b ? "A" : a < b ? "B" : "even", apart = Math.abs(2 * (a / (a + b)) - 1);
      const stratum = a + b === 0 ? "unread" : `${most} ${Math.round(apart * LEVELS)}/${LEVELS}`;
      return { item, stratum };
    });
  const all = items.length, isCount = Number.isInteger(n) && n >= 1 && n <= all;
  requireRight(isCount, "labelQueue", `n from 1 to the ${all} items without a human label`, n);
  const strata = [...grouped(items, ({ stratum }) => stratum)]
    .map(([stratum, own]) => ({ stratum, own, size: own.length, draws: Math.min(2, own.length) }))
    .sort((one, other) => one.stratum < other.stratum ? -1 : 1);
  const most = (worth: (stratum: typeof strata[number]) => number) =>
    strata.reduce((most, one) => worth(one) > worth(most) ? one : most);
  let drawn = strata.reduce((sum, { draws }) => sum + draws, 0);
  for (; drawn > n; drawn--) most(({ draws }) => draws).draws--;
  // The next label goes to where it takes most of the variance off, with people divided alike in all: w²·(1/m − 1/(m + 1)).
  for (; drawn < n; drawn++) {
    most(({ size, draws: m }) => m < size ? size ** 2 / (m * (m + 1)) : -1).draws++;
  }
  const { shuffle } = random(seed);
  return pl.DataFrame(shuffle(strata.flatMap(({ stratum, own, size, draws }) => {
    const told = { stratum, n_stratum: size, share: size / all, weight: size / draws };
    return shuffle([...own]).slice(0, draws).map(({ item }) => ({ ...item, ...told }));
  })));
}
