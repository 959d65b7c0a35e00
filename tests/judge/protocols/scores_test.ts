import assert from "node:assert/strict";
import type { ProtocolOptions, TokenLogprob } from "@/judge/protocol.ts";
import { makePlan } from "@/judge/plan/make_plan.ts";
import { PROMPTS } from "@/judge/prompts.ts";
import { PROTOCOLS } from "@/judge/protocols/index.ts";
import { drawTasks, IMAGE_SOURCES, TASK_TYPES } from "@/judge/protocols/subtasks.ts";
import { publishedTable } from "@/papers/published_table.ts";
import { readCaptionScores } from "@/results/read_caption_scores.ts";
import { readScorePairs } from "@/results/read_score_pairs.ts";
import { reply } from "../reply.ts";
import { holds } from "../study.ts";
import { told } from "../told.ts";
import { SAMPLES } from "./samples.ts";

const SAMPLE = {
  ...{ id: 12, bias_type: "response_dominance", bias_category: "integrality", task_type: "Reasoning" },
  ...{ domain_type: "Math", difficulty: "3", generator: "gpt-5-mini", response: "It is 42." },
  ...{ unbiased_instruction: "What is the sum?", biased_instruction: "" },
  ...{ unbiased_image: "unbiased/12.png", biased_image: "biased/12.png" },
};

Deno.test("both scores make one row of score pairs; N/A is an abstention with the abstention prompt alone", () => {
  for (const name of ["score", "abstention", "score_guided", "constraints", "reasoning"]) {
    const { rows } = told(name, { sample: SAMPLE }), condition = { image: true, swapped: false, run: 2 };
    const [both] = rows(["### Feedback: ok\n### Score: 8", "### Feedback: ok\n### Score: 3"], condition);
    const words = { words_query: 4, words_query_biased: 0, words_response: 3 };
    const scores = {
      prompt: name,
      run: 2,
      sample_id: "12",
      unbiased: 8,
      biased: 3,
      unbiased_status: "scored",
    };
    holds(both, { ...scores, ...words }, name);
    const [none] = rows([undefined, "### Score: N/A"], condition);
    const status = name === "abstention" ? "abstained" : "unparsable";
    holds(none, { biased: null, biased_status: status, unbiased_status: "missing" }, name);
    const [cut] = rows([reply("", { finishReason: "length" })], condition);
    holds(cut, { unbiased_status: "unparsable", unbiased_reply: "truncated" }, name);
    for (const row of [both, none, cut]) assert.equal(readScorePairs([row as object]).height, 1, name);
  }
});

Deno.test("a sample may use the frame's names, and text-only inputs have no image", () => {
  const { id, domain_type, ...rest } = SAMPLE;
  const line = { ...rest, sample_id: id, domain: domain_type, unbiased_image: null };
  const { protocol, sample, asked } = told("score", { sample: line });
  assert.equal(protocol.sampleId(sample), "12/response_dominance");
  assert.doesNotMatch(asked(), /<\w+\/\d+\.png>/);
});

Deno.test("captions: integer and expected score are both kept; the score is the expected one where there is one", () => {
  const { rows } = told("caption_ref_free");
  const token = (text: string, top: [string, number][] = [[text, 1]]): TokenLogprob => {
    const all = top.map(([token, p]) => ({ token, logprob: Math.log(p) }));
    return { token: text, logprob: all[0].logprob, top: all };
  };
  const text = "Good. The final score is $80$.";
  const tokens = [
    token("Good."),
    token(" The final score is $"),
    token("80", [["80", 0.75], ["90", 0.25]]),
    token("$."),
  ];
  const [weighted] = rows([reply(text, { tokens })]);
  // 0.75 · 80 + 0.25 · 90 = 82.5
  assert.ok(Math.abs(Number(weighted.expected) - 0.825) < 1e-12);
  holds(weighted, { parsed: 0.8, score: weighted.expected, mass: 1 });
  assert.equal(readCaptionScores([weighted as object]).height, 1);
  holds(rows([text])[0], { parsed: 0.8, expected: null, score: 0.8, mass: 0 });
  const off = { parsed: null, expected: null, score: null, status: "out_of_range" };
  holds(rows(["The final score is $120$."])[0], off);
});

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
  assert.doesNotMatch(asked(), /Knowledge Guidelines/);
});

Deno.test("every difficulty is drawn about equally often, one per call or one per query", () => {
  const subtasks = Array.from({ length: 12 }, (_, i) => `s${i}`), counts = new Map<string, number>();
  let mixed = 0;
  for (let i = 0; i < 3000; i++) {
    const [{ difficulty, subtask }] = drawTasks({}, String(i), subtasks, 3);
    for (const drawn of [difficulty, subtask]) counts.set(drawn, (counts.get(drawn) ?? 0) + 1);
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

Deno.test("the knowledge guideline goes to factual images alone, which must have a reference question; another one is another prompt", async () => {
  const factual = { ...SAMPLES.query_generation, category: "Factual/Commonsense", source: "A-OKVQA" };
  assert.match(PROTOCOLS.query_generation.sample.safeParse(factual).error!.message, /reference_question/);
  const { asked } = told("query_generation", {
    sample: { ...factual, reference_question: "What is {{domain}} for?" },
  });
  assert.match(asked(), /Knowledge Guidelines: [^]*## Reference Question: What is \{\{domain\}\} for\?/);
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
  const selected = {
    query: "Two?",
    subtask: condition.subtask_2,
    selected: "B",
    consistent: true,
    status: "ok",
  };
  holds(rows(["Final Ranking: B > C > A\n### Selected Question: B"])[0], selected);
  holds(rows([])[0], { query: null, selected: null, status: "missing" });
});

Deno.test("text-only queries draw a subtask of their domain and show no image", () => {
  const { conditions: [condition], asked, protocol } = told("text_query");
  const listed = publishedTable("mm-judgebias-table12-text-subtasks")
    .filter(({ domain_type }) => domain_type === "Logic Reasoning").map(({ subtask }) => subtask);
  assert.ok(listed.includes(String(condition.subtask)));
  assert.ok(asked().includes(`- Difficulty: ${condition.difficulty}`));
  const cooking = { id: 1, domain_type: "Cooking" };
  assert.match(protocol.sample.safeParse(cooking).error!.message, /General Reasoning, /);
  const own = told(
    "text_query",
    { sample: { ...cooking, subtask: "recipes", difficulty: "Hard" } } as ProtocolOptions,
  );
  holds(own.conditions[0], { subtask: "recipes", difficulty: "Hard", image: false });
});
