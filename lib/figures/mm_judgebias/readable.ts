import type { FigureSpec } from "../figure_spec.ts";
import { exampleFigures } from "./example_figures.ts";
import { fig6 } from "./fig6_nine_biases.ts";
import { siteTaxonomy, table1 } from "./table1_taxonomy.ts";
import { table10 } from "./table10_source_texts.ts";
import { table11 } from "./table11_perturbations.ts";
import { table17 } from "./table17_prior_work.ts";
import { siteSources, table7 } from "./table7_sources.ts";
import { table12, table18 } from "./tables12_18_subtasks.ts";
import { table8, table9 } from "./tables8_9_difficulty.ts";

/** What has words and pictures rather than numbers: examples and tables of text. */
export const readableFigures: readonly FigureSpec[] = [
  fig6,
  ...exampleFigures,
  table1,
  table7,
  table8,
  table9,
  table10,
  table11,
  table12,
  table17,
  table18,
  siteTaxonomy,
  siteSources,
];
