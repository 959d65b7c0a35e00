import { type FrameName, FRAMES } from "./frames.ts";
import { optionNames, typedIn } from "../progress/require.ts";
import type { ShapeOptions } from "./shape_frame.ts";

export const SHAPE_OPTIONS = optionNames<ShapeOptions>()("columns values missing onInvalid");

export const ownOptions = <Options>(): ReturnType<typeof optionNames<Omit<Options, keyof ShapeOptions>>> =>
  optionNames();

const ALSO_READ: Partial<Record<FrameName, readonly string[]>> = {
  pairs: ["answer_a", "answer_b", "score_a", "score_b", "confidence"],
  criteria: "image_id swapped run answer_a answer_b model_a model_b score_a score_b".split(" "),
  ratings: ["evaluator", "score", "annotator"],
};

export const scaleHint = (action: string, maxScore = 100) =>
  `if the scale ends elsewhere, say where: ${action}(path, { maxScore: ${maxScore} })${
    typedIn("max-score", `${maxScore}`, [])
  }`;

export function namedColumns(name: FrameName): string[] {
  return [...Object.keys(FRAMES[name].columns), ...ALSO_READ[name] ?? [], "provenance"];
}
