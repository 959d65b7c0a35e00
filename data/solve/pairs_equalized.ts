import pl from "nodejs-polars";
import type { Random } from "@/stats/random.ts";
import { highest } from "./latent_columns.ts";
import type { PairItems } from "./pairs_items.ts";
import type { PairsTarget } from "./benchmarks.ts";
import { birchTable2, type PrintedValue } from "./birch_tables.ts";

/** Widest search around the counts that the aims give, in pairs. */
const SEARCH = 8, POINT = 0.01;

/** Share of pairs that end within the threshold after lengthening; the paper does not state it. */
const KEPT_SHARE = 0.85;

/** Words within which two answers count as equally long (appendix C.5), and how far the others stay apart. */
const EQUAL_WORDS = 5, FARTHEST_WORDS = 40;

/**
 * A judge's table after equalising lengths: every pair's shorter answer lengthened to about the longer one; 85% end within 5
 * words. Over these the IB is that of Table 2 "after" and the accuracy that of the untouched pairs (the paper prints none);
 * the others keep the untouched pairs' accuracies. Which pairs are kept, and their lengths, are the same for all judges.
 */
export function equalizedTable(
  items: PairItems,
  latent: Float64Array,
  base: PairsTarget,
  shared: Random,
): { frame: pl.DataFrame; right: Uint8Array } {
  const n = items.cell.length;
  const kept = new Uint8Array(n);
  const wordsA = new Int32Array(n), wordsB = new Int32Array(n);
  const original = {
    a: items.frame.getColumn("words_a").toArray(),
    b: items.frame.getColumn("words_b").toArray(),
  };
  for (let i = 0; i < n; i++) {
    kept[i] = shared.uniform() < KEPT_SHARE ? 1 : 0;
    const gap = kept[i] ? shared.integer(EQUAL_WORDS + 1) : shared.integer(EQUAL_WORDS + 1, FARTHEST_WORDS);
    const sign = shared.integer(2) ? 1 : -1;
    // The longer answer stays; the other is lengthened past its old length, short of it or beyond it by the gap.
    const lengthened = Math.max(items.wordsShorter[i], items.wordsLonger[i] + sign * gap);
    if (Math.abs(lengthened - items.wordsLonger[i]) <= EQUAL_WORDS) kept[i] = 1;
    const aIsLonger = (original.a[i] as number) > (original.b[i] as number);
    wordsA[i] = aIsLonger ? items.wordsLonger[i] : lengthened;
    wordsB[i] = aIsLonger ? lengthened : items.wordsLonger[i];
  }
  const published = birchTable2().find((row) =>
    row.judge === base.judge && row.benchmark === base.benchmark && row.quantity !== "before"
  )!;
  const right = new Uint8Array(n);
  for (const part of [1, 0]) {
    const members = Array.from(latent.keys()).filter((i) => kept[i] === part);
    const ids = members.filter((i) => items.cell[i] < 2), cds = members.filter((i) => items.cell[i] >= 2);
    const ib = part === 1 ? published.value / 100 : base.ib;
    const counts = rightInSubsets(
      ids.length,
      cds.length,
      { accuracy: base.accuracy, ib },
      part === 1 ? [{ ...published, quantity: "IB" }] : [],
    );
    for (const [subset, count] of [[ids, counts.ids], [cds, counts.cds]] as const) {
      for (const i of highest(subset, latent, count)) right[i] = 1;
    }
  }
  const frame = items.frame.withColumns(
    pl.Series("words_a", wordsA, pl.Int32),
    pl.Series("words_b", wordsB, pl.Int32),
  );
  return { frame, right };
}

/**
 * Right verdicts in IDS and CDS: of the counts near those that the aims give, the pair that meets the published numbers
 * best (sum of squared excess over their rounding), then the one nearest to the aims.
 */
export function rightInSubsets(
  nIds: number,
  nCds: number,
  { accuracy, ib }: { accuracy: number; ib: number },
  published: readonly Pick<PrintedValue, "quantity" | "value" | "decimals">[],
): { ids: number; cds: number } {
  const share = nCds / (nIds + nCds);
  const aimIds = (accuracy + share * ib) * nIds, aimCds = (accuracy - (1 - share) * ib) * nCds;
  let best = { ids: 0, cds: 0, cost: Infinity };
  for (
    let ids = Math.max(0, Math.round(aimIds) - SEARCH);
    ids <= Math.min(nIds, Math.round(aimIds) + SEARCH);
    ids++
  ) {
    for (
      let cds = Math.max(0, Math.round(aimCds) - SEARCH);
      cds <= Math.min(nCds, Math.round(aimCds) + SEARCH);
      cds++
    ) {
      const values: Record<string, number> = {
        Acc: (ids + cds) / (nIds + nCds),
        Acc_IDS: ids / nIds,
        Acc_CDS: cds / nCds,
        IB: ids / nIds - cds / nCds,
      };
      let cost = 1e-9 * ((ids - aimIds) ** 2 + (cds - aimCds) ** 2);
      for (const { quantity, value, decimals } of published) {
        if (values[quantity] === undefined) continue;
        const halfUnit = 0.5 * 10 ** -decimals;
        cost += (Math.max(0, Math.abs(values[quantity] / POINT - value) - halfUnit) / POINT) ** 2;
      }
      if (cost < best.cost) best = { ids, cds, cost };
    }
  }
  return best;
}
