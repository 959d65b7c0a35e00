import type pl from "nodejs-polars";
import { columnNumbers } from "../results/column_numbers.ts";
import { verdictFrame } from "./verdict_frame.ts";

/** Columns that the frame needs beyond its scores. */
const NEEDED = ["item_id", "image_id", "split", "human", "setting", "evaluator", "score"] as const;

/**
 * Caption verdicts on captions that people have rated as a `ratings` frame: one row per item with `human` and one column
 * per evaluator, which holds its `score` (the mean over its runs that have one, null where none has).
 *
 * @param verdicts frame of `caption_ref_based` or `caption_ref_free`, as `journalResults` makes it from the journals of one
 *   or several evaluators, whose samples have `item_id` or `human`
 * @throws {RangeError} for verdicts of both settings, captions without a human rating, or an item with two of them
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { ratingsFrame } from "@/judge/ratings_frame.ts";
 *
 * const row = { item_id: "1", image_id: "i", split: "test", human: 0.5, setting: "ref_free", run: 1 };
 * const frame = ratingsFrame(
 *   pl.DataFrame([{ ...row, evaluator: "a", score: 0.25 }, { ...row, evaluator: "b", score: 0.75 }]),
 * );
 * assert.deepEqual(frame.columns, ["item_id", "image_id", "split", "human", "a", "b"]);
 * ```
 */
export function ratingsFrame(verdicts: pl.DataFrame): pl.DataFrame {
  const missing = NEEDED.filter((column) => !verdicts.columns.includes(column));
  if (missing.length > 0) {
    throw new RangeError(
      `ratingsFrame: wanted verdicts on captions that people have rated, found no ${missing.join(", ")}`,
    );
  }
  const texts = (name: string) => verdicts.getColumn(name).toArray() as (string | null)[];
  const [ids, images, splits, settings, judges] = ["item_id", "image_id", "split", "setting", "evaluator"]
    .map(texts);
  if (new Set(settings).size > 1) {
    throw new RangeError(
      `ratingsFrame: wanted verdicts of one setting, found ${[...new Set(settings)].join(" and ")}`,
    );
  }
  const humans = columnNumbers(verdicts.getColumn("human")),
    scores = columnNumbers(verdicts.getColumn("score"));
  const evaluators = [...new Set(judges)].map(String).sort();
  const items = new Map<
    string,
    { facts: Record<string, unknown>; human: number; sums: Float64Array; counts: Int32Array }
  >();
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i], human = humans[i];
    if (id === null) {
      throw new RangeError(
        "ratingsFrame: wanted verdicts on captions that people have rated, found one without item_id",
      );
    }
    let item = items.get(id);
    if (!item) {
      const facts = { item_id: id, image_id: images[i], split: splits[i] };
      const size = evaluators.length;
      items.set(id, item = { facts, human, sums: new Float64Array(size), counts: new Int32Array(size) });
    }
    if (!Object.is(item.human, human)) {
      throw new RangeError(
        `ratingsFrame: wanted one human rating per item, found ${item.human} and ${human} for ${id}`,
      );
    }
    if (Number.isNaN(scores[i])) continue;
    const place = evaluators.indexOf(String(judges[i]));
    item.sums[place] += scores[i];
    item.counts[place]++;
  }
  return verdictFrame(
    "ratings",
    [...items.values()].map(({ facts, human, sums, counts }) => ({
      ...facts,
      human: Number.isNaN(human) ? null : human,
      ...Object.fromEntries(
        evaluators.map((name, place) => [name, counts[place] === 0 ? null : sums[place] / counts[place]]),
      ),
    })),
  );
}
