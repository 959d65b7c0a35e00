import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import pl from "nodejs-polars";
import { findingDifferences, type FindingRow, findings } from "@/findings/findings.ts";
import { adjusted, answered } from "@/findings/compute_findings.ts";
import { DATA_SOURCES, type DataSourceName } from "@/results/data_sources.ts";
import { close } from "../stats/golden.ts";
import { GENAI_BENCH, WILDVISION } from "./printed.ts";

const NAMES = Object.keys(DATA_SOURCES) as DataSourceName[];

/** A row of a file, with whence it is. */
type Row = FindingRow & Record<"source" | "commit" | "rows_sha256", string>;

const rowsOf = (name: DataSourceName) => findings(name).toRecords() as unknown as Row[];

for (const name of NAMES) {
  Deno.test(`data/findings/${name}.csv: one row per judge, condition and quantity, limits around estimates, source and commit`, () => {
    const rows = rowsOf(name);
    assert.ok(rows.length > 100);
    assert.deepEqual([...new Set(rows.map((row) => row.source))], [name]);
    assert.deepEqual([...new Set(rows.map((row) => row.commit))], [DATA_SOURCES[name].commit]);
    assert.equal(new Set(rows.map((row) => row.rows_sha256)).size, 1);
    assert.match(rows[0].rows_sha256, /^[0-9a-f]{16}$/);
    const keys = rows.map((row) => `${row.judge}|${row.condition}|${row.quantity}`);
    assert.equal(new Set(keys).size, keys.length);
    for (const { judge, quantity, estimate, low, high } of rows) {
      if (low === null || high === null || estimate === null) continue;
      assert.ok(
        low <= estimate + 1e-9 && estimate <= high + 1e-9,
        `${judge} ${quantity}: ${low} ${estimate} ${high}`,
      );
    }
  });
}

Deno.test("GenAI-Bench: the 54 accuracies that the source prints come out to the last digit", () => {
  const rows = rowsOf("genai-bench").filter((row) => row.quantity === "four_way_accuracy");
  const tasks = ["image_generation", "image_edition", "video_generation"];
  assert.equal(rows.length, 17 * 3 + 1); // 18 judges, emu2 in one task only
  assert.equal(Object.values(GENAI_BENCH).flat().length, 54);
  for (const [judge, printed] of Object.entries(GENAI_BENCH)) {
    printed.forEach((value, t) => {
      const own = judge.replace(/_8192$/, "");
      const row = rows.find((one) => one.judge === own && one.condition === tasks[t])!;
      assert.equal((100 * row.estimate!).toFixed(4), value.toFixed(4), `${judge} ${tasks[t]}`);
    });
  }
});

Deno.test("WildVision: the win rates of the source's leaderboard come out", () => {
  const rows = rowsOf("wildvision").filter((row) => row.quantity === "win_rate");
  assert.equal(rows.length, 21);
  for (const [model, [rate]] of Object.entries(WILDVISION)) {
    close(100 * rows.find((row) => row.condition === model)!.estimate!, rate, {
      absolute: 1e-9,
      what: model,
    });
  }
});

// Table 3 and appendix of Zeng et al. 2024 as `correct_average` of statistics.json, recomputed with pandas 1.5.3 from the table of verdicts:
// d[d.subset == "Natural"].groupby(["judge", "strategy"]).apply(lambda g: (g.choice == g.label).mean())
Deno.test("LLMBar: accuracies are pandas' over both orders of the stored choice", () => {
  const rows = rowsOf("llmbar").filter((row) => row.quantity === "source_accuracy");
  const cases = [
    ["GPT-4/Vanilla", "natural", 0.955],
    ["GPT-4/Metrics_Reference", "natural", 0.96],
    ["ChatGPT/Vanilla", "natural", 0.815],
    ["GPT-4/Metrics_Reference", "adversarial", 0.8448275862068966],
    ["ChatGPT/Vanilla_2shot", "adversarial", 0.2539184952978056],
  ] as const;
  for (const [judge, condition, value] of cases) {
    close(rows.find((row) => row.judge === judge && row.condition === condition)!.estimate!, value, {
      relative: 1e-7,
      what: judge,
    });
  }
});

Deno.test("p-values of slot gaps are Holm's over 17 judges and 3 tasks, the random judge and unreadable ones left out", () => {
  const gaps = rowsOf("genai-bench").filter((row) => row.quantity === "gap");
  assert.ok(gaps.filter((row) => row.judge === "random").every((row) => row.p_adjusted === null));
  const tested = gaps.filter((row) => row.p_adjusted !== null);
  assert.ok(tested.length > 30 && tested.length < 51);
  for (const judge of ["kosmos2", "ottervideo", "otterimage", "mantis-8b-idefics2"]) {
    assert.equal(gaps.filter((row) => row.judge === judge).length, 0, judge);
  }
});

Deno.test("adjusted: Holm over the findings of one quantity only, others untouched", () => {
  const pOf = (nullValue: number) => nullValue === 0 ? 0.0455 : NaN;
  const wide = { judge: "j", condition: "c", n: 100, quantity: "gap", estimate: 0.1, low: 0, high: 0.2, pOf };
  const all = adjusted([wide, { ...wide, judge: "k" }, { ...wide, quantity: "share" }], "gap");
  assert.equal(all[0].p_adjusted, 2 * 0.0455);
  assert.equal(all[2].p_adjusted, undefined);
  const [alone, left] = adjusted([wide, { ...wide, judge: "k" }], "gap", "k");
  assert.equal(alone.p_adjusted, 0.0455);
  assert.equal(left.p_adjusted, undefined);
  const { pOf: _, ...without } = wide;
  assert.throws(() => adjusted([without], "gap"), /wanted a test of gap, found none for j, c/);
});

Deno.test("answered: behind an interval stand its own clusters and df, never those of another of the row", () => {
  const frame = pl.DataFrame([{
    ...{ judge: "j", share: 0.5, low: 0.4, high: 0.6, n: 9, n_clusters: 3, df: 2.5 },
    ...{ gap: 0.1, gap_low: 0, gap_high: 0.2, gap_clusters: 7, gap_df: 5.5 },
    ...{ rest: 0.3, rest_low: 0, rest_high: 0.5, n_first: 20, n_second: 30 },
  }]);
  const question = {
      frame: "table",
      condition: "c, {n} rows",
      counts: "n_first {n_first}",
      quantities: { share: "share", gap: "gap", people: ["share", "n_first", "n_second"], rest: "rest" },
    } as const,
    rows = { frame, frames: { table: frame } };
  const found = answered(rows, [question]);
  assert.deepEqual([found[0].condition, found[0].counts], ["c, 9 rows", "n_first 20"]);
  const many = answered(rows, [{ ...question, fewest: 10 }]);
  assert.deepEqual(many.map(({ quantity }) => quantity), ["gap", "people"]);
  assert.deepEqual(
    found.map(({ n, n_clusters, df }) => [n, n_clusters, df]),
    [[9, 3, 2.5], [50, 7, 5.5], [50, undefined, undefined], [9, 3, NaN]],
  );
});

Deno.test("data/findings: an adjusted p never disagrees with the interval that it stands beside", () => {
  const cases = [["genai-bench", "gap"], ["llmbar", "length_bias"], ["llmbar", "fairness"]] as const;
  for (const [name, quantity] of cases) {
    const rows = rowsOf(name).filter((row) => row.quantity === quantity && row.p_adjusted !== null);
    assert.ok(rows.length > 20);
    // p is of the pivot that the interval is of: adjusted or not, it is above 5% where the interval holds 0.
    for (const { judge, condition, low, high, p_adjusted } of rows) {
      if (low! <= 0 && high! >= 0) assert.ok(p_adjusted! >= 0.05, `${judge} ${condition}`);
      else assert.ok(p_adjusted! < 0.05 * rows.length, `${judge} ${condition}`);
    }
  }
});

Deno.test("GenAI-Bench: all gaps of a task over all its votes rest on the same prompts", () => {
  const gaps = rowsOf("genai-bench").filter((row) => row.quantity === "gap");
  for (const own of Map.groupBy(gaps, (row) => row.condition).values()) {
    const votes = Math.max(...own.map((row) => row.n)), all = own.filter((row) => row.n === votes);
    assert.equal(new Set(all.map((row) => row.n_clusters)).size, 1, own[0].condition);
  }
});

Deno.test("GenAI-Bench: who names the left in every reply that can be read is right throughout, or never, by side", () => {
  const rows = rowsOf("genai-bench");
  const of = (judge: string, condition: string) => (quantity: string) =>
    rows.find((row) => row.judge === judge && row.condition === condition && row.quantity === quantity)!
      .estimate;
  for (const condition of ["image_generation", "video_generation"]) {
    const cogvlm = ["share_first", "acc_first", "acc_second", "gap"].map(of("cogvlm", condition));
    assert.deepEqual(cogvlm, [1, 1, 0, 1], condition);
  }
});

Deno.test("findingDifferences: a changed number, a missing and a new row are each said", () => {
  const frame = (rows: [string, number | null][]) =>
    pl.DataFrame({
      judge: rows.map(([judge]) => judge),
      condition: rows.map(() => "c"),
      quantity: rows.map(() => "gap"),
      estimate: pl.Series("estimate", rows.map(([, value]) => value), pl.Float64),
    });
  const committed = frame([["a", 0.5], ["b", null], ["c", 0.1], ["e", 0]]);
  const near = frame([["a", 0.5 + 1e-8], ["b", null], ["c", 0.1], ["e", 1e-8]]);
  assert.deepEqual(findingDifferences(committed, near), []);
  assert.deepEqual(findingDifferences(committed, frame([["a", 0.51], ["b", 0.2], ["d", 0.1], ["e", null]])), [
    "a, c, gap: estimate is 0.5, and 0.51 from the rows",
    "b, c, gap: estimate is null, and 0.2 from the rows",
    "d, c, gap: not among the committed results",
    "e, c, gap: estimate is 0, and null from the rows",
    "c, c, gap: not among the results from the rows",
  ]);
});

Deno.test("findings: another source is refused by name; no rows are committed", () => {
  assert.throws(
    // @ts-expect-error: a source that there is not
    () => findings("arena"),
    /wanted the source genai-bench, viescore, llmbar or wildvision, found "arena"/,
  );
  const ignored = Deno.readTextFileSync(".gitignore").split("\n");
  assert.ok(ignored.includes("data/real/") && existsSync("data/findings/genai-bench.csv"));
});
