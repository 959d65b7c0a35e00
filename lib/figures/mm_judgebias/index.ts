import type { FigureSpec } from "../figure_spec.ts";
import { readableFigures } from "./readable.ts";

/** Charts and tables of MM-JudgeBias, of its project page, and our own on its data, in the paper's order. */
export const mmJudgebiasFigures: readonly FigureSpec[] = [...readableFigures];
