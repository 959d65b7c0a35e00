import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { adjustVerdicts } from "@/hypotheses/adjust_verdicts.ts";
import { hypothesisTable } from "@/hypotheses/hypothesis_table.ts";
import { claim } from "@/hypotheses/claim.ts";
import { balancedAccuracy } from "@/hypotheses/balanced_accuracy.ts";
import { verdictOf } from "@/hypotheses/verdict.ts";
import { holm } from "@/stats/multiple_testing.ts";
import { studentPValue, studentQuantile } from "@/stats/distributions.ts";
import { random } from "@/stats/random.ts";
import { judgedPairs } from "./judged_pairs.ts";

const near = (found: number, wanted: number, tolerance = 1e-12) =>
  assert.ok(Math.abs(found - wanted) <= tolerance, `${found} is not ${wanted}`);

Deno.test("verdictOf: Student's p of limits, side by side, and the interval's own level at its limits", () => {
  const t = studentQuantile(0.975, 9);
  const p = (evidence: object, nullValue: number) =>
    verdictOf({
      estimate: 0.2,
      low: 0.2 - t * 0.1,
      high: 0.2 + t * 0.1,
      df: 9,
      ...evidence,
      nullValue,
      delta: 0,
    })
      .pValue;
  near(p({}, 0), 0.07655282377070944, 1e-9); // R: 2 * pt(-2, 9)
  const skewed = { estimate: 1, low: 0.43, high: 1, df: 42 };
  near(p(skewed, 0.43), 0.05, 1e-9);
  assert.ok(p(skewed, 0) > 0 && p(skewed, 0) < 0.01);
  // Beyond a limit at the estimate: how far, in errors, cannot be told.
  assert.deepEqual([p(skewed, 1), p(skewed, 1.1)], [1, NaN]);
  assert.ok(Number.isNaN(p({ low: NaN, high: NaN }, 0)));
});

Deno.test("no p is 0, however far out", () => {
  const far = verdictOf({ estimate: 0.5, low: 0.499, high: 0.501, delta: 0.05 });
  assert.ok(far.pValue > 0 && far.pValue < 1e-15, `${far.pValue}`);
});

Deno.test("verdictOf: one interval, one verdict; δ decides what absent means", () => {
  const generator = random(1);
  for (let i = 0; i < 2000; i++) {
    const estimate = 0.3 * generator.normal(), half = 0.2 * generator.uniform();
    const evidence = {
      estimate,
      low: estimate - half,
      high: estimate + half,
      df: 3 + 40 * generator.uniform(),
    };
    const nullValue = 0.1 * generator.normal(), delta = 0.2 * generator.uniform();
    // Absent by the 90% interval, as two one-sided tests have it.
    const { df } = evidence, own = half * studentQuantile(0.95, df) / studentQuantile(0.975, df);
    const wanted = evidence.low > nullValue
      ? "supported"
      : evidence.high < nullValue
      ? "contradicted"
      : estimate - own > nullValue - delta && estimate + own < nullValue + delta
      ? "absent"
      : "undecided";
    assert.equal(verdictOf({ ...evidence, nullValue, delta }).verdict, wanted);
    const below = verdictOf({ ...evidence, nullValue, delta, claimIs: "below" }).verdict;
    assert.equal(below, { supported: "contradicted", contradicted: "supported" }[wanted as string] ?? wanted);
    const differs = verdictOf({ ...evidence, nullValue, delta, claimIs: "either" }).verdict;
    assert.equal(differs, wanted === "contradicted" ? "supported" : wanted);
  }
  assert.throws(() => verdictOf({ estimate: 0, low: 0, high: 0, delta: -1 }), /δ of 0 or more, found -1/);
  assert.throws(
    () => verdictOf({ estimate: 0, low: 0, high: 0, delta: 1, alpha: 1 }),
    /alpha between 0 and 1/,
  );
});

Deno.test("claims that must all hold: the largest p for them, Bonferroni against them", () => {
  const joint = (...sides: [estimate: number, p: number][]) => {
    const parts = sides.map(([estimate, p]) => ({
      ...{ name: "part", nullValue: 0 },
      at: () => ({ estimate, low: 0, high: 0, df: 9, n: 10, clusters: 10, warning: "", pOf: () => p }),
    }));
    const { pValue, direction } = claim({
      ...{ hypothesis: "both", claim: "both", parts, alpha: 0.05, method: "", frames: [] },
      effect: { measure: "none", value: NaN },
    });
    return [pValue, direction];
  };
  assert.deepEqual(joint([1, 0.002], [1, 0.04]), [0.04, 1]);
  assert.deepEqual(joint([1, 0.002], [-1, 0.01]), [0.02, -1]);
});

Deno.test("a claim of several parts: its interval leaves the null value out exactly where its verdict has a direction", () => {
  const generator = random(7), seen = new Set<string>();
  for (let draw = 0; draw < 400; draw++) {
    const parts = Array.from({ length: 1 + generator.integer(3) }, (_, p) => {
      const estimate = 0.15 * generator.normal(), error = 0.02 + 0.08 * generator.uniform(), df = 20;
      const at = (level: number) => {
        const half = studentQuantile(0.5 + level / 2, df) * error;
        const pOf = (value: number) => studentPValue("test", (estimate - value) / error, df, "two-sided");
        return {
          ...{ estimate, low: estimate - half, high: estimate + half },
          ...{ df, n: 50, clusters: 21, warning: "", pOf },
        };
      };
      return { name: `part ${p}`, nullValue: 0.05 * p, at };
    });
    const { low, high, nullValue, verdict, pValue } = claim({
      ...{ hypothesis: "h", claim: "c", parts, alpha: 0.05, frames: [], method: "m" },
      effect: { measure: "d", value: 0 },
    });
    const wanted = low > nullValue ? "supported" : high < nullValue ? "contradicted" : "no direction";
    const found = verdict === "undecided" || verdict === "absent" ? "no direction" : verdict;
    assert.equal(found, wanted, `draw ${draw}`);
    assert.equal(pValue < 0.05, wanted !== "no direction");
    seen.add(wanted);
  }
  assert.equal(seen.size, 3);
});

Deno.test("adjustVerdicts: directions after Holm, absence after Bonferroni, one table", () => {
  const rows = [0.001, 0.02, 0.4, NaN].map((pValue, i) => ({
    estimate: i === 1 ? -0.1 : 0.1,
    pValue,
    pEquivalence: [1, 0.3, 0.012, NaN][i],
  }));
  const found = adjustVerdicts(rows);
  assert.deepEqual(found.map(({ pAdjusted }) => pAdjusted), holm([0.001, 0.02, 0.4, NaN]));
  assert.deepEqual(
    found.map(({ verdict }) => verdict),
    ["supported", "contradicted", "absent", "untestable"],
  );
  near(found[2].pEquivalenceAdjusted, 0.036);
  assert.deepEqual(
    adjustVerdicts(rows, { alpha: 0.03 }).map(({ verdict }) => verdict),
    ["supported", "undecided", "undecided", "untestable"],
  );
  const pairs = pl.concat(
    [1, 2].map((seed) =>
      judgedPairs({ seed, images: 1500, judges: [{ ids: 0.9, cds: -0.9 }] })
        .withColumns(pl.lit(`j${seed}`).alias("judge"))
    ),
  );
  const table = hypothesisTable(pairs, balancedAccuracy, { by: ["judge"] });
  assert.deepEqual(table.getColumn("verdict").toArray(), ["absent", "absent"]); // ½ · 0.71 + ½ · 0.29 is chance
  assert.deepEqual(table.getColumn("delta").toArray(), [0.05, 0.05]);
});
