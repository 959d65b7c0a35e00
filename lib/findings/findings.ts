import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import pl, { type DataType } from "nodejs-polars";
import { requireOneOf } from "../progress/require.ts";
import { DATA_SOURCES, type DataSourceName } from "../results/data_sources.ts";

export const FINDINGS_FOLDER: string = fileURLToPath(new URL("../../data/findings/", import.meta.url));

export const FINDING_TYPES: Record<string, DataType> = {
  ...{ source: pl.Utf8, commit: pl.Utf8, rows_sha256: pl.Utf8 },
  ...{ judge: pl.Utf8, condition: pl.Utf8, quantity: pl.Utf8 },
  ...{ estimate: pl.Float64, low: pl.Float64, high: pl.Float64, n: pl.Int32, n_clusters: pl.Int32 },
  ...{ df: pl.Float64, p_adjusted: pl.Float64, counts: pl.Utf8 },
};

/**
 * What was computed from a public collection of real verdicts (`data/findings`): a row per judge, condition and
 * quantity with its 95% interval, n, and what was left out. The rows themselves are not in the repository: `deno task data`
 * fetches them, `deno task findings` makes this frame from them.
 *
 * @throws {RangeError} for a source that there is not
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { findings } from "judgebias";
 *
 * const [first] = findings("genai-bench").toRecords();
 * assert.deepEqual([first.source, typeof first.estimate], ["genai-bench", "number"]);
 * ```
 */
export function findings(source: DataSourceName): pl.DataFrame {
  requireOneOf("findings", "the source", source, Object.keys(DATA_SOURCES));
  return pl.readCSV(`${FINDINGS_FOLDER}${source}.csv`, { schema: FINDING_TYPES });
}

/** The folder with the rows of a public collection, or null where they are not: `data/real/<source>`, which `deno task data <source>` fills. */
export function realRows(source: DataSourceName): string | null {
  const places = ["../../data/real/", "../../../shared/data/"].map((folder) =>
    fileURLToPath(new URL(`${folder}${source}`, import.meta.url))
  );
  return places.find((place) => existsSync(place)) ?? null;
}

/** Digits are kept to eight, and sums may differ in the last bits between machines. */
const TOLERANCE = 1e-6;

type Cell = string | number | null;

/** What differs between two frames of findings, a sentence each; empty where they say the same. */
export function findingDifferences(committed: pl.DataFrame, computed: pl.DataFrame): string[] {
  const [known, found] = [committed, computed].map((frame) =>
    new Map(
      (frame.toRecords() as Record<string, Cell>[]).map((row) =>
        [`${row.judge}, ${row.condition}, ${row.quantity}`, row] as const
      ),
    )
  );
  const changed = [...found].flatMap(([name, row]) => {
    const before = known.get(name);
    if (!before) return `${name}: not among the committed results`;
    return Object.entries(row).filter(([column, value]) => !same(before[column] ?? null, value ?? null))
      .map(([column, value]) => `${name}: ${column} is ${before[column]}, and ${value} from the rows`);
  });
  const gone = [...known.keys()].filter((name) => !found.has(name));
  return [...changed, ...gone.map((name) => `${name}: not among the results from the rows`)];
}

function same(a: Cell, b: Cell): boolean {
  if (typeof a !== "number" || typeof b !== "number") return a === b;
  return Math.abs(a - b) <= TOLERANCE * Math.max(1, Math.abs(a), Math.abs(b));
}
