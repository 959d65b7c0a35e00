import type { FindingRow } from "../../findings/finding_text.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { heatmap } from "../recipes/heatmap.ts";
import type { Value } from "../values/value.ts";
import { credit, NAMES, rowsOf, valuesOf } from "./numbers.ts";

/** Wider intervals span nearly all that an entry of nine can be: nothing is known. */
const WIDEST = 4;
/** An entry of nine lies between −√8 and √8. */
const RANGE = 2 * Math.sqrt(8);

/** A row whose interval spans everything, without its number. */
function knownOnly(row: FindingRow): FindingRow {
  const known = row.low !== null && row.high !== null && row.high - row.low <= WIDEST;
  return known ? row : { ...row, estimate: null, low: null, high: null };
}

export const matrix: NamedFigure<"real-matrix"> = figure("real-matrix", {
  title: "Who scores whose pictures higher",
  notebook: "11_real_scores",
  findings: () =>
    valuesOf(
      rowsOf("viescore", ({ quantity }) => quantity === "phi_tilde").map(knownOnly),
      ({ judge, condition }) => ({ generator: condition.split("/")[1], evaluator: judge }),
    ),
  recipe: (values, look) =>
    heatmap({
      rows: "generator",
      columns: "evaluator",
      label: "standard deviations, standardised, less what noise adds",
      rowTitle: "made the edit",
      columnTitle: "scored it",
      names: NAMES,
      intervals: true,
      decimals: 1,
      cellHeight: 36,
    })(ofKnownRows(values), look),
  words: (values) => {
    const drawn = ofKnownRows(values), known = drawn.filter(({ value }) => !Number.isNaN(value));
    const sure = known.filter(({ low, high }) => low > 0 || high < 0).length;
    const said = `${sure} of ${known.length} entries have an interval that leaves 0 out${
      drawn.length > known.length ? `; of ${drawn.length - known.length} nothing is known (no number)` : ""
    }`;
    return {
      caption: `${said}. Mean scores with strictness and quality taken out, and the noise of the means.`,
      footnotes: [
        ...rowsLeftOut(values),
        credit("viescore"),
        "None of the evaluators made pictures: this is taste, not self-preference. Without their noise rows spread by more than 1. " +
        "Intervals, cut off where no entry can lie, are those of single entries, over 179 pictures.",
      ],
      alt: `Heatmap of editing models by evaluators. ${said}.`,
    };
  },
});

/** The values of a generator, and whether too few of them are known for a row. */
function rowsOfGenerators(values: readonly Value[]) {
  return [...new Set(values.map(({ keys }) => keys.generator))].map((generator) => {
    const row = values.filter(({ keys }) => keys.generator === generator);
    return { generator, row, blank: row.filter(({ value }) => !Number.isNaN(value)).length < row.length / 2 };
  });
}

const ofKnownRows = (values: readonly Value[]) =>
  rowsOfGenerators(values).flatMap(({ row, blank }) => blank ? [] : row);

/** Which rows are left out, and what it means that nothing is known of them. */
export function rowsLeftOut(values: readonly Value[]): string[] {
  const names = rowsOfGenerators(values).filter(({ blank }) => blank).map(({ generator }) => generator);
  return names.length === 0 ? [] : [
    `Left out: ${
      names.join(", ")
    }. The evaluators place these models alike, so with quality taken out less is left of a row than its noise: of most entries ` +
    `the 95% interval is wider than ${WIDEST} of the ${
      RANGE.toFixed(1)
    } standard deviations that it could span.`,
  ];
}
