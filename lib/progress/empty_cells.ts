import pl from "nodejs-polars";
import { ownFacts } from "./own_facts.ts";
import { expressions, exprOf, inside, isNumbers, kindOf, lazyOf } from "./refused.ts";
import { sayOnce } from "./say_once.ts";
import { inWords, isPlain, thousands } from "./told.ts";

const EMPTY = ownFacts<{ empty: Record<"compared" | "plain" | "filter", string> }>("refused").empty;

/** Says once of a mean or sum of true and false, and of rows unlike a value, that rows with an empty cell are left out, which pandas counts as unequal to all: Polars drops them without a word, through whatever door. */
export function tellEmpty(name: string, given: unknown[], own: object, frame: object, made: unknown) {
  const of = kindOf(own), rows = () => lazyOf(of === "Series" ? (own as pl.Series).toFrame() : frame);
  const isBool = (one: unknown, column: string) => /Bool/.test(Object(Object(one).schema)[column]);
  try {
    for (const [how, one] of averaged(name, given)) {
      for (const column of rows().select(one).collectSync().getColumns()) {
        // What rows are grouped by stands beside means as it is.
        const isKey = of === "groupBy" && isBool(made, column.name), empty = column.nullCount();
        if (isNumbers(column) || isKey || empty === 0) continue;
        const isCompared = / [=!<>]+ /.test(String(one)) || !isBool(frame, column.name);
        const said = EMPTY[how === "filter" ? how : isCompared ? "compared" : "plain"].replace("{how}", how);
        sayOnce(`${how}: ${inWords(empty, "row")} of ${thousands(column.length)} with an empty cell ${said}`);
      }
    }
  } catch {
    return; // What stands in groups alone, or has no JSON.
  }
}

/** What means and sums are taken of, and rows unlike a value filtered by: by members of this name, by a name beside a column, in expressions; of a sum of what is equal empty cells are none. */
function averaged(name: string, given: readonly unknown[]): [how: string, one: pl.Expr][] {
  if (/^(mean|sum)$/.test(name)) return [[name, pl.all()]];
  const [first, last = first] = given,
    { values = first, aggregateFunc } = name === "pivot" ? Object(last) : {};
  const named = name === "pivot" ? [[values, aggregateFunc]] : Object.entries(isPlain(first) ? first : {});
  const found = named.flatMap(([column, how]) =>
    (String(how).match(/\b(mean|sum)\b/g) ?? []).map((one): [string, pl.Expr] => [one, pl.col(column)])
  );
  for (const expression of expressions(given)) {
    // Of the lengths of texts, which have no JSON, a comparison lacks what a column lacks that stands in it.
    const made = /\.map\(\).* [=<>]+ .*\]\.mean\(\)/.exec(String(expression))?.input ?? "";
    for (const [, one] of made.matchAll(/col\("(.+?)"\)/g)) found.push(["mean", pl.col(one).eq(pl.col(one))]);
    inside(expression, (key, one) => {
      const isUnlike = /^(filter|where)$/.test(name) && one?.op === "NotEq" && one.right?.Literal;
      if (isUnlike) found.push(["filter", exprOf({ BinaryExpr: one }).or(expression.isNotNull())]);
      if (key !== "Mean" && (key !== "Sum" || /^([GL]t|Eq)/.test(String(one?.BinaryExpr?.op)))) return;
      found.push([key.toLowerCase(), exprOf(one?.Cast?.expr ?? one)]);
    });
  }
  return found;
}
