import pl from "nodejs-polars";
import { requireOptions, requireRight } from "../progress/require.ts";
import { requireValidFrame } from "../results/require_valid_frame.ts";
import { grouped } from "../stats/grouped.ts";
import { random } from "../stats/random.ts";

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
      return { item, stratum };
    });
  const all = items.length;
  const isCount = Number.isInteger(n) && n >= 1 && n <= all;
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
