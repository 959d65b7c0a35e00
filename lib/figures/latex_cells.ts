import type pl from "nodejs-polars";
import { fixed, inWords } from "../progress/told.ts";
import { sayOnce } from "../progress/say_once.ts";
import { escaped } from "./latex_text.ts";

/** A column's cells, padded to one width, so that decimals stand below each other in the source as well. */
export function columnCells(
  column: pl.Series,
  { decimals, best, name, said, none, isRatio }: {
    decimals: number;
    best?: "highest" | "lowest" | "least";
    name: string;
    /** What its numbers are printed as. */
    said?: readonly (string | null)[];
    none: number;
    isRatio: boolean;
  },
) {
  const values = column.toArray() as unknown[],
    known = values.filter((value) => value !== null && value !== undefined);
  const isNumber = known.length > 0 &&
    known.every((value) => typeof value === "number" || typeof value === "bigint");
  if (best && known.length > 0 && !isNumber) {
    throw new RangeError(`toLatex: wanted columns of numbers in the option best, found ${name}`);
  }
  const isCount = isNumber && !/^p(_|$)/.test(name) &&
    known.every((value) => Number.isNaN(value) || Number.isInteger(Number(value)));
  const numbers = known.map(Number).filter((value) => !Number.isNaN(value));
  const from = (value: number) => Math.abs(isRatio ? Math.log(value / none) : value - none);
  const size = best === "least" ? from : Number, sizes = numbers.map(size);
  const top = best === undefined ? NaN : best === "highest" ? Math.max(...sizes) : Math.min(...sizes);
  const texts = values.map((value, i) => {
    if (value === null || value === undefined || Number.isNaN(value)) return "";
    if (!isNumber) return escaped(String(value));
    const rounded = fixed(Number(value), decimals);
    const text = said
      ? escaped(said[i] ?? "")
      : Math.abs(Number(value)) === Infinity
      ? `$${Number(value) < 0 ? "-" : ""}\\infty$`
      : isCount
      ? minus(String(value))
      : /^p(_|$)/.test(name) && Number(rounded) === 0
      ? `$<$${fixed(10 ** -decimals, decimals)}`
      : minus(rounded);
    return size(Number(value)) === top ? `\\textbf{${text}}` : text;
  });
  if (
    isNumber && !isCount && !said && numbers.some((value) => Math.abs(value) > 0) &&
    !texts.some((text) => /[1-9∞]|infty/.test(text))
  ) {
    sayOnce(
      `toLatex: every number of ${name} rounds to 0 at ${
        inWords(decimals, "decimal")
      }; fractions become points or percent by ` +
        `frame.withColumns(pl.col("${name}").mul(pl.lit(100)))`,
    );
  }
  const width = Math.max(0, ...texts.map((text) => text.length));
  const isRight = isNumber && !said;
  return {
    isNumber: isRight,
    texts: texts.map((text) => isRight ? text.padStart(width) : text.padEnd(width)),
  };
}

/** A number's text with LaTeX's minus sign. */
function minus(text: string): string {
  return text.replace(/^[-−]/, "$-$$");
}
