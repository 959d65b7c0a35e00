import type { FigureSpec } from "../figure_spec.ts";
import { fig1 } from "./fig1_compositional_bias.ts";
import { fig2 } from "./fig2_pipeline.ts";
import { readableFigures } from "./readable.ts";

/** Charts and tables of MM-JudgeBias, of its project page, and our own on its data, in the paper's order. */
export const mmJudgebiasFigures: readonly FigureSpec[] = [fig1, fig2, ...readableFigures];
