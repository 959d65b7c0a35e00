import pl from "nodejs-polars";
import { frameCodes } from "../results/combine_factors.ts";
import { requireOptions } from "../results/require_options.ts";
import { requireFrame } from "../results/require_frame.ts";
import { requireValidFrame } from "../results/require_valid_frame.ts";
import { random } from "../stats/random.ts";
import { requireCount } from "../stats/require_value.ts";
import { PAIRS_KEY } from "./match_rows.ts";
import { VERDICT, verdictCodes } from "./pair_outcomes.ts";

/** Between judges that always agree and never do, how many kinds of items are told apart. */
const LEVELS = 3;

/**
 * Which items people should label next, so that `correctedRate` needs fewer labels: a stratified draw of `n` items. Strata are what most judges
 * chose and how far they agree; within each as many items are drawn as its size times the spread that the judges leave, √(p(1 − p)) of their
 * verdicts with one more of either kind (Neyman 1934), at least two where `n` allows it. One judge alone leaves two strata, its verdicts.
 *
 * Returns one row per item drawn, in random order: the columns that name it, `stratum` (hand it to `correctedRate` as `strata` of both sides),
 * `n_stratum` (items in it), `share` (of items that are in it) and `weight` (items that each label stands for). Items with a person's A or B (`human`) are
 * not drawn again.
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
 * ```
 */
export function labelQueue(pairs: pl.DataFrame, options: { n: number; seed: number }): pl.DataFrame {
  requireFrame("labelQueue", pairs);
  requireOptions("labelQueue", options ?? {}, ["n", "seed"]);
  const { n, seed } = options ?? {};
  requireCount("labelQueue", "item", n);
  requireValidFrame("labelQueue", "pairs", pairs, { needs: ["item_id", "choice"] });
  const names = PAIRS_KEY.filter((name) =>
    ["benchmark", "item_id"].includes(name) && pairs.columns.includes(name)
  );
  const choice = verdictCodes("labelQueue", pairs, "choice"), { codes, size } = frameCodes(pairs, names);
  const human = pairs.columns.includes("human") ? verdictCodes("labelQueue", pairs, "human") : null;
  const first = new Int32Array(size).fill(-1), read = new Int32Array(size), chose = new Int32Array(size);
  const isLabelled = new Uint8Array(size);
  codes.forEach((item, row) => {
    if (first[item] < 0) first[item] = row;
    if (human && human[row] <= VERDICT.B) isLabelled[item] = 1;
    if (choice[row] > VERDICT.B) return;
    read[item]++;
    if (choice[row] === VERDICT.A) chose[item]++;
  });
  const strata = new Map<string, number[]>();
  first.forEach((row, item) => {
    if (row < 0 || isLabelled[item]) return;
    const share = read[item] === 0 ? NaN : chose[item] / read[item], sure = Math.abs(2 * share - 1);
    const name = Number.isNaN(share)
      ? "unread"
      : `${share > 0.5 ? "A" : share < 0.5 ? "B" : "even"} ${Math.round(sure * LEVELS)}/${LEVELS}`;
    strata.set(name, [...strata.get(name) ?? [], item]);
  });
  const all = [...strata.values()].reduce((sum, items) => sum + items.length, 0);
  if (n > all) {
    throw new RangeError(
      `labelQueue: wanted at most the ${all} items without a label in the column human, found n ${n}`,
    );
  }
  const kinds = [...strata.keys()].sort().map((name) => {
    const items = strata.get(name)!, of = items.reduce((sum, item) => sum + read[item], 0);
    const a = items.reduce((sum, item) => sum + chose[item], 0), rarer = (Math.min(a, of - a) + 1) / (of + 2);
    return { name, items, size: items.length, spread: Math.sqrt(rarer * (1 - rarer)) };
  });
  const wanted = allocate(kinds, n), { shuffle } = random(seed);
  const drawn = shuffle(
    kinds.flatMap((kind, k) =>
      shuffle([...kind.items]).slice(0, wanted[k]).map((item) => ({ item, ...kind, drawn: wanted[k] }))
    ),
  );
  return pl.DataFrame({
    ...Object.fromEntries(
      names.map((name) => {
        const column = pairs.getColumn(name).toArray();
        return [name, drawn.map(({ item }) => column[first[item]])];
      }),
    ),
    stratum: drawn.map(({ name }) => name),
    n_stratum: drawn.map(({ size }) => size),
    share: drawn.map(({ size }) => size / all),
    weight: drawn.map(({ size, drawn }) => size / drawn),
  });
}

/** How many of each kind: by size times spread, at least two where there are two, all of them `n`. */
function allocate(kinds: readonly { size: number; spread: number }[], n: number): number[] {
  const wanted = kinds.map(({ size }) => Math.min(2, size));
  for (let left = n - wanted.reduce((sum, value) => sum + value, 0); left > 0; left--) {
    // The next label goes to where it takes most of the variance off: w²s²·(1/m − 1/(m + 1)).
    const gain = kinds.map(({ size, spread }, k) =>
      wanted[k] < size ? (size * spread) ** 2 / (wanted[k] * (wanted[k] + 1)) : -1
    );
    wanted[gain.indexOf(Math.max(...gain))]++;
  }
  for (let over = wanted.reduce((sum, value) => sum + value, 0) - n; over > 0; over--) {
    wanted[wanted.indexOf(Math.max(...wanted))]--;
  }
  return wanted;
}
