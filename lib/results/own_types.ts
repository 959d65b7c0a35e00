import pl from "nodejs-polars";
import { isNestedType } from "./check.ts";
import { type FrameName, FRAMES } from "./frames.ts";

/** Whole numbers as a program writes them, of which Polars' smaller integers hold every one: no ids with zeros before them. */
const WHOLE = /^(0|-?[1-9]\d{0,8})$/;
const NUMBER = /^-?(0|[1-9]\d{0,14})(\.\d{1,17})?(e[-+]?\d{1,3})?$/i;
const TRUTH = /^(true|false)$/i;

/** What was judged is a text, also where it is "42". */
const ANSWERS = ["answer_a", "answer_b"];

/**
 * The columns of one's own beside a frame's, of which a CSV file tells no type: numbers where every cell that holds something is
 * written as one, true and false likewise, else text.
 */
export function withOwnTypes<Frame extends pl.DataFrame>(name: FrameName, frame: Frame): Frame {
  const texts = frame.columns.filter((column, i) =>
    !Object.hasOwn(FRAMES[name].columns, column) && !ANSWERS.includes(column) &&
    /String|Utf8/.test(String(frame.dtypes[i])) && !isNestedType(String(frame.dtypes[i]))
  );
  const typed = texts.flatMap((column) => {
    const held = frame.getColumn(column).dropNulls();
    if (held.length === 0) return [];
    const first = String(held.get(0));
    const isAll = (form: RegExp) =>
      form.test(first) && held.toFrame().filter(matches(column, form).not()).height === 0;
    if (isAll(TRUTH)) return pl.col(column).str.toLowerCase().eq(pl.lit("true")).alias(column);
    if (isAll(WHOLE)) return pl.col(column).cast(pl.Int32);
    return isAll(NUMBER) ? pl.col(column).cast(pl.Float64) : [];
  });
  return typed.length === 0 ? frame : frame.withColumns(...typed) as Frame;
}

const matches = (column: string, { source, flags }: RegExp) =>
  pl.col(column).str.contains(flags === "i" ? `(?i)${source}` : source);
