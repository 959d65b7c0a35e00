import assert from "node:assert/strict";
import { makePlan } from "@/judge/plan/make_plan.ts";
import { PROMPTS } from "@/judge/prompts.ts";
import { drawTasks, IMAGE_SOURCES, TASK_TYPES } from "@/judge/protocols/subtasks.ts";
import { publishedTable } from "@/papers/published_tables.ts";
import { holds } from "../study.ts";
import { told } from "../told.ts";
import { SAMPLES } from "./samples.ts";

Deno.test("generated captions are samples of the ratings", () => {
  const references = ["A cat on a mat."], line = { image_id: 7, image: "7.jpg", references };
  const { rows, conditions: [first] } = told("caption_generation", { sample: line });
  const { protocol, sample } = told("caption_ref_based", {
    sample: rows([" A cat sleeps. "], first, "GPT-4o")[0],
  });
  holds(sample as object, { caption: "A cat sleeps.", generator: "GPT-4o", references });
  assert.equal(protocol.sampleId(sample), "7/GPT-4o");
});

const columnOf = (table: Parameters<typeof publishedTable>[0], column: string) => [
  ...new Set(publishedTable(table).map((row) => Reflect.get(row, column))),
];
const SUBTASKS = "mm-judgebias-table18-subtasks";

Deno.test("sources and categories are those of the published tables", () => {
  const sources = columnOf("mm-judgebias-table7-sources", "source_benchmark");
  assert.deepEqual(Object.keys(IMAGE_SOURCES).sort(), sources.sort());
  assert.deepEqual(Object.values(TASK_TYPES).flat(), columnOf(SUBTASKS, "task_category"));
});

Deno.test("three different subtasks of the category, the same for the same seed", () => {
  const { conditions: [one], asked } = told("query_generation");
  assert.deepEqual(told("query_generation").conditions[0], one);
  assert.notDeepEqual(told("query_generation", { seed: 2 }).conditions[0], one);
  const listed = publishedTable(SUBTASKS).filter((row) => row.task_category === "Math").map(({ subtask }) =>
    subtask
  );
  const drawn = [one.subtask_1, one.subtask_2, one.subtask_3];
  assert.ok(new Set(drawn).size === 3 && drawn.every((subtask) => listed.includes(String(subtask))));
  assert.ok(asked().includes(`- Task 2: ${one.subtask_2} (Difficulty: ${one.difficulty_2})`));
  assert.ok(asked().includes(`Domain Description: ${IMAGE_SOURCES.MathVista}`));
});

Deno.test("every difficulty is drawn about equally often, one per call", () => {
  const subtasks = Array.from({ length: 12 }, (_, i) => `s${i}`), counts = new Map<string, number>();
  for (let i = 0; i < 3000; i++) {
    const { difficulty, subtasks: [subtask] } = drawTasks({}, String(i), subtasks, 3);
    for (const drawn of [difficulty, subtask]) counts.set(drawn, (counts.get(drawn) ?? 0) + 1);
  }
  // Expected 1000 (sd 26) per difficulty, 250 (sd 15) per subtask; bands of 5 sd.
  for (const level of ["Easy", "Moderate", "Hard"]) {
    assert.ok(Math.abs(counts.get(level)! - 1000) < 130, level);
  }
  for (const subtask of subtasks) assert.ok(Math.abs(counts.get(subtask)! - 250) < 76, subtask);
});

Deno.test("another knowledge guideline is another prompt of query generation", async () => {
  const data = [SAMPLES.query_generation], plan = { protocol: "query_generation", data, judge: "o4-mini" };
  const hash = async (prompts = {}) =>
    (await makePlan({ ...plan, prompts: { ...PROMPTS, ...prompts } })).promptHashes.query_generation.sha256;
  const other = { ...PROMPTS.knowledge_guideline, text: "Know: {{reference_question}}" };
  assert.notEqual(await hash(), await hash({ knowledge_guideline: other }));
  assert.equal(await hash(), await hash({ base: other }));
});

Deno.test("generated queries go on to the selection, and the selected one comes out", () => {
  const generation = told("query_generation", { runs: 2 }), [condition] = generation.conditions;
  const [row] = generation.rows(["### Question1: One?\n### Question2: Two?\n### Question3: Three?"]);
  holds(row, { task_type: "Reasoning", question_b: "Two?" });
  const { protocol, sample, asked, rows } = told("query_selection", { sample: row });
  assert.equal(protocol.sampleId(sample), "q/Math/1");
  assert.ok(asked().includes("- Question B: Two?"));
  assert.ok(asked().includes(`- Subtask specification for C: ${condition.subtask_3}`));
  const { subtask_2: subtask } = condition,
    second = { query: "Two?", subtask, selected: "B", consistent: true };
  holds(rows(["Final Ranking: B > C > A\n### Selected Question: B"])[0], { ...second, status: "ok" });
  holds(rows([])[0], { query: null, selected: null, status: "missing" });
});

Deno.test("text-only queries draw a subtask of their domain and show no image", () => {
  const { conditions: [condition], asked } = told("text_query");
  const listed = publishedTable("mm-judgebias-table12-text-subtasks")
    .filter(({ domain_type }) => domain_type === "Logic Reasoning").map(({ subtask }) => subtask);
  assert.ok(listed.includes(String(condition.subtask)));
  assert.ok(asked().includes(`- Difficulty: ${condition.difficulty}`));
});
