import pl from "nodejs-polars";
import {
  type CaptionSetting,
  PHILAUTIA_EXAMPLES,
  PHILAUTIA_FACTS,
  PHILAUTIA_MODELS,
} from "@/papers/philautia.ts";
import { FRAMES } from "@/results/frames.ts";
import { solution } from "./simulated_frame.ts";
import { type Random, random } from "@/stats/random.ts";
import { exactMean } from "./exact_mean.ts";

/**
 * The noise of a score around its cell's mean, as standard deviations in points of score: of the image (shared by all
 * scores), of the caption (by all evaluators), of the evaluator's liking for the image (by all generators), of the single
 * score. The first three are in part the same in both settings. All are normal; scores end at 0 and 1.
 */
export const CAPTION_NOISE = {
  image: 0.05,
  caption: 0.07,
  evaluator: 0.03,
  score: 0.07,
  shared: 0.8,
} as const;

const GRAIN = 1e-4;

const SETTINGS: readonly CaptionSetting[] = ["ref_based", "ref_free"];

/**
 * The mean scores that the simulated captions of a setting have, generators × evaluators in the paper's order of models: Φ̃ has the published
 * entries and the order, signs and distances that the text states, columns of Φ the published means. The rest was drawn and
 * moved as little as the published numbers demand.
 */
export function philautiaTarget(setting: CaptionSetting): number[][] {
  return solution<Record<CaptionSetting, number[][]>>("caption_means")[setting];
}

/**
 * The scores of SelfEval-Cap: cell means are those of `philautiaTarget`, met exactly but for the grain of the scores (1e-4 of one score in a
 * cell); around them scores vary with image, caption, evaluator and chance (`CAPTION_NOISE`). Three images carry the examples of figures 5, B
 * and C. With fewer than 100 images means and examples cannot both hold.
 */
export function drawCaptionScores(
  { seed = 11589, images = PHILAUTIA_FACTS.images }: { seed?: number; images?: number } = {},
): pl.DataFrame {
  const models = PHILAUTIA_MODELS.length;
  const generator = random(seed);
  const shared = effects(generator, images);
  const score = new Float64Array(SETTINGS.length * models * models * images);
  let cell = 0;
  for (const [s, setting] of SETTINGS.entries()) {
    const target = philautiaTarget(setting), own = effects(random(seed + 1 + s), images);
    const examples = captionExamples(setting, target, random(seed + 11 + s));
    const draw = random(seed + 21 + s);
    for (let g = 0; g < models; g++) {
      for (let e = 0; e < models; e++) {
        const values = score.subarray(cell * images, ++cell * images);
        for (let k = 0; k < images; k++) {
          values[k] = CAPTION_NOISE.image * mixed(shared.image, own.image, k) +
            CAPTION_NOISE.caption * mixed(shared.caption[g], own.caption[g], k) +
            CAPTION_NOISE.evaluator * mixed(shared.evaluator[e], own.evaluator[e], k) +
            CAPTION_NOISE.score * draw.normal();
        }
        // The examples stand on the first images; what they take from the mean the others give back.
        const fixed = PHILAUTIA_EXAMPLES.map((_, k) =>
          examples[k]?.generator === g ? examples[k].scores[e] : NaN
        );
        exactMean(values, target[g][e], { grain: GRAIN, fixed });
      }
    }
  }
  return frameOf(score, images, PHILAUTIA_MODELS);
}

const SHARED = Math.sqrt(CAPTION_NOISE.shared), OWN = Math.sqrt(1 - CAPTION_NOISE.shared);

/** An effect of variance 1 that is in part the same in both settings. */
function mixed(shared: Float64Array, own: Float64Array, k: number): number {
  return SHARED * shared[k] + OWN * own[k];
}

function effects(generator: Random, images: number) {
  const own = () => Float64Array.from({ length: images }, () => generator.normal());
  return { image: own(), caption: PHILAUTIA_MODELS.map(own), evaluator: PHILAUTIA_MODELS.map(own) };
}

/** The scores, image by image within evaluator within generator within setting, as a frame with categorical names. */
function frameOf(score: Float64Array, images: number, models: readonly string[]): pl.DataFrame {
  const names = (column: string, values: readonly string[]) =>
    pl.DataFrame({ [column]: pl.Series(column, [...values], pl.Utf8).cast(pl.Categorical) });
  const width = String(images).length;
  const imageNames = Array.from(
    { length: images },
    (_, k) => PHILAUTIA_EXAMPLES[k]?.image ?? `image-${String(k + 1).padStart(width, "0")}`,
  );
  const keys = names("setting", SETTINGS)
    .join(names("generator", models), { how: "cross" })
    .join(names("evaluator", models), { how: "cross" })
    .join(names("image_id", imageNames), { how: "cross" });
  const empty = pl.lit(null).cast(pl.Float64);
  return keys.withColumn(pl.Series("score", score)).withColumns(
    pl.lit(1).cast(pl.Int32).alias("run"),
    empty.alias("parsed"),
    empty.alias("expected"),
    pl.lit(null).cast(pl.Utf8).alias("condition"),
    // One word in all rows is read from a file five times faster as text.
    pl.lit("simulated").alias("provenance"),
  ).select(...Object.keys(FRAMES["caption scores"].columns), "provenance");
}

interface CaptionExample {
  generator: number;
  /** Score by evaluator; the writer's is published. */
  scores: number[];
}

/** How far below their means most evaluators are, in points of score, and how many are above it. */
const BELOW = { least: 0.05, spread: 0.2 }, ABOVE = { count: 2, most: 0.05 };

/** The scores of the captions in figures 5, B and C, by place; the writer's is published, and that most others are below their mean. */
function captionExamples(
  setting: CaptionSetting,
  target: readonly (readonly number[])[],
  generator: Random,
): (CaptionExample | undefined)[] {
  const names: readonly string[] = PHILAUTIA_MODELS;
  return PHILAUTIA_EXAMPLES.map((example) => {
    const writer = names.indexOf(example.model);
    const others = generator.shuffle(names.map((_, e) => e).filter((e) => e !== writer));
    const scores = names.map((_, e) => {
      const mean = target.reduce((sum, row) => sum + row[e], 0) / names.length;
      const u = generator.uniform();
      const shift = others.indexOf(e) < ABOVE.count ? ABOVE.most * u : -BELOW.least - BELOW.spread * u;
      return e === writer ? example.score : Math.min(1, Math.max(0, mean + shift));
    });
    return example.setting === setting ? { generator: writer, scores } : undefined;
  });
}
