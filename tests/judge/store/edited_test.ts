import assert from "node:assert/strict";
import { copyFileSync, truncateSync, writeFileSync } from "node:fs";
import { journalResults, writeResults } from "judgebias/judge";
import { answerRequest } from "@/judge/simulated/answer.ts";
import { judgeTraits } from "@/judge/simulated/judge_traits.ts";
import { readRequest } from "@/judge/simulated/read_request.ts";
import { openStore } from "@/judge/store/store.ts";
import { completion, dataFile, endpoint, json, pairOf, runsIn } from "../study.ts";
import { tempFolder } from "../temp_folder.ts";

Deno.test("a verdict counts for the answers that it was given on, not for those that were put in their place", async () => {
  using folder = tempFolder();
  let fails = false;
  await using server = await endpoint((response) =>
    fails ? json(response, 400, '{"error":{"message":"bad"}}') : json(response, 200, completion("[[A]]"))
  );
  const pair = pairOf("1", "What is it?"), run = runsIn(folder.path, server);
  const file = (lines: readonly unknown[]) => dataFile(folder.path, "pairs", lines);
  const { journal } = await run(file([pair]));
  const rows = () => journalResults(journal).frame.toRecords().map(({ human, choice }) => [human, choice]);
  assert.deepEqual(rows(), [["A", "A"]]);
  fails = true;
  const turned = { ...pair, answer_a: pair.answer_b, answer_b: pair.answer_a, human: "B" };
  await run(file([turned]));
  assert.deepEqual(rows(), []);
  // As it was: the answer that is there counts again, and nothing is asked.
  assert.equal((await run(file([pair]))).done, 0);
  assert.deepEqual(rows(), [["A", "A"]]);
  // What could not even be asked leaves the sample as it was asked about.
  await run(file([{ ...turned, image: "none.png" }]), { images: folder.path });
  assert.deepEqual(rows(), [["A", "A"]]);
});

Deno.test("an edited sample takes all its verdicts away until each call comes up again, or is made", async () => {
  using folder = tempFolder();
  await using server = await endpoint((response) => json(response, 200, completion("[[A]]")));
  const pair = pairOf("1", "What is it?"), run = runsIn(folder.path, server);
  const file = (lines: readonly unknown[]) => dataFile(folder.path, "pairs", lines);
  const both = { conditions: { orders: ["given", "swapped"] } };
  const { journal } = await run(file([pair]), both);
  const rows = () =>
    journalResults(journal).frame.toRecords().map(({ swapped, choice }) => [swapped, choice]);
  assert.deepEqual(rows(), [[false, "A"], [true, "B"]]);
  await run(file([{ ...pair, answer_a: "Another." }]), { conditions: { orders: ["given"] } });
  assert.deepEqual(rows(), [[false, "A"]]);
  const [{ otherwise, path }] = await writeResults(folder.path);
  assert.deepEqual([otherwise, path.endsWith("unfinished/base--j.jsonl")], [1, true]);
  // A field that is not shown leaves the calls what they are: they count again when they come up.
  const { done, skipped } = await run(file([{ ...pair, human: "B" }]), both);
  assert.deepEqual([done, skipped, rows()], [0, 2, [[false, "A"], [true, "B"]]]);
});

Deno.test("a study's file that is empty, damaged or without the file beside it is refused by name", async () => {
  using folder = tempFolder();
  const path = `${folder.path}/journals/base--j.sqlite`, copy = `${folder.path}/journals/copy.sqlite`;
  const store = openStore(path);
  await store.write((rows) => rows.batch({ id: 1, status: "done" } as never));
  copyFileSync(path, copy);
  store.close();
  assert.throws(() => openStore(copy), /copy\.sqlite.*without copy\.sqlite-wal.*copy it too/s);
  const bytes = Deno.readFileSync(path);
  bytes.fill(255, 8192, 8192 + 64);
  writeFileSync(copy, bytes);
  assert.throws(() => openStore(copy), /copy\.sqlite.*damaged/s);
  truncateSync(copy, 0);
  assert.throws(() => openStore(copy), /copy\.sqlite.*that is empty/s);
});

Deno.test("the simulated judge says that a prompt is none of the library's", () => {
  const request = readRequest({
    messages: [{ content: "A: yes\n\nB: no\n\nWhich is more to the point? A or B alone." }],
  });
  assert.match(answerRequest(request, judgeTraits({}), 1).text, /does not know this prompt/);
});
