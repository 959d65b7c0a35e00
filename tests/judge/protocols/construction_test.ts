import assert from "node:assert/strict";
import { makePlan } from "@/judge/plan/make_plan.ts";
import { PROMPTS } from "@/judge/prompts.ts";
import { drawTasks, IMAGE_SOURCES, TASK_TYPES } from "@/judge/protocols/subtasks.ts";
import { PROTOCOLS } from "@/judge/protocols/index.ts";
import { publishedTable } from "@/papers/published_table.ts";
import { reply } from "../reply.ts";
import { SAMPLES } from "./samples.ts";

const { query_generation: generation, query_selection: selection, text_query: texts } = PROTOCOLS;
const textOf = (content: { type: string; text?: string }[]) =>
  content.map(({ text = "" }) => text).join("\n");

Deno.test("sources and categories are those of the published tables", () => {
  const sources = publishedTable("mm-judgebias-table7-sources").map(({ source_benchmark }) =>
    source_benchmark
  );
  assert.deepEqual(Object.keys(IMAGE_SOURCES).sort(), [...new Set(sources)].sort());
  const categories = publishedTable("mm-judgebias-table18-subtasks").map(({ task_category }) =>
    task_category
  );
  assert.deepEqual(Object.values(TASK_TYPES).flat(), [...new Set(categories)]);
});

Deno.test("three different subtasks of the category, the same for the same seed", () => {
  const sample = generation.sample.parse(SAMPLES.query_generation);
  const [one] = generation.conditions({}, sample);
  assert.deepEqual(generation.conditions({}, sample)[0], one);
  assert.notDeepEqual(generation.conditions({ seed: 2 }, sample)[0], one);
  const listed = publishedTable("mm-judgebias-table18-subtasks").filter(({ task_category }) =>
    task_category === "Math"
  );
  const drawn = [one.subtask_1, one.subtask_2, one.subtask_3];
  assert.equal(new Set(drawn).size, 3);
  for (const subtask of drawn) assert.ok(listed.some((row) => row.subtask === subtask));
  const text = textOf(generation.steps[0].messages(sample, one, PROMPTS, {})[0].content);
  assert.ok(text.includes(`- Task 2: ${one.subtask_2} (Difficulty: ${one.difficulty_2})`));
  assert.ok(text.includes(`Domain Description: ${IMAGE_SOURCES.MathVista}`));
  assert.doesNotMatch(text, /Knowledge Guidelines/);
});

Deno.test("every difficulty is drawn about equally often, one per call or one per query", () => {
  const subtasks = Array.from({ length: 12 }, (_, i) => `s${i}`);
  const counts = new Map<string, number>();
  let mixed = 0;
  for (let i = 0; i < 3000; i++) {
    const [one] = drawTasks({}, String(i), subtasks, 3);
    counts.set(one.difficulty, (counts.get(one.difficulty) ?? 0) + 1);
    counts.set(one.subtask, (counts.get(one.subtask) ?? 0) + 1);
    const tasks = drawTasks({ difficulty_per: "query" }, String(i), subtasks, 3);
    if (new Set(tasks.map(({ difficulty }) => difficulty)).size > 1) mixed++;
  }
  // Expected 1000 (sd 26) per difficulty, 250 (sd 15) per subtask, 3000 · 8/9 = 2667 (sd 17) mixed; bands of 5 sd.
  for (const level of ["Easy", "Moderate", "Hard"]) {
    assert.ok(Math.abs(counts.get(level)! - 1000) < 130, level);
  }
  for (const subtask of subtasks) assert.ok(Math.abs(counts.get(subtask)! - 250) < 76, subtask);
  assert.ok(Math.abs(mixed - 2667) < 86);
  assert.throws(() => drawTasks({ difficulty_per: "day" as "call" }, "1", subtasks, 3), /difficulty_per/);
});

Deno.test("the knowledge guideline goes to factual images alone, which must have a reference question", () => {
  const factual = { ...SAMPLES.query_generation, category: "Factual/Commonsense", source: "A-OKVQA" };
  assert.match(generation.sample.safeParse(factual).error!.message, /reference_question/);
  const sample = generation.sample.parse({ ...factual, reference_question: "What is {{domain}} for?" });
  const [condition] = generation.conditions({}, sample);
  const text = textOf(generation.steps[0].messages(sample, condition, PROMPTS, {})[0].content);
  assert.match(text, /Knowledge Guidelines: [^]*## Reference Question: What is \{\{domain\}\} for\?/);
  assert.ok(!generation.sample.safeParse({ ...SAMPLES.query_generation, source: undefined }).success);
});

Deno.test("another knowledge guideline is another prompt of query generation", async () => {
  const hash = async (prompts: typeof PROMPTS) =>
    (await makePlan({
      protocol: "query_generation",
      data: [SAMPLES.query_generation],
      judge: "o4-mini",
      prompts,
    }))
      .promptHashes.query_generation.sha256;
  const other = { ...PROMPTS.knowledge_guideline, text: "Know: {{reference_question}}" };
  assert.notEqual(await hash(PROMPTS), await hash({ ...PROMPTS, knowledge_guideline: other }));
  assert.equal(await hash(PROMPTS), await hash({ ...PROMPTS, base: other }));
});

Deno.test("generated queries go on to the selection, and the selected one comes out", () => {
  const sample = generation.sample.parse(SAMPLES.query_generation);
  const [condition] = generation.conditions({ runs: 2 }, sample);
  const queries = generation.steps[0].parse(
    reply("### Question1: One?\n### Question2: Two?\n### Question3: Three?"),
    sample,
    condition,
  );
  const [row] = generation.rows(sample, condition, { queries }, "o4-mini");
  assert.deepEqual([row.task_type, row.question_b], ["Reasoning", "Two?"]);
  const candidates = selection.sample.parse(row);
  assert.equal(selection.sampleId(candidates), "q/Math/1");
  const [plain] = selection.conditions({}, candidates);
  const prompt = textOf(selection.steps[0].messages(candidates, plain, PROMPTS, {})[0].content);
  assert.ok(prompt.includes("- Question B: Two?"));
  assert.ok(prompt.includes(`- Subtask specification for C: ${condition.subtask_3}`));
  const verdict = selection.steps[0].parse(
    reply("Final Ranking: B > C > A\n### Selected Question: B"),
    candidates,
    plain,
  );
  const [selected] = selection.rows(candidates, plain, { selection: verdict }, "o4-mini");
  assert.deepEqual(
    [selected.query, selected.subtask, selected.selected, selected.consistent, selected.status],
    ["Two?", condition.subtask_2, "B", true, "ok"],
  );
  const [none] = selection.rows(candidates, plain, {}, "o4-mini");
  assert.deepEqual([none.query, none.selected, none.status], [null, null, "missing"]);
});

Deno.test("text-only queries draw a subtask of their domain and show no image", () => {
  const sample = texts.sample.parse(SAMPLES.text_query);
  const [condition] = texts.conditions({}, sample);
  const listed = publishedTable("mm-judgebias-table12-text-subtasks")
    .filter(({ domain_type }) => domain_type === "Logic Reasoning").map(({ subtask }) => subtask);
  assert.ok(listed.includes(String(condition.subtask)));
  const { content } = texts.steps[0].messages(sample, condition, PROMPTS, {})[0];
  assert.ok(textOf(content).includes(`- Difficulty: ${condition.difficulty}`));
  assert.match(
    texts.sample.safeParse({ id: 1, domain_type: "Cooking" }).error!.message,
    /General Reasoning, /,
  );
  const own = texts.sample.parse({ id: 1, domain_type: "Cooking", subtask: "recipes", difficulty: "Hard" });
  const [fixed] = texts.conditions({}, own);
  assert.deepEqual([fixed.subtask, fixed.difficulty, fixed.image], ["recipes", "Hard", false]);
});
