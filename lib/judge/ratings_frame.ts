import type pl from "nodejs-polars";
import { columnNumbers } from "../results/factor.ts";
import { verdictFrame } from "./verdict_frame.ts";

/** Columns that the frame needs beyond its scores. */
const NEEDED = ["item_id", "image_id", "split", "humans", "setting", "evaluator", "score"] as const;

/**
 * Caption verdicts on captions that people have rated as a `ratings` frame: one row per item and person with `human`
 * and one column per evaluator, which holds its `score` (the mean over its runs that have one, null where none has).
 *
 * @param verdicts frame of `caption_ref_based` or `caption_ref_free`, as `journalResults` makes it from the journals of one
 *   or several evaluators, whose samples have `item_id` or `human`
 * @throws {RangeError} for verdicts of both settings, captions without a human rating, or an item whose human ratings differ
 *   between evaluators
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { ratingsFrame } from "judgebias/judge";
 *
 * const row = { item_id: "1", image_id: "i", split: "test", humans: "[0.5, 0.75]", setting: "ref_free", run: 1 };
 * const frame = ratingsFrame(
 *   pl.DataFrame([{ ...row, evaluator: "a", score: 0.25 }, { ...row, evaluator: "b", score: 0.75 }]),
 * );
 * assert.deepEqual(frame.columns, ["item_id", "image_id", "split", "human", "a", "b"]);
 * assert.equal(frame.height, 2); // two people
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
  const humans = texts("humans"), scores = columnNumbers(verdicts.getColumn("score"));
  const evaluators = [...new Set(judges)].map(String).sort();
  const items = new Map<
    string,
    { facts: Record<string, unknown>; humans: string; sums: Float64Array; counts: Int32Array }
  >();
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i], rated = humans[i];
    if (id === null || rated === null) {
      throw new RangeError(
        "ratingsFrame: wanted verdicts on captions that people have rated, found one without item_id or humans",
      );
    }
    let item = items.get(id);
    if (!item) {
      const facts = { item_id: id, image_id: images[i], split: splits[i] };
      const size = evaluators.length;
      items.set(
        id,
        item = { facts, humans: rated, sums: new Float64Array(size), counts: new Int32Array(size) },
      );
    }
    if (item.humans !== rated) {
      throw new RangeError(
        `ratingsFrame: wanted the same human ratings of an item, found ${item.humans} and ${rated} for ${id}`,
      );
    }
    if (Number.isNaN(scores[i])) continue;
    const place = evaluators.indexOf(String(judges[i]));
    item.sums[place] += scores[i];
    item.counts[place]++;
  }
  const rows = [...items.values()].flatMap(({ facts, humans, sums, counts }) => {
    const given = evaluators.map((name, at) => [name, counts[at] === 0 ? null : sums[at] / counts[at]]);
    const people = JSON.parse(humans) as number[];
    return (people.length === 0 ? [null] : people)
      .map((human) => ({ ...facts, human, ...Object.fromEntries(given) }));
  });
  return verdictFrame("ratings", rows);
}
