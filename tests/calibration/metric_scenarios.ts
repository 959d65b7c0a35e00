import type pl from "nodejs-polars";
import { compareCriteria } from "@/metrics/compare_criteria.ts";
import { conflictMatchingRate, pluralisticAccuracy, tradeoffSensitivity } from "@/metrics/criteria_shares.ts";
import { noiseFloor } from "@/metrics/noise_floor.ts";
import { positionRobustness } from "@/metrics/position_robustness.ts";
import { reliability } from "@/metrics/reliability.ts";
import { type Random, random } from "@/stats/random.ts";
import { criteriaFrame, item } from "../metrics/criteria_fixture.ts";
import { type PairRow, pairsFrame, type Values } from "../metrics/pairs_fixture.ts";
import { type ScoreRow, scoresFrame } from "../metrics/scores_fixture.ts";
import { AT_MOST, COVERAGE, covers, rejects, type Scenario } from "./scenario.ts";

/** Discrete data make intervals a little wide; where hardly anything happens, much. */
const COARSE: Scenario["band"] = [0.93, 0.99], AT_LEAST: Scenario["band"] = [0.93, 1];

/** Coverage of a metric's interval; the truth is its value in an endless study. */
function coversValue(
  name: string,
  draw: (generator: Random, large: boolean) => pl.DataFrame,
  metric: (frame: pl.DataFrame) => pl.DataFrame,
  { value = "value", low = "low", high = "high", band = COVERAGE }: {
    value?: string;
    low?: string;
    high?: string;
    band?: Scenario["band"];
  } = {},
): Scenario {
  const row = (frame: pl.DataFrame) => metric(frame).toRecords()[0] as Values;
  let known: number | undefined;
  return covers(`audit, interval: ${name}`, (generator) => {
    const truth = known ??= row(draw(random(90_210), true))[value], own = row(draw(generator, false));
    return Number.isNaN(own[low]) ? undefined : own[low] <= truth && truth <= own[high];
  }, band);
}

/** How many times as large as a study the one is whose value counts as the truth: its error is a seventh of a study's. */
const LARGE = 50;
const sizes = (generator: Random, images: number, spread: number) =>
  Array.from({ length: images }, () => Math.max(1, Math.round(3 * Math.exp(spread * generator.normal()))));

/** Items of three criteria on 20 pictures of unequal size; how well a judge sees them varies by picture. */
function criteria(generator: Random, large: boolean): pl.DataFrame {
  const rows = sizes(generator, large ? 20 * LARGE : 20, 0.9).flatMap((size, image) => {
    const sees = 0.35 + 0.6 * generator.uniform();
    return Array.from({ length: size }, (_, k) => {
      const human = ["AAB", "ABA", "BAA", "ABB"][generator.integer(4)];
      const choice = [...human].map((letter) =>
        generator.uniform() < sees ? letter : letter === "A" ? "B" : "A"
      );
      return item(`${image}-${k}`, human, choice.join(""), { image: `p${image}` });
    }).flat();
  });
  return criteriaFrame(rows);
}

/** Items judged in two modes by the same chances: in two of five all criteria one way. */
const twoModes = ({ integer, uniform }: Random) =>
  criteriaFrame(
    Array.from({ length: 40 }, (_, i) => {
      const human = ["AAB", "AABB", "AAA", "AB", "ABBBB"][integer(5)];
      return ["joint", "single"].flatMap((mode) => {
        const collapse = uniform() < 0.4 ? "AB"[integer(2)] : null;
        const turned = (letter: string) => uniform() < 0.7 ? letter : letter === "A" ? "B" : "A";
        return item(`${i}`, human, human.replace(/./g, (letter) => collapse ?? turned(letter)), { mode });
      });
    }).flat(),
  );

/** Pairs judged in both orders; an image has a level of consistency. */
const orders =
  (images: number, spread: number, same: (generator: Random) => number) =>
  (generator: Random, large: boolean) => {
    const rows: Partial<PairRow>[] = [];
    sizes(generator, large ? images * LARGE : images, spread).forEach((size, image) => {
      const level = same(generator);
      for (let k = 0; k < (spread > 0 ? size : 1); k++) {
        const first = generator.uniform() < 0.5 ? "A" : "B";
        const second = generator.uniform() < level ? first : first === "A" ? "B" : "A";
        const own = { item_id: `${image}-${k}`, image_id: `${image}` };
        rows.push({ ...own, choice: first }, { ...own, choice: second, swapped: true });
      }
    });
    return pairsFrame(rows);
  };

/** Scores of samples in three runs: `score` of a sample's level, and of its perturbed side. */
const scores = (
  samples: number,
  type: string,
  score: (generator: Random, sample: { level: number; hit: boolean }, biased: boolean) => number,
  { runs = 3, share = 0.05 } = {},
) =>
(generator: Random, large: boolean) => {
  const rows: Partial<ScoreRow>[] = [];
  for (let i = 0; i < (large ? samples * LARGE : samples); i++) {
    const sample = { level: 4 + 4 * generator.uniform(), hit: generator.uniform() < share };
    for (let run = 1; run <= runs; run++) {
      const clip = (x: number) => Math.min(10, Math.max(1, Math.round(x)));
      rows.push({
        ...{ run, sample_id: String(i), bias_type: type },
        unbiased: clip(score(generator, sample, false)),
        biased: clip(score(generator, sample, true)),
      });
    }
  }
  return scoresFrame(rows);
};
const student = (generator: Random) => {
  const three = generator.normal() ** 2 + generator.normal() ** 2 + generator.normal() ** 2;
  return generator.normal() / Math.sqrt(three / 3);
};
const floor = { value: "bd_floor" };

/** Rows of the audit's table of coverage that no other list holds. */
export const METRIC_SCENARIOS: readonly Scenario[] = [
  coversValue("PAcc, 20 unequal images", criteria, (frame) => pluralisticAccuracy(frame, { by: [] })),
  coversValue("TOS, 20 unequal images", criteria, (frame) => tradeoffSensitivity(frame, { by: [] })),
  coversValue("CMR, 20 unequal images", criteria, (frame) => conflictMatchingRate(frame, { by: [] })),
  ...[15, 40].map((images) =>
    coversValue(
      `position robustness, ${images} very unequal images`,
      orders(images, 1.2, (g) => 0.5 + 0.5 * g.uniform()),
      (frame) => positionRobustness(frame, { by: [] }),
      { value: "robustness" },
    )
  ),
  coversValue(
    "position robustness .967, 150 pairs",
    orders(150, 0, () => 0.967),
    (frame) => positionRobustness(frame, { by: [] }),
    { value: "robustness" },
  ),
  coversValue(
    "BD, all or none: 5% of 100 samples fall from 10 to 1, 3 runs",
    scores(100, "text_dominance", (_, { hit }, biased) => biased && hit ? 1 : 10),
    (frame) => reliability(frame, { by: [] }),
    { band: AT_LEAST },
  ),
  coversValue(
    "BC, all or none: 5% of 100 samples differ wholly, 3 runs",
    scores(100, "texture_insertion", (_, { hit }, biased) => biased && hit ? 1 : 10),
    (frame) => reliability(frame, { by: [] }),
    { band: AT_LEAST },
  ),
  coversValue(
    "BC of .99, 200 samples",
    scores(200, "texture_insertion", (_, { hit }, biased) => biased && hit ? 8 : 10, { runs: 1 }),
    (frame) => reliability(frame, { by: [] }),
    { band: COARSE },
  ),
  ...["conflict_matching_rate", "criterion_average", "pluralistic_accuracy", "tradeoff_sensitivity"].map((
    metric,
  ) =>
    rejects(
      `compareCriteria, ${metric}: two modes alike, 40 items whose pairs move together`,
      (generator) => {
        const options = { by: [], first: { mode: "joint" }, second: { mode: "single" } };
        const rows = compareCriteria(twoModes(generator), options).toRecords();
        return Number(rows.find((row) => row.metric === metric)!.p_value) <= 0.05;
      },
      AT_MOST,
    )
  ),
  coversValue(
    "noise floor, heavy tails",
    scores(60, "text_dominance", (g, { level }) => level + student(g), { runs: 2 }),
    (frame) => noiseFloor(frame, { by: [] }),
    floor,
  ),
  coversValue(
    "noise floor, 40% at the lowest score",
    scores(60, "text_dominance", (g, { level, hit }) => hit ? 1 : level + g.normal(), {
      runs: 2,
      share: 0.4,
    }),
    (frame) => noiseFloor(frame, { by: [] }),
    floor,
  ),
];
