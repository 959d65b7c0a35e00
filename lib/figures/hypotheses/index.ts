import type { FigureSpec } from "../figure_spec.ts";
import { equalLength } from "./equal_length.ts";
import { equalizationSlopes } from "./equalization_slopes.ts";
import { labelErrorCurves } from "./label_error_curves.ts";
import { lengthThreshold } from "./length_threshold.ts";
import { partialEffectCurves } from "./partial_effect_curves.ts";
import { powerCurves } from "./power_curves.ts";

/** Charts of the hypothesis tests and of study planning: the library's own. */
export const hypothesisFigures: readonly FigureSpec[] = [
  equalLength,
  equalizationSlopes,
  lengthThreshold,
  partialEffectCurves,
  labelErrorCurves,
  powerCurves,
];
