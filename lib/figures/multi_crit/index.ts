import type { FigureSpec } from "../figure_spec.ts";

/** Charts and tables of the Multi-Crit appendix and our own on its data, in the paper's order. */
export const multiCritFigures: readonly FigureSpec[] = [];
