import assert from "node:assert/strict";
import pl from "nodejs-polars";
import {
  biasExceedsLengthBias,
  contrast,
  hypothesisTable,
  labelError,
  verdictOf,
  withSubsets,
} from "judgebias";
import { claim } from "@/hypotheses/claim.ts";
import { hypothesisHtml, hypothesisText } from "@/hypotheses/hypothesis_display.ts";
import { studentPValue, studentQuantile } from "@/stats/distributions.ts";
import { benjaminiHochberg, holm } from "@/stats/multiple_testing.ts";
import { random } from "@/stats/random.ts";
import { upTo } from "../stats/golden.ts";
import { judgedPairs } from "./judged_pairs.ts";

Deno.test("verdictOf: one interval, one verdict; δ decides what absent means", () => {
  const generator = random(1);
  for (let i = 0; i < 2000; i++) {
    const estimate = 0.3 * generator.normal(),
      half = 0.2 * generator.uniform(),
      df = 3 + 40 * generator.uniform();
    const low = estimate - half, high = estimate + half, nullValue = 0.1 * generator.normal();
    const delta = 0.2 * generator.uniform(), evidence = { estimate, low, high, df, nullValue, delta };
    // Absent by the 90% interval, as two one-sided tests have it.
    const own = half * studentQuantile(0.95, df) / studentQuantile(0.975, df);
    const isAbsent = estimate - own > nullValue - delta && estimate + own < nullValue + delta;
    const wanted = low > nullValue
      ? "supported"
      : high < nullValue
      ? "contradicted"
      : isAbsent
      ? "absent"
      : "undecided";
    const turned: Record<string, string> = { supported: "contradicted", contradicted: "supported" };
    const found = [undefined, "below", "either"].map((claimIs) =>
      verdictOf({ ...evidence, claimIs: claimIs as "below" }).verdict as string
    );
    assert.deepEqual(found, [
      ...[wanted, turned[wanted] ?? wanted, wanted === "contradicted" ? "supported" : wanted],
    ]);
  }
});

const told = { hypothesis: "h", claim: "c", method: "m", frames: [], alpha: 0.05 };
const effect = { measure: "none", value: NaN };

Deno.test("claims that must all hold: the largest p for them, Bonferroni against them", () => {
  const joint = (...sides: [estimate: number, p: number][]) => {
    const parts = sides.map(([estimate, p]) => ({
      ...{ name: "part", nullValue: 0 },
      look: { estimate, low: 0, high: 0, df: 9, n: 10, clusters: 10, warning: "", pOf: () => p },
    }));
    const { pValue, direction } = claim({ ...told, effect, parts });
    return [pValue, direction];
  };
  assert.deepEqual(joint([1, 0.002], [1, 0.04]), [0.04, 1]);
  assert.deepEqual(joint([1, 0.002], [-1, 0.01]), [0.02, -1]);
});

Deno.test("a claim of several parts: supported where the interval that it shows lies above the null value, contradicted where that at Bonferroni's level lies below", () => {
  const generator = random(7), seen = new Set<string>(), df = 20;
  for (let draw = 0; draw < 400; draw++) {
    const parts = upTo(1 + generator.integer(3)).map((p) => {
      const estimate = 0.15 * generator.normal(), error = 0.02 + 0.08 * generator.uniform();
      const pOf = (value: number) => studentPValue((estimate - value) / error, df);
      const at = (level: number) => {
        const half = studentQuantile(0.5 + level / 2, df) * error;
        const limits = { estimate, low: estimate - half, high: estimate + half };
        return { ...limits, df, n: 50, clusters: 21, warning: "", pOf };
      };
      return { name: `part ${p}`, nullValue: 0.05 * p, at, look: at(0.95) };
    });
    const { estimate, low, high, nullValue, verdict, pValue } = claim({ ...told, effect, parts });
    // The part's own interval, at the level that every other result has.
    const shown = parts.find(({ look }) => look.estimate === estimate)!;
    assert.deepEqual([low, high], [shown.look.low, shown.look.high]);
    const below = shown.at(1 - 0.05 / parts.length).high < nullValue;
    const wanted = low > nullValue ? "supported" : below ? "contradicted" : "no direction";
    if (high < nullValue && !below) seen.add("open below the null value");
    assert.equal(/undecided|absent/.test(verdict) ? "no direction" : verdict, wanted, `draw ${draw}`);
    assert.equal(pValue < 0.05, wanted !== "no direction");
    seen.add(wanted);
  }
  assert.equal(seen.size, 4);
});

Deno.test("results show true minus signs, no minus zero, escaped text, an assumption once", () => {
  const counts = { n: 1234, clusters: 400, df: Infinity };
  const look = { estimate: -0.0001, low: -0.0123, high: 0.0121, ...counts, warning: "" };
  const none = { estimate: NaN, low: NaN, high: NaN };
  const result = claim({
    ...{ ...told, hypothesis: "a < b", effect: { measure: "Cohen's h", value: -0.004 }, claimIs: "above" },
    parts: [{ name: "b − a", nullValue: 0, look: { ...look, pOf: () => 0.98 } }],
    assumptions: ["none", "none"],
    sensitivity: () => [{ ...{ name: "other", n: 0, clusters: 0 }, ...none, pValue: NaN }],
  });
  const html = hypothesisHtml(result);
  for (const shown of [html, hypothesisText(result), Deno.inspect(result)]) {
    assert.match(shown, /0\.0 points \[−1\.2, 1\.2\]/);
    assert.doesNotMatch(shown, /[-−]0\.0+(?!\d)|NaN/);
  }
  assert.match(html, />an effect of 5\.0 points or more<.*ruled out; p [<=] /);
  const shown = hypothesisText({ ...result, verdict: "supported", pEquivalence: 1 });
  assert.doesNotMatch(shown, /an effect of/, "what is shown and may be as large is not asked once more");
  assert.match(html, /a &lt; b[\s\S]*n = 1,234, clusters = 400.*n = 0</);
  assert.equal(html.split(">assumes<").length, 2);
});

const judge = (name: string, ids: number, cds: number, seed: number) =>
  judgedPairs({
    ...{ seed, images: 120 },
    judges: [{ ids, cds }, { ids, cds: cds - 0.6, condition: { image: false } }],
  }).withColumns(pl.lit(name).alias("judge"));
const pairs = pl.concat([judge("a", 1, 0.6, 1), judge("b", 1, -1, 2), judge("c", 0.3, 0.3, 3)]);
type Row =
  & Record<"judge" | "hypothesis" | "provenance" | "verdict" | "note", string>
  & Record<"p_value" | "p_adjusted" | "estimate" | "n", number>;
const by = ["judge"];
const table = (tests: Parameters<typeof hypothesisTable>[1], options = {}, frame = pairs) =>
  hypothesisTable(frame, tests, { by, ...options }).toRecords() as unknown as Row[];
const adjusted = (rows: Row[]) => rows.map((row) => row.p_adjusted);

Deno.test("hypothesisTable: one row per group and test, p corrected over all of them", () => {
  const tests = [labelError, biasExceedsLengthBias], raw = table(tests, { correction: "none" });
  const where = { judge: raw[0].judge };
  assert.deepEqual(
    table(tests, { where, correction: "none" }),
    raw.filter((row) => row.judge === where.judge),
  );
  assert.equal(raw.length, 6);
  const alone = labelError(pairs.filter(pl.col("judge").eq(pl.lit("b"))));
  const b = raw.find((row) => row.judge === "b" && row.hypothesis.includes("explain"))!;
  assert.deepEqual([b.estimate, b.p_value, b.n], [alone.estimate, alone.pValue, alone.n]);
  for (const [correction, method] of [["holm", holm], ["bh", benjaminiHochberg]] as const) {
    const rows = table(tests, { correction });
    assert.deepEqual(adjusted(rows), method(raw.map((row) => row.p_value)));
    for (const row of rows) assert.ok(row.p_adjusted < 0.05 || row.verdict === "undecided");
  }
});

Deno.test("hypothesisTable: a group that cannot be tested says why and counts for nothing; a fault of a test is thrown", () => {
  const lame = pairs.filter(pl.col("judge").neq(pl.lit("c")).or(pl.col("image")));
  const condition = { pipeline: "base", image: false };
  const [a, b, c] = table((frame) => labelError(frame, { condition }), {}, lame);
  assert.deepEqual([c.hypothesis, c.verdict, c.n, c.p_adjusted], [a.hypothesis, "untestable", 0, NaN]);
  assert.match(c.note, /wanted rows with image false/);
  const drawn = lame.withColumns(pl.lit("simulated").alias("provenance"));
  const told = table((frame) => labelError(frame, { condition }), {}, drawn).map((row) => row.provenance);
  assert.deepEqual(new Set(told), new Set(["simulated"]), "untestable rows too");
  assert.deepEqual(adjusted([a, b]), holm([a.p_value, b.p_value]));
  const faulty = (error: Error) =>
    table(() => {
      throw error;
    });
  for (const fault of [new TypeError("x.y is not a function"), new RangeError("Invalid array length")]) {
    assert.throws(() => faulty(fault), fault);
  }
  const [{ verdict }] = faulty(new RangeError("own: wanted 2 items, found 1"));
  assert.equal(verdict, "untestable");
  const set = { outcome: "correct", first: { far: true }, second: { far: false } };
  const ofGap = (gap: pl.Expr) =>
    table((rows) => contrast(rows.withColumns(gap.gt(pl.lit(1e6)).alias("far")), set));
  assert.throws(() => ofGap(pl.col("words_a")), /wanted one of false in the column far, found true/);
  assert.throws(() => ofGap(pl.col("words_a").div(pl.col("words_b"))), /div: wanted a side with decimals/);
  assert.throws(() => table(labelError, { correction: "x" }), /holm, bh or none/);
  assert.throws(() => table(labelError, { by: ["nobody"] }), /nobody/);
});

Deno.test("hypothesisTable: absence is told within δ", () => {
  const study = (seed: number) => judgedPairs({ seed, images: 1500, judges: [{ ids: 0.9, cds: -0.9 }] });
  const two = pl.concat([1, 2].map((seed) => study(seed).withColumns(pl.lit(`j${seed}`).alias("judge"))));
  const cells = { ids: { informativeness_subset: "IDS" }, cds: { informativeness_subset: "CDS" } };
  const balanced = (rows: pl.DataFrame) =>
    contrast(rows, { outcome: "correct", cells, weights: { ids: 0.5, cds: 0.5 }, nullValue: 0.5 });
  const rows = hypothesisTable(withSubsets(two), balanced, { by }).toRecords();
  // ½ · 0.71 + ½ · 0.29 is chance
  assert.deepEqual(rows.map(({ verdict, delta }) => [verdict, delta]), [["absent", 0.05], ["absent", 0.05]]);
});
