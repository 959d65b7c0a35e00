import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { journalResults, PROTOCOLS, runJudge, writeBatch } from "judgebias/judge";
import { chatRequestSchema } from "../request_schema.ts";
import { reply } from "../reply.ts";
import { completion, endpoint, json, repliesOf } from "../study.ts";
import { tempFolder } from "../temp_folder.ts";

/** What an endpoint that keeps to a schema writes: the first of everything that may be. */
function obedient(schema: Record<string, never>): unknown {
  const { type, properties, enum: values, anyOf } = schema as Record<string, never>;
  if (anyOf) return obedient(anyOf[0]);
  if (values) return values[0];
  if (type === "object") {
    return Object.fromEntries(
      Object.entries(properties).map(([name, part]) => [name, obedient(part as never)]),
    );
  }
  return type === "integer" ? 7 : "Because.";
}

const PAIR = { item_id: "1", query: "What?", answer_a: "A cat.", answer_b: "A dog.", human: "B" };
const SCORE = {
  id: "1",
  bias_type: "response_dominance",
  response: "It is 42.",
  unbiased_instruction: "What?",
  biased_instruction: "",
};
const CRITERIA = { ...PAIR, split: "open_ended", human: { grounding: "A" } };
const CASES: [protocol: string, sample: object, column: string, value: unknown][] = [
  ["base", PAIR, "choice", "A"],
  ["pairwise", PAIR, "choice", "A"],
  ["score", SCORE, "unbiased", 7],
  ["abstention", SCORE, "biased", 7],
  ["criteria_single", CRITERIA, "choice", "A"],
  ["criteria_joint", CRITERIA, "choice", "A"],
];

for (const [protocol, sample, column, value] of CASES) {
  Deno.test(`structured: ${protocol} reads JSON by its schema, and the journal says so`, async () => {
    using folder = tempFolder();
    const bodies: string[] = [];
    await using server = await endpoint((response) => json(response, 200, bodies.shift()!));
    const { steps, sample: checked, conditions } = PROTOCOLS[protocol];
    const parsed = checked.parse(sample), asked = conditions({ orders: ["given"] }, parsed);
    for (const _ of asked) {
      for (const { json: structured } of steps) {
        const { schema } = (typeof structured === "function" ? structured(parsed) : structured)!;
        bodies.push(completion(JSON.stringify(obedient(schema as never))));
      }
    }
    const { journal, statuses, done } = await runJudge({
      ...{
        protocol,
        data: [sample],
        judge: "j",
        baseURL: server.url,
        out: folder.path,
        silent: true,
        concurrency: 1,
      },
      ...{ decoding: { response_format: "json_schema" }, conditions: { orders: ["given"] } },
    });
    assert.deepEqual([statuses, done], [{ ok: done }, asked.length * steps.length]);
    const verdict = repliesOf(journal)[0];
    assert.equal(verdict.decoding.response_format, "json_schema");
    assert.match(verdict.reply.text, /^\{/, "the reply as it came");
    const { frame } = journalResults(journal);
    assert.ok(frame.height > 0 && frame.getColumn(column).toArray().every((found) => found === value));
  });
}

Deno.test("structured: what is not such JSON is read as any reply; protocols of free texts refuse the option", async () => {
  using folder = tempFolder();
  await using server = await endpoint((response, _, count) =>
    json(response, 200, completion(count === 1 ? "Judgement: [[B]]" : '{"judgement": "C"}'))
  );
  const run = (protocol: string, data: object[]) =>
    runJudge({
      ...{ protocol, data, judge: "j", baseURL: server.url, out: folder.path, silent: true, concurrency: 1 },
      decoding: { response_format: "json_schema" },
    });
  const { journal, statuses } = await run("base", [PAIR, { ...PAIR, item_id: "2" }]);
  assert.deepEqual(statuses, { ok: 2 });
  assert.deepEqual(journalResults(journal).frame.getColumn("choice").toArray(), ["B", "tie"]);
  await assert.rejects(
    () => run("caption_generation", [{ image_id: "1", image: "a.png" }]),
    /verdict can be JSON/,
  );
});

/** The verdict's values, or its status, of a reply to the first step of a protocol. */
function read(protocol: string, sample: object, text: string): unknown {
  const { steps, sample: schema, conditions } = PROTOCOLS[protocol];
  const checked = schema.parse(sample);
  const [condition] = conditions({ orders: ["given"] }, checked);
  const verdict = steps.at(-1)!.parse(reply(text), checked, condition);
  return verdict.status === "ok" ? verdict.values : verdict.status;
}

const PAIRWISE = ["base", "image_caption", "standard_ref", "birch", "informativeness", "pairwise"];

Deno.test("a letter alone and JSON with a verdict are readable to every pairwise protocol", () => {
  const replies = [
    "A",
    '{"verdict": "A"}',
    '{"explanation": "[[B]]", "judgement": "A"}',
    '{"selection": "A"}',
  ];
  const more = [`\`\`\`json\n{"verdict": "A"}\n\`\`\``, '<think>B</think>\n{"verdict": "[[A]]"}'];
  for (const protocol of PAIRWISE) {
    for (const text of [...replies, ...more]) {
      assert.deepEqual(read(protocol, PAIR, text), { choice: "A", shown: "A" }, `${protocol}: ${text}`);
    }
    for (
      const text of [
        '{"verdict": "A or B"}',
        '{"verdict": "A", "selection": "B"}',
        '{"verdict": "A", "verdict": "B"}',
        '{"verdict": ["A"], "explanation": "[[B]]"}',
        '{"explanation": "Judgement: [[A]]"}',
        '{"verdict": "not [[A]]"}',
      ]
    ) assert.equal(read(protocol, PAIR, text), "unparsable", `${protocol}: ${text}`);
  }
});

Deno.test("structured: JSON is read as JSON, whatever its texts quote", () => {
  const explanation = "It writes <think>.\n### Score: 2\nThe final score is 3.\nCriterion: Creativity";
  const criteria = { ...PAIR, split: "open_ended", criteria: ["grounding", "clarity"], human: {} };
  const single = { ...criteria, criteria: ["grounding"] };
  const joint = {
    grounding: { explanation: "Criterion: Clarity and Coherence", better_response: 1 },
    clarity: { explanation: "Criterion: Visual Grounding and Details\n<think>", better_response: 2 },
  };
  const caption = { image_id: "1", image: "a.png", caption: "A cat." };
  const cases: [protocol: string, sample: object, reply: object, values: unknown][] = [
    ["base", PAIR, { explanation, judgement: "B" }, { choice: "B", shown: "B" }],
    ["pairwise", PAIR, { explanation, selection: "B" }, { choice: "B", shown: "B" }],
    ["score", SCORE, { explanation, score: 7 }, { score: 7 }],
    ["abstention", SCORE, { explanation, score: "N/A" }, "abstained"],
    ["score", SCORE, { explanation, score: "7-8" }, "unparsable"],
    ["score", SCORE, { explanation }, "unparsable"],
    ["criteria_single", single, { explanation, better_response: 2 }, { grounding: "B" }],
    ["criteria_joint", criteria, joint, { grounding: "A", clarity: "B" }],
    ["criteria_joint", criteria, { clarity: joint.clarity }, { grounding: null, clarity: "B" }],
    ["criteria_joint", criteria, { explanation }, "unparsable"],
    ["caption_ref_free", caption, { explanation, final_score: 85 }, { parsed: 85, expected: null, mass: 0 }],
    ["caption_ref_free", caption, { explanation, final_score: "85-90" }, "unparsable"],
  ];
  for (const [protocol, sample, value, values] of cases) {
    const text = JSON.stringify(value);
    assert.deepEqual(read(protocol, sample, text), values, `${protocol}: ${text}`);
  }
});

Deno.test("structured: requests carry the schema as the official API takes it", async () => {
  using folder = tempFolder();
  const { files: [file] } = await writeBatch({
    ...{ protocol: "base", data: [PAIR], judge: "j", baseURL: "http://h/v1", out: folder.path, silent: true },
    decoding: { response_format: "json_schema" },
  });
  const { body } = JSON.parse(readFileSync(file, "utf8"));
  assert.ok(chatRequestSchema.safeParse(body).success);
  const { properties, required } = body.response_format.json_schema.schema;
  assert.deepEqual([Object.keys(properties), required], [["explanation", "judgement"], [
    "explanation",
    "judgement",
  ]]);
  const schema = { type: "object", properties: {}, required: [], additionalProperties: false };
  const request = { model: "m", messages: [{ role: "user", content: "x" }] };
  const format = { type: "json_schema", json_schema: { name: "verdict", strict: true, schema } };
  assert.ok(chatRequestSchema.safeParse({ ...request, response_format: format }).success);
  assert.ok(!chatRequestSchema.safeParse({ ...request, response_format: "json_schema" }).success);
});
