import type pl from "nodejs-polars";
import { fromNone } from "../metrics/estimate_columns.ts";
import type { Effect } from "../progress/computed_behind.ts";
import { fixed } from "../progress/told.ts";
import { escaped } from "./latex_text.ts";

/** A column's cells, padded to one width, so that decimals stand below each other in the source as well. */
export function columnCells(
  column: pl.Series,
  { decimals: asked, best, name, said, blocks, effect }: {
    /** Three by default, of small numbers as many as show two digits of the largest one. */
    decimals: number | undefined;
    best?: "highest" | "lowest" | "least";
    name: string;
    /** What its numbers are printed as. */
    said?: readonly (string | null)[];
    /** Rows among which one is the best. */
    blocks: readonly (readonly number[])[];
    effect: Effect;
  },
) {
  const values = column.toArray() as unknown[],
    known = values.filter((value) => value !== null && value !== undefined);
  const isNumber = known.length > 0 &&
    known.every((value) => typeof value === "number" || typeof value === "bigint");
  if (best && known.length > 0 && !isNumber) {
    throw new RangeError(`toLatex: wanted columns of numbers in the option best, found ${name}`);
  }
  const isP = /^p(_|$)/.test(name);
  const isCount = isNumber && !isP &&
    known.every((value) => Number.isNaN(value) || isWhole(Number(value)));
  const numbers = known.map(Number).filter((value) => !Number.isNaN(value));
  const most = Math.max(0, ...numbers.map(Math.abs).filter(Number.isFinite));
  const decimals = asked ?? (isP || most === 0 ? 3 : Math.max(3, 1 - Math.floor(Math.log10(most))));
  const size = (value: unknown) =>
    typeof value === "number" && best === "least" ? fromNone(value, effect) : Number(value ?? NaN);
  const isBest = new Set(
    best === undefined ? [] : blocks.flatMap((rows) => {
      const sizes = rows.map((i) => size(values[i])).filter((one) => !Number.isNaN(one));
      const top = best === "highest" ? Math.max(...sizes) : Math.min(...sizes);
      return rows.filter((i) => size(values[i]) === top);
    }),
  );
  const pads = padsOf(said ?? []);
  const texts = values.map((value, i) => {
    if (value === null || value === undefined || Number.isNaN(value)) return "";
    if (!isNumber) return escaped(String(value));
    const rounded = fixed(Number(value), decimals);
    const text = said
      ? escaped(said[i] ?? "")
      : Math.abs(Number(value)) === Infinity
      ? `$${Number(value) < 0 ? "-" : ""}\\infty$`
      : isCount
      ? minus(String(typeof value === "number" ? Math.round(value) : value))
      : isP && Number(rounded) === 0
      ? `$<$${fixed(10 ** -decimals, decimals)}`
      : Math.abs(Number(value)) > 1e-12 && Math.abs(Number(value)) < 10 ** (-2 * decimals)
      ? minus(Number(value).toExponential(1)).replace(/e(.*)/, "$\\cdot10^{$1}$$")
      : minus(rounded);
    return (pads[i] ?? "") + (isBest.has(i) ? `\\textbf{${text}}` : text);
  });
  const width = Math.max(0, ...texts.map((text) => text.length));
  const isRight = isNumber && !said;
  return {
    // Texts wrap where there is no room, estimates with their intervals do not: LaTeX passes over the blank.
    aligned: isRight ? "r" : said ? " l" : "l",
    texts: texts.map((text) => isRight ? text.padStart(width) : text.padEnd(width)),
  };
}

/** Whether a number is whole but for rounding, as degrees of freedom are. */
const isWhole = (value: number) =>
  Number.isInteger(value) || Math.abs(value) > 0.5 && Math.abs(value % 1) < 1e-9;

/** What is left blank before numbers, so that their decimals stand below each other: as wide as the sign and digits that another has more. */
function padsOf(texts: readonly (string | null)[]): string[] {
  const parts = texts.map((text) => /^([-−]?)(\d+)/.exec(text ?? "") ?? ["", "", ""]);
  const most = Math.max(0, ...parts.map(([, , digits]) => digits.length));
  const isSigned = parts.some(([, sign]) => sign !== "");
  return parts.map(([, sign, digits]) => {
    const lacks = (isSigned && sign === "" ? "$-$" : "") + "0".repeat(most - digits.length);
    return lacks && digits ? `\\phantom{${lacks}}` : "";
  });
}

function minus(text: string): string {
  return text.replace(/^[-−]/, "$-$$");
}
