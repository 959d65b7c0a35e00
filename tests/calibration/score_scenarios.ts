import pl from "nodejs-polars";
import { deviationExceedsNoise } from "@/hypotheses/exceeds_noise.ts";
import { hypothesisTable } from "@/hypotheses/hypothesis_table.ts";
import { jointLowersTradeoff } from "@/hypotheses/joint_judging.ts";
import { judgesDiffer } from "@/hypotheses/judges_differ.ts";
import { familySelfPreference, meanSelfPreference, selfPreference } from "@/hypotheses/self_preference.ts";
import { philautiaOfMatrix } from "@/metrics/philautia.ts";
import type { Random } from "@/stats/random.ts";
import { criteriaFrame, item } from "../metrics/criteria_fixture.ts";
import { captionFrame } from "../metrics/philautia_fixture.ts";
import { type ScoreRow, scoresFrame } from "../metrics/scores_fixture.ts";
import { AT_MOST, covers, rejects, type Scenario, SIZE } from "./scenario.ts";

/** How samples are scored: every second one is noisy, and the noisy are at times not read. */
interface ScoreProcess {
  judges?: string[];
  types?: string[];
  samples?: number;
  runs?: number;
  /** How much lower the perturbed score is, twice that at most; and the share of samples that lose five more. */
  fall?: number;
  hit?: number;
  noise?: [noisy: number, others: number];
  unread?: number;
}

const MODALITY = "text_dominance", INSERTION = "texture_insertion";

/** Scores of samples in runs; the perturbed one is another run, lower by what the process says. */
function scores(
  generator: Random,
  {
    judges = ["j"],
    types = [MODALITY, INSERTION],
    samples = 60,
    runs = 2,
    fall = 0,
    hit = 0,
    noise = [1, 1],
    unread = 0,
  }: ScoreProcess,
): pl.DataFrame {
  const { uniform, normal } = generator, rows: Partial<ScoreRow>[] = [];
  for (const bias_type of types) {
    for (let i = 0; i < samples; i++) {
      const level = 3 + 5 * uniform(), lower = 2 * fall * uniform() + (uniform() < hit ? 5 : 0);
      const score = (mean: number) =>
        i % 2 === 0 && uniform() < unread ? null : Math.min(10, Math.max(1, mean + noise[i % 2] * normal()));
      for (const judge of judges) {
        for (let run = 1; run <= runs; run++) {
          const sample_id = `${bias_type}-${i}`;
          rows.push({
            ...{ judge, run, sample_id, bias_type, unbiased: score(level), biased: score(level - lower) },
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

/** Items that are seen as well jointly as singly, so many of an image. */
const joint = (generator: Random, items: number, perImage: number) =>
  criteriaFrame(
    Array.from({ length: items }, (_, i) => {
      const sees = 0.3 + 0.6 * generator.uniform(), image = `p${Math.floor(i / perImage)}`;
      return ["joint", "single"].flatMap((mode) =>
        item(String(i), "AB", generator.uniform() < sees ? "BA" : "AA", { mode, image })
      );
    }).flat(),
  );

/** Any false verdict among hypotheses on Φ̃ of one matrix; an entry that truly lies below 0 is rightly called contradicted. */
const ofMatrix = (name: string, tests: Parameters<typeof hypothesisTable>[1]): Scenario =>
  rejects(
    `hypothesisTable of one matrix, any false verdict: ${name}`,
    (generator) =>
      hypothesisTable(captions(generator, shuffled(generator, 12), 30), tests, { by: [] }).getColumn(
        "verdict",
      )
        .toArray().includes("supported"),
    AT_MOST,
  );

const UNREAD = { samples: 80, noise: [2.5, 0.3], unread: 0.3 } satisfies ScoreProcess;
const bd = (frame: pl.DataFrame) => deviationExceedsNoise(frame);
const bc = (frame: pl.DataFrame) => deviationExceedsNoise(frame, { metric: "bc" });
const differ = (frame: pl.DataFrame) => judgesDiffer(frame, { first: "a", second: "b" });
const two = { judges: ["a", "b"] };

/** Two captions of each image, whose quality people and two evaluators see with noise of their own, half of which an image's captions share; people in five levels. */
function rated(
  { normal }: Random,
  images: number,
  noise: readonly number[],
  isInLevels: boolean,
): pl.DataFrame {
  return pl.DataFrame(
    Array.from({ length: images }, (_, i) => {
      const image = [1, ...noise].map(normal), quality = normal();
      return [0, 1].map((caption) => {
        const own = Math.SQRT1_2 * (quality + normal());
        const [human, a, b] = [1, ...noise].map((sd, s) => own + sd * Math.SQRT1_2 * (image[s] + normal()));
        const level = Math.min(5, Math.max(1, Math.round(3 + human)));
        const ids = { image_id: String(i), item_id: `${i}-${caption}` };
        return { ...ids, human: isInLevels ? level : human, a, b };
      });
    }).flat(),
  );
}

/** τ of two normal scores of correlation 1/√(2(1 + sd²)), of an evaluator with so much noise and people with as much as quality. */
const tauAt = (sd: number) => 2 / Math.PI * Math.asin(1 / Math.sqrt(2 * (1 + sd * sd)));

/** Error rates of the tests on scores, captions and criteria. */
export const SCORE_SCENARIOS: readonly Scenario[] = [
  ...([
    ["BD − floor: the perturbed score is another run", {}, bd],
    ["BC − ceiling: the perturbed score is another run", {}, bc],
    ["BD − floor, noisy samples 30% unread, 3 runs", { ...UNREAD, runs: 3, types: [MODALITY] }, bd],
    [
      "BD − floor, noisy samples 20% unread, 5 runs",
      { ...UNREAD, runs: 5, unread: 0.2, types: [MODALITY] },
      bd,
    ],
    ["BC − ceiling, noisy samples 30% unread, 3 runs", { ...UNREAD, runs: 3, types: [INSERTION] }, bc],
    ["two judges alike on the same samples", { ...two, fall: 2, runs: 1, samples: 50 }, differ],
    ["two judges alike, skewed and unread", { ...UNREAD, ...two, hit: 0.25, types: [MODALITY] }, differ],
  ] as [string, ScoreProcess, typeof bd][]).map(([name, process, test]) =>
    rejects(name, (generator) => test(scores(generator, process)).pValue < 0.05, SIZE)
  ),
  ...[10, 40, 100, 400].flatMap((images) => [
    rejects(
      `two evaluators alike, ratings of ${images} images`,
      (generator) => differ(rated(generator, images, [1, 1], true)).pValue < 0.05,
      SIZE,
    ),
    covers(`difference of two evaluators' τ-b, ratings of ${images} images`, (generator) => {
      const { low, high } = differ(rated(generator, images, [0.5, 1.5], false));
      const truth = tauAt(0.5) - tauAt(1.5);
      return low <= truth && truth <= high;
    }),
  ]),
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
    "self-preference: it does not matter who evaluates whom (120 assignments)",
    // A mean below 0 over other images contradicts the claim, whoever evaluates whom: what must be rare is that it is supported.
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
    const families = ["abc", "def", "ghi"].map((names) => names.split(""));
    return meanSelfPreference(captions(generator, phi, 20), { setting, families }).pValue <= 0.05;
  }, AT_MOST),
  rejects("family preference: any set of three of six models", (generator) => {
    const frame = captions(generator, shuffled(generator, 6), 20);
    // Twenty sets: the highest one has p = 1/20.
    return familySelfPreference(frame, { setting, members: ["a", "b", "c"] }).pValue <= 0.05;
  }, AT_MOST),
  ofMatrix(
    "random interactions only, 12 models",
    [..."abcdefghijkl"].map((model) => (frame) => selfPreference(frame, { setting, model })),
  ),
  ofMatrix("random interactions only, models on the whole and three families", [
    (frame) => meanSelfPreference(frame, { setting, replicates: 1999 }),
    ...["abc", "def", "gh"].map((members) => (frame: pl.DataFrame) =>
      familySelfPreference(frame, { setting, members: [...members] })
    ),
  ]),
  ...[[60, 1], [80, 4]].map(([items, perImage]) =>
    rejects(
      `joint and single judging alike, ${items} items, ${perImage} of an image`,
      (generator) => jointLowersTradeoff(joint(generator, items, perImage)).pValue <= 0.05,
      AT_MOST,
    )
  ),
];
