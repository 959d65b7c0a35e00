import assert from "node:assert/strict";
import type pl from "nodejs-polars";
import { biasExceedsLengthBias } from "@/hypotheses/bias_exceeds_length_bias.ts";
import { equalizedBias } from "@/hypotheses/equalized_bias.ts";
import { deviationExceedsNoise } from "@/hypotheses/exceeds_noise.ts";
import type { HypothesisResult } from "@/hypotheses/hypothesis_types.ts";
import { judgesDiffer } from "@/hypotheses/judges_differ.ts";
import { regressionEstimate } from "@/hypotheses/length_model.ts";
import { lengthRows } from "@/hypotheses/length_rows.ts";
import { mitigationLowersBias } from "@/hypotheses/mitigation.ts";
import { contrast } from "@/metrics/contrast.ts";
import { pairOutcomes, withSubsets } from "@/metrics/pair_outcomes.ts";
import { only } from "@/results/only.ts";
import { readRatings } from "@/results/read_ratings.ts";
import { pairsFrame } from "../metrics/pairs_fixture.ts";
import { type ScoreRow, scoresFrame } from "../metrics/scores_fixture.ts";
import { close } from "../stats/golden.ts";
import pairsGolden from "./golden/pairs.json" with { type: "json" };
import taus from "./golden/ratings.json" with { type: "json" };
import golden from "./golden/scores.json" with { type: "json" };

/** Limits and p are roots of quantiles of t, which in scipy 1.10 are good to 1e-9 only (golden/pairs.py). */
function same(found: object, wanted: object, what: string, relative = 1e-7, p = 1e-14): void {
  const own = found as Record<string, number>;
  for (const [name, value] of Object.entries(wanted)) {
    if (own[name] === undefined) continue;
    close(own[name], value, { relative, absolute: name === "pValue" ? p : 1e-9, what: `${what} ${name}` });
  }
}

const WAYS = {
  ...{ base: {}, blind: { image: false }, birch: { pipeline: "birch" } },
  equal: { variant: "length_equalized" },
};

/** The pairs as judged in four ways. */
function frameOf({ table }: typeof pairsGolden[number]): pl.DataFrame {
  return pairsFrame(
    Object.entries(WAYS).flatMap(([way, condition]) =>
      table.image.map((image, i) => ({
        ...{ item_id: `i${i}`, image_id: `p${image}`, human: table.human[i], ...condition },
        ...{ choice: table[way as "base"][i], more_informative: table.informative[i] },
        swapped: table.swapped[i] === "1",
        words_a: way === "equal" ? table.after_a[i] : table.words_a[i],
        words_b: way === "equal" ? table.after_b[i] : table.words_b[i],
      }))
    ),
  );
}
const beside = ({ sensitivity }: HypothesisResult, name: string) =>
  sensitivity.find((row) => row.name.startsWith(name))!;

for (const one of pairsGolden) {
  const { answers, name } = one, pairs = frameOf(one);

  Deno.test(`contrasts of accuracies: CR2 by numpy, ${name}`, () => {
    const equalized = equalizedBias(pairs), mitigated = mitigationLowersBias(pairs, { margin: 0.01 });
    const cases = [
      [beside(equalized, "kept pairs, after"), answers.equalized],
      [beside(equalized, "equalisation"), answers.equalisation],
      [beside(mitigated, "drop in IB"), answers.drop],
      [beside(mitigated, "change of accuracy on IDS"), answers.lost],
    ] as const;
    for (const [{ estimate }, wanted] of cases) close(estimate, wanted.estimate, { relative: 1e-10 });
    same(beside(biasExceedsLengthBias(pairs), "IB − LB"), answers.exceeds, "IB − LB");
    const seen = { pipeline: "base", image: true, variant: "original" };
    const cell = (way: object, subset: string) => ({ ...way, informativeness_subset: subset });
    const cells = {
      ...{ blind_ids: cell({ image: false }, "IDS"), blind_cds: cell({ image: false }, "CDS") },
      ...{ ids: cell(seen, "IDS"), cds: cell(seen, "CDS") },
    };
    const { blind_ids: _, blind_cds: __, ...both } = cells, half = { ids: 0.5, cds: 0.5 };
    const asked = { outcome: "correct", cells: both, weights: half, nullValue: 0.5 };
    const balanced = contrast(withSubsets(pairs), asked);
    same({ ...balanced, clusters: balanced.n_clusters }, answers.balanced, "balanced");
    const weights = { blind_ids: 1, blind_cds: -1, ids: -1, cds: 1 };
    const grows = contrast(withSubsets(pairs), { outcome: "correct", cells, weights });
    same({ ...grows, clusters: grows.n_clusters }, answers.blind, "IB without the image less IB with it");
  });

  Deno.test(`IB at no difference by straight lines: statsmodels' g-computation, ${name}`, () => {
    const own = only(pairs, { pipeline: "base", image: true, variant: "original" });
    const rows = lengthRows("test", own, pairOutcomes("test", own)),
      { words, "log ratio": ratio } = rows.gaps;
    const interaction = words.map((d, i) => d * (rows.subset[i] - 0.5));
    for (
      const [columns, wanted] of [
        [[words], answers.adjusted],
        [[ratio], answers.logRatio],
        [[words, interaction], answers.interaction],
      ] as const
    ) {
      const { means: [ids, cds] } = regressionEstimate(rows, columns, "");
      close(ids - cds, wanted.estimate, { relative: 1e-8 });
    }
  });
}

/** The golden file's scores as rows of one judge. */
const scores = (biased: number[][], more: Partial<ScoreRow>) =>
  golden.unbiased.flatMap((row, run) =>
    row.map((unbiased, i) => ({
      ...{ run: run + 1, sample_id: `s${i}`, unbiased, biased: biased[run][i] },
      ...more,
    }))
  );

Deno.test("against run-to-run noise, and two judges: means over runs and over every two runs, by numpy", () => {
  const cases = [
    ["bd", golden.noise.bd, "text_dominance"],
    ["bc", golden.noise.bc, "texture_insertion"],
  ] as const;
  for (const [metric, wanted, bias_type] of cases) {
    const result = deviationExceedsNoise(scoresFrame(scores(golden.biased, { bias_type })), { metric });
    same({ ...result, clusters: undefined }, wanted, bias_type, 1e-8, 1e-9);
    assert.deepEqual([result.n, result.clusters], [wanted.n, wanted.n]);
  }
  const judges = [scores(golden.biased, { judge: "a" }), scores(golden.second, { judge: "b" })];
  const frame = scoresFrame(judges.flat()), result = judgesDiffer(frame, { first: "a", second: "b" });
  const { estimate, low, high, pValue } = golden.judges;
  same(result, { estimate, low, high, pValue }, "judges", 1e-8, 1e-9);
  const other = judgesDiffer(frame, { first: "b", second: "a" });
  close(other.estimate, -result.estimate);
  close(other.pValue, result.pValue);
});

Deno.test("judgesDiffer of ratings: scipy's taus, limits as its bootstrap over images", () => {
  const ratings = readRatings("data/examples/ratings.csv");
  for (const { first, second, n, estimate, low, high } of taus) {
    const found = judgesDiffer(ratings, { first, second });
    close(found.estimate, estimate);
    assert.equal(found.n, n);
    for (const [own, end] of [[found.low, low], [found.high, high]]) {
      assert.ok(Math.abs(own - end) < 0.005, `${first}, ${second}: ${own}, not ${end}`);
    }
    close(judgesDiffer(ratings, { first: second, second: first }).pValue, found.pValue);
  }
});
