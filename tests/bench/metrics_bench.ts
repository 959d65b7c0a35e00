import { downsample } from "@/metrics/downsample.ts";
import { informativenessBias } from "@/metrics/informativeness_bias.ts";
import { random } from "@/stats/random.ts";
import { type PairRow, pairsFrame, randomRows } from "../metrics/pairs_fixture.ts";
import { accuracy, cds, differenceOfAccuracies, ids, longer, shorter } from "../metrics/textbook.ts";

/** 16 tables of 7,756 pairs: eight judges with and without image. */
const TABLES = Array.from(
  { length: 16 },
  (_, t) => randomRows({ seed: t + 1, n: 7756, judge: `judge-${t >> 1}`, image: t % 2 === 0 }),
);
const frame = pairsFrame(TABLES.flat());

Deno.bench("informativenessBias with intervals, 16 × 7,756 pairs", {
  group: "informativeness bias",
  baseline: true,
}, () => {
  informativenessBias(frame);
});

Deno.bench("textbook: the same frame as row objects, filtered; interval by a Map", {
  group: "informativeness bias",
}, () => {
  const tables = new Map<string, PairRow[]>();
  for (const row of frame.toRecords() as unknown as PairRow[]) {
    const key = [row.benchmark, row.judge, row.pipeline, row.image, row.variant].join();
    const rows = tables.get(key);
    if (rows) rows.push(row);
    else tables.set(key, [row]);
  }
  for (const rows of tables.values()) {
    accuracy(ids(rows)) - accuracy(cds(rows));
    differenceOfAccuracies(ids(rows), cds(rows));
  }
});

Deno.bench("downsample: 160 draws × 16 tables × 2 splits", { group: "downsampling", baseline: true }, () => {
  downsample(frame, { split: "informativeness", seed: 1 });
  downsample(frame, { split: "length", seed: 1 });
});

Deno.bench("textbook: the same tables as rows, split and shuffled anew for every draw", {
  group: "downsampling",
}, () => {
  const generator = random(1);
  for (const table of TABLES) {
    for (const split of [[ids, cds], [longer, shorter]]) {
      const outcomes = split.map((side) =>
        Int8Array.from(side(table), (row) => row.choice === row.human ? 1 : 0)
      );
      for (const first of [0.4, 0.6, 0.8, 1]) {
        for (const second of [0.4, 0.6, 0.8, 1]) {
          for (let draw = 0; draw < 10; draw++) {
            outcomes.map((values, side) => {
              const size = Math.round(values.length * (side === 0 ? first : second));
              return generator.shuffle(values).subarray(0, size).reduce((sum, value) => sum + value, 0) /
                size;
            });
          }
        }
      }
    }
  }
});
