import type pl from "nodejs-polars";
import { rowsInWords } from "../progress/show.ts";

/** A column confidence that cannot be used, as a warning: percent, commas, words, numbers beyond 1, log-probabilities. */
export function unfitConfidence({ frame }: { frame: pl.DataFrame }): string[] {
  if (!frame.columns.includes("confidence")) return [];
  const given = frame.getColumn("confidence").toArray() as unknown[];
  const unfit = given.filter((value) =>
    value !== null && !(typeof value === "number" && value >= 0 && value <= 1)
  );
  const isLogged = given.every((value) => value === null || typeof value === "number" && value <= 0);
  return unfit.length === 0 ? [] : [
    `confidence: ${rowsInWords(unfit.length)} hold no probability from 0 to 1 (${
      [...new Set(unfit.map((value) => JSON.stringify(value)))].slice(0, 3).join(", ")
    }), so that the column is not used: ${
      isLogged
        ? 'they look like log-probabilities, of which probabilities are made by exp (in Polars pl.col("confidence").exp())'
        : "write 0.5 for 50% and 0.45 for 0,45"
    }`,
  ];
}
