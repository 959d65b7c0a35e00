import pl from "nodejs-polars";
import { ownFacts } from "../progress/own_facts.ts";
import type { ColumnSpec } from "./frames.ts";

/** Up to how many rows JavaScript's own texts and numbers are cheaper than a query of Polars. */
export const FEW = 5000;

const upper = (letter: string) => letter.toUpperCase();

/** What stands in the place of an id in a line of sums, as spreadsheets and pandas write it: each as words are written. */
export const SUMS = ownFacts<{ sums: readonly string[] }>("words").sums
  .flatMap((word) => [word, word.replace(/^./, upper), word.replace(/\b[a-z]/g, upper), word.toUpperCase()])
  .flatMap((word) => [word, `${word}:`]);

/** Texts that a column cannot hold, whatever the file: an empty one that is not null and, of ids, a line of sums. */
const oddIn = ({ names }: ColumnSpec) => names ? ["", ...SUMS] : [""];

/** Which of some columns of texts hold one that is odd. */
export function oddTexts(
  frame: pl.DataFrame,
  texts: readonly { spec: readonly [string, ColumnSpec]; column: pl.Series }[],
): Set<string> {
  if (texts.length === 0 || frame.height === 0) return new Set();
  // A chart of fifty judges checks a thousand short frames, and Polars keeps every expression until the turn ends.
  if (frame.height <= FEW) {
    const isOdd = ({ spec: [, spec], column }: typeof texts[number]) => {
      const own = new Set(column.toArray());
      return oddIn(spec).some((text) => own.has(text));
    };
    return new Set(texts.filter(isOdd).map(({ spec: [name] }) => name));
  }
  const [found] = frame.select(
    ...texts.map(({ spec: [name, spec] }) =>
      (spec.names ? pl.col(name).cast(pl.Utf8).isIn(oddIn(spec)) : pl.col(name).eq(pl.lit(""))).any()
        .alias(name)
    ),
  ).toRecords();
  return new Set(Object.keys(found).filter((name) => found[name] === true));
}
