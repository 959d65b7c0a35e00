import pl from "nodejs-polars";
import { type Joined, nameOf, otherSpellings, requireOneBenchmark, tablesOf } from "./by_item.ts";
import { expectation, FRAMES } from "./frames.ts";
import { ResultsError } from "./results_error.ts";
import { unusedName } from "./unused_name.ts";
import { valueAt } from "./value_at.ts";

/**
 * Replaces human labels by those of a file or a frame (`item_id, human`, optionally `benchmark`), as the authors of the
 * informativeness-bias paper corrected their benchmarks' labels, and counts what changed.
 *
 * @throws {ResultsError} for a missing column, a label that is not A, B or tie, an item corrected twice, or
 *   without a benchmark where its id is in several
 */
export function correctHuman(
  pairs: pl.DataFrame,
  given: Joined,
): {
  pairs: pl.DataFrame;
  counts: { changed: number; unchanged: number; unused: number };
  warnings: string[];
} {
  const path = nameOf(given, "corrections"), tables = tablesOf(given, "corrections");
  for (const { file, frame, linesOf } of tables) {
    for (const column of ["item_id", "human"]) {
      if (!frame.columns.includes(column)) throw new ResultsError({ file, expected: `the column ${column}` });
    }
    const allowed = [...FRAMES.pairs.columns.human.values!];
    const bad = frame.filter(pl.col("human").cast(pl.Utf8).isIn(allowed).not().fillNull(pl.lit(true)));
    if (bad.height > 0) {
      throw new ResultsError({
        file,
        line: linesOf([valueAt(bad, "__row", 0) as number])[0],
        column: "human",
        value: valueAt(bad, "human", 0),
        expected: expectation({ ...FRAMES.pairs.columns.human, nullable: false }),
        count: bad.height,
      });
    }
  }
  const on = tables.every(({ frame }) => frame.columns.includes("benchmark"))
    ? ["benchmark", "item_id"]
    : ["item_id"];
  const corrected = unusedName(pairs.columns, "corrected");
  const corrections = pl.concat(
    tables.map(({ frame }) =>
      frame.select(
        ...on.map((name) => pl.col(name).cast(pl.Utf8)),
        pl.col("human").cast(pl.Utf8).alias(corrected),
      )
    ),
  );
  if (corrections.select(...on).unique().height !== corrections.height) {
    throw new ResultsError({
      file: path,
      expected: `one correction per ${on.join(" and ")}, found some twice`,
    });
  }
  if (!on.includes("benchmark")) requireOneBenchmark(pairs, corrections, path);
  const joined = pairs.join(corrections, { on, how: "left" });
  const applies = pl.col(corrected).isNotNull();
  const same = pl.col("human").eq(pl.col(corrected)).fillNull(pl.lit(false));
  const hit = joined.filter(applies);
  const unused = corrections.height - hit.select(...on).unique().height;
  return {
    warnings: unused > 0 ? otherSpellings(pairs, corrections, "corrections") : [],
    pairs: joined.withColumns(
      pl.when(applies).then(pl.col(corrected)).otherwise(pl.col("human")).alias("human"),
    ).drop(corrected),
    counts: {
      changed: hit.filter(same.not()).height,
      unchanged: hit.filter(same).height,
      unused,
    },
  };
}
