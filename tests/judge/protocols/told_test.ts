import assert from "node:assert/strict";
import { PROTOCOLS } from "@/judge/protocols/index.ts";
import type { Condition, ProtocolOptions, ReplyVerdict } from "@/judge/protocol.ts";
import { verdictFrame } from "@/judge/verdict_frame.ts";
import { reply } from "../reply.ts";
import { holds, jsonLines, wantedOf } from "../study.ts";
import { told } from "../told.ts";
import { ABOUT } from "./samples.ts";

/** What a protocol is asked about a sample, a line each; `of` names a sample of `samples.jsonl` (by default the protocol's). */
interface Case {
  name: string;
  protocol: string;
  of?: string;
  sample?: Record<string, unknown>;
  options?: ProtocolOptions;
  /** Words with which sample or options are refused. */
  refused?: string;
  id?: string;
  /** Values of all conditions by field, or how many there are. */
  conditions?: Record<string, unknown>;
  /** Which condition it is asked in, and what is otherwise in it. */
  at?: number;
  condition?: Partial<Condition>;
  /** Pieces that stand in a step's message in this order, each somewhere, or not at all. */
  step?: number;
  earlier?: Record<string, ReplyVerdict["values"]>;
  asks?: string[];
  each?: string[];
  without?: string[];
  /** Replies to the steps, the verdict of the first, and the rows that come of them. */
  said?: (string | null | { text: string })[];
  verdict?: ReplyVerdict["values"];
  rows?: Record<string, unknown>[];
}

for (const { name, protocol, of = protocol, sample: more, options, refused, id, ...wanted } of cases()) {
  Deno.test(`${protocol}: ${name}`, () => {
    const sample = { ...ABOUT[of], ...more };
    if (refused !== undefined) {
      return assert.throws(() => told(protocol, { sample, ...options }), new RegExp(refused));
    }
    const about = told(protocol, { sample, ...options }),
      { at = 0, condition, conditions, said, verdict } = wanted;
    if (id !== undefined) assert.equal(about.protocol.sampleId(about.sample), id);
    for (const [field, values] of Object.entries(conditions ?? {})) {
      const own = about.conditions.map((one) => one[field as "image"]);
      assert.deepEqual(field === "length" ? own.length : own, values, field);
    }
    const place = { ...about.conditions[at], ...condition } as Condition;
    if (wanted.asks !== undefined) {
      const earlier = Object.entries(wanted.earlier ?? {}).map((
        [name, values],
      ) => [name, { status: "ok", values }]);
      inOrder(
        about.asked(place, wanted.step, Object.fromEntries(earlier)),
        wanted.asks,
        wanted.each,
        wanted.without,
      );
    }
    const replies = said?.map((one) =>
      one === null ? undefined : typeof one === "string" ? one : reply(one.text, one)
    );
    if (verdict !== undefined) assert.deepEqual(about.verdict(replies![0]!, place).values, verdict);
    if (wanted.rows === undefined) return;
    const rows = about.rows(replies!, place);
    assert.equal(rows.length, wanted.rows.length);
    for (const [i, row] of rows.entries()) holds(row, wantedOf(wanted.rows[i]));
    assert.equal(verdictFrame(about.protocol.frame, rows).height, rows.length, "rows of the frame");
  });
}

function cases(): Case[] {
  return jsonLines("tests/judge/protocols/told.jsonl");
}

/** Checks that pieces stand in the text in this order, that each stands somewhere, and others not at all. */
function inOrder(text: string, pieces: string[], each: string[] = [], without: string[] = []) {
  let at = -1;
  for (const piece of pieces) {
    const next = text.indexOf(piece, at + 1);
    assert.ok(next > at, `${piece} after ${at} in\n${text}`);
    at = next;
  }
  for (const piece of each) assert.ok(text.includes(piece), `${piece} in\n${text}`);
  for (const piece of without) assert.ok(!text.includes(piece), `no ${piece} in\n${text}`);
}

Deno.test("captions and references are shared where they are the same call; birch's anchor is its own", () => {
  const given: Condition = { image: true, swapped: false, run: 1 };
  const key = (name: string, more = {}) =>
    PROTOCOLS[name].steps[0].key?.(ABOUT.animal, { ...given, ...more });
  const shared: [name: string, other: Partial<Condition>, same: boolean][] = [
    ["image_caption", { swapped: true }, true],
    ["image_caption", { image: false }, true],
    ["standard_ref", { swapped: true }, true],
    ["standard_ref", { image: false }, false],
    ["standard_ref", { run: 2 }, false],
  ];
  for (const [name, other, same] of shared) assert.equal(key(name) === key(name, other), same, name);
  assert.equal(key("birch"), undefined);
  assert.deepEqual(PROTOCOLS.birch.steps[1].needs, ["anchor"]);
  assert.deepEqual(PROTOCOLS.pairwise.decoding, { max_completion_tokens: 16_384, reasoning_effort: "high" });
});
