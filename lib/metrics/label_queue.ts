import pl from "nodejs-polars";
import { frameCodes } from "../results/combine_factors.ts";
import { requireFrame } from "../results/require_frame.ts";
import { requireOptions } from "../results/require_options.ts";
import { requireValidFrame } from "../results/require_valid_frame.ts";
import { allocateLabels } from "../stats/allocate_labels.ts";
import { grouped } from "../stats/grouped.ts";
import { random } from "../stats/random.ts";
import { requireCount } from "../stats/require_value.ts";
import { VERDICT, verdictCodes } from "./pair_outcomes.ts";

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
 * const ids = Array.from({ length: 60 }, (_, i) => String(i)), none = [...ids, ...ids].map(() => null);
 * const pairs = pl.DataFrame({
 *   item_id: [...ids, ...ids], judge: [...ids.map(() => "x"), ...ids.map(() => "y")],
 *   choice: [...ids.map((_, i) => i % 2 ? "A" : "B"), ...ids.map((_, i) => i % 3 ? "A" : "B")],
 * }).withColumns(pl.Series("human", none, pl.Utf8).alias("human"));
 * const queue = labelQueue(pairs, { n: 20, seed: 1 });
 * assert.equal(queue.height, 20);
 * const all = labelQueue(pairs, { n: ids.length, seed: 1 }); // the stratum of every item
 * const strata = new Map(all.toRecords().map(({ item_id, stratum }) => [item_id, stratum]));
 * assert.ok(queue.toRecords().every(({ item_id, stratum }) => strata.get(item_id) === stratum));
 * ```
 */
export function labelQueue(pairs: pl.DataFrame, options: { n: number; seed: number }): pl.DataFrame {
  requireFrame("labelQueue", pairs);
  requireOptions("labelQueue", options ?? {}, ["n", "seed"]);
  const { n, seed } = options ?? {};
  requireCount("labelQueue", "item", n);
  requireValidFrame("labelQueue", "pairs", pairs, { needs: ["item_id", "choice"] });
  const names = ["benchmark", "item_id"].filter((name) => pairs.columns.includes(name));
  const choice = verdictCodes("labelQueue", pairs, "choice"), item = frameCodes(pairs, names).codes;
  const human = pairs.columns.includes("human") ? verdictCodes("labelQueue", pairs, "human") : null;
  const items = [...grouped(item.keys(), (row) => item[row])].sort(([a], [b]) => a - b).flatMap(
    ([, rows]) => {
      if (rows.some((row) => human && human[row] <= VERDICT.B)) return [];
      const read = rows.filter((row) => choice[row] <= VERDICT.B).length;
      const chose = rows.filter((row) => choice[row] === VERDICT.A).length;
      return [{ row: rows[0], read, chose, stratum: stratumOf(chose, read) }];
    },
  );
  if (n > items.length) {
    throw new RangeError(
      `labelQueue: wanted at most the ${items.length} items without a label in the column human, found n ${n}`,
    );
  }
  const strata = [...grouped(items, ({ stratum }) => stratum)].sort(([a], [b]) => a < b ? -1 : 1).map(
    ([stratum, own]) => {
      const sum = (of: "read" | "chose") => own.reduce((all, item) => all + item[of], 0);
      const all = sum("read"), a = sum("chose"), rarer = (Math.min(a, all - a) + 1) / (all + 2);
      return { stratum, own, size: own.length, variance: rarer * (1 - rarer) };
    },
  );
  const wanted = allocateLabels(strata, n), { shuffle } = random(seed);
  const drawn = shuffle(strata.flatMap(({ stratum, own, size }, k) => {
    const cells = { stratum, n_stratum: size, share: size / items.length, weight: size / wanted[k] };
    return shuffle([...own]).slice(0, wanted[k]).map(({ row }) => ({ row, ...cells }));
  }));
  const named = names.map((name) => {
    const values = pairs.getColumn(name).toArray();
    return [name, drawn.map(({ row }) => values[row])];
  });
  const told = (["stratum", "n_stratum", "share", "weight"] as const).map((
    name,
  ) => [name, drawn.map((item) => item[name])]);
  return pl.DataFrame(Object.fromEntries([...named, ...told]));
}

/** What most judges chose and how far they agree. */
function stratumOf(chose: number, read: number): string {
  if (read === 0) return "unread";
  const share = chose / read, most = share > 0.5 ? "A" : share < 0.5 ? "B" : "even";
  return `${most} ${Math.round(Math.abs(2 * share - 1) * LEVELS)}/${LEVELS}`;
}
