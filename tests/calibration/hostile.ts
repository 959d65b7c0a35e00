import pl from "nodejs-polars";
import { correctedRate } from "@/metrics/corrected_rate.ts";
import { honestLeaderboard } from "@/metrics/honest_leaderboard.ts";
import { informativenessBias, lengthBias } from "@/metrics/informativeness_bias.ts";
import { orderConsistency, slotPreference } from "@/metrics/order_consistency.ts";
import { cohenKappa } from "@/stats/cohen_kappa.ts";
import { type Random, random } from "@/stats/random.ts";
import { type PairRow, pairsFrame, type Values } from "../metrics/pairs_fixture.ts";

/** Processes that none of the intervals was chosen on: images of 1 to 12 pairs, judged in both orders by two judges alike. */
export const HOSTILE: Record<
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
export function hostilePairs(name: string, images: number, seed: number): pl.DataFrame {
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

export interface Found {
  estimate: number;
  low: number;
  high: number;
  warned: boolean;
}

/** What is looked at, by name: estimate and limits. */
export function hostileEstimates(frame: pl.DataFrame): Record<string, Found> {
  const only = (table: pl.DataFrame) => table.toRecords()[0] as Values & { warning: string | null };
  const first = frame.filter(pl.col("judge").eq(pl.lit("one")));
  const plain = first.filter(pl.col("swapped").not());
  const pick = (row: Values & { warning: string | null }, name: string, prefix = ""): Found => ({
    estimate: row[name],
    low: row[`${prefix}low`],
    high: row[`${prefix}high`],
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

/** Whether the leaderboard tells two judges apart that are alike. */
export function toldApart(frame: pl.DataFrame): boolean {
  const plain = frame.filter(pl.col("swapped").not());
  return (honestLeaderboard(plain, { by: [] }).getColumn("with_first").toArray() as number[]).includes(0);
}

/** Coverage of all estimates in percent. */
export function hostileCoverage(name: string, images: number, simulations: number, seed: number) {
  const truth = hostileEstimates(hostilePairs(name, 8000, 424242));
  const sums = new Map<string, { held: number; known: number; warned: number }>();
  let apart = 0;
  for (let s = 0; s < simulations; s++) {
    const frame = hostilePairs(name, images, seed * 1_000_003 + s);
    for (const [what, { low, high, warned }] of Object.entries(hostileEstimates(frame))) {
      const sum = sums.get(what) ?? { held: 0, known: 0, warned: 0 };
      sums.set(what, sum);
      if (warned) sum.warned++;
      if (Number.isNaN(low + high)) continue;
      sum.known++;
      if (low <= truth[what].estimate && truth[what].estimate <= high) sum.held++;
    }
    if (toldApart(frame)) apart++;
  }
  return { sums, apart: apart / simulations };
}

if (import.meta.main) {
  const simulations = Number(Deno.args[0] ?? 100);
  console.log("process,images,estimate,data sets,coverage,error,warned");
  for (const name of Object.keys(HOSTILE)) {
    for (const images of [15, 25, 60]) {
      const { sums, apart } = hostileCoverage(name, images, simulations, 7);
      for (const [what, { held, known, warned }] of sums) {
        const p = held / known, error = Math.sqrt(p * (1 - p) / known);
        console.log(
          [
            name.replaceAll(",", ""),
            images,
            what,
            known,
            ...[p, error, warned / simulations].map((x) => (100 * x).toFixed(1)),
          ]
            .join(","),
        );
      }
      console.log(
        [
          name.replaceAll(",", ""),
          images,
          "leaderboard tells equals apart",
          simulations,
          (100 * apart).toFixed(1),
          "",
          "",
        ].join(","),
      );
    }
  }
}
