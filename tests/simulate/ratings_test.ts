import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { fitPomms } from "@/ensemble/fit_pomms.ts";
import { pommsPhilautia } from "@/ensemble/pomms_philautia.ts";
import { philautia } from "@/metrics/philautia.ts";
import { publishedTable } from "@/papers/published_tables.ts";
import { ratingEvaluators } from "@/results/frame.ts";
import { readRatings } from "@/results/read_ratings.ts";
import { writeFrame } from "@/results/write_frame.ts";
import { simulateRatings } from "@/simulate/solved_frames.ts";
import { calibration, solvedFrame } from "@/simulate/solution.ts";
import { drawRatings } from "../../data/solve/draw_ratings.ts";
import { POMMS_WEIGHTS } from "../../data/solve/pomms_weights.ts";
import { ratingsTargets } from "../../data/solve/ratings_targets.ts";
import { kendallTau } from "@/stats/kendall.ts";
import { tempFolder } from "../judge/temp_folder.ts";

const ratings = solvedFrame("ratings");
const part = (benchmark: string, split: string) =>
  ratings.filter(pl.col("benchmark").eq(pl.lit(benchmark)).and(pl.col("split").eq(pl.lit(split))));
const train = part("Nebula", "train"), validation = part("Nebula", "validation");
const numbers = (frame: pl.DataFrame, name: string) => frame.getColumn(name).toTypedArray() as Float64Array;
const pomms = fitPomms({ train, validation });

Deno.test("every evaluator has the τ-b that it aims at, in every split; the paper's three to within 0.05 points", () => {
  for (const target of ratingsTargets()) {
    const cases = [["Nebula", "train"], ["Nebula", "validation"], ["Nebula", "test"], [
      "Flickr8k-Expert",
      "test",
    ]] as const;
    for (const [benchmark, split] of cases) {
      const frame = part(benchmark, split);
      const tau = 100 * kendallTau(numbers(frame, target.name), numbers(frame, "human")).tau;
      assert.ok(
        Math.abs(tau - target.tau[benchmark]) < 0.05,
        `${target.name}, ${benchmark} ${split}: ${tau}`,
      );
    }
  }
});

Deno.test("forward selection takes the evaluators in the paper's order", () => {
  assert.deepEqual(
    pomms.steps[6].members,
    "GPT-4o InternVL2.5-8B Eagle2-9B LLaVA-OneVision-7B DeepSeek-VL2 Qwen2.5-VL-7B Phi-3.5-Vision".split(" "),
  );
});

Deno.test("calibration: baselines' τ-b hold; all other τ of Table 1 are within two points", () => {
  const rows = calibration("ratings").toRecords().filter(({ quantity }) => /^tau/.test(String(quantity)));
  const printed = publishedTable("philautia-table1").filter(({ metric }) => /^tau/.test(metric));
  assert.equal(rows.length, 3 * 4 + 6 * 4);
  printed.forEach(({ value, variant, members, dataset, metric }, i) => {
    const { of, quantity, published, deviation } = rows[i];
    assert.deepEqual([quantity, Number(published)], [metric, value]);
    assert.ok(String(of).endsWith(`${variant ?? members}, ${dataset}`), String(of));
    if (variant) {
      const step = "i ii iii iv v vi".split(" ").indexOf(variant.slice(1, -1)) + 1;
      assert.deepEqual(pomms.steps[step].members, members.split(";"));
    }
    const isAimed = !variant && metric === "tau_b", off = Math.abs(Number(deviation));
    assert.ok(off < (isAimed ? 0.05 : 2.1), `${of}, ${metric}: off by ${off}`);
  });
});

Deno.test("the caption scores are calibrated with the weights that are fitted here; Table 2's column holds to its rounding", () => {
  const { members, coefficients } = pomms.steps[4], setting = "ref_free";
  assert.deepEqual(members.toSorted(), Object.keys(POMMS_WEIGHTS).toSorted());
  members.forEach((name, m) => assert.ok(Math.abs(coefficients[m] - POMMS_WEIGHTS[name]) < 1e-9, name));
  const scores = solvedFrame("caption scores");
  const { byGenerator } = pommsPhilautia(scores, pomms, { setting, step: 4 }).pomms;
  const column = publishedTable("philautia-table2").filter(({ evaluator }) => evaluator !== "Self");
  assert.equal(column.length, 12);
  for (const { generator, phi_tilde } of column) {
    assert.ok(Math.abs(byGenerator[generator] - phi_tilde) <= 0.005, generator);
  }
  const own = philautia(scores, { setting }).scores;
  const singles = publishedTable("philautia-table1").filter(({ group, metric }) =>
    group !== "Pomms" && !/^tau/.test(metric)
  );
  assert.equal(singles.length, 3);
  for (const { members, value } of singles) assert.ok(Math.abs(own[members] - value) <= 0.005, members);
});

Deno.test("another seed gives other ratings; evaluators are called what they are set to; the frame can be written and read", () => {
  const one = simulateRatings({ benchmarks: ["Flickr8k-Expert"] });
  assert.deepEqual(numbers(one, "set to GPT-4o"), numbers(part("Flickr8k-Expert", "test"), "GPT-4o"));
  assert.notDeepEqual(numbers(drawRatings(3), "GPT-4o"), numbers(ratings, "GPT-4o"));
  using at = tempFolder();
  writeFrame(one, `${at.path}/ratings.parquet`);
  const read = readRatings(`${at.path}/ratings.parquet`);
  assert.deepEqual(numbers(read, "set to Gemini-2.5-Pro"), numbers(one, "set to Gemini-2.5-Pro"));
  assert.deepEqual(ratingEvaluators(read), ratingEvaluators(one));
});
