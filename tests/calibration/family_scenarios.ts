import type pl from "nodejs-polars";
import { deviationExceedsNoise } from "@/hypotheses/exceeds_noise.ts";
import { hypothesisTable } from "@/hypotheses/hypothesis_table.ts";
import { jointLowersTradeoff } from "@/hypotheses/joint_judging.ts";
import { judgesDiffer } from "@/hypotheses/judges_differ.ts";
import { familySelfPreference, meanSelfPreference, selfPreference } from "@/hypotheses/self_preference.ts";
import { type Random, random } from "@/stats/random.ts";
import { criteriaFrame, item } from "../metrics/criteria_fixture.ts";
import { captionFrame } from "../metrics/philautia_fixture.ts";
import { type ScoreRow, scoresFrame } from "../metrics/scores_fixture.ts";
import { anyFalseVerdict } from "./any_false_verdict.ts";
import { AT_MOST, rejects, type Scenario } from "./scenario.ts";

/** Scores of 40 samples in two runs; the perturbed one is another run. */
function scores(seed: number, bias_type: string, judges = ["j"]): pl.DataFrame {
  const generator = random(seed), rows: Partial<ScoreRow>[] = [];
  for (let i = 0; i < 40; i++) {
    const level = 3 + 5 * generator.uniform();
    const score = () => Math.min(10, Math.max(1, Math.round(level + generator.normal())));
    for (const judge of judges) {
      for (const run of [1, 2]) {
        rows.push({ judge, run, sample_id: String(i), bias_type, unbiased: score(), biased: score() });
      }
    }
  }
  return scoresFrame(rows);
}

/** Twelve models whose captions are liked for many reasons, none of them who wrote them; 30 images. */
const MODELS = 12;
function captions(generator: Random): pl.DataFrame {
  const phi = Array.from(
    { length: MODELS },
    () => Array.from({ length: MODELS }, () => 0.5 + 0.1 * generator.normal()),
  );
  return captionFrame(
    Array.from({ length: 30 }, () => phi.map((row) => row.map((mean) => mean + 0.05 * generator.normal()))),
  );
}
const setting = "ref_free";
const NAMES = "abcdefghijkl".split("");

/** Any false verdict among hypotheses on Φ̃ of one matrix. */
function ofMatrix(name: string, tests: Parameters<typeof hypothesisTable>[1]): Scenario {
  return rejects(
    `hypothesisTable of one matrix, any false verdict: ${name}`,
    (generator) =>
      // A cell that truly lies below 0 is rightly called contradicted: preference for oneself is what is not there.
      hypothesisTable(captions(generator), tests, { by: [] }).getColumn("verdict").toArray()
        .includes("supported"),
    AT_MOST,
  );
}

/** Chance of any false verdict in a table of 20 judges (or of 12 models): the hypotheses that are not about pairs. */
export const FAMILY_SCENARIOS: readonly Scenario[] = [
  anyFalseVerdict(
    "the perturbed score is another run, BD − floor",
    (frame) => deviationExceedsNoise(frame),
    (seed) => scores(seed, "text_dominance"),
  ),
  anyFalseVerdict(
    "the perturbed score is another run, BC − ceiling",
    (frame) => deviationExceedsNoise(frame, { metric: "bc" }),
    (seed) => scores(seed, "texture_insertion"),
  ),
  anyFalseVerdict(
    "two judges alike",
    (frame) => judgesDiffer(frame, { first: "a", second: "b" }),
    (seed) => scores(seed, "text_dominance", ["a", "b"]),
  ),
  anyFalseVerdict(
    "joint and single judging alike",
    (frame) => jointLowersTradeoff(frame),
    (seed) => {
      const generator = random(seed);
      return criteriaFrame(
        Array.from({ length: 60 }, (_, i) => {
          const sees = 0.3 + 0.6 * generator.uniform();
          return ["joint", "single"].flatMap((mode) =>
            item(String(i), "AB", generator.uniform() < sees ? "BA" : "AA", { mode, image: `p${i >> 1}` })
          );
        }).flat(),
      );
    },
  ),
  ofMatrix(
    "random interactions only, 12 models",
    NAMES.map((model) => (frame) => selfPreference(frame, { setting, model })),
  ),
  ofMatrix("random interactions only, models on the whole and three families", [
    (frame) => meanSelfPreference(frame, { setting, replicates: 1999 }),
    ...[["a", "b", "c"], ["d", "e", "f"], ["g", "h"]].map((members) => (frame: pl.DataFrame) =>
      familySelfPreference(frame, { setting, members })
    ),
  ]),
];
