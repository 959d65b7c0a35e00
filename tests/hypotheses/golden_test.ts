import type pl from "nodejs-polars";
import { balancedAccuracy } from "@/hypotheses/balanced_accuracy.ts";
import { biasExceedsLengthBias } from "@/hypotheses/bias_exceeds_length_bias.ts";
import { equalizedBias } from "@/hypotheses/equalized_bias.ts";
import type { HypothesisResult } from "@/hypotheses/hypothesis_types.ts";
import { regressionEstimate } from "@/hypotheses/length_model.ts";
import { lengthRows } from "@/hypotheses/length_rows.ts";
import { mitigationLowersBias } from "@/hypotheses/mitigation.ts";
import { contrast } from "@/metrics/contrast.ts";
import { pairOutcomes } from "@/metrics/pair_outcomes.ts";
import { withSubsets } from "@/metrics/with_subsets.ts";
import { only } from "@/results/only.ts";
import { type PairRow, pairsFrame } from "../metrics/pairs_fixture.ts";
import { close } from "../stats/golden.ts";

type Answer =
  & Pick<HypothesisResult, "estimate">
  & Partial<Pick<HypothesisResult, "low" | "high" | "pValue">>
  & { clusters?: number };

interface Case {
  name: string;
  table: {
    image: number[];
    words_a: number[];
    words_b: number[];
    after_a: number[];
    after_b: number[];
  } & Record<"human" | "informative" | "swapped" | "base" | "blind" | "birch" | "equal", string>;
  answers:
    & Record<
      | "equalized"
      | "equalisation"
      | "balanced"
      | "exceeds"
      | "blind"
      | "drop"
      | "lost"
      | "adjusted"
      | "logRatio"
      | "interaction",
      Answer
    >
    & { notWorse: number; matched5: Answer; matched10: Answer };
}

const cases = JSON.parse(Deno.readTextFileSync(new URL("golden/pairs.json", import.meta.url))) as Case[];

/** The pairs as judged in four ways. */
function frameOf({ table }: Case): pl.DataFrame {
  const ways: [keyof typeof table, Partial<PairRow>][] = [
    ["base", {}],
    ["blind", { image: false }],
    ["birch", { pipeline: "birch" }],
    ["equal", { variant: "length_equalized" }],
  ];
  return pairsFrame(ways.flatMap(([way, condition]) =>
    table.image.map((image, i) => ({
      item_id: `i${i}`,
      image_id: `p${image}`,
      human: table.human[i],
      choice: table[way][i] as string,
      more_informative: table.informative[i],
      swapped: table.swapped[i] === "1",
      words_a: way === "equal" ? table.after_a[i] : table.words_a[i],
      words_b: way === "equal" ? table.after_b[i] : table.words_b[i],
      ...condition,
    }))
  ));
}

/** Limits and p are roots of quantiles of t, which in scipy 1.10 are good to 1e-9 only (golden/pairs.py). */
function same(found: Answer, wanted: Answer, what: string, relative = 1e-7): void {
  for (const name of ["estimate", "low", "high", "pValue", "clusters"] as const) {
    if (wanted[name] === undefined || found[name] === undefined) continue;
    close(found[name], wanted[name], {
      relative,
      absolute: name === "pValue" ? 1e-14 : 1e-9,
      what: `${what} ${name}`,
    });
  }
}

for (const one of cases) {
  const { answers, name } = one;
  const pairs = frameOf(one);
  const also = ({ sensitivity }: HypothesisResult, name: string) =>
    sensitivity.find((row) => row.name.startsWith(name))!;

  Deno.test(`contrasts of accuracies: CR2 by numpy, ${name}`, () => {
    const equalized = equalizedBias(pairs);
    close(also(equalized, "kept pairs, after").estimate, answers.equalized.estimate, { relative: 1e-10 });
    close(also(equalized, "equalisation").estimate, answers.equalisation.estimate, { relative: 1e-10 });
    same(balancedAccuracy(pairs), answers.balanced, "balanced");
    same(also(biasExceedsLengthBias(pairs), "IB − LB"), answers.exceeds, "IB − LB");
    const ways = { blind: { image: false }, seen: { pipeline: "base", image: true, variant: "original" } };
    const cell = (way: keyof typeof ways, subset: string) => ({
      ...ways[way],
      informativeness_subset: subset,
    });
    const grows = contrast(withSubsets(pairs), {
      outcome: "correct",
      cells: {
        blind_ids: cell("blind", "IDS"),
        blind_cds: cell("blind", "CDS"),
        ids: cell("seen", "IDS"),
        cds: cell("seen", "CDS"),
      },
      weights: { blind_ids: 1, blind_cds: -1, ids: -1, cds: 1 },
    });
    same({ ...grows, clusters: grows.n_clusters }, answers.blind, "IB without the image less IB with it");
  });

  Deno.test(`mitigationLowersBias: means by numpy, ${name}`, () => {
    const result = mitigationLowersBias(pairs, { margin: 0.01 });
    close(also(result, "drop in IB").estimate, answers.drop.estimate, { relative: 1e-10 });
    close(also(result, "change on IDS").estimate, answers.lost.estimate, { relative: 1e-10 });
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
