import type { FigureSpec } from "../figure_spec.ts";
import { powerCurves } from "./power_curves.ts";

/** Charts of the hypothesis tests and of study planning: the library's own. */
export const hypothesisFigures: readonly FigureSpec[] = [powerCurves];
