import assert from "node:assert/strict";
import { PROTOCOLS, writeBatch } from "judgebias/judge";
import { chatRequestSchema } from "../request_schema.ts";
import { jsonLines, NOWHERE, place, repliesOf, saying } from "../study.ts";
import { told } from "../told.ts";
import { journalResults } from "../journal_results.ts";

/** What an endpoint that keeps to a schema writes: the first of everything that may be. */
function obedient(schema: object): unknown {
  const { type, properties, enum: values, anyOf } = schema as Record<string, never>;
  if (anyOf) return obedient(anyOf[0]);
  if (values) return values[0];
  if (type !== "object") return type === "integer" ? 7 : "Because.";
  return Object.fromEntries(
    Object.entries(properties).map(([name, part]) => [name, obedient(part as never)]),
  );
}

const PAIR = { item_id: "1", query: "What?", answer_a: "A cat.", answer_b: "A dog.", human: "B" };
const SCORE = {
  ...{ id: "1", bias_type: "response_dominance", response: "It is 42.", biased_instruction: "" },
  unbiased_instruction: "What?",
};
const CRITERIA = { ...PAIR, split: "open_ended", human: { grounding: "A" } };
const JSON_ALONE = {
  decoding: { response_format: "json_schema" as const },
  conditions: { orders: ["given" as const] },
};
const CASES: [protocol: string, sample: object, column: string, value: unknown][] = [
  ["base", PAIR, "choice", "A"],
  ["pairwise", PAIR, "choice", "A"],
  ["score", SCORE, "unbiased", 7],
  ["abstention", SCORE, "biased", 7],
  ["criteria_single", CRITERIA, "choice", "A"],
  ["criteria_joint", CRITERIA, "choice", "A"],
];

Deno.test("structured: protocols read JSON by their schemas, and the journal says so; their requests carry them as the official API takes it", async () => {
  for (const [protocol, sample, column, value] of CASES) {
    await using at = await place(
      saying((_count, body) => JSON.stringify(obedient(JSON.parse(body).response_format.json_schema.schema))),
      { ...JSON_ALONE, protocol, data: [sample] },
    );
    const { journal, statuses, done } = await at.run();
    assert.ok(done >= PROTOCOLS[protocol].steps.length);
    assert.deepEqual(statuses, { ok: done }, protocol);
    const [{ decoding, reply }] = repliesOf(journal);
    assert.equal(decoding.response_format, "json_schema");
    assert.match(reply.text, /^\{/, "the reply as it came");
    const found = journalResults(journal).frame.getColumn(column).toArray();
    assert.ok(found.length > 0 && found.every((one) => one === value), protocol);
  }
  await using at = await place(NOWHERE, { ...JSON_ALONE, data: [PAIR] });
  const { files: [file] } = await writeBatch(at.options), [{ body }] = jsonLines(file);
  assert.ok(chatRequestSchema.safeParse(body).success);
  const { properties, required } = body.response_format.json_schema.schema;
  assert.deepEqual([Object.keys(properties), required], Array(2).fill(["explanation", "judgement"]));
  assert.ok(!chatRequestSchema.safeParse({ ...body, response_format: "json_schema" }).success);
});

Deno.test("structured: what is not such JSON is read as any reply; protocols of free texts refuse the option", async () => {
  const data = [PAIR, { ...PAIR, item_id: "2" }];
  const server = saying((count) => count === 1 ? "Judgement: [[B]]" : '{"judgement": "C"}');
  await using at = await place(server, { ...JSON_ALONE, data });
  const { journal, statuses } = await at.run();
  assert.deepEqual(statuses, { ok: 2 });
  assert.deepEqual(journalResults(journal).frame.getColumn("choice").toArray(), ["B", "tie"]);
  const captions = { protocol: "caption_generation", data: [{ image_id: "1", image: "a.png" }] };
  await assert.rejects(() => at.run({ ...captions, conditions: {} }), /verdict can be JSON/);
});

/** The verdict's values, or its status, of a reply to the last step of a protocol. */
function read(protocol: string, sample: object, text: string): unknown {
  const { verdict, conditions: [first] } = told(protocol, { sample, orders: ["given"] });
  const { status, values } = verdict(text, first, PROTOCOLS[protocol].steps.length - 1);
  return status === "ok" ? values : status;
}

const explanation = "It writes <think>.\n### Score: 2\nThe final score is 3.\nCriterion: Creativity";
const criteria = { ...PAIR, split: "open_ended", criteria: ["grounding", "clarity"], human: {} };
const single = { ...criteria, criteria: ["grounding"] },
  caption = { image_id: "1", image: "a.png", caption: "A cat." };
const joint = {
  grounding: { explanation: "Criterion: Clarity and Coherence", better_response: 1 },
  clarity: { explanation: "Criterion: Visual Grounding and Details\n<think>", better_response: 2 },
};

/** JSON is read as JSON, whatever its texts quote. */
const READ: [protocol: string, sample: object, reply: object | string, values: unknown][] = [
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
  // A letter alone and JSON with a verdict are readable to every pairwise protocol.
  ...["base", "image_caption", "standard_ref", "birch", "informativeness", "pairwise"].flatMap((protocol) => [
    ...["A", '{"verdict": "A"}', '{"explanation": "[[B]]", "judgement": "A"}', '{"selection": "A"}']
      .concat('```json\n{"verdict": "A"}\n```', '<think>B</think>\n{"verdict": "[[A]]"}')
      .map((text): typeof READ[number] => [protocol, PAIR, text, { choice: "A", shown: "A" }]),
    ...['{"verdict": "A or B"}', '{"verdict": "A", "selection": "B"}', '{"verdict": "A", "verdict": "B"}']
      .concat('{"verdict": ["A"], "explanation": "[[B]]"}', '{"explanation": "Judgement: [[A]]"}')
      .concat('{"verdict": "not [[A]]"}')
      .map((text): typeof READ[number] => [protocol, PAIR, text, "unparsable"]),
  ]),
];

Deno.test("JSON and letters alone: what is a verdict, and what is none", () => {
  for (const [protocol, sample, reply, values] of READ) {
    const text = typeof reply === "string" ? reply : JSON.stringify(reply);
    assert.deepEqual(read(protocol, sample, text), values, `${protocol}: ${text}`);
  }
});
