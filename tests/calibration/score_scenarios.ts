import type pl from "nodejs-polars";
import { deviationExceedsNoise } from "@/hypotheses/exceeds_noise.ts";
import { jointLowersTradeoff } from "@/hypotheses/joint_judging.ts";
import { judgesDiffer } from "@/hypotheses/judges_differ.ts";
import { familySelfPreference, meanSelfPreference, selfPreference } from "@/hypotheses/self_preference.ts";
import { philautiaOfMatrix } from "@/metrics/philautia.ts";
import type { Random } from "@/stats/random.ts";
import { criteriaFrame, item } from "../metrics/criteria_fixture.ts";
import { captionFrame } from "../metrics/philautia_fixture.ts";
import { type ScoreRow, scoresFrame } from "../metrics/scores_fixture.ts";
import { AT_MOST, covers, rejects, type Scenario } from "./scenario.ts";

const clip = (x: number) => Math.min(10, Math.max(1, x));

/** Scores of samples in runs; the perturbed one is another run, `fall` lower. */
function scores(
  generator: Random,
  { judges, fall = 0, noise = 1, types = ["text_dominance", "texture_insertion"], samples = 60, runs = 2 }: {
    judges: string[];
    fall?: number;
    noise?: number;
    types?: string[];
    samples?: number;
    runs?: number;
  },
): pl.DataFrame {
  const rows: Partial<ScoreRow>[] = [];
  for (const bias_type of types) {
    for (let i = 0; i < samples; i++) {
      const level = 3 + 5 * generator.uniform(), own = fall * 2 * generator.uniform();
      for (const judge of judges) {
        for (let run = 1; run <= runs; run++) {
          rows.push({
            judge,
            run,
            sample_id: `${bias_type}-${i}`,
            bias_type,
            unbiased: clip(level + noise * generator.normal()),
            biased: clip(level - own + noise * generator.normal()),
          });
        }
      }
    }
  }
  return scoresFrame(rows);
}

/** Five models: true means of cells, and captions of images around them. */
const MODELS = ["a", "b", "c", "d", "e"];
const PHI = [
  [0.62, 0.50, 0.71, 0.44, 0.58],
  [0.55, 0.61, 0.66, 0.47, 0.52],
  [0.60, 0.52, 0.78, 0.50, 0.63],
  [0.49, 0.47, 0.70, 0.55, 0.50],
  [0.66, 0.58, 0.72, 0.49, 0.64],
];
const TILDE = philautiaOfMatrix({ generators: MODELS, evaluators: MODELS, phi: PHI }).phiTilde;
const OWN = TILDE.map((row, m) => row[m]);

const captions = (generator: Random, phi: number[][], images = 200) =>
  captionFrame(Array.from({ length: images }, () => {
    const image = 0.08 * generator.normal();
    return phi.map((row) => row.map((mean) => mean + image + 0.1 * generator.normal()));
  }));

/** A matrix in which it does not matter who evaluates whom. */
const shuffled = (generator: Random, models: number) =>
  Array.from({ length: models }, () => Array.from({ length: models }, () => 0.5 + 0.1 * generator.normal()));

const setting = "ref_free";

/** Error rates of the tests on scores, captions and criteria. */
export const SCORE_SCENARIOS: readonly Scenario[] = [
  rejects(
    "BD − floor: the perturbed score is another run",
    (generator) => deviationExceedsNoise(scores(generator, { judges: ["j"] })).pValue < 0.05,
  ),
  rejects(
    "BC − ceiling: the perturbed score is another run",
    (generator) =>
      deviationExceedsNoise(scores(generator, { judges: ["j"] }), { metric: "bc" }).pValue < 0.05,
  ),
  rejects("two judges of equal reliability on the same samples", (generator) => {
    const frame = scores(generator, { judges: ["a", "b"], fall: 2, runs: 1, samples: 50 });
    return judgesDiffer(frame, { first: "a", second: "b" }).pValue < 0.05;
  }),
  covers("philautia score of a model, 200 images", (generator) => {
    // Of five models none can stand out among the cells of two: what covers is the score over other images.
    const { sensitivity } = selfPreference(captions(generator, PHI), { setting, model: "d" });
    const { low, high } = sensitivity.find(({ name }) => name === "the score over other images")!;
    return low <= OWN[3] && OWN[3] <= high;
  }),
  covers("mean philautia score, 200 images", (generator) => {
    const { low, high } = meanSelfPreference(captions(generator, PHI), { setting });
    const truth = OWN.reduce((sum, value) => sum + value, 0) / OWN.length;
    return low <= truth && truth <= high;
  }),
  rejects(
    "self-preference: it does not matter who evaluates whom (120 assignments)", // A mean below 0 over other images contradicts the claim, whoever evaluates whom: what must be rare is that it is supported.
    (generator) =>
      meanSelfPreference(captions(generator, shuffled(generator, 5), 20), { setting }).verdict ===
        "supported",
    AT_MOST,
  ),
  rejects("self-preference where only families matter, families named", (generator) => {
    // Models like captions of their family by as much as cells differ, their own no more than their relatives'.
    const phi = shuffled(generator, 9).map((row, g) =>
      row.map((mean, e) => mean + (Math.floor(g / 3) === Math.floor(e / 3) ? 0.15 : 0))
    );
    const names = "abcdefghi".split("");
    const families = [0, 3, 6].map((from) => names.slice(from, from + 3));
    return meanSelfPreference(captions(generator, phi, 20), { setting, families }).pValue <= 0.05;
  }, AT_MOST),
  rejects("family preference: any set of three of six models", (generator) => {
    const frame = captions(generator, shuffled(generator, 6), 20);
    // Twenty sets: the highest one has p = 1/20.
    return familySelfPreference(frame, { setting, members: ["a", "b", "c"] }).pValue <= 0.05;
  }, AT_MOST),
  rejects("joint and single judging alike, 60 items (McNemar)", (generator) => {
    const rows = Array.from({ length: 60 }, (_, i) => {
      const sees = 0.3 + 0.6 * generator.uniform();
      return ["joint", "single"].flatMap((mode) =>
        item(String(i), "AB", generator.uniform() < sees ? "BA" : "AA", { mode })
      );
    });
    return jointLowersTradeoff(criteriaFrame(rows.flat())).pValue <= 0.05;
  }, AT_MOST),
];
