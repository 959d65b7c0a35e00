import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { compareCriteria } from "@/metrics/compare_criteria.ts";
import { conflictMatchingRate } from "@/metrics/conflict_matching_rate.ts";
import { criteriaMetrics } from "@/metrics/criteria_metrics.ts";
import { criterionConflicts } from "@/metrics/criterion_conflicts.ts";
import { pairComposition, responseLengths } from "@/figures/multi_crit/composition.ts";
import { pluralisticAccuracy } from "@/metrics/pluralistic_accuracy.ts";
import { tradeoffSensitivity } from "@/metrics/tradeoff_sensitivity.ts";
import { MULTI_CRIT_SPLITS, multiCritDifferences, multiCritValues } from "@/papers/multi_crit.ts";
import { publishedTable } from "@/papers/published_table.ts";
import { readCriteria } from "@/results/read_criteria.ts";
import { writeFrame } from "@/results/write_frame.ts";
import { simulateCriteria } from "@/simulate/criteria.ts";
import { solvedFrame } from "@/simulate/solution.ts";
import { solveCriteria } from "./solve/solve_criteria.ts";
import { criteriaTargets } from "./solve/criteria_targets.ts";

const criteria = solvedFrame("criteria");
type Row = Record<string, number> & {
  judge: string;
  mode: string;
  thinking: boolean;
  split: string;
  criterion_a: string;
  criterion_b: string;
  metric: string;
};
const rows = (frame: pl.DataFrame) => frame.toRecords() as unknown as Row[];
const criterionAverage = (frame: pl.DataFrame) =>
  criteriaMetrics(frame).filter(pl.col("metric").eq(pl.lit("criterion_average")));

Deno.test("every count of the derived values comes back through the metrics", () => {
  const metrics: Record<string, Row[]> = {
    Pluralistic: rows(pluralisticAccuracy(criteria)),
    Conflict: rows(conflictMatchingRate(criteria)),
    Tradeoff: rows(tradeoffSensitivity(criteria)),
  };
  const counts = publishedTable("derived-values").filter(({ paper, value }) =>
    paper === "multi-crit-appendix" && /^\d+\/\d+$/.test(value)
  );
  assert.equal(counts.length, 2 * 8 * 2 * 3);
  for (const { quantity, value } of counts) {
    // `InternVL3.5-8B (think) | Open-ended | Conflict`, `GPT-4o | joint multi-criterion | Open-ended | Tradeoff`
    const parts = quantity.split(" | "), [model, metric] = [parts[0], parts.at(-1)!];
    const judge = model.replace(/ \((no-)?think\)$/, "");
    const thinking = / \(think\)$|-Thinking$/.test(model),
      mode = parts[1].startsWith("joint") ? "joint" : "single";
    const split = MULTI_CRIT_SPLITS[parts.at(-2) as keyof typeof MULTI_CRIT_SPLITS];
    const found = metrics[metric].filter((row) =>
      row.judge === judge && row.thinking === thinking && row.mode === mode && row.split === split
    );
    assert.equal(found.length, 1, quantity);
    assert.equal(`${found[0].n_matched}/${found[0].n}`, value, quantity);
  }
});

Deno.test("every number of Tables 16 and 18 prints the same digits", () => {
  const found = rows(criteriaMetrics(criteria));
  for (const { judge, mode, thinking, split, metric, printed } of multiCritValues()) {
    const row = found.find((one) =>
      one.metric === metric && one.judge === judge && one.mode === mode && one.thinking === thinking &&
      one.split === split
    )!;
    assert.equal((100 * row.value).toFixed(2), printed, `${judge} ${mode} ${thinking} ${split} ${metric}`);
  }
});

Deno.test("published differences are those of the rounded percentages, and paired ones differ by rounding only", () => {
  const differences = multiCritDifferences();
  assert.equal(differences.length, 64);
  const values = multiCritValues();
  const compared = new Map<string, Record<string, unknown>[]>();
  for (const { table, pair, split, metric, value } of differences) {
    const own = values.filter((one) => one.table === table && one.pair === pair && one.split === split);
    const [second, first] = own.filter((one) => one.metric === metric);
    assert.equal(
      (first.value - second.value).toFixed(2),
      value.toFixed(2),
      `${table} ${pair} ${split} ${metric}`,
    );
    const of = ({ judge, mode, thinking }: typeof first) => ({ judge, mode, thinking });
    const key = JSON.stringify([split, of(first), of(second)]);
    if (!compared.has(key)) {
      const those = pl.col("judge").eq(pl.lit(first.judge)).or(pl.col("judge").eq(pl.lit(second.judge)));
      compared.set(
        key,
        compareCriteria(criteria.filter(pl.col("split").eq(pl.lit(split)).and(those)), {
          first: of(first),
          second: of(second),
          by: [],
        }).toRecords(),
      );
    }
    const paired = compared.get(key)!.find((row) => row.metric === metric)!;
    // Of the judge with the missing answer the common units are fewer.
    const slack = pair === "Gemini-2.5-Pro" ? 0.6 : 0.011;
    assert.ok(
      Math.abs(100 * Number(paired.difference) - value) < slack,
      `${pair} ${metric} ${paired.difference}`,
    );
  }
});

Deno.test("items: counts, conflicts, types of pairs, lengths as published; criteria per item vary", () => {
  const one = criteria.filter(pl.col("judge").eq(pl.lit("GPT-5")).and(pl.col("mode").eq(pl.lit("single"))));
  const per = (split: string) => one.filter(pl.col("split").eq(pl.lit(split)));
  for (
    const [split, items, conflicted, pairs] of [["open_ended", 299, 206, 501], [
      "reasoning",
      126,
      109,
      281,
    ]] as const
  ) {
    assert.equal(rows(pluralisticAccuracy(per(split)))[0].n, items);
    assert.equal(rows(tradeoffSensitivity(per(split)))[0].n, conflicted);
    const conflicts = rows(criterionConflicts(per(split)));
    assert.equal(conflicts.length, 10);
    assert.equal(conflicts.reduce((sum, row) => sum + row.conflicts, 0), pairs);
    assert.ok(conflicts.every((row) => row.conflicts > 0), "all pairs of criteria conflict somewhere");
    // "These pairs also exhibit the highest frequencies": the paper's examples lead.
    const ranked = conflicts.sort((a, b) => b.conflicts - a.conflicts).map((row) =>
      `${row.criterion_a} ${row.criterion_b}`
    );
    const leading = split === "open_ended"
      ? ["completeness no_hallucination", "no_hallucination expressiveness"]
      : ["reflection efficiency"];
    assert.deepEqual(ranked.slice(0, leading.length).sort(), leading);
    const sizes = per(split).groupBy("item_id").agg(pl.col("criterion").count().alias("k")).getColumn("k");
    assert.deepEqual([...new Set(sizes.toArray())].sort(), [2, 3, 4, 5]);
  }
  assert.deepEqual(rows(pairComposition(criteria)).map(({ n }) => n), [168, 131, 76, 50]);
  const [words] = rows(responseLengths(criteria));
  assert.deepEqual([words.n, words.q25, words.q50, words.q75], [850, 104, 164, 247]);
});

Deno.test("items without a conflict are easier for every judge, in PAcc and in the criterion average", () => {
  const kinds = criteria.groupBy("split", "item_id").agg(pl.col("human").nUnique().alias("sides"));
  const joined = criteria.join(kinds, { on: ["split", "item_id"], how: "inner" });
  const of = (sides: number) => joined.filter(pl.col("sides").eq(sides));
  for (const metric of [pluralisticAccuracy, criterionAverage]) {
    const agreed = rows(metric(of(1))), conflicted = rows(metric(of(2)));
    assert.equal(agreed.length, 32);
    agreed.forEach((row, i) =>
      assert.ok(row.value > conflicted[i].value, `${row.judge} ${row.mode} ${row.split}`)
    );
  }
});

Deno.test("judges find the same items hard, modes of a judge more so", () => {
  const right = (judge: string, mode: string) => {
    const own = criteria.filter(
      pl.col("judge").eq(pl.lit(judge)).and(pl.col("mode").eq(pl.lit(mode))).and(
        pl.col("split").eq(pl.lit("open_ended")),
      ),
    );
    return own.select("human", "choice").rows().map(([human, choice]) => human === choice ? 1 : 0);
  };
  const agreement = (a: number[], b: number[]) => a.filter((value, i) => value === b[i]).length / a.length;
  const same = agreement(right("GPT-5", "single"), right("GPT-5", "joint"));
  const other = agreement(right("GPT-5", "single"), right("o4-mini", "single"));
  // Independent judges with accuracies of 69% and 70% agree on 0.69·0.70 + 0.31·0.30 = 58% of the judgments.
  assert.ok(other > 0.6, `${other}`);
  assert.ok(same > other, `${same}, ${other}`);
});

Deno.test("the only missing answer is that of the published exception", () => {
  const missing = criteria.filter(pl.col("choice").isNull());
  assert.deepEqual(missing.select("judge", "mode", "split").rows(), [[
    "Gemini-2.5-Pro",
    "single",
    "reasoning",
  ]]);
  assert.deepEqual(criteriaTargets().filter((target) => target.missing === 1).map(({ judge }) => judge), [
    "Gemini-2.5-Pro",
  ]);
});

Deno.test("one judge alone has the same rows; another seed of the solver meets the same numbers", () => {
  const again = simulateCriteria({ judges: ["o4-mini"] });
  const before = criteria.filter(pl.col("judge").eq(pl.lit("o4-mini")));
  assert.deepEqual(again.getColumn("judge").unique().toArray(), ["set to o4-mini"]);
  assert.deepEqual(again.drop("judge").rows(), before.drop("judge").rows());
  for (const seed of [1, 2, 3]) {
    const other = solveCriteria({ seed, judges: ["Qwen3-VL-8B-Instruct", "o4-mini"] });
    assert.notDeepEqual(other.getColumn("human").toArray(), criteria.getColumn("human").toArray());
    const found = rows(conflictMatchingRate(other)).map((row) => row.n_matched);
    assert.deepEqual(found, [92, 54, 201, 157, 216, 185]);
  }
  assert.throws(() => simulateCriteria({ seed: 2 } as never), /simulateCriteria: .*seed/);
  assert.throws(() => simulateCriteria({ judges: ["GPT-6"] }), /wanted some of InternVL3.5-8B.*found GPT-6/);
});

Deno.test("the frame says that it is simulated, and reads back as it is", async () => {
  assert.deepEqual(criteria.getColumn("provenance").unique().toArray(), ["simulated"]);
  const folder = await Deno.makeTempDir();
  try {
    const path = `${folder}/criteria.csv`;
    writeFrame(criteria, path);
    assert.deepEqual(readCriteria(path).select(...criteria.columns).rows(), criteria.rows());
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
