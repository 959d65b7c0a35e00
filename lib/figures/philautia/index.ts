import type { FigureSpec } from "../figure_spec.ts";
import { alg1 } from "./alg1_philautia_eval.ts";
import { fig1 } from "./fig1_preferences.ts";
import { fig3 } from "./fig3_pipeline.ts";

/** Charts and tables of the philautia paper and our own on its data, in the paper's order. */
export const philautiaFigures: readonly FigureSpec[] = [fig1, fig3, alg1];
