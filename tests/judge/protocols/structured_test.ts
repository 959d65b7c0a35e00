import assert from "node:assert/strict";
import { PROTOCOLS, writeBatch } from "judgebias/judge";
import { chatRequestSchema } from "../request_schema.ts";
import { jsonLines, NOWHERE, place, repliesOf, saying } from "../study.ts";
import { told } from "../told.ts";
import { journalResults } from "../journal_results.ts";
import held from "./structured.json" with { type: "json" };

interface Held {
  samples: Record<string, object>;
  obedient: [protocol: string, sample: string, column: string, value: unknown][];
  read: [protocol: string, sample: string, reply: object | string, values: unknown][];
}

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

const JSON_ALONE = {
  decoding: { response_format: "json_schema" as const },
  conditions: { orders: ["given" as const] },
};
/** Samples by name; what protocols say of what an obedient endpoint writes, and of replies: JSON is read as JSON, whatever its texts quote. */
const { samples, obedient: CASES, read: READ } = held as unknown as Held;
const { pair: PAIR } = samples;

Deno.test("structured: protocols read JSON by their schemas, and the journal says so; their requests carry them as the official API takes it", async () => {
  for (const [protocol, sample, column, value] of CASES) {
    await using at = await place(
      saying((_count, body) => JSON.stringify(obedient(JSON.parse(body).response_format.json_schema.schema))),
      { ...JSON_ALONE, protocol, data: [samples[sample]] },
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

Deno.test("JSON and letters alone: what is a verdict, and what is none", () => {
  for (const [protocol, sample, reply, values] of READ) {
    const text = typeof reply === "string" ? reply : JSON.stringify(reply);
    assert.deepEqual(read(protocol, samples[sample], text), values, `${protocol}: ${text}`);
  }
});
