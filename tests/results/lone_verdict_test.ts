import assert from "node:assert/strict";
import { overallJudgment } from "@/results/layouts/vl_reward_bench.ts";
import { loneLabel, loneNumber } from "@/results/lone_verdict.ts";
import { readPairs } from "@/results/read_pairs.ts";
import { jsonLines } from "../judge/study.ts";

function inFile<T>(records: unknown[], read: (path: string) => T): T {
  const path = Deno.makeTempFileSync({ suffix: ".jsonl" });
  try {
    Deno.writeTextFileSync(path, records.map((record) => JSON.stringify(record)).join("\n"));
    return read(path);
  } finally {
    Deno.removeSync(path);
  }
}

/** Texts about the number 8 of 10, or the label [[A]], by what a judge's parser finds in them. */
const textsOf = (name: RegExp): Record<string, string[]> =>
  jsonLines("tests/judge/parse/replies.jsonl").find((line) => name.test(line.name)).found;

Deno.test("one rule for numbers and labels of all scales and pairs", () => {
  const { 8: lone, unparsable: ambiguous } = textsOf(/could be another one is no score/);
  for (const [number, high] of [[7.5, 10], [85, 100], [0, 5]]) {
    for (const text of lone.map((text) => text.replace(/\b10\b/, `${high}`).replace("8", `${number}`))) {
      const found = loneNumber(text);
      assert.ok("number" in found && Number(found.number) === number, text);
      assert.ok([null, high].includes(found.outOf), text);
    }
    for (const text of ambiguous) assert.ok("fault" in loneNumber(text.replace("8", `${number}`)), text);
  }
  const letters = /\[\[([AB])\]\]/g,
    { A: decided, unparsable: undecided } = textsOf(/in a sentence that does not choose it/);
  for (const text of decided) assert.deepEqual(loneLabel(text, letters), { label: "A" }, text);
  for (const text of undecided) assert.ok("fault" in loneLabel(text, letters), text);
});

Deno.test("VL-RewardBench: the answer that a reply names alone", () => {
  const cases: [string, string | null][] = [
    ["Answer 2 is long.\nOverall Judgment: Answer 1 is better.", "A"],
    ["**Overall Judgment:** Answer 2 is slightly better.", "B"],
    ["Therefore, Answer 1 is the better choice.", "A"],
    ["I would not say that Answer 1 is better.", null],
    ["Overall Judgment: Answer 1 or Answer 2 is better.", null],
    ["Overall Judgment: Answer 1 is better. Overall Judgment: Answer 2 is better.", null],
    ["Answer 1 is better in detail. Answer 2 is better in form.", null],
    ["Overall Judgment: Answer 1 is worse.", null],
  ];
  for (const [text, wanted] of cases) assert.equal(overallJudgment(text), wanted, text);
});

Deno.test("Multimodal RewardBench: two labels and a label that is not chosen are no choice, and counted", () => {
  const outputs = ["so [[A]]", "[[A]] or [[B]]", "not [[A]]", "[[B]]"];
  const records = outputs.map((output, i) => ({ ID: `${i}`, Label: "A", output, Meta: {} }));
  inFile(records, (path) => {
    const pairs = readPairs(path);
    assert.deepEqual(pairs.getColumn("choice").toArray(), ["A", null, null, "B"]);
  });
});
