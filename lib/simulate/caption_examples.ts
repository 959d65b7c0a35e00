import { type CaptionSetting, PHILAUTIA_EXAMPLES, PHILAUTIA_MODELS } from "../papers/philautia.ts";
import type { Random } from "../stats/random.ts";

/** What all evaluators give to the caption of an example. */
export interface CaptionExample {
  /** Place of the model that wrote it. */
  generator: number;
  /** Score by evaluator; the writer's is published. */
  scores: number[];
}

/** How far below their means most evaluators are, in points of score, and how many are above it. */
const BELOW = { least: 0.05, spread: 0.2 }, ABOVE = { count: 2, most: 0.05 };

/**
 * The scores of the captions in figures 5, B and C, by place in `PHILAUTIA_EXAMPLES`; undefined for those of the other
 * setting. Published is what the writer gives itself, and that most of the others are below their mean score.
 */
export function captionExamples(
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
