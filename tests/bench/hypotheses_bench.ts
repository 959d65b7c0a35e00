import { biasAtEqualLength } from "@/hypotheses/bias_at_equal_length.ts";
import { equalizedBias } from "@/hypotheses/equalized_bias.ts";
import { hypothesisTable } from "@/hypotheses/hypothesis_table.ts";
import { simulatePairs } from "@/simulate/pairs.ts";
import { bootstrap } from "@/stats/bootstrap.ts";
import { random } from "@/stats/random.ts";

/** Pairs and images of MLLM-as-a-Judge. */
const PAIRS = 7756, IMAGES = 4414, REPLICATES = 10_000;

const generator = random(7);
const clusters = Int32Array.from({ length: PAIRS }, (_, i) => i < IMAGES ? i : generator.integer(IMAGES));
const isIds = Uint8Array.from({ length: PAIRS }, () => generator.uniform() < 0.68 ? 1 : 0);
const right = Uint8Array.from(isIds, (ids) => generator.uniform() < (ids ? 0.85 : 0.26) ? 1 : 0);
const sums = [
  isIds,
  isIds.map((ids, i) => ids * right[i]),
  isIds.map((ids) => 1 - ids),
  isIds.map((ids, i) => (1 - ids) * right[i]),
];

Deno.bench("bootstrap of sums: IB, 10,000 BCa replicates of 7,756 pairs on 4,414 images", {
  group: "bootstrap of IB",
  baseline: true,
}, () => {
  bootstrap({
    sums,
    clusters,
    ofSums: ([nIds, rightIds, nCds, rightCds]) => rightIds / nIds - rightCds / nCds,
    replicates: REPLICATES,
    seed: 1,
    method: "bca",
  });
});

// A hundredth of the replicates, without BCa's jackknife: multiply by 100
Deno.bench("textbook: 100 replicates, images drawn and their pairs counted anew", {
  group: "bootstrap of IB",
}, () => {
  const draws = random(1), members = Map.groupBy(clusters.keys(), (row) => clusters[row]);
  const values: number[] = [];
  for (let r = 0; r < REPLICATES / 100; r++) {
    const counts = [0, 0, 0, 0];
    for (let k = 0; k < IMAGES; k++) {
      for (const row of members.get(draws.integer(IMAGES))!) {
        counts[isIds[row] ? 0 : 2]++;
        counts[isIds[row] ? 1 : 3] += right[row];
      }
    }
    values.push(counts[1] / counts[0] - counts[3] / counts[2]);
  }
  values.sort((a, b) => a - b);
});

const judge = simulatePairs({ judges: ["GPT-4o"], benchmarks: ["MLLM-as-a-Judge"] });
const four = simulatePairs({
  judges: ["GPT-4o", "Gemini-2.5-Flash", "Llama-3.2-Vision-90B", "LLaVA-1.6-34B"],
});

Deno.bench("equalizedBias: three IBs and their steps, 7,756 pairs", () => {
  equalizedBias(judge);
});

Deno.bench("biasAtEqualLength: matched, at no difference and after lengthening, 7,756 pairs", () => {
  biasAtEqualLength(judge);
});

Deno.bench("hypothesisTable: biasAtEqualLength of four judges on two benchmarks, from 216,072 rows", () => {
  hypothesisTable(four, biasAtEqualLength);
});
