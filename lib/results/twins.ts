import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import pl from "nodejs-polars";
import { rowsInWords } from "../progress/show.ts";
import type { TableFile } from "./find_files.ts";
import { isNested } from "./check.ts";
import { withoutTraces } from "./load_table.ts";
import { FRAMES } from "./frames.ts";
import { several } from "./other_names.ts";

/** A frame as it was read, and where from. */
interface Read {
  frame: pl.DataFrame;
  files: readonly TableFile[];
  filled: readonly string[];
}

/** Ids with a blank at their end, and those that differ in zeros in front or a point behind alone: each counts as another. */
export function* alikeIds({ frame, filled }: Read) {
  for (const column of ["item_id", "sample_id"].filter((one) => frame.columns.includes(one))) {
    const ids = (frame.getColumn(column).toArray() as unknown[]).map(String);
    const found = ids.filter((id) => id !== id.trim()), rows = rowsInWords(found.length);
    const first = JSON.stringify(found[0]), other = "which counts as another than that without";
    if (found.length > 0) yield `${column}: a blank before or behind the id (${first}) in ${rows}, ${other}`;
    // Files that name no benchmark may hold the same items.
    const isNamed = frame.columns.includes("benchmark") && !filled.includes("benchmark");
    const own = frame.select(...isNamed ? ["benchmark"] : [], column).unique({ maintainOrder: true });
    const numbers = own.rows().map((row) => row.map(String)).filter((row) =>
      /^\d+(\.0+)?$/.test(row.at(-1)!)
    );
    const alike = several(
      numbers,
      ([...row]) => [row.pop()!.replace(/^0+(?=\d)|\.0+$/g, ""), ...row].join("\n"),
    )
      .map((rows) => [...new Set(rows.map((row) => row.at(-1)!))]).filter(({ length }) => length > 1);
    if (alike.length === 0) continue;
    const names = alike[0].map((id) => JSON.stringify(id)).join(" and ");
    yield `${column}: ${names} count as different (${alike.length} such numbers): if these are the same, write all ` +
      `alike (in pandas df["${column}"] = df["${column}"].astype(str).str.replace(r"^0*(\\d+)(\\.0+)?$", r"\\1", regex=True))`;
  }
}

/** The first of rows that are alike in every column, also in lists and objects. */
export function withoutCopies(frame: pl.DataFrame): pl.DataFrame {
  const { columns } = withoutTraces(frame), nested = columns.filter((one) => isNested(frame.getColumn(one)));
  const flat = columns.filter((one) => !nested.includes(one));
  if (nested.length === 0) return frame.unique({ maintainOrder: true, keep: "first", subset: columns });
  const records: unknown[] = JSON.parse(`${frame.select(...nested).writeJSON({ format: "json" })}`);
  const texts = pl.Series("__nested", records.map((one) => JSON.stringify(one)), pl.Utf8);
  return frame.withColumns(texts)
    .unique({ maintainOrder: true, keep: "first", subset: [...flat, "__nested"] }).drop("__nested");
}

/** Files of equal bytes: their rows count twice. */
export function* copies({ files }: Read) {
  const hash = ({ path }: TableFile) => createHash("sha256").update(readFileSync(path)).digest("hex");
  const sizes = several(files, ({ path }) => `${statSync(path).size}`);
  for (const same of sizes.flatMap((alike) => several(alike, hash))) {
    const names = same.map(({ path }) => path).join(" and ");
    const often = same.length === 2 ? "twice" : `${same.length} times`;
    yield `the files ${names} hold the same bytes: everything in them counts ${often}`;
  }
}

/** From how many verdicts on it is no chance that two judges agree in each. */
const MANY = 50;

/** Judges that say the same in every row, which has both answers: one judge's results under two names. */
export function* equalJudges({ frame, filled }: Read) {
  const counts = frame.groupBy("judge").agg(
    pl.col("choice").eq(pl.lit("A")).sum().alias("a"),
    pl.col("choice").eq(pl.lit("B")).sum().alias("b"),
    pl.col("choice").isNull().sum().alias("none"),
  ).sort("judge").toRecords() as Record<"judge" | "a" | "b" | "none", never>[];
  const many = counts.filter(({ a, b }) => a > 0 && b > 0 && a + b >= MANY);
  const columns = Object.keys(FRAMES.pairs.columns).filter((one) => one !== "judge" && !filled.includes(one));
  const verdicts = (judge: unknown) =>
    createHash("sha256").update(
      JSON.stringify(
        frame.filter(pl.col("judge").eq(pl.lit(judge))).select(...columns).rows().map(String).sort(),
      ),
    ).digest("hex");
  for (const alike of several(many, ({ a, b, none }) => `${a} ${b} ${none}`)) {
    for (const same of several(alike, ({ judge }) => verdicts(judge))) {
      const names = same.map(({ judge }) => judge).join(" and ");
      yield `the judges ${names} say the same in every row: if one's results were copied under another name, leave out one`;
    }
  }
}
