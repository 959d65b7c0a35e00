import assert from "node:assert/strict";
import pl from "nodejs-polars";
import type { ColumnsOf } from "@/results/frame_types.ts";
import * as core from "judgebias";
import { simulateCriteria, simulateRatings } from "judgebias/simulate";

const POLARS = { text: /Utf8|String/, integer: /Int32/, number: /Float64/, boolean: /Bool/ };

/** The columns that the type promises are there, of the types that it promises. */
function assertKeeps(name: core.FrameName, frame: pl.DataFrame) {
  for (const [column, { type, categories }] of Object.entries(core.FRAMES[name].columns)) {
    assert.ok(frame.columns.includes(column), `${name}: ${column} is missing`);
    const wanted = categories ? /Categorical/ : POLARS[type];
    assert.match(String(frame.getColumn(column).dtype), wanted, `${name}: ${column}`);
  }
}

Deno.test("readers keep what their frames' types promise: every column, of its type", () => {
  assertKeeps("pairs", core.readPairs("data/examples/pairs.csv"));
  assertKeeps("labels", core.readLabels("data/examples/labels.csv"));
  assertKeeps("caption scores", core.readCaptionScores("data/examples/caption_scores.csv"));
  assertKeeps("ratings", core.readRatings("data/examples/ratings.csv"));
  assertKeeps("criteria", core.readCriteria("data/examples/criteria.csv"));
  assertKeeps("score pairs", core.readScorePairs("data/examples/score_pairs.csv"));
});

Deno.test("readers refuse a file that lacks what its frame requires, by the name of the column, and nothing else", () => {
  const required = {
    "pairs": [core.readPairs, "item_id judge choice"],
    "labels": [core.readLabels, "item_id more_informative"],
    "caption scores": [core.readCaptionScores, "image_id generator evaluator setting score"],
    "ratings": [core.readRatings, "item_id human"],
    "criteria": [core.readCriteria, "judge item_id criterion human choice"],
    "score pairs": [core.readScorePairs, "judge sample_id bias_type unbiased biased"],
  } as const;
  for (const [name, [read, columns]] of Object.entries(required)) {
    const whole = read(`data/examples/${name.replace(" ", "_")}.csv`).select(
      ...columns.split(" "),
      ...(name === "ratings" ? ["simulated-model-a"] : []),
    );
    if (!["labels", "score pairs"].includes(name)) assert.equal(read(whole.head(1)).height, 1);
    for (const column of columns.split(" ")) {
      assert.throws(
        () => read(whole.drop(column)),
        new RegExp(`wanted the columns? .*\\b${column}\\b.*, found`),
        `${name}: ${column}`,
      );
    }
  }
});

Deno.test("so do simulators", () => {
  assertKeeps("criteria", simulateCriteria({ judges: ["GPT-5"] }));
  assertKeeps("ratings", simulateRatings({ benchmarks: ["Flickr8k-Expert"] }));
});

// Held by the type check: what is expected to be an error must be one.
Deno.test("columns are known by name and type, also of fewer rows; any other name is taken as well", () => {
  const pairs: core.FrameOf<"pairs"> = core.readPairs("data/examples/pairs.csv");
  const choices: (string | null)[] = pairs.getColumn("choice").toArray();
  const words: (number | null)[] = pairs.head(2).sort("item_id").unique({ subset: ["item_id"] }).slice(0, 2)
    .getColumn("words_a").toArray();
  const seen: (boolean | null)[] = core.only(pairs, { image: true }).getColumn("image").toArray();
  assert.ok(choices.length > words.length && seen.every((image) => image));
  // @ts-expect-error: choices are text
  const numbers: (number | null)[] = pairs.getColumn("choice").toArray();
  assert.equal(typeof numbers[0], "string");
  const ratings = core.readRatings("data/examples/ratings.csv");
  const scores = ratings.getColumn("simulated-model-a").toArray() as number[];
  assert.equal(ratings.toRecords()[0]["simulated-model-a"], scores[0]);
  // Metrics take it as any frame, and a variable may go on as one.
  let frame = core.readPairs("data/examples/pairs.csv");
  frame = frame.withColumns(frame.getColumn("judge").alias("evaluator"));
  frame = core.only(frame, {
    judge: "simulated-judge-a",
    pipeline: "base",
    image: true,
    swapped: false,
    variant: "original",
  });
  const [bias] = core.informativenessBias(frame, { by: ["judge", "run"] }).toRecords();
  const known: [number, string | null, string] = [bias.n_unparsed, bias.warning, bias.judge];
  // @ts-expect-error: no column of this table, which has those of `by`
  assert.deepEqual([known[2], bias.n_tied], ["simulated-judge-a", undefined]);
  frame = frame.select("item_id", "evaluator", pl.lit(1).alias("one"));
  assert.equal(frame.width, 3);
});

Deno.test("columns of a reader's frame are known to `only`; others are taken too, as files have more", () => {
  const known: ColumnsOf<core.FrameOf<"pairs">>[] = ["judge", "choice"];
  // @ts-expect-error: no column
  known.push("jugde");
  const pairs = core.readPairs("data/examples/pairs.csv");
  const more: pl.DataFrame = pairs.withColumns(pl.lit(1).alias("more"));
  assert.equal(core.only(more, more.height > 0 ? { more: 1 } : {}).height, pairs.height);
  const where = pairs.height > 0 ? { image: true } : {}; // of the type { image?: undefined } otherwise
  assert.ok(core.pairAccuracy(pairs, { where }).height > 0);
  assert.throws(() => core.only(pairs, { jugde: "a" }), /judge/);
  // @ts-expect-error: no verdict
  assert.throws(() => core.only(pairs, { choice: "a" }), /wanted/);
});

Deno.test("categories of a Parquet file are texts, and a wrong, empty or missing one is refused as elsewhere", () => {
  const path = `${Deno.makeTempDirSync()}/a.parquet`;
  const write = (choice: (string | null)[], judge = "j") => {
    const frame = pl.DataFrame({
      item_id: choice.map((_, i) => String(i)),
      judge: choice.map(() => judge),
      human: choice.map(() => "A"),
      choice,
    });
    const names = ["judge", "human", "choice"];
    frame.withColumns(...names.map((name) => pl.col(name).cast(pl.Categorical))).writeParquet(path);
  };
  write(["A", null, "B"]);
  const pairs = core.readPairs(path);
  assert.deepEqual(pairs.getColumn("choice").toArray(), ["A", null, "B"]);
  assert.ok(
    ["judge", "human", "choice"].every((name) => /String|Utf8/.test(String(pairs.getColumn(name).dtype))),
  );
  write(["A", "D"]);
  assert.throws(() => core.readPairs(path), /column choice: wanted A, B, tie or nothing, found "D"/);
  write(["A"], "");
  assert.throws(() => core.readPairs(path), /column judge: wanted text, found ""/);
});
