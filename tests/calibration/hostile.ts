import { setImmediate } from "node:timers/promises";
import pl from "nodejs-polars";
import { correctedRate } from "@/metrics/corrected_rate.ts";
import { honestLeaderboard } from "@/metrics/honest_leaderboard.ts";
import { informativenessBias, lengthBias } from "@/metrics/informativeness_bias.ts";
import { orderConsistency, slotPreference } from "@/metrics/order_consistency.ts";
import { cohenKappa } from "@/stats/cohen_kappa.ts";
import { type Random, random } from "@/stats/random.ts";
import { mean } from "../stats/golden.ts";
import { type PairRow, pairsFrame, type Values } from "../metrics/pairs_fixture.ts";

/** Processes that none of the intervals was chosen on: images of 1 to 12 pairs, judged in both orders by two judges alike. */
const HOSTILE: Record<
  string,
  { spread: (g: Random) => number; order: (g: Random) => number; unparsed: number }
> = {
  // Effects of images with two degrees of freedom: some are always right, some always wrong.
  "heavy-tailed images": {
    spread: (g) => 0.8 * g.normal() / Math.sqrt((g.normal() ** 2 + g.normal() ** 2) / 2),
    order: () => 0.2,
    unparsed: 0,
  },
  // Which order helps depends on the item, by more than what the pair is about.
  "order effect of each item": {
    spread: (g) => 0.6 * g.normal(),
    order: (g) => 0.5 + 1.5 * g.normal(),
    unparsed: 0,
  },
  // Three in ten replies cannot be read, most of them to long answers, and more on some images.
  "30% unparsed, by length": { spread: (g) => 0.6 * g.normal(), order: () => 0.3, unparsed: 0.3 },
};

const chance = (logit: number) => 1 / (1 + Math.exp(-logit));

/** Pairs on images; both judges have the same chances. */
function hostilePairs(name: string, images: number, seed: number): pl.DataFrame {
  const { spread, order, unparsed } = HOSTILE[name], g = random(seed), rows: Partial<PairRow>[] = [];
  for (let image = 0; image < images; image++) {
    const level = 0.8 + Math.max(-6, Math.min(6, spread(g))), mumbles = 0.8 * g.normal();
    const size = Math.min(12, 1 + Math.floor(-2.5 * Math.log(g.uniform())));
    for (let k = 0; k < size; k++) {
      const human = g.uniform() < 0.5 ? "A" : "B",
        other = human === "A" ? "B" : "A",
        isCds = g.uniform() < 0.35;
      const gap = Math.round((isCds ? -6 : 6) + 14 * g.normal()), long = 60 + Math.round(40 * g.uniform());
      const words = { [human]: long + gap, [other]: long }, first = order(g), own = g.normal();
      for (const judge of ["one", "two"]) {
        for (const swapped of [false, true]) {
          const ahead = (human === "A") !== swapped ? 1 : -1;
          const right = g.uniform() < chance(level + own - (isCds ? 0.9 : 0) + 0.03 * gap + ahead * first);
          const lost = g.uniform() < (unparsed ? chance(-1.1 + mumbles + 0.06 * (long + gap / 2 - 80)) : 0);
          rows.push({
            ...{ judge, item_id: `${image}-${k}`, image_id: `${image}`, swapped, human },
            choice: lost ? null : right ? human : other,
            ...{ more_informative: isCds ? other : human, words_a: words.A, words_b: words.B },
          });
        }
      }
    }
  }
  return pairsFrame(rows);
}

export type Found = {
  estimate: number;
  low: number;
  high: number;
  warned: boolean | number;
  pValue?: number;
};

/** What is looked at, by name: estimate and limits. */
export function hostileEstimates(frame: pl.DataFrame): Record<string, Found> {
  const only = (table: pl.DataFrame) => table.toRecords()[0] as Values & { warning: string | null };
  const first = frame.filter(pl.col("judge").eq(pl.lit("one")));
  const plain = first.filter(pl.col("swapped").not());
  const pick = (row: Values & { warning: string | null }, name: string, prefix = ""): Found => ({
    ...{ estimate: row[name], low: row[`${prefix}low`], high: row[`${prefix}high`] },
    warned: Boolean(row.warning),
  });
  const ib = only(informativenessBias(plain, { by: [] })), slots = only(slotPreference(plain, { by: [] }));
  const order = only(orderConsistency(first, { by: [] })), lb = only(lengthBias(plain, { by: [] }));
  const board = only(honestLeaderboard(plain, { by: [] }));
  const text = (name: string) => plain.getColumn(name).toArray() as (string | null)[];
  const human = text("human"), choice = text("choice"), image = text("image_id").map(Number);
  const read = choice.flatMap((verdict, i) => verdict === null ? [] : [i]);
  const kappa = cohenKappa(read.map((i) => human[i]!), read.map((i) => choice[i]!), {
    clusters: read.map((i) => image[i]),
  });
  // Every second image has labels: how often is A the better one?
  const labelled = read.filter((i) => image[i] % 2 === 0), others = read.filter((i) => image[i] % 2 === 1);
  const isA = (of: (string | null)[]) => (i: number) => of[i] === "A" ? 1 : 0;
  const ppi = correctedRate({
    method: "ppi",
    predicted: others.map(isA(choice)),
    clusters: others.map((i) => String(image[i])),
    labelled: {
      predicted: labelled.map(isA(choice)),
      truth: labelled.map(isA(human)),
      clusters: labelled.map((i) => String(image[i])),
    },
  });
  return {
    "IB": pick(ib, "ib"),
    "LB": pick(lb, "lb"),
    "accuracy": pick(board, "accuracy"),
    "κ": { estimate: kappa.kappa, low: kappa.low, high: kappa.high, warned: Boolean(kappa.warning) },
    "slot: share of the first": pick(slots, "share_first"),
    "slot: gap": pick(slots, "gap", "gap_"),
    "order consistency": pick(order, "consistency"),
    "PPI": { estimate: ppi.estimate, low: ppi.low, high: ppi.high, warned: Boolean(ppi.warning) },
  };
}

const percent = (share: number) => Number.isNaN(share) ? "" : (100 * share).toFixed(1);

/**
 * Prints how often limits hold the true values: a line per process, images of a study and estimate, in percent of the data sets with limits. `more` are
 * columns of `moreOf`, given what was counted; what is no interval has NaN as `warned`.
 */
export async function printCoverage(
  processes: readonly string[],
  sizes: readonly number[],
  { truth, found, more = [], moreOf = () => [] }: {
    truth: (process: string) => Record<string, Found>;
    found: (process: string, images: number, seed: number) => Record<string, Found>;
    more?: string[];
    moreOf?: (what: string, sets: (Found & { holds: boolean })[]) => number[];
  },
): Promise<void> {
  const simulations = Number(Deno.args[0] ?? 100), shareOf = (all: boolean[]) => mean(all.map(Number));
  console.log(["process,images,estimate,data sets,coverage,error,warned", ...more].join());
  for (const process of processes) {
    const known = truth(process);
    for (const images of sizes) {
      const sets: Record<string, (Found & { holds: boolean })[]> = {};
      for (let s = 0; s < simulations; s++) {
        await setImmediate(); // frames are freed only when the program yields
        for (const [what, one] of Object.entries(found(process, images, 7_000_021 + s))) {
          const holds = one.low <= known[what].estimate && known[what].estimate <= one.high;
          if (!Number.isNaN(one.low + one.high)) (sets[what] ??= []).push({ ...one, holds });
        }
      }
      for (const [what, own] of Object.entries(sets)) {
        const p = shareOf(own.map(({ holds }) => holds)), warned = mean(own.map((one) => Number(one.warned)));
        const error = Number.isNaN(warned) ? NaN : Math.sqrt(p * (1 - p) / own.length);
        const cells = [p, error, warned, ...moreOf(what, own)].map(percent);
        console.log([process.replaceAll(",", ""), images, what, own.length, ...cells].join());
      }
    }
  }
}

if (import.meta.main) {
  /** Whether the leaderboard tells two judges apart that are alike. */
  const toldApart = (frame: pl.DataFrame): Found => {
    const plain = frame.filter(pl.col("swapped").not()), board = honestLeaderboard(plain, { by: [] });
    const low = (board.getColumn("with_first").toArray() as number[]).includes(0) ? 0 : 1;
    return { estimate: 0, low, high: low, warned: NaN };
  };
  const found = (process: string, images: number, seed: number) => {
    const frame = hostilePairs(process, images, seed);
    return { ...hostileEstimates(frame), "leaderboard tells equals apart": toldApart(frame) };
  };
  const truth = (process: string) => found(process, 8000, 424_242);
  await printCoverage(Object.keys(HOSTILE), [15, 25, 60], { truth, found });
}
