import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { correctedBias } from "@/hypotheses/corrected_bias.ts";
import { informativenessBias } from "@/metrics/informativeness_bias.ts";
import { random } from "@/stats/random.ts";
import { type PairRow, pairsFrame } from "../metrics/pairs_fixture.ts";

/** Pairs of a judge with accuracies .85 and .65, labels as they are (wrong at times), and the right ones of a random sample. */
function study(seed: number, { pairs = 1500, audited = 300, human = 0.08, informative = 0.12 } = {}) {
  const generator = random(seed);
  const rows: Partial<PairRow>[] = [],
    truth: { item_id: string; human: string; more_informative: string }[] = [];
  for (let i = 0; i < pairs; i++) {
    const better = generator.uniform() < 0.5 ? "A" : "B", worse = better === "A" ? "B" : "A";
    const ids = generator.uniform() < 0.65, more = ids ? better : worse;
    const u = generator.uniform(), accuracy = ids ? 0.85 : 0.65;
    const flip = (label: string, share: number) =>
      generator.uniform() < share ? (label === "A" ? "B" : "A") : label;
    rows.push({
      item_id: String(i),
      image_id: String(i >> 1),
      human: flip(better, human),
      choice: u < accuracy ? better : worse,
      more_informative: flip(more, informative),
    });
    truth.push({ item_id: String(i), human: better, more_informative: more });
  }
  return { frame: pairsFrame(rows), audit: pl.DataFrame(truth.slice(0, audited)) };
}

Deno.test("correctedBias: both corrections find the bias that wrong labels hide, with intervals that hold", () => {
  const covered = { ppi: 0, rogan_gladen: 0 }, sums = { ppi: 0, rogan_gladen: 0, naive: 0 };
  const studies = 25;
  for (let s = 0; s < studies; s++) {
    const { frame, audit } = study(s);
    for (const method of ["ppi", "rogan_gladen"] as const) {
      const { estimate, low, high } = correctedBias(frame, { audit, method });
      sums[method] += estimate / studies;
      if (low <= 0.2 && 0.2 <= high) covered[method]++;
    }
    sums.naive += Number(informativenessBias(frame, { by: [] }).toRecords()[0].ib) / studies;
  }
  // Three Monte-Carlo errors of 95% in 25 studies: at least 20.
  assert.ok(covered.ppi >= 20 && covered.rogan_gladen >= 20, JSON.stringify(covered));
  assert.ok(
    Math.abs(sums.ppi - 0.2) < 0.035 && Math.abs(sums.rogan_gladen - 0.2) < 0.04,
    JSON.stringify(sums),
  );
  assert.ok(Math.abs(sums.naive - 0.2) > 0.015, JSON.stringify(sums));
});

Deno.test("correctedBias: nothing wrong, all audited; ties; what was not checked counts as right", () => {
  const { frame, audit } = study(1, { pairs: 400, audited: 400, human: 0, informative: 0 });
  const [plain] = informativenessBias(frame, { by: [] }).toRecords() as { ib: number; low: number }[];
  for (const method of ["ppi", "rogan_gladen"] as const) {
    const { estimate, errors } = correctedBias(frame, { audit, method });
    assert.ok(Math.abs(estimate - plain.ib) < 1e-9 && errors.human === 0 && errors.n === 400);
  }
  const half = correctedBias(frame, { audit: audit.drop("human").head(200) });
  // The halves' IBs weigh alike: near the IB of all, whose subsets weigh by their pairs.
  assert.ok(Math.abs(half.estimate - plain.ib) < 0.01 && half.errors.informativeness === 0);
  assert.match(
    correctedBias(frame, { audit: audit.head(12) }).warning,
    /audited pairs in the smaller subset/,
  );
});

Deno.test("correctedBias: bad requests name what is missing", () => {
  const { frame, audit } = study(2, { pairs: 60, audited: 20 });
  assert.throws(() => correctedBias(frame, { audit: audit.drop("item_id") }), /item_id/);
  assert.throws(
    () => correctedBias(frame, { audit: audit.select("item_id") }),
    /human or more_informative in the audit/,
  );
  assert.throws(() => correctedBias(frame, { audit: pl.concat([audit, audit]) }), /every item once/);
  assert.throws(() => correctedBias(frame, { audit, method: "x" as "ppi" }), /ppi or rogan_gladen/);
  const two = pl.concat([frame, frame.withColumns(pl.lit("other").alias("benchmark"))]);
  assert.throws(() => correctedBias(two, { audit }), /wanted a column benchmark in the audit/);
  const strange = audit.withColumns(pl.concatString([pl.lit("x"), pl.col("item_id")], "").alias("item_id"));
  assert.throws(() => correctedBias(frame, { audit: strange }), /audited items among the pairs, found none/);
});

Deno.test("correctedBias: a judge that is right in every pair has an interval, not a point", () => {
  const { frame, audit } = study(3, { pairs: 300, audited: 60, human: 0, informative: 0 });
  const right = frame.withColumns(pl.col("human").alias("choice"));
  const { estimate, low, high } = correctedBias(right, { audit });
  assert.ok(estimate === 0 && low < -0.1 && high > 0.05, `${low} to ${high}`);
});
