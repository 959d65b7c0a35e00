import { agreementBias } from "./agreement_bias.ts";
import { fig2, figA, intervals } from "./charts.ts";
import { fig5, figB, figC } from "./examples.ts";
import { fig1 } from "./fig1.ts";
import { fig4, fig6, figD } from "./matrices.ts";
import { tables } from "./tables.ts";

/** Charts and tables of the philautia paper and our own on its data, in the paper's order. */
export const philautiaFigures = [
  ...[fig1, fig2, fig4, fig5, fig6, figA, figB, figC, figD],
  ...tables,
  ...[intervals, agreementBias],
];
