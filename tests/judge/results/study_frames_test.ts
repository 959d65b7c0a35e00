import assert from "node:assert/strict";
import { anchorSamples, anchorScores } from "@/judge/anchor_scores.ts";
import { ratingsFrame } from "@/judge/verdict_frame.ts";
import { journalResults } from "@/judge/results/journal_results.ts";
import { runJudge } from "@/judge/run/run_judge.ts";
import { simulatedServer } from "../simulated_server.ts";
import { runOf, studyIn } from "../study.ts";
import { tempFolder } from "../temp_folder.ts";

Deno.test("from studies in one call: labels, anchor scores, ratings", async () => {
  using folder = tempFolder();
  await using server = await simulatedServer({ latencyMs: 5 });
  const { pairs, images } = studyIn(folder.path, 6);
  const run = (protocol: string, data: readonly unknown[], judge = "j") =>
    runJudge(runOf({ data, images }, server.url, folder.path, protocol, judge));

  const journals: string[] = [];
  for (const protocol of ["base", "birch"]) journals.push((await run(protocol, pairs)).journal);
  const labels = journalResults((await run("informativeness", pairs)).journal);
  assert.deepEqual([labels.name, labels.frame.height], ["labels", 6]);

  const anchored = anchorSamples(journals[1]);
  assert.deepEqual(anchored.map(({ item_id }) => item_id), pairs.map(({ item_id }) => item_id));
  assert.throws(() => anchorSamples(journals[0]), /journals of birch, found one of base/);
  const quality = anchorScores(journalResults((await run("anchor_quality", anchored)).journal).frame);
  assert.deepEqual(quality.getColumn("text").toArray(), ["Answer 1", "Answer 2", "Anchor (j)"]);
  assert.deepEqual(quality.getColumn("n").toArray(), [6, 6, 6]);
  assert.deepEqual(new Set(quality.getColumn("provenance").toArray()), new Set(["simulated"]));

  const captions = pairs.map(({ item_id, image_id, image, answer_a }, i) => ({
    ...{ item_id, image_id, image, caption: answer_a, human: i / 5, split: "validation" },
  }));
  const rated = [];
  for (const judge of ["one", "two"]) rated.push((await run("caption_ref_free", captions, judge)).journal);
  const ratings = ratingsFrame(journalResults(rated).frame);
  assert.deepEqual(ratings.columns, ["item_id", "image_id", "split", "human", "one", "two"]);
  assert.equal(ratings.height, 6);
  assert.equal(ratings.getColumn("one").nullCount(), 0);
});
