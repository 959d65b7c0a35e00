import pl from "nodejs-polars";
import { requireOptions } from "../progress/require.ts";
import { requireValidFrame } from "../results/require_valid_frame.ts";
import { grouped } from "../stats/grouped.ts";
import { random } from "../stats/random.ts";

/** Between judges that always agree and never do, how many kinds of items are told apart. */
const LEVELS = 3;

/**
 * Which items people should label next, so that `correctedRate` needs fewer labels: a stratified draw of `n` items. Strata are what most judges
 * chose and how far they agree; within each as many items are drawn as its size times the spread that the judges leave, √(p(1 − p)) of their
 * verdicts with one more of either kind (Neyman 1934), at least two where `n` allows it. One judge alone leaves two strata, its verdicts.
 *
 * Returns one row per item drawn, in random order: the columns that name it, `stratum`, `n_stratum` (items in it), `share` (of items that are in it) and
 * `weight` (items that each label stands for). `correctedRate` wants the strata of both sides: those of all items are what the same call gives for an `n` of
 * all items. Items with a person's A or B (`human`) are not drawn again.
 *
 * How many: limits of `correctedRate` that reach ± h with m labels reach ± w with about m·(h/w)², as far as the unlabelled side lets them (`lambda: 0`: without a judge).
 * Strata and weights speak of these very items: with them the 95% limits of `correctedRate` held the rate of the items at hand in 98%; the rate of a population
 * that items were drawn from one by one in 96%, of one that images with several items each were drawn from in 89% (300 data sets each).
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
 * // the stratum of every item
 * const all = labelQueue(pairs, { n: ids.length, seed: 1 });
 * const strata = new Map(
 *   all.toRecords().map(({ item_id, stratum }) => [item_id, stratum]),
 * );
 * assert.ok(
 *   queue.toRecords().every(({ item_id, stratum }) => strata.get(item_id) === stratum),
 * );
 * ```
 */
export function labelQueue(pairs: pl.DataFrame, options: { n: number; seed: number }): pl.DataFrame {
  requireValidFrame("labelQueue", "pairs", pairs, { needs: ["item_id", "choice"] });
  requireOptions("labelQueue", options, ["n", "seed"], arguments);
  const { n, seed } = options, has = (name: string) => pairs.columns.includes(name);
  const names = ["benchmark", "item_id"].filter(has);
  const counts = [["a", "choice", ["A"]], ["b", "choice", ["B"]], ["labels", "human", ["A", "B"]]] as const;
  const votes = counts.filter(([, column]) => has(column)).map(([name, column, answers]) =>
    pl.col(column).cast(pl.Utf8).isIn([...answers]).sum().alias(name)
  );
  const items = pairs.groupBy(names).agg(...votes).sort(names).toRecords().filter(({ labels }) => !labels)
    .map(({ a: forA, b: forB, labels: _, ...item }) => {
      const [a, b] = [forA, forB].map(Number);
      const most = a > b ? "A" : a < b ? "B" : "even", apart = Math.abs(2 * (a / (a + b)) - 1);
      const stratum = a + b === 0 ? "unread" : `${most} ${Math.round(apart * LEVELS)}/${LEVELS}`;
      return { item, a, b, stratum };
    });
  const all = items.length;
  if (!(Number.isInteger(n) && n >= 1 && n <= all)) {
    throw new RangeError(`labelQueue: wanted n from 1 to the ${all} items without a human label, found ${n}`);
  }
  const strata = [...grouped(items, ({ stratum }) => stratum)].map(([stratum, own]) => {
    const [a, b] = own.reduce(([a, b], item) => [a + item.a, b + item.b], [0, 0]);
    const rarer = (Math.min(a, b) + 1) / (a + b + 2), draws = Math.min(2, own.length);
    return { stratum, own, size: own.length, variance: rarer * (1 - rarer), draws };
  }).sort((one, other) => one.stratum < other.stratum ? -1 : 1);
  const most = (worth: (stratum: typeof strata[number]) => number) =>
    strata.reduce((most, one) => worth(one) > worth(most) ? one : most);
  let drawn = strata.reduce((sum, { draws }) => sum + draws, 0);
  for (; drawn > n; drawn--) most(({ draws }) => draws).draws--;
  // The next label goes to where it takes most of the variance off: w²s²·(1/m − 1/(m + 1)).
  for (; drawn < n; drawn++) {
    most(({ size, variance, draws: m }) => m < size ? size ** 2 * variance / (m * (m + 1)) : -1).draws++;
  }
  const { shuffle } = random(seed);
  return pl.DataFrame(shuffle(strata.flatMap(({ stratum, own, size, draws }) => {
    const told = { stratum, n_stratum: size, share: size / all, weight: size / draws };
    return shuffle([...own]).slice(0, draws).map(({ item }) => ({ ...item, ...told }));
  })));
}
