import type pl from "nodejs-polars";
import { balancedAccuracy } from "@/hypotheses/balanced_accuracy.ts";
import { deviationExceedsNoise } from "@/hypotheses/exceeds_noise.ts";
import type { HypothesisResult } from "@/hypotheses/hypothesis_types.ts";
import { biasGrowsWithoutImage } from "@/hypotheses/image_interaction.ts";
import { jointLowersTradeoff } from "@/hypotheses/joint_judging.ts";
import { judgesDiffer } from "@/hypotheses/judges_differ.ts";
import { labelError } from "@/hypotheses/label_error.ts";
import { mitigationLowersBias } from "@/hypotheses/mitigation.ts";
import { selfPreference } from "@/hypotheses/self_preference.ts";
import type { Random } from "@/stats/random.ts";
import { criteriaFrame, item } from "../metrics/criteria_fixture.ts";
import { type PairRow, pairsFrame } from "../metrics/pairs_fixture.ts";
import { captionFrame } from "../metrics/philautia_fixture.ts";
import { type ScoreRow, scoresFrame } from "../metrics/scores_fixture.ts";
import { AT_MOST, rejects, type Scenario, SIZE } from "./scenario.ts";

/** A scenario of the audit's table of sizes: how often the verdict, or p < 5%, is a false one. */
function size(
  name: string,
  draw: (generator: Random) => pl.DataFrame,
  test: (frame: pl.DataFrame) => HypothesisResult,
  { band = SIZE, isFalse = ({ pValue }) => pValue < 0.05 }: {
    band?: Scenario["band"];
    isFalse?: (result: HypothesisResult) => boolean;
  } = {},
): Scenario {
  return rejects(`audit: ${name}`, (generator) => isFalse(test(draw(generator))), band);
}

/** Pairs of images of unequal size, judged in several ways with the same chances; ties and wrong human labels where asked for. */
function pairs(
  generator: Random,
  { images, cdsShare, unequal = false, ids, cds, ways = [{}], ties = 0, wrong = 0 }: {
    images: number;
    cdsShare: number;
    unequal?: boolean;
    ids: number;
    cds: number;
    ways?: Partial<PairRow>[];
    ties?: number;
    wrong?: number;
  },
): pl.DataFrame {
  const rows: Partial<PairRow>[] = [];
  for (let image = 0; image < images; image++) {
    const many = unequal ? Math.max(1, Math.round(4 * Math.exp(generator.normal() - 0.5))) : 1;
    const ease = generator.uniform();
    for (let k = 0; k < many; k++) {
      const isCds = generator.uniform() < cdsShare, flipped = generator.uniform() < wrong;
      for (const way of ways) {
        const tie = generator.uniform() < ties, u = generator.uniform() < 0.5 ? ease : generator.uniform();
        rows.push({
          item_id: `${image}-${k}`,
          image_id: `${image}`,
          human: flipped ? "B" : "A",
          choice: tie ? "tie" : u < (isCds ? cds : ids) ? "A" : "B",
          more_informative: isCds ? "B" : "A",
          ...way,
        });
      }
    }
  }
  return pairsFrame(rows);
}

/** Scores of samples in runs, the perturbed side another run; noisy samples are at times unparsed. */
function scores(
  generator: Random,
  { runs, unparsed, type, judges = ["j"], skewed = false }: {
    runs: number;
    unparsed: number;
    type: string;
    judges?: string[];
    skewed?: boolean;
  },
): pl.DataFrame {
  const rows: Partial<ScoreRow>[] = [];
  for (let i = 0; i < 80; i++) {
    const level = skewed ? 10 - 6 * generator.uniform() ** 3 : 4 + 4 * generator.uniform(),
      noisy = i % 2 === 0;
    const score = (fall = 0) =>
      noisy && generator.uniform() < unparsed
        ? null
        : Math.min(10, Math.max(1, Math.round(level - fall + (noisy ? 2.5 : 0.3) * generator.normal())));
    const fall = skewed && generator.uniform() < 0.25 ? 5 : 0;
    for (const judge of judges) {
      for (let run = 1; run <= runs; run++) {
        rows.push({ judge, run, sample_id: `${i}`, bias_type: type, unbiased: score(), biased: score(fall) });
      }
    }
  }
  return scoresFrame(rows);
}

const both = [{}, { image: false }], treated = [{}, { pipeline: "birch" }];

/** The audit's null hypotheses. */
export const AUDIT_SCENARIOS: readonly Scenario[] = [
  size(
    "IRS in CDS − in IDS, CDS 8% of 100",
    (g) => pairs(g, { images: 100, cdsShare: 0.08, ids: 0.75, cds: 0.6, ways: both }),
    biasGrowsWithoutImage,
  ),
  size(
    "IRS in CDS − in IDS, 30 unequal clusters",
    (g) => pairs(g, { images: 30, unequal: true, cdsShare: 0.3, ids: 0.75, cds: 0.6, ways: both }),
    biasGrowsWithoutImage,
  ),
  size(
    "balanced accuracy, CDS 5% of 200",
    (g) => pairs(g, { images: 200, cdsShare: 0.05, ids: 0.6, cds: 0.4 }),
    balancedAccuracy,
  ),
  size(
    "label error with 15% ties, n = 500",
    (g) => pairs(g, { images: 500, cdsShare: 0.25, ids: 0.85, cds: 0.85, ties: 0.15, wrong: 0.1 }),
    (frame) => labelError(frame, { share: 0.1 }),
  ),
  size(
    "label error with 15% ties, n = 2,000",
    (g) => pairs(g, { images: 2000, cdsShare: 0.25, ids: 0.85, cds: 0.85, ties: 0.15, wrong: 0.1 }),
    (frame) => labelError(frame, { share: 0.1 }),
  ),
  size(
    "BD − floor, noisy samples 30% unparsed, 3 runs",
    (g) => scores(g, { runs: 3, unparsed: 0.3, type: "text_dominance" }),
    deviationExceedsNoise,
  ),
  size(
    "BD − floor, noisy samples 20% unparsed, 5 runs",
    (g) => scores(g, { runs: 5, unparsed: 0.2, type: "text_dominance" }),
    deviationExceedsNoise,
  ),
  size(
    "BC − ceiling, noisy samples 30% unparsed, 3 runs",
    (g) => scores(g, { runs: 3, unparsed: 0.3, type: "texture_insertion" }),
    (frame) => deviationExceedsNoise(frame, { metric: "bc" }),
  ),
  size(
    "two judges alike, skewed and unparsed",
    (g) => scores(g, { runs: 2, unparsed: 0.3, type: "text_dominance", judges: ["a", "b"], skewed: true }),
    (frame) => judgesDiffer(frame, { first: "a", second: "b" }),
  ),
  size("joint and single judging alike, 20 images of 4", (g) => {
    const rows = Array.from({ length: 80 }, (_, i) => {
      const sees = 0.3 + 0.6 * g.uniform();
      return ["joint", "single"].flatMap((mode) =>
        item(String(i), "AB", g.uniform() < sees ? "BA" : "AA", { mode, image: `p${i >> 2}` })
      );
    });
    return criteriaFrame(rows.flat());
  }, jointLowersTradeoff),
  size(
    "a mitigation that changes nothing",
    (g) => pairs(g, { images: 300, cdsShare: 0.3, ids: 0.8, cds: 0.4, ways: treated }),
    (frame) => mitigationLowersBias(frame),
    { band: AT_MOST },
  ),
  size(
    "self-preference of one of 9 models, random interactions only",
    (g) => {
      const phi = Array.from({ length: 9 }, () => Array.from({ length: 9 }, () => 0.5 + 0.1 * g.normal()));
      return captionFrame(
        Array.from({ length: 60 }, () => phi.map((row) => row.map((mean) => mean + 0.05 * g.normal()))),
      );
    },
    (frame) => selfPreference(frame, { setting: "ref_free", model: "c" }),
    // An entry that truly lies below 0 is rightly called contradicted; preference for itself is what must not be found.
    { band: AT_MOST, isFalse: ({ verdict }) => verdict === "supported" },
  ),
];
