import assert from "node:assert/strict";
import { readPrompts } from "@/judge/prompts/read_prompts.ts";

/** A folder of prompts: the list, and texts by id. */
function folderOf(list: unknown, texts: Record<string, string>): string {
  const folder = Deno.makeTempDirSync();
  Deno.writeTextFileSync(`${folder}/prompts.json`, typeof list === "string" ? list : JSON.stringify(list));
  for (const [id, text] of Object.entries(texts)) Deno.writeTextFileSync(`${folder}/${id}.txt`, text);
  return folder;
}

const ENTRY = { version: "1", source: "birch: Figure 20" };

Deno.test("a template is its file without the last line break, in the list's order", () => {
  const read = readPrompts(folderOf({ b: ENTRY, a: ENTRY }, { a: "One\r\n{{query}}\n", b: "Two" }));
  assert.deepEqual(Object.keys(read), ["b", "a"]);
  assert.deepEqual(read.a, { id: "a", ...ENTRY, text: "One\n{{query}}" });
});

Deno.test("what is wrong with list or template is named by file and field", () => {
  const wrong: [list: unknown, texts: Record<string, string>, message: RegExp][] = [
    ["{", {}, /prompts\.json: wanted JSON \(/],
    [{ a: { ...ENTRY, version: 1 } }, { a: "x" }, /prompts\.json, column a\.version: wanted/],
    [
      { a: { ...ENTRY, source: "Figure 20" } },
      { a: "x" },
      /prompts\.json, column a\.source: wanted a paper and/,
    ],
    [{ a: ENTRY }, {}, /prompts\.json, column a: wanted the file a\.txt beside it, found none/],
    [{ a: ENTRY }, { a: "x", b: "y" }, /prompts\.json, column b: wanted an entry for the file b\.txt/],
    [{ a: ENTRY }, { a: "\n" }, /a\.txt: wanted text/],
    [{ a: ENTRY }, { a: "x\n\n" }, /a\.txt: wanted text without blank lines at its end/],
  ];
  for (const [list, texts, message] of wrong) {
    assert.throws(() => readPrompts(folderOf(list, texts)), message);
  }
});

Deno.test("scales, steps and output markers of the papers' rubrics stand in the templates", () => {
  const prompts = readPrompts();
  const wanted: Record<string, string[]> = {
    informativeness: [
      "relevance",
      "completeness",
      "conciseness",
      "helpfulness",
      "depth",
      "level of detail",
      "Analysis:",
      "Judgement: [[A]] or [[B]]",
    ],
    reference_judgement: [
      "helpfulness, relevance, accuracy, depth, creativity and level of detail",
      "[The Start of Reference Answer]",
      "Judgement: [[A]] or [[B]]",
    ],
    anchor: ["Revised Response A:", "Revised Response B:", "Merged Response:"],
    score: ["from 1 to 10", "### Feedback:", "### Score:"],
    abstention: ['"N/A"', "### Feedback:", "### Score:"],
    score_guided: [...Array(10).keys()].map((i) => `- ${i + 1}: `),
    constraints: ["IMAGE", "INSTRUCTION", "RESPONSE", "### Score:"],
    reasoning: ["#### Step 1:", "#### Step 2:", "#### Step 3:", "### Score:"],
    pairwise: ["Response A", "Response B", "### Selection:"],
    caption_ref_based: ["from 0 to 100", "The final score is $N$."],
    caption_ref_free: ["from 0 to 100", "The final score is $N$."],
    criteria_single: ["Response X is better."],
    criteria_joint: ["Criterion: [", "Judgment: Response X is better."],
    query_generation: ["### Question1:", "### Question2:", "### Question3:"],
    query_selection: ["Final Ranking:", "A > B > C", "### Selected Question:"],
    text_query: ["### Instruction:"],
  };
  for (const [id, parts] of Object.entries(wanted)) {
    for (const part of parts) assert.ok(prompts[id].text.includes(part), `${id}: ${part}`);
  }
});
