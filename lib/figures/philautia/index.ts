import type { FigureSpec } from "../figure_spec.ts";

/** Charts and tables of the philautia paper and our own on its data, in the paper's order. */
export const philautiaFigures: readonly FigureSpec[] = [];
