import pl from "nodejs-polars";
import { inWords, rowsInWords } from "../progress/show.ts";
import type { FrameName } from "../results/frames.ts";
import { judgedRows, original } from "./questions/common.ts";
import { deltaText } from "./number_text.ts";
import type { Line } from "./report_types.ts";

/** Above a report on rows some of which say so; how many of several stands in its first sentence. */
export const SIMULATED =
  "Rows here say that they are simulated: what rests on them describes the simulation, not a model.";

/** Columns of which a report says at its head how many values there are. */
const COUNTED = [
  ...["item_id", "sample_id", "judge", "benchmark", "bias_type"],
  ...["evaluator", "generator", "condition"],
];

export function leadOf(frame: pl.DataFrame, name: FrameName, whole?: pl.DataFrame): string[] {
  const parts = COUNTED.flatMap((column) => {
    if (!frame.columns.includes(column)) return [];
    const count = frame.getColumn(column).dropNulls().nUnique();
    return count < (column === "condition" ? 2 : 1)
      ? []
      : [inWords(count, column.replace("_id", "").replace("_", " "))];
  });
  const simulated = frame.columns.includes("provenance")
    ? frame.filter(pl.col("provenance").cast(pl.Utf8).eq(pl.lit("simulated"))).height
    : 0;
  const some = simulated > 0 && simulated < frame.height ? [`${simulated} of them simulated`] : [];
  // How all were asked, where that is one way, and not the one that stands for files that do not say.
  const ways = ["pipeline", "prompt", "condition"].flatMap((column) => {
    const [way, ...others] = frame.columns.includes(column) ? frame.getColumn(column).unique().toArray() : [];
    return others.length > 0 || way == null || ["base", "score"].includes(String(way))
      ? []
      : [`${column} ${way}`];
  });
  const read = [`${rowsInWords(frame.height)} of ${name}`, ...some, ...parts, ...ways].join(", ");
  return [read, ...name === "pairs" ? taken(frame, whole) : []].map((one) => `${one}.`);
}

function taken(pairs: pl.DataFrame, whole?: pl.DataFrame): string[] {
  const main = judgedRows(pairs, whole), all = original(pairs);
  const count = (rows: pl.DataFrame, column: string, is: (value: unknown) => boolean) =>
    rows.columns.includes(column) ? rows.getColumn(column).toArray().filter(is).length : 0;
  const kinds = [
    main.height < all.height && "with the image where the item was judged with it",
    all.height < pairs.height && "with the answers as they were",
  ].filter(Boolean).join(", ");
  const decided = count(main, "human", (one) => one === "A" || one === "B");
  const said = [
    kinds && `Unless a section says otherwise its lines are of the ${rowsInWords(main.height)} ${kinds}`,
    0 < decided && decided < main.height &&
    `Accuracies are of the ${
      rowsInWords(decided)
    } of these on which people decided, and each bias says its n`,
  ];
  return said.flatMap((one) => one || []);
}

/** That lines are asked of parts of a judge's rows, and how they are asked of all. */
export function splitWords(lines: readonly Line[], columns: readonly string[]): string {
  const split = columns.filter((column) =>
    ["benchmark", "pipeline", "prompt"].includes(column) &&
    lines.some(({ group, verdict }) => verdict !== "not tested" && column in group)
  );
  const each = split.join(" and "),
    way = `if these agree, --by judge (by: ["judge"]) asks of all rows of a judge together`;
  return each &&
    `Every ${each} is asked by itself, which multiplies tests and what they are adjusted for: ${way}.`;
}

/** Half an interval as wide as this, four times the δ of differences, tells large effects alone from none. */
const WIDE = 0.2;

/** That no difference is known well enough to show any but a large one. */
export function wideWords(lines: readonly Line[]): string[] {
  const halves = lines.filter(({ verdict, unit }) => unit === "points" && verdict !== "not tested")
    .map(({ low, high }) => (high - low) / 2).filter((half) => !Number.isNaN(half));
  const least = Math.min(...halves);
  return halves.length === 0 || least < WIDE ? [] : [
    `Too few items: no tested difference is known to better than ±${deltaText(least, "points")}, ` +
    "so that only very large effects could be shown, and none be ruled out.",
  ];
}
