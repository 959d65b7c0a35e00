import { BIAS_TAXONOMY } from "../../results/bias_taxonomy.ts";
import type { Recipe } from "../recipes/recipe.ts";
import { type NumberColumn, table, type TableOptions } from "../recipes/table.ts";
import type { Value } from "../values/value.ts";
import { isBold, MEANS, NAMES, ORDER, RATIO, withinNoise } from "./numbers.ts";

/** The nine bias types as columns, under their dimensions. */
export const TYPE_COLUMNS: readonly NumberColumn[] = BIAS_TAXONOMY.map(({ type, short, dimension }) => ({
  quantity: type,
  label: short.replace(/^(Text|Img|Resp|Instr|Detail|Unnec|Visual)/, "$1\n").replace("Insert.", "Ins."),
  group: NAMES[dimension],
}));

/** The dimensions' means and that of all types, by their short names. */
export const MEAN_COLUMNS: readonly NumberColumn[] = MEANS.map((quantity, i) => ({
  quantity,
  label: ["Int.", "Cong.", "Rob.", "All"][i],
  group: "Means",
}));

/** The same columns for shares of samples without a verdict. */
export const ofRatio = (columns: readonly NumberColumn[], group?: string): NumberColumn[] =>
  columns.map((column) => ({ ...column, quantity: RATIO + column.quantity, group: group ?? column.group }));

/** What a mark behind a number says. */
const NOISE_MARK = "°";

/** A table of judges by bias types, dimensions or prompts; bold as printed, or the best. */
export const scoreTable = (options: TableOptions): Recipe => (values, look) => {
  const judges = ORDER.judges(values.map(({ keys }) => keys.judge));
  const rows = typeof (options.rows ?? "") === "string"
    ? judges
    : judges.flatMap((judge) => ORDER.prompts.map((prompt) => `${judge}\n${prompt}`));
  return table({
    unit: "number",
    decimals: 3,
    names: NAMES,
    bold: isBold,
    order: { rows },
    ...options,
    mark: (value) => options.mark?.(value) || (withinNoise(value) ? NOISE_MARK : ""),
  })(values, look);
};

/** The footnote on the mark of noise, where a number has it. */
export const onNoise = (values: readonly Value[]): { noise: string } => ({
  noise: values.some(withinNoise)
    ? `${NOISE_MARK} Not beyond what the judge’s noise from run to run gives by itself.`
    : "",
});
