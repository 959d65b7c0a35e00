import pl from "nodejs-polars";
import { fitPomms } from "@/ensemble/fit_pomms.ts";
import { biasAtEqualLength } from "@/hypotheses/bias_at_equal_length.ts";
import { equalizedBias } from "@/hypotheses/equalized_bias.ts";
import { hypothesisTable } from "@/hypotheses/hypothesis_table.ts";
import { compareCriteria } from "@/metrics/compare_criteria.ts";
import { conflictMatchingRate, pluralisticAccuracy, tradeoffSensitivity } from "@/metrics/criteria_shares.ts";
import { downsample } from "@/metrics/downsample.ts";
import { informativenessBias } from "@/metrics/informativeness_bias.ts";
import { philautia } from "@/metrics/philautia.ts";
import { philautiaIntervals } from "@/metrics/philautia_intervals.ts";
import { reliability } from "@/metrics/reliability.ts";
import { assignmentSums } from "@/metrics/family_preference.ts";
import { filledRaster, readImage, writeImage } from "@/perturb/image_files.ts";
import { textureInsertion } from "@/perturb/texture_insertion.ts";
import { OPERATIONS, visualTransformation } from "@/perturb/operations.ts";
import { columnNumbers } from "@/results/factor.ts";
import { readCaptionScores } from "@/results/read_caption_scores.ts";
import { writeFrame } from "@/results/write_frame.ts";
import { simulateCriteria, simulatePairs, simulateRatings } from "@/simulate/solved_frames.ts";
import { simulateCaptionScores } from "judgebias/simulate";
import { simulateScorePairs } from "@/simulate/solved_frames.ts";
import { bootstrap } from "@/stats/bootstrap.ts";
import { clusterInterval } from "@/stats/cluster_interval.ts";
import { elasticNetCV } from "@/stats/elastic_net_cv.ts";
import { kendallInterval, kendallTau } from "@/stats/kendall.ts";
import { random } from "@/stats/random.ts";
import { pairsFrame, randomRows } from "../metrics/pairs_fixture.ts";
import {
  criteriaRates,
  informativeness,
  meanPerturbed,
  oneCaptionMean,
  pairsInOrder,
  rowSums,
} from "./textbook_peers.ts";

// What the library takes on data of the papers' sizes, beside the same by the textbook (`textbook_peers.ts`): a group is what is compared, its first the baseline.

const criteria = simulateCriteria();
const joint = { judge: "set to GPT-4o", mode: "joint" }, single = { judge: "set to GPT-4o", mode: "single" };

/** 16 tables of 7,756 pairs: eight judges with and without image. */
const tables = Array.from(
  { length: 16 },
  (_, t) => randomRows({ seed: t + 1, n: 7756, judge: `judge-${t >> 1}`, image: t % 2 === 0 }),
);
const pairs = pairsFrame(tables.flat());
const one = simulatePairs({ judges: ["GPT-4o"], benchmarks: ["MLLM-as-a-Judge"] });

const scorePairs = simulateScorePairs().filter(pl.col("experiment").eq(pl.lit("main")));

/** 1,296,000 caption scores in files as users have them. */
const scores = simulateCaptionScores(), folder = Deno.makeTempDirSync();
addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
const names = ["image_id", "generator", "evaluator", "setting"];
const plain = scores.select(...names, "score").withColumns(
  ...names.map((name) => pl.col(name).cast(pl.Utf8)),
);
writeFrame(scores, `${folder}/categories.parquet`);
for (const file of ["text.parquet", "scores.csv"]) writeFrame(plain, `${folder}/${file}`);
const settings = ["ref_based", "ref_free"];
const analysed = (file: string) => {
  const frame = readCaptionScores(`${folder}/${file}`);
  for (const setting of settings) philautia(frame, { setting });
};
const matrix = philautia(scores, { setting: "ref_free" });

const ratings = simulateRatings().filter(pl.col("benchmark").eq(pl.lit("Nebula")));
const [train, validation] = ["train", "validation"].map((name) =>
  ratings.filter(pl.col("split").eq(pl.lit(name)))
);
const [x, y] = ["set to GPT-4o", "human"].map((name) => columnNumbers(ratings.getColumn(name)));
const six = [
  "set to GPT-4o",
  ...ratings.columns.filter((name) => /^set to (Gemini|Claude|Qwen|Llama|LLaVA)/.test(name)),
]
  .slice(0, 6);
const members = six.flatMap((name) => [...columnNumbers(train.getColumn(name))]);
const design = { rows: train.height, columns: six.length, data: Float64Array.from(members) };

const { integer, uniform } = random(2), ROWS = 7756, MANY = 1_296_000;
const drawn = (n: number, clusters: number) => ({
  values: Float64Array.from({ length: n }, () => integer(2)),
  parts: Int8Array.from({ length: n }, () => integer(3) - 1),
  clusters: Int32Array.from({ length: n }, () => integer(clusters)),
  weights: [1, -1],
});
const rows = drawn(ROWS, 4000), many = drawn(MANY, 9000);

const picture = filledRaster(640, 480, [255, 255, 255]);
picture.data.forEach((_, i) => picture.data[i] = 120 + 80 * Math.sin(i / 90) + 30 * uniform());
const file = await writeImage(picture, "jpeg");

/** What is timed, by group and name. */
const TIMED: Record<string, Record<string, () => unknown>> = {
  "criteria, 32 tables, 23,000 judgments": {
    "PAcc, TOS and CMR with intervals": () =>
      [pluralisticAccuracy, tradeoffSensitivity, conflictMatchingRate].map((metric) => metric(criteria)),
    "textbook: row objects, filtered table by table; no interval": () => criteriaRates(criteria),
    "compareCriteria, 9,999 permutations": () => compareCriteria(criteria, { first: joint, second: single }),
  },
  "informativeness bias, 16 × 7,756 pairs": {
    "informativenessBias with intervals": () => informativenessBias(pairs),
    "textbook: row objects, filtered; no interval": () => informativeness(pairs),
    "downsample: 160 draws × 16 tables × 2 splits": () =>
      (["informativeness", "length"] as const).map((split) => downsample(pairs, { split, seed: 1 })),
  },
  "hypotheses, 7,756 pairs": {
    "equalizedBias: three IBs and their steps": () => equalizedBias(one),
    "biasAtEqualLength: matched, at no difference": () => biasAtEqualLength(one),
    "hypothesisTable of the same": () => hypothesisTable(one, biasAtEqualLength),
  },
  "BD and BC, 30 judges × 1,804 samples × 3 runs": {
    "reliability with intervals": () => reliability(scorePairs),
    "textbook: row objects by judge, type and run; no interval": () => meanPerturbed(scorePairs),
  },
  "Φ̃ of both settings from a file of 1,296,000 scores": {
    "our Parquet, read and checked": () => analysed("categories.parquet"),
    "Parquet with text": () => analysed("text.parquet"),
    "CSV": () => analysed("scores.csv"),
    "bare Polars: scan our Parquet, group, mean, without any check": () =>
      pl.scanParquet(`${folder}/categories.parquet`).groupBy(["setting", "generator", "evaluator"])
        .agg(pl.col("score").mean()).collectSync(),
    "textbook: a tenth of the rows as objects, means in a Map": () => oneCaptionMean(plain.head(129_600)),
  },
  "philautia": {
    "jackknife of all 288 entries over 4,500 images": () =>
      settings.map((setting) => philautiaIntervals(scores, { setting })),
    "99,999 assignments of evaluators to generators": () => assignmentSums(matrix, {}),
  },
  "Kendall's τ of 32,978 rows": {
    "kendallTau, τ-b and p-value": () => kendallTau(x, y),
    "kendallInterval": () => kendallInterval(x, y),
    "textbook: all pairs of a tenth of the rows": () => pairsInOrder(x.subarray(0, 3298), y),
  },
  "ensembles, 26,382 rows": {
    "elasticNetCV, 6 columns, 100 alphas, 5 folds": () =>
      elasticNetCV(design, columnNumbers(train.getColumn("human")), { l1Ratio: 0.5 }),
    "fitPomms: 12 candidates, 78 fits with their τ-b": () => fitPomms({ train, validation }),
  },
  "cluster interval": {
    "7,756 rows": () => clusterInterval(rows),
    "textbook: rows by cluster in a Map, filtered by part": () => rowSums(rows),
    "1,296,000 rows": () => clusterInterval(many),
  },
  "draws": {
    "200 replicates of 7,756 rows in 4,000 clusters": () =>
      bootstrap({
        clusters: rows.clusters,
        statistic: (own) => own.reduce((sum, row) => sum + rows.values[row], 0) / own.length,
        ...{ replicates: 200, seed: 1, method: "percentile" },
      }),
    "10,000 hypergeometric draws of 3,102 in 7,756": () => {
      const generator = random(1);
      for (let i = 0; i < 10_000; i++) generator.hypergeometric(5154, 2602, 3102);
    },
  },
  "simulation": {
    "simulateCriteria: twelve judges, calibrated": () => simulateCriteria(),
    "simulateScorePairs: all experiments, calibrated": () => simulateScorePairs(),
  },
  "pictures of 640 × 480": {
    "read a JPEG": () => readImage(file),
    "write it": () => writeImage(picture, "jpeg"),
    "visual transformation, from file to file": async () =>
      await writeImage(
        (await visualTransformation((await readImage(file)).raster, integer(1e6))).picture,
        "jpeg",
      ),
    "texture insertion": () => textureInsertion(picture, "[QUESTION]\nWhich boat is farther?"),
    ...Object.fromEntries(
      Object.entries(OPERATIONS).map(([name, { draw, apply }]) => {
        const parameters = draw(random(1));
        return [name, () => apply(picture, parameters)];
      }),
    ),
  },
};

for (const [group, timed] of Object.entries(TIMED)) {
  for (const [place, [name, run]] of Object.entries(timed).entries()) {
    Deno.bench({ name, group, baseline: place === 0, fn: async () => void await run() });
  }
}
