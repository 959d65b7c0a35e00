import pl from "nodejs-polars";
import { inWords, rowsInWords } from "../progress/show.ts";
import type { FrameName } from "../results/frames.ts";
import { preferring } from "../results/only.ts";
import { MAIN } from "./questions/common.ts";
import type { Line } from "./report_types.ts";

/** Above a report on rows some of which say so; how many of several stands in its first sentence. */
export const SIMULATED =
  "Rows here say that they are simulated: what rests on them describes the simulation, not a model.";

export function leadOf(frame: pl.DataFrame, name: FrameName): string {
  const parts = ["judge", "benchmark", "evaluator", "generator"].flatMap((column) => {
    if (!frame.columns.includes(column)) return [];
    const count = frame.getColumn(column).nUnique();
    return [inWords(count, column)];
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
  return [read, ...name === "pairs" ? taken(frame) : []].map((one) => `${one}.`).join(" ");
}

/** Which rows most lines are of, where these are not all. */
function taken(pairs: pl.DataFrame): string[] {
  const main = preferring(pairs, MAIN),
    isPart = (column: string) =>
      [pairs, main].map((frame) => frame.columns.includes(column) ? frame.getColumn(column).nUnique() : 0);
  const kinds = Object.entries({ image: "with the image", variant: "with the answers as they were" })
    .flatMap(([column, words]) => {
      const [all, some] = isPart(column);
      return all > some ? [words] : [];
    });
  const decided = main.columns.includes("human")
    ? main.filter(pl.col("human").cast(pl.Utf8).isIn(["A", "B"])).height
    : main.height;
  const of = `accuracies and biases are of the ${rowsInWords(decided)} of these on which people decided`;
  return [
    ...kinds.length > 0
      ? [
        `Unless a section says otherwise its lines are of the ${rowsInWords(main.height)} ${
          kinds.join(", ")
        }`,
      ]
      : [],
    ...decided < main.height && decided > 0 ? [`${of[0].toUpperCase()}${of.slice(1)}`] : [],
  ];
}

/** That lines are asked of parts of a judge's rows, and how they are asked of all. */
export function splitWords(lines: readonly Line[], columns: readonly string[]): string {
  const split = columns.filter((column) =>
    ["benchmark", "pipeline", "prompt"].includes(column) &&
    lines.some(({ group, verdict }) => verdict !== "not tested" && column in group)
  );
  const way = `--by judge (by: ["judge"]) asks of all rows of a judge together`;
  return split.length > 0
    ? `Every ${
      split.join(" and ")
    } is asked by itself, which multiplies tests and what they are adjusted for: ${way}.`
    : "";
}
