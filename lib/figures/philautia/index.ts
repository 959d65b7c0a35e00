import { agreementBias } from "./agreement_bias.ts";
import { estimators } from "./estimators.ts";
import { fig5, figB, figC } from "./examples.ts";
import { fig1 } from "./fig1.ts";
import { fig2 } from "./fig2.ts";
import { fig4 } from "./fig4.ts";
import { fig6 } from "./fig6.ts";
import { figA } from "./figA.ts";
import { figD } from "./figD.ts";
import { intervals } from "./intervals.ts";
import { tables } from "./tables.ts";

/** Charts and tables of the philautia paper and our own on its data, in the paper's order. */
export const philautiaFigures = [
  fig1,
  fig2,
  fig4,
  fig5,
  fig6,
  figA,
  figB,
  figC,
  figD,
  ...tables,
  intervals,
  estimators,
  agreementBias,
];
