import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { noiseFloor } from "@/metrics/noise_floor.ts";
import { positionRobustness } from "@/metrics/position_robustness.ts";
import { reliability } from "@/metrics/reliability.ts";
import { scoreVariance } from "@/metrics/score_variance.ts";
import { selfEnhancement } from "@/metrics/self_enhancement.ts";
import { unnecessaryImageAblation } from "@/metrics/unnecessary_image_ablation.ts";
import { verbosityRobustness } from "@/metrics/verbosity_robustness.ts";
import {
  mmJudgeBiasAblation,
  mmJudgeBiasAbstention,
  mmJudgeBiasDifficulties,
  mmJudgeBiasDomains,
  mmJudgeBiasTable2,
} from "@/papers/mm_judgebias.ts";
import { BIAS_TAXONOMY } from "@/results/bias_taxonomy.ts";
import { readScorePairs } from "@/results/read_score_pairs.ts";
import { writeFrame } from "@/results/write_frame.ts";
import { random } from "@/stats/random.ts";
import { calibrateScores } from "./solve/calibrate_scores.ts";
import { ORDER_TARGETS } from "./solve/solve_order_pairs.ts";
import { scorePairsCalibration } from "./solve/score_pairs_calibration.ts";
import { simulateOrderPairs, simulateScorePairs } from "@/simulate/score_pairs.ts";
import { solvedFrame } from "@/simulate/solution.ts";

const scores = solvedFrame("score pairs");
type Row = Record<string, number> & Record<"judge" | "bias_type" | "setting" | "generator", string>;
const rows = (frame: pl.DataFrame) => frame.toRecords() as unknown as Row[];
const experiment = (name: string) => scores.filter(pl.col("experiment").eq(pl.lit(name)));
const main = experiment("main");
const calibration = scorePairsCalibration(scores), reliabilities = rows(reliability(main));
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

Deno.test("calibration: every BD and BC of Table 2 within 0.0003, both variances as printed", () => {
  const table = calibration.filter((row) => row.table === "Table 2");
  assert.equal(table.length, 30 * (9 + 1 + 2));
  const types = new Set<string>(BIAS_TAXONOMY.map(({ type }) => type));
  const far = table.filter((row) => types.has(row.quantity) && Math.abs(row.deviation) > 0.0003);
  assert.deepEqual(far, []);
  // Prometheus-Vision-13B: the mean of its nine printed values is 0.5624, printed as 0.563 (CHECKS 1.1).
  const differing = table.filter((row) => !row.prints_same).map(({ judge, quantity }) =>
    `${judge} ${quantity}`
  );
  assert.deepEqual(differing, ["Prometheus-Vision-13B average"]);
});

Deno.test("calibration: Tables 13 to 16 print as published but for means that the papers rounded otherwise, and J6", () => {
  const rest = calibration.filter((row) => row.table !== "Table 2");
  assert.equal(rest.length, 9 + 39 + 78 + 156);
  const differing = rest.filter((row) => !row.prints_same);
  const dimensions = ["integrality", "congruity", "robustness", "overall"];
  for (const row of differing) {
    assert.ok(Math.abs(row.deviation) < 0.001, JSON.stringify(row));
    // 0.226 of 204 and 0.451 of 202 are no counts (CHECKS J6); means of three-digit values move in the third digit.
    if (row.table === "Table 15") assert.equal(row.judge, "Qwen3-VL");
    else assert.ok(dimensions.includes(row.quantity), JSON.stringify(row));
  }
  assert.equal(differing.filter(({ table }) => table === "Table 15").length, 3);
});

Deno.test("calibration through the metrics: reliability, variances and ablation say the same", () => {
  const found = reliabilities, published = mmJudgeBiasTable2();
  assert.equal(found.length, 270);
  for (const { judge, bias_type, value } of found) {
    const target = published.find((row) => row.judge === judge)!.values[bias_type as "text_dominance"];
    assert.ok(Math.abs(value - target) < 0.0004, `${judge} ${bias_type} ${value} ${target}`);
  }
  for (const { judge, inter_run, inter_sample } of rows(scoreVariance(main))) {
    const row = published.find((row) => row.judge === judge)!;
    assert.equal(inter_run.toFixed(1), row.interRun.toFixed(1));
    assert.equal(inter_sample.toFixed(1), row.interSample.toFixed(1));
  }
  const ablation = rows(unnecessaryImageAblation(experiment("ablation")));
  for (const { judge, setting, bc } of mmJudgeBiasAblation()) {
    const own = ablation.find((row) => row.judge === `${judge}, Table 13` && row.setting === setting)!;
    assert.equal(own.bc.toFixed(4), bc.toFixed(4));
  }
});

Deno.test("noise alone stays clear of every BD and BC, by at least a hundredth", () => {
  const floors = rows(noiseFloor(main, { by: ["judge", "bias_type"] }));
  const values = reliabilities;
  assert.equal(floors.length, 270);
  for (const { judge, bias_type, bd_floor, bc_ceiling } of floors) {
    const { value } = values.find((row) => row.judge === judge && row.bias_type === bias_type)!;
    const { metric } = BIAS_TAXONOMY.find(({ type }) => type === bias_type)!;
    assert.ok(
      (metric === "bd" ? value - bd_floor : bc_ceiling - value) > 0.01,
      `${judge} ${bias_type} ${value} ${bd_floor} ${bc_ceiling}`,
    );
  }
});

Deno.test("samples: Tables 5 and 6, equal thirds of generators, the same for all judges, whole scores", () => {
  const samples = main.select(
    "sample_id",
    "bias_type",
    "task_type",
    "domain",
    "difficulty",
    "generator",
    "words_query",
  )
    .unique();
  assert.equal(samples.height, 1804);
  const records = samples.toRecords() as Record<string, unknown>[];
  const counts = (...columns: string[]) =>
    Map.groupBy(records, (row) => columns.map((name) => row[name]).join("\n"));
  const difficulties = counts("bias_type", "difficulty"), domains = counts("task_type", "domain");
  for (const { type, difficulty, samples: n } of mmJudgeBiasDifficulties()) {
    assert.equal(difficulties.get(`${type}\n${difficulty}`)!.length, n);
  }
  for (const { task, domain, samples: n } of mmJudgeBiasDomains()) {
    assert.equal(domains.get(`${task}\n${domain}`)!.length, n);
  }
  assert.deepEqual([...counts("generator").values()].map((own) => own.length).sort(), [601, 601, 602]);
  const seen = [
    ...main.getColumn("unbiased").unique().toArray(),
    ...main.getColumn("biased").unique().toArray(),
  ];
  assert.deepEqual([...new Set(seen as number[])].sort((a, b) => a - b), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  assert.deepEqual(scores.getColumn("provenance").unique().toArray(), ["simulated"]);
});

Deno.test("stated trends: lengths grow with difficulty, biased queries are longer on the whole, judges like their own", () => {
  const samples = main.filter(pl.col("run").eq(pl.lit(1)).and(pl.col("judge").eq(pl.lit("GPT-4.1 mini"))));
  const at = (difficulty: string, name: string) =>
    mean(samples.filter(pl.col("difficulty").eq(pl.lit(difficulty))).getColumn(name).toArray() as number[]);
  for (const name of ["words_query", "words_query_biased", "words_response"]) {
    const lengths = ["easy", "moderate", "hard"].map((difficulty) => at(difficulty, name));
    assert.ok(lengths[0] < lengths[1] && lengths[1] < lengths[2], `${name} ${lengths}`);
  }
  const overall = (name: string) => mean(samples.getColumn(name).toArray() as number[]);
  assert.ok(overall("words_query_biased") > overall("words_query"));
  const enhanced = rows(selfEnhancement(main, { by: ["judge"] }));
  const self = enhanced.filter(({ is_self }) => is_self);
  assert.equal(self.length, 3);
  for (const own of self) {
    const others = enhanced.filter(({ judge, generator }) =>
      self.some((row) => row.judge === judge) && judge !== own.judge && generator === own.generator
    );
    assert.ok(others.every((row) => row.mean < own.mean), `${own.judge} ${own.mean}`);
  }
});

Deno.test("Table 15: abstentions are its counts", () => {
  const own = experiment("prompts").filter(pl.col("prompt").eq(pl.lit("abstention")));
  const counted = Map.groupBy(
    own.filter(pl.col("biased_status").eq(pl.lit("abstained"))).toRecords(),
    ({ judge, bias_type }) => `${judge}\n${bias_type}`,
  );
  for (const { type } of BIAS_TAXONOMY) {
    const n =
      own.filter(pl.col("bias_type").eq(pl.lit(type)).and(pl.col("judge").eq(pl.lit("Qwen3-VL")))).height;
    for (const judge of ["GPT-5 mini", "Qwen3-VL", "LLaVA-Critic"]) {
      const { ratio } = mmJudgeBiasAbstention().find((row) => row.judge === judge && row.scope === type)!;
      const count = counted.get(`${judge}\n${type}`)?.length ?? 0;
      assert.ok(Math.abs(count / n - ratio) <= 0.5 / n, `${judge} ${type} ${count}`);
    }
  }
});

Deno.test("pairs in both orders: the chosen shares exactly, verbosity below position, 200 pairs each", () => {
  const pairs = simulateOrderPairs();
  const position = rows(positionRobustness(pairs.filter(pl.col("variant").eq(pl.lit("original")))));
  const verbosity = rows(verbosityRobustness(pairs));
  ORDER_TARGETS.forEach((target, j) => {
    assert.deepEqual([position[j].judge, position[j].robustness, position[j].n], [
      target.judge,
      target.position,
      200,
    ]);
    assert.deepEqual([verbosity[j].robustness, verbosity[j].n], [target.verbosity, 200]);
    assert.ok(target.verbosity < target.position);
  });
});

Deno.test("files read back; judges and writers are called what they are set to, and still like their own", () => {
  const told = simulateScorePairs(), names = ["judge", "generator"].map((name) => told.getColumn(name));
  assert.ok(names.every((column) => column.toArray().every((name) => /^set to /.test(String(name)))));
  assert.deepEqual(
    rows(selfEnhancement(told, { by: [] })).map(({ mean, is_self }) => [mean, is_self]),
    rows(selfEnhancement(scores, { by: [] })).map(({ mean, is_self }) => [mean, is_self]),
  );
  const path = `${Deno.makeTempDirSync()}/scores.parquet`;
  writeFrame(scores, path);
  const read = readScorePairs(path);
  assert.deepEqual([read.height, read.columns.slice(-2)], [scores.height, ["experiment", "provenance"]]);
  Deno.removeSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
});

Deno.test("calibrateScores: any reachable target, from anywhere; an unreachable one is approached", () => {
  const generator = random(3);
  for (const metric of ["bd", "bc"] as const) {
    for (const target of [metric === "bd" ? 0.05 : 0.4, 0.6, 0.97]) {
      const unbiased = Uint8Array.from({ length: 300 }, () => 1 + generator.integer(10));
      const biased = Uint8Array.from({ length: 300 }, () => 1 + generator.integer(10));
      const run = Uint8Array.from({ length: 300 }, (_, i) => i % 3);
      const reached = calibrateScores({ metric, unbiased, biased, run }, target, generator);
      assert.ok(Math.abs(reached - target) < 4e-4, `${metric} ${target} ${reached}`);
      assert.ok(biased.every((score) => score >= 1 && score <= 10));
    }
  }
  const ones = {
    metric: "bd" as const,
    unbiased: Uint8Array.of(1, 1),
    biased: Uint8Array.of(1, 1),
    run: Uint8Array.of(0, 0),
  };
  assert.equal(calibrateScores(ones, 0.5, generator), 0);
});
