import assert from "node:assert/strict";
import type pl from "nodejs-polars";
import { readRatings } from "judgebias";
import { writeResults } from "judgebias/judge";
import { verdictFrame } from "@/judge/verdict_frame.ts";
import { informativenessBias } from "@/metrics/informativeness_bias.ts";
import { ownMetric } from "@/metrics/own_metric.ts";
import { simulatedServer } from "../simulated_server.ts";
import { jsonLines, place } from "../study.ts";
import { told } from "../told.ts";
import { SAMPLES } from "../protocols/samples.ts";
import { journalResults } from "../journal_results.ts";

const column = (frame: pl.DataFrame, name: string) => frame.getColumn(name).toArray();

Deno.test("verdicts of a pairwise run are a pairs frame that the metrics take", () => {
  const said = ["Judgement: [[A]]", "Judgement: [[B]]", "Both are good."];
  const all = said.flatMap((text, i) => {
    const sample = { ...SAMPLES.base, item_id: `${i}`, more_informative: "B" };
    const { conditions, rows } = told("base", { sample, images: [true, false] });
    return conditions.flatMap((condition) => rows([text], condition));
  });
  const frame = verdictFrame("pairs", all, { benchmark: "mine" });
  assert.deepEqual(frame.columns.slice(0, 5), ["benchmark", "item_id", "image_id", "domain", "judge"]);
  assert.deepEqual(column(frame, "choice"), ["A", "A", "B", "B", null, null]);
  assert.deepEqual(column(informativenessBias(frame), "n"), [3, 3]);
  assert.equal(verdictFrame("pairs", []).height, 0);
});

Deno.test("a repeated key and a value that the frame forbids are errors that name it", () => {
  const row = { item_id: "1", labeller: "x", more_informative: "B" };
  const cases: [() => unknown, RegExp][] = [
    [() => verdictFrame("labels", [row, row]), /one row per benchmark, item_id, labeller/],
    [() => verdictFrame("labels", [{ ...row, more_informative: "C" }]), /line 1, .*A, B, tie/],
  ];
  for (const [made, words] of cases) assert.throws(made, words);
});

Deno.test("captions that people have rated carry what they said; of one image without a generator they are rows of their own", () => {
  const { generator: _, ...caption } = SAMPLES.caption_ref_free;
  const verdicts = (...samples: object[]) =>
    verdictFrame(
      "caption scores",
      samples.flatMap((more) =>
        told("caption_ref_free", { sample: { ...caption, item_id: "9", ...more } }).rows([
          "The final score is $60$.",
        ])
      ),
    );
  assert.deepEqual(column(verdicts({ human: [1, 3, 3.5] }), "human"), [2.5]);
  assert.deepEqual(column(verdicts({ human: null }), "human"), [null]);
  const two = verdicts(...["8", "9"].map((item_id) => ({ item_id, human: 0.75, split: "train" })));
  assert.deepEqual(column(two, "generator"), ["8", "9"]);
});

Deno.test("from studies in one call: labels, anchor scores, ratings", async () => {
  await using at = await place(simulatedServer({ latencyMs: 5 }), { pairs: 6 });
  const run = async (protocol: string, data: readonly unknown[], judge = "j") =>
    (await at.run({ protocol, data, judge })).journal;
  const labels = journalResults(await run("informativeness", at.pairs));
  assert.deepEqual([labels.name, labels.frame.height], ["labels", 6]);
  const anchored = at.pairs.map((pair) => ({ ...pair, anchors: { j: pair.answer_a } }));
  const { frame } = journalResults(await run("anchor_quality", anchored));
  const quality = ownMetric(frame, {
    by: ["judge", "text"],
    means: { score: ({ score }) => score as number | null },
  });
  assert.deepEqual(column(quality, "text"), ["Anchor (j)", "Answer 1", "Answer 2"]);
  assert.deepEqual(column(quality, "n"), [6, 6, 6]);
  assert.deepEqual(new Set(column(frame, "provenance")), new Set(["simulated"]));
  const captions = at.pairs.map(({ item_id, image_id, image, answer_a }, i) => ({
    ...{ item_id, image_id, image, caption: answer_a, human: i / 5, split: "validation" },
  }));
  const rated = [];
  for (const judge of ["one", "two"]) rated.push(await run("caption_ref_free", captions, judge));
  const columns = { evaluator: "evaluator", score: "score" };
  const ratings = readRatings(journalResults(rated).frame, { columns });
  assert.deepEqual(ratings.columns.slice(0, 6), ["item_id", "image_id", "split", "human", "one", "two"]);
  assert.deepEqual([ratings.height, ratings.getColumn("one").nullCount()], [6, 0]);
});

Deno.test("what one protocol writes is data for the next, failed replies included", async () => {
  // Some replies are malformed: their lines must not stop the next protocol.
  await using at = await place(simulatedServer({ traits: { malformed: 0.3 } }), { pairs: 12 });
  const shown = (more: object) => at.pairs.map(({ image_id, image }) => ({ image_id, image, ...more }));
  const longer = " And more of it, all in all and by and large.";
  const uneven = at.pairs.map((pair) => ({ ...pair, answer_b: pair.answer_b + longer }));
  const ok = ({ status }: Record<string, unknown>) => status === "ok";
  const chains: [first: string, data: readonly unknown[], second: string, usable: typeof ok][] = [
    ["query_generation", shown({ category: "Math", source: "CoSyn" }), "query_selection", ok],
    ["caption_generation", shown({ references: ["A red circle."] }), "caption_ref_based", ok],
    ["length_equalizing", uneven, "base", ({ kept }) => kept === true],
  ];
  for (const [first, data, second, usable] of chains) {
    await at.run({ protocol: first, data });
    const { path } = (await writeResults(at.path)).find(({ path }) => path.includes(`/${first}--`))!;
    const made = jsonLines(path);
    assert.equal(made.length, 12, first);
    // Pairs of equal length are kept without a call, so that the study at equal length is whole.
    if (second === "base") assert.ok(made.some(({ status, kept }) => status === "unasked" && kept));
    const { done, failures } = await at.run({ protocol: second, data: path });
    assert.equal(done, made.filter(usable).length, `${first} → ${second}`);
    assert.ok(done > 0 && failures.length === 0, `${first} → ${second}`);
  }
});
