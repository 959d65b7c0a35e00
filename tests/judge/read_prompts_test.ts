import assert from "node:assert/strict";
import { PROMPTS } from "@/judge/prompts.ts";

Deno.test("list and templates: a file each, version and source of each, no blanks at a template's end", () => {
  const files = [...Deno.readDirSync("data/prompts")].map(({ name }) => name).filter((name) =>
    name.endsWith(".txt")
  );
  assert.deepEqual(files.map((name) => name.slice(0, -4)).sort(), Object.keys(PROMPTS).sort());
  for (const { id, version, source, text } of Object.values(PROMPTS)) {
    assert.match(id, /^[a-z][a-z0-9_]*$/);
    assert.match(version, /^\d+$/, id);
    assert.match(source, /^(birch|mm-judgebias|philautia|multi-crit): ./, id);
    assert.equal(Deno.readTextFileSync(`data/prompts/${id}.txt`), `${text}\n`);
    assert.doesNotMatch(text, /^\s|\s$|\t|undefined|\$\{/);
  }
});

Deno.test("scales, steps and output markers of the papers' rubrics stand in the templates", () => {
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
    for (const part of parts) assert.ok(PROMPTS[id].text.includes(part), `${id}: ${part}`);
  }
});
