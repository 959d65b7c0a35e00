import pl from "nodejs-polars";
import { philautia } from "@/metrics/philautia.ts";
import { philautiaIntervals } from "@/metrics/philautia_intervals.ts";
import { selfPreferencePermutation } from "@/metrics/self_preference_permutation.ts";
import { readCaptionScores } from "@/results/read_caption_scores.ts";
import { writeFrame } from "@/results/write_frame.ts";
import { loadSimulatedCaptionScores } from "@/simulate/load.ts";
import { simulateCaptionScores } from "@/simulate/caption_scores.ts";

/** 1,296,000 scores in files as users have them: categories, text, CSV. */
const scores = await loadSimulatedCaptionScores();
const folder = Deno.makeTempDirSync();
const names = ["image_id", "generator", "evaluator", "setting"];
const plain = scores.select(...names, "score").withColumns(
  ...names.map((name) => pl.col(name).cast(pl.Utf8)),
);
const [categories, text, csv] = ["categories.parquet", "text.parquet", "scores.csv"].map((name) =>
  `${folder}/${name}`
);
writeFrame(scores, categories);
writeFrame(plain, text);
writeFrame(plain, csv);
const SETTINGS = ["ref_based", "ref_free"];

/** From a file to both matrices. */
function analysed(path: string): void {
  const frame = readCaptionScores(path);
  for (const setting of SETTINGS) philautia(frame, { setting });
}

Deno.bench("1,296,000 rows, our Parquet, read and checked, to Φ̃ of both settings", {
  group: "file to Φ̃",
  baseline: true,
}, () => analysed(categories));

Deno.bench("the same from Parquet with text", { group: "file to Φ̃" }, () => analysed(text));

Deno.bench("the same from CSV", { group: "file to Φ̃" }, () => analysed(csv));

Deno.bench("bare Polars: scan our Parquet, group, mean, without any check", { group: "file to Φ̃" }, () => {
  pl.scanParquet(categories).groupBy(["setting", "generator", "evaluator"]).agg(pl.col("score").mean())
    .collectSync();
});

Deno.bench("textbook: a tenth of the rows as objects, means in a Map", { group: "file to Φ̃" }, () => {
  const sums = new Map<string, { sum: number; n: number }>();
  for (const row of plain.head(129_600).toRecords() as Record<string, string | number>[]) {
    const key = `${row.setting}\n${row.generator}\n${row.evaluator}`;
    const found = sums.get(key) ?? { sum: 0, n: 0 };
    found.sum += Number(row.score);
    found.n++;
    sums.set(key, found);
  }
});

/** A script of `processes/` from its start to its end. */
async function inProcess(script: string, path: string): Promise<void> {
  const { code } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", new URL(`./processes/${script}`, import.meta.url).pathname, path],
    stdout: "null",
    stderr: "inherit",
  }).output();
  if (code !== 0) throw new Error(`${script} ended with ${code}`);
}

for (const [kind, path] of [["our Parquet", categories], ["Parquet with text", text]]) {
  const group = `whole process, 1,296,000 rows, ${kind}`;
  Deno.bench(`${kind}: bare Polars, means alone, without any check`, { group, baseline: true }, async () => {
    await inProcess("bare_polars.ts", path);
  });
  Deno.bench(`${kind}: read, checked, Φ̃ of both settings`, { group }, async () => {
    await inProcess("philautia.ts", path);
  });
  Deno.bench(`${kind}: the same through the core door`, { group }, async () => {
    await inProcess("whole_library.ts", path);
  });
}

Deno.bench("jackknife of all 288 entries over 4,500 images", { group: "intervals", baseline: true }, () => {
  for (const setting of SETTINGS) philautiaIntervals(scores, { setting });
});

const small = simulateCaptionScores({ images: 100, silent: true })
  .filter(pl.col("setting").cast(pl.Utf8).eq(pl.lit("ref_free")));
const images = small.getColumn("image_id").unique().cast(pl.Utf8).toArray() as string[];
Deno.bench("textbook jackknife of 144 entries over 100 images: each left out, all computed anew", {
  group: "intervals",
}, () => {
  for (const image of images) {
    philautia(small.filter(pl.col("image_id").cast(pl.Utf8).neq(pl.lit(image))), { setting: "ref_free" });
  }
});

const matrix = philautia(scores, { setting: "ref_free" });
Deno.bench("permutation test of the mean diagonal, 99,999 assignments", { group: "permutation" }, () => {
  selfPreferencePermutation(matrix);
});

Deno.bench("simulation of 1,296,000 calibrated scores", { group: "simulation" }, () => {
  simulateCaptionScores({ silent: true });
});
