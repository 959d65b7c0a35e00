import type { FigureSpec } from "../figure_spec.ts";
import { exampleFigures } from "./example_figures.ts";
import { schematicFigures } from "./schematics.ts";
import { fig1 } from "./fig1_accuracy_by_subset.ts";
import { fig3 } from "./fig3_informativeness_length_bias.ts";
import { fig4 } from "./fig4_cds_share.ts";
import { fig5 } from "./fig5_image_reliance.ts";
import { fig6 } from "./fig6_bias_without_image.ts";
import { fig8 } from "./fig8_bias_by_domain.ts";
import { fig9 } from "./fig9_accuracy_by_domain.ts";
import { fig10 } from "./fig10_phi4_bias.ts";
import { fig11 } from "./fig11_image_by_domain.ts";
import { table1 } from "./table1_image_reliance.ts";
import { table2 } from "./table2_equalized_bias.ts";
import { table3 } from "./table3_pipelines.ts";
import { table4 } from "./table4_gpt4o_metrics.ts";
import { table5 } from "./table5_anchor_quality.ts";
import { table6 } from "./table6_seconds.ts";
import { table7 } from "./table7_label_reliability.ts";
import { table8 } from "./table8_metrics.ts";

/** Charts and tables of the informativeness-bias paper, in its order. */
export const birchFigures: readonly FigureSpec[] = [
  ...[fig1, fig3, fig4, fig5, fig6, fig8, fig9, fig10, fig11],
  ...schematicFigures,
  ...exampleFigures,
  ...[table1, table2, table3, table4, table5, table6, table7, table8],
];
