import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pl from "nodejs-polars";
import { reliability } from "@/metrics/reliability.ts";
import { reliabilitySummary } from "@/metrics/reliability_summary.ts";
import { BIAS_TAXONOMY } from "@/results/bias_taxonomy.ts";
import { readScorePairs } from "@/results/read_score_pairs.ts";
import { simulateScorePairs } from "@/simulate/score_pairs.ts";
import { random } from "@/stats/random.ts";

/** Output of the authors' code for one judge: 1,804 files with feedback of a usual length. */
const folder = Deno.makeTempDirSync();
addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
const generator = random(1);
for (let id = 0; id < 1804; id++) {
  const judgement: Record<string, unknown> = {};
  for (const side of ["unbiased", "biased"]) {
    const score = generator.integer(1, 11);
    judgement[side] = `### Feedback: ${
      "The response keeps to the instruction. ".repeat(15)
    }\n### Score: ${score}`;
    judgement[`${side}_score`] = score;
  }
  const meta = { id, bias_type: BIAS_TAXONOMY[id % 9].type, difficulty: "Hard", domain_type: "Math" };
  const text = JSON.stringify({ judgement: { judge: judgement }, meta }, null, 2);
  Deno.writeTextFileSync(`${folder}/${String(id).padStart(4, "0")}.json`, text);
}

Deno.bench("readScorePairs, reliability, reliabilitySummary: 1,804 files", {
  group: "MM-JudgeBias report",
  baseline: true,
}, () => {
  const frame = readScorePairs(folder, { compatibility: "official" });
  reliability(frame, { compatibility: "official" });
  reliabilitySummary(frame, { compatibility: "official" });
});

Deno.bench("textbook: each file read, parsed, its scores filed by type; no check, no interval", {
  group: "MM-JudgeBias report",
}, () => {
  const scores = new Map<string, { y: number; z: number }[]>(BIAS_TAXONOMY.map(({ type }) => [type, []]));
  for (const name of readdirSync(folder).sort()) {
    const { judgement: { judge }, meta } = JSON.parse(readFileSync(join(folder, name), "utf8"));
    scores.get(meta.bias_type)!.push({ y: judge.unbiased_score, z: judge.biased_score });
  }
  const values = BIAS_TAXONOMY.map(({ type, metric }) => {
    const all = scores.get(type)!;
    const own = metric === "bd"
      ? all.filter(({ y }) => y > 1).map(({ y, z }) => Math.max(0, y - z) / (y - 1))
      : all.map(({ y, z }) => 1 - Math.abs(y - z) / Math.max(y - 1, 10 - y));
    return own.reduce((sum, value) => sum + value, 0) / own.length;
  });
  values.reduce((sum, value) => sum + value, 0) / values.length;
});

const simulated = simulateScorePairs();
const main = simulated.filter(pl.col("experiment").eq(pl.lit("main")));

Deno.bench("reliability with intervals, 30 judges × 1,804 samples × 3 runs", {
  group: "BD and BC",
  baseline: true,
}, () => {
  reliability(main);
});

Deno.bench("textbook: the same frame as row objects, filtered by judge, type and run; no interval", {
  group: "BD and BC",
}, () => {
  const rows = main.toRecords() as {
    judge: string;
    bias_type: string;
    run: number;
    unbiased: number;
    biased: number;
  }[];
  const groups = new Map<string, number[]>();
  const metrics = new Map<string, string>(BIAS_TAXONOMY.map(({ type, metric }) => [type, metric]));
  for (const { judge, bias_type, run, unbiased: y, biased: z } of rows) {
    const isBd = metrics.get(bias_type) === "bd";
    if (isBd && y === 1) continue;
    const key = `${judge} ${bias_type} ${run}`;
    const own = groups.get(key) ?? [];
    groups.set(key, own);
    own.push(isBd ? Math.max(0, y - z) / (y - 1) : 1 - Math.abs(y - z) / Math.max(y - 1, 10 - y));
  }
  for (const values of groups.values()) values.reduce((sum, value) => sum + value, 0) / values.length;
});

Deno.bench("simulateScorePairs: all experiments, calibrated", { group: "simulation" }, () => {
  simulateScorePairs();
});
