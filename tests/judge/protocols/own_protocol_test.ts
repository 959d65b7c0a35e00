import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { orderConsistency, readPairs } from "judgebias";
import {
  type Condition,
  judgment,
  pairProtocol,
  type PairSample,
  PROMPTS,
  type Protocol,
  protocol,
  PROTOCOLS,
  type ReplyVerdict,
  simulatedJudge,
  writeResults,
} from "judgebias/judge";
import { readReply } from "@/judge/parse/settle_reply.ts";
import { loadProtocol } from "@/judge/protocols/index.ts";
import { pairRow } from "@/judge/protocols/pair.ts";
import { command } from "@/cli/judge.ts";
import { inProcess } from "../../cli/in_process.ts";
import { jsonLines, NOWHERE, pairOf, place, repliesOf, saying } from "../study.ts";
import { journalResults } from "../journal_results.ts";

const TEXT = "As a {{persona}}: {{query}}\nA: {{answer_a}}\nB: {{answer_b}}\n{{image}}\nA or B?";
const PERSONAS = ["cook", "sailor"], ORDERS: ("given" | "swapped")[] = ["given", "swapped"];

/** A pairwise protocol of one's own, with a prompt and a condition of its own. */
const own = (text = TEXT) =>
  pairProtocol({
    ...{ name: "persona", options: ["personas"], prompts: { persona: text } },
    conditions: ({ personas = ["cook"], orders = ["given"] }) =>
      (personas as string[]).flatMap((persona) =>
        orders.map((order) => ({ image: true, swapped: order === "swapped", run: 1, persona }))
      ),
    asks: [{
      ...judgment("persona"),
      slots: ({ query, image, answer_a, answer_b }, { persona, swapped }) => ({
        ...{ persona: String(persona), query, image: image === null ? null : { image } },
        answer_a: swapped ? answer_b : answer_a,
        answer_b: swapped ? answer_a : answer_b,
      }),
    }],
  });

Deno.test("an own protocol runs with its own prompt and conditions, and its rows are pairs", async () => {
  const replies = ["A", '{"verdict": "A"}', "Judgement: [[A]]"];
  const conditions = { personas: PERSONAS, orders: ORDERS };
  const server = saying((count) => replies[count % 3]);
  await using at = await place(server, { pairs: 3, protocol: own(), conditions });
  const { journal, statuses, done } = await at.run();
  assert.deepEqual([statuses, done], [{ ok: 12 }, 12]);
  const { frame, name } = journalResults(journal, { protocol: own() });
  assert.deepEqual([name, frame.height], ["pairs", 12]);
  assert.deepEqual([...new Set(frame.getColumn("condition").toArray())].sort(), PERSONAS);
  // Always the first answer: never consistent over orders.
  assert.equal(orderConsistency(frame, { by: [] }).toRecords()[0].consistency, 0);
  assert.equal((await at.run()).skipped, 12, "nothing is asked twice");
  assert.equal((await at.run({ protocol: own(`${TEXT}\n`) })).done, 12, "another prompt is another question");
  const said = /prompts that its study was last run with/;
  assert.throws(() => journalResults(journal, { protocol: own() }), said);
  await assert.rejects(at.run({ protocol: { ...own(), name: "base" } }), /another name .* library's base/);
});

Deno.test("the condition tells apart rows of an own protocol and of a library's in one folder, and is what is crossed and what a run is named by", async () => {
  await using at = await place(saying("Judgement: [[A]]"), { pairs: 3 });
  // A branch without values and one with are a verdict's types, too.
  const read = (text: string) =>
    text
      ? { status: "ok" as const, values: { shown: "A", score: 4 } }
      : { status: "empty" as const, values: {} };
  const prompt = "{{query}} {{answer_a}} {{answer_b}}";
  const strict = pairProtocol({ name: "strict", prompt, read });
  for (const more of [{}, { protocol: strict }]) {
    const { journal } = await at.run({ ...more, conditions: { images: [true] } });
    await writeResults(at.path, { journal, ...more });
  }
  const written = readPairs(`${at.path}/results/*.jsonl`),
    conditions = written.getColumn("condition").toArray();
  assert.match(String(written.getColumn("score").dtype), /Int/, "whole scores are written as such");
  assert.deepEqual(conditions.sort(), [null, null, null, "strict", "strict", "strict"]);
  let path = "";
  for (const condition of ["old", "new"]) {
    const asked = { protocol: own(`${TEXT} ${condition}`), judge: simulatedJudge(), condition };
    ({ journal: path } = await at.run({ ...asked, conditions: { personas: PERSONAS } }));
  }
  const crossed = journalResults(path, { protocol: own(`${TEXT} new`) }).frame.getColumn("condition")
    .toArray();
  assert.deepEqual([...new Set(crossed)].sort(), ["new, cook", "new, sailor", "old, cook", "old, sailor"]);
});

Deno.test("what a read of one's own gives that is no verdict is its fault, never an unread reply or the other answer", () => {
  const reply = { text: '{"pick": "second"}', finishReason: "stop", refusal: null, tokens: null };
  const about = { image: false, swapped: true, run: 1 }, sample = own().sample.parse(pairOf("1", "?"));
  const verdict = (read: () => unknown) => {
    const asks = [{ ...judgment("persona"), finish: undefined, read: read as () => ReplyVerdict }];
    const { steps: [step] } = pairProtocol({ name: "own", prompts: { persona: TEXT }, asks });
    return readReply(step, reply, sample, about);
  };
  const shown = (value?: unknown) => ({ status: "ok", values: { shown: value } });
  assert.deepEqual(verdict(() => shown("B")).values, { choice: "A", shown: "B" });
  const { values, status } = verdict(() => ({ values: { shown: "tie", score_a: 7, confidence: 1 } }));
  assert.equal(status, "ok", "values alone are a verdict");
  const row = pairRow("base")!(sample, values, { ...about, judge: "j", status: "ok" });
  assert.deepEqual([row.choice, row.shown, row.score_a, row.score_b], ["tie", "tie", undefined, 7]);
  const cases: [read: unknown[], words: RegExp][] = [
    [["b", "", "Tie", "C", 1, true, null].map(shown), /wanted shown as A, B or tie .*, found/],
    [[{ status: "ok", values: {} }], /wanted shown .*, found nothing, in/],
    [[{ status: "ok", values: { choice: "A" } }], /found nothing beside choice "A"/],
    [[{ status: "ok", values: { choice: "A", shown: "A" } }], /found "A" beside choice "A"/],
    [
      [shown(), shown(NaN), shown({}), shown(["A"])],
      /value shown as a text, .*, found (nothing|NaN|\{\}|\["A"\])/,
    ],
    [[{ stats: "empty", values: {} }], /verdict's status as .*, found nothing, in the reply ".*second.*";/],
    [
      [90, "90", 1.5, true].map((confidence) => ({ values: { shown: "A", confidence } })),
      /wanted confidence as a number from 0 to 1 .*, found (90|"90"|1.5|true), in/,
    ],
    [[{ values: { shown: "A", score_b: "10" } }], /wanted score_b as a number, or null, found "10"/],
    [[{ status: "ok" }], /wanted a verdict's values by their names, found nothing/],
    [["A", undefined, () => 1, null], /wanted a verdict \{.*found ("A"|nothing|a function|null)/],
    [[Promise.resolve(shown("A"))], /found a promise/],
  ];
  for (const [given, words] of cases) {
    for (const one of given) assert.throws(() => verdict(() => one), words);
  }
  assert.throws(() => verdict(() => Promise.reject(new Error("late"))), /found a promise/);
  assert.match(verdict(() => JSON.parse("Answer: A")).reason!, /^no JSON: .*Answer/);
});

/** The task over two pairs, with a protocol in a file. */
async function task(file: string, module: string | null, ...args: string[]) {
  await using at = await place(NOWHERE, { pairs: 2 });
  const path = `${at.path}/${file}`, { data, images } = at.options as { data: string; images: string };
  if (module !== null) {
    writeFileSync(path, `import { judgment, pairProtocol } from "judgebias/judge";\n${module}`);
  }
  const told = { protocol: path, data, images, judge: "simulated", out: at.path };
  const given = Object.entries(told).flatMap(([name, value]) => [`--${name}`, value]);
  await inProcess(command, ...given, ...args);
  const said = await inProcess(command, ...given, ...args),
    own = `${at.path}/journals/mine--simulated.sqlite`;
  return { ...said, paid: existsSync(own) ? repliesOf(own).length : 0 };
}

Deno.test("--protocol takes a file; what is no protocol, takes a name of the library's, or options that it cannot take, is refused in words", async () => {
  const module = (name: string, more = "") =>
    `export default pairProtocol({ name: "${name}", summary: "Which is shorter", asks: [judgment("base")], ${more} });`;
  const { code, stdout, stderr } = await task("shorter.ts", module("shorter"));
  assert.equal(code, 0, stderr);
  assert.match(stdout, /shorter--simulated\.jsonl: 2 rows/);
  assert.doesNotMatch(stdout, /otherwise/);
  // Its first readings are those of the run.
  const moody = `let n = 0; const read = () => ({ status: "ok", values: { shown: ++n > 2 ? "B" : "A" } });
    export default pairProtocol({ name: "moody", asks: [{ ...judgment("base"), read }] });`;
  assert.match((await task("moody.ts", moody)).stdout, /^reread {4}2 of 2 replies are read otherwise than/m);
  const steps = (more: string) =>
    `export default pairProtocol({ name: "own", asks: [{ ...judgment("base"), name: "score" }, judgment("base", ${more})] });`;
  for (const { file, words, ...one } of jsonLines("tests/judge/protocols/own_files.jsonl")) {
    const text = one.name ? module(one.name, one.more) : one.steps ? steps(one.steps) : one.text ?? null;
    const { code, stderr, paid } = await task(file, text, ...one.args ?? []);
    assert.deepEqual([code, paid], [one.code ?? 2, one.paid ?? 0], stderr);
    assert.match(stderr, new RegExp(words, "m"));
    assert.doesNotMatch(stderr, /^\s+at /m);
  }
  await assert.rejects(loadProtocol("bose"), /wanted a protocol of base, .* or one's own .*; found bose/);
});

Deno.test("a prompt that says nothing of the picture shows it before its text; nothing is said to be shown that is not", async () => {
  const asked: (boolean | null)[] = [], name = "mine", prompt = "Which?\n{{answer_a}}\n{{answer_b}}";
  const judge = {
    name: "A",
    ask({ messages }: { messages: unknown }) {
      const body = JSON.stringify(messages);
      asked.push(body.includes("image_url") ? body.indexOf("image_url") < body.indexOf("Which?") : null);
      return Promise.resolve({ reply: { text: "A" } });
    },
  };
  await using at = await place(NOWHERE, { pairs: 1, judge, concurrency: 1 });
  const run = (protocol: Protocol, more = {}) => at.run({ protocol, ...more });
  const plain = pairProtocol({ name: "plain", prompt });
  const { journal } = await run(plain, { conditions: { images: [true, false] } });
  assert.deepEqual(asked, [true, null]);
  const { frame } = journalResults(journal, { protocol: plain });
  assert.deepEqual(frame.getColumn("image").toArray(), [true, false]);
  // By the steps of a protocol of one's own, of any form, or a library's prompt in other words.
  const asks = [judgment(name)], prompts = { mine: prompt };
  const hidden =
    /protocol (mine|base), sample .*: wanted a request that shows the picture, .*\{\{image\}\}.*image: false/;
  const needing = [...asks, { ...judgment(name, { needs: ["judgment"] }), name: "again" }];
  const paired = [asks, needing].map((asks) => pairProtocol({ name, prompts, asks }));
  for (const own of paired) await assert.rejects(run(own), hidden);
  const base = { ...PROMPTS.base, text: prompt };
  await assert.rejects(run(PROTOCOLS.base, { prompts: { ...PROMPTS, base } }), hidden);
  assert.equal(asked.length, 2);
  // Said to be without the picture, or shown by a later step: as it should be.
  await run(pairProtocol({ name, prompts, asks }), { conditions: { images: [false] } });
  needing[1] = { ...needing[1], prompt: "base" };
  await run(pairProtocol({ name: "later", prompts, asks: needing }));
  // A table about texts alone, whose rows are without the picture.
  const slots = ({ answer_a, answer_b }: PairSample) => ({ answer_a, answer_b });
  const { sample, sampleId } = plain, bare = { ...asks[0], slots };
  const texts = protocol({ name: "texts", prompts, sample, sampleId, asks: [bare] });
  const { frame: rows } = journalResults((await run(texts)).journal, { protocol: texts });
  assert.deepEqual(rows.getColumn("image").toArray(), [false]);
  assert.deepEqual(asked.map((shown) => shown !== null), [true, false, false, false, true, false]);
});

/** Protocols of one's own by what their `read` turns with the order, also their rows, and the choices of a reply in either order. */
const PAIR = PROTOCOLS.base.sample.parse(pairOf("1", "?"));
for (
  const { name, by, read, gives, text = "A", column = "choice", rows, refused, choices, orders, ...given }
    of jsonLines("tests/judge/protocols/own.jsonl")
) {
  Deno.test(`own protocol: ${name}`, () => {
    const reading = (_: string, _sample: unknown, about: Condition) => {
      const letters = Object.entries(read).map(([name, turns]) => [name, turns && about.swapped ? "B" : "A"]);
      return gives ?? { status: "ok", values: Object.fromEntries(letters) };
    };
    const row = (_: unknown, { choice }: { choice?: string }, { swapped }: Condition) => ({
      choice: rows === "turned" && swapped && choice ? "AB"["BA".indexOf(choice)] : choice,
    });
    const { first, ...said } = given,
      ask = { ...judgment("p"), finish: undefined, ...(read && { read: reading }) };
    const asks = [...(first ? [{ ...judgment(first), name: first, finish: undefined }] : []), ask];
    const { sample, sampleId } = PROTOCOLS.base, own = said.prompts ? { asks } : read && { read: reading };
    const spec = { name: "mine", frame: "pairs", sample, sampleId, ...own, ...(rows && { row }), ...said };
    const found = () => {
      const made: Protocol = by === "protocol" ? protocol(spec as never) : pairProtocol(spec as never);
      return ((orders ?? [false, true]) as boolean[]).map((swapped) => {
        const about = { image: false, swapped, run: 1 },
          reply = { text, finishReason: "stop", refusal: null, tokens: null };
        return made.rows(
          PAIR,
          about,
          { judgment: made.steps.at(-1)!.parse(reply, PAIR, about) },
          "j",
        )[0][column];
      });
    };
    if (refused) assert.throws(found, new RegExp(refused));
    else assert.deepEqual(found(), choices);
  });
}

Deno.test("the simulated judge answers a prompt of one's own that it is told, by its biases", async () => {
  const protocol = own();
  const conditions = { orders: ORDERS };
  await using at = await place(NOWHERE, { pairs: 3, protocol, giveUpAfter: 0, conditions });
  const asked = (prompts: typeof protocol.prompts, out: string) =>
    at.run({ judge: simulatedJudge({ position: 1 }, { prompts }), out: `${at.path}/${out}` });
  const { journal, statuses } = await asked(protocol.prompts, "told");
  assert.deepEqual(statuses, { ok: 6 });
  assert.deepEqual(
    journalResults(journal, { protocol }).frame.getColumn("shown").toArray(),
    Array(6).fill("A"),
  );
  assert.deepEqual((await asked(undefined, "untold")).statuses, { unparsable: 6 });
});
