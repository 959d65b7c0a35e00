import { verdictFrame } from "./verdict_frame.ts";
import type pl from "nodejs-polars";

/** A row of a caption protocol on a rated caption. */
type Row = Record<string, unknown>;

/**
 * Caption verdicts on captions that people have rated as a `ratings` frame: one row per item with `human` and one column
 * per evaluator, which holds its `score` (the mean over its runs that have one, null where none has).
 *
 * @param rows rows of `caption_ref_based` or `caption_ref_free` whose samples have `item_id` or `human`
 * @throws {RangeError} for rows of both settings, rows without a human rating, or an item with two of them
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { ratingsFrame } from "@/judge/ratings_frame.ts";
 *
 * const row = { item_id: "1", image_id: "i", split: "test", human: 0.5, setting: "ref_free", run: 1 };
 * const frame = ratingsFrame([{ ...row, evaluator: "a", score: 0.25 }, { ...row, evaluator: "b", score: 0.75 }]);
 * assert.deepEqual(frame.columns, ["item_id", "image_id", "split", "human", "a", "b"]);
 * ```
 */
export function ratingsFrame(rows: readonly Row[]): pl.DataFrame {
  const settings = new Set(rows.map(({ setting }) => setting));
  if (settings.size > 1) {
    throw new RangeError(`ratingsFrame: wanted rows of one setting, found ${[...settings].join(" and ")}`);
  }
  const evaluators = [...new Set(rows.map(({ evaluator }) => String(evaluator)))].sort();
  const items = new Map<string, { facts: Row; scores: Map<string, number[]> }>();
  for (const { item_id, image_id, split, human, evaluator, score } of rows) {
    if (item_id === undefined || human === undefined) {
      throw new RangeError(
        "ratingsFrame: wanted rows with item_id and human, found a caption without a human rating",
      );
    }
    const id = String(item_id);
    const item = items.get(id) ?? { facts: { item_id: id, image_id, split, human }, scores: new Map() };
    if (item.facts.human !== human) {
      throw new RangeError(
        `ratingsFrame: wanted one human rating per item, found ${item.facts.human} and ${human} for ${id}`,
      );
    }
    const scores = item.scores.get(String(evaluator)) ?? [];
    if (typeof score === "number") scores.push(score);
    item.scores.set(String(evaluator), scores);
    items.set(id, item);
  }
  return verdictFrame(
    "ratings",
    [...items.values()].map(({ facts, scores }) => ({
      ...facts,
      ...Object.fromEntries(evaluators.map((name) => [name, mean(scores.get(name) ?? [])])),
    })),
  );
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
