import type pl from "nodejs-polars";
import { PROVENANCES } from "./frames.ts";

/**
 * Throws where a frame says in a word that is none of ours where its rows come from: simulated rows that are called `Simulated` would be
 * taken for results. A frame without the column, and rows that leave it empty, say nothing.
 *
 * @throws {RangeError} naming the column and the word
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { requireProvenance } from "@/results/require_provenance.ts";
 *
 * const frame = pl.DataFrame({ provenance: ["simulated", "synthetic"] });
 * assert.throws(() => requireProvenance("chart", frame), /chart: wanted .* in the column provenance, found "synthetic"/);
 * ```
 */
export function requireProvenance(
  action: string,
  frame: pl.DataFrame,
  { words = PROVENANCES, column = "provenance" }: { words?: readonly string[]; column?: string } = {},
): void {
  if (!frame.columns.includes(column)) return;
  const found = (frame.getColumn(column).unique().toArray() as unknown[])
    .filter((word) => word !== null && !words.includes(String(word))).map((word) => JSON.stringify(word));
  if (found.length === 0) return;
  throw new RangeError(
    `${action}: wanted ${words.join(", ")} or nothing in the column ${column}, found ${
      found.sort().join(", ")
    }`,
  );
}
