import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { orderConsistency, readPairs } from "judgebias";
import {
  journalResults,
  type Judge,
  judgment,
  loadProtocol,
  pairProtocol,
  PROMPTS,
  type Protocol,
  protocol,
  PROTOCOLS,
  runJudge,
  simulatedJudge,
  writeResults,
} from "judgebias/judge";
import { readReply } from "@/judge/parse/settle_reply.ts";
import type { ReplyVerdict } from "@/judge/protocol.ts";
import { command } from "@/cli/judge.ts";
import { inProcess } from "../../cli/in_process.ts";
import { completion, endpoint, json, studyIn } from "../study.ts";
import { tempFolder } from "../temp_folder.ts";

const TEXT = "As a {{persona}}: {{query}}\nA: {{answer_a}}\nB: {{answer_b}}\n{{image}}\nA or B?";

/** A pairwise protocol of one's own, with a prompt and a condition of its own. */
const own = (text = TEXT) =>
  pairProtocol({
    name: "persona",
    summary: "Which answer a persona likes",
    options: ["personas"],
    conditions: ({ personas = ["cook"], orders = ["given"] }) =>
      (personas as string[]).flatMap((persona) =>
        orders.map((order) => ({ image: true, swapped: order === "swapped", run: 1, persona }))
      ),
    prompts: { persona: text },
    asks: [{
      ...judgment("persona"),
      slots: (sample, { persona, swapped }) => ({
        persona: String(persona),
        query: sample.query,
        image: sample.image === null ? null : { image: sample.image },
        answer_a: swapped ? sample.answer_b : sample.answer_a,
        answer_b: swapped ? sample.answer_a : sample.answer_b,
      }),
    }],
  });

Deno.test("an own protocol runs with its own prompt and conditions, and its rows are pairs", async () => {
  using folder = tempFolder();
  const { data, images } = studyIn(folder.path, 3), replies = ["A", '{"verdict": "A"}', "Judgement: [[A]]"];
  await using server = await endpoint((response, _request, count) =>
    json(response, 200, completion(replies[count % 3]))
  );
  const run = (text?: string) =>
    runJudge({
      ...{ protocol: own(text), data, images, judge: "j", baseURL: server.url, out: folder.path },
      ...{ silent: true, conditions: { personas: ["cook", "sailor"], orders: ["given", "swapped"] } },
    });
  const { journal, statuses, done } = await run();
  assert.deepEqual([statuses, done], [{ ok: 12 }, 12]);
  const { frame, name } = journalResults(journal, { protocol: own() });
  assert.deepEqual([name, frame.height], ["pairs", 12]);
  assert.deepEqual([...new Set(frame.getColumn("condition").toArray())].sort(), ["cook", "sailor"]);
  // Always the first answer: never consistent over orders.
  assert.equal(orderConsistency(frame, { by: [] }).toRecords()[0].consistency, 0);
  assert.equal((await run()).skipped, 12, "nothing is asked twice");
  assert.equal((await run(`${TEXT}\n`)).done, 12, "another prompt is another question");
});

Deno.test("rows of an own protocol and of a library's stand side by side in one folder, told apart by the condition", async () => {
  using folder = tempFolder();
  const { data, images } = studyIn(folder.path, 3);
  await using server = await endpoint((response) => json(response, 200, completion("Judgement: [[A]]")));
  const strict = pairProtocol({ name: "strict", prompt: "{{query}} {{answer_a}} {{answer_b}}" });
  for (const protocol of ["base", strict]) {
    const out = folder.path, conditions = { images: [true] };
    const asked = { protocol, data, images, judge: "j", baseURL: server.url, out, conditions, silent: true };
    const { journal } = await runJudge(asked);
    await writeResults(out, { journal, ...(typeof protocol === "string" ? {} : { protocol }) });
  }
  const conditions = readPairs(`${folder.path}/results/*.jsonl`).getColumn("condition").toArray();
  assert.deepEqual(conditions.sort(), [null, null, null, "strict", "strict", "strict"]);
});

Deno.test("what the protocol crosses and what a run is named by are both the condition", async () => {
  using folder = tempFolder();
  const { data, images } = studyIn(folder.path, 2);
  let path = "";
  for (const condition of ["old", "new"]) {
    const { journal } = await runJudge({
      ...{ protocol: own(`${TEXT} ${condition}`), data, images, judge: simulatedJudge(), out: folder.path },
      ...{ silent: true, condition, conditions: { personas: ["cook", "sailor"] } },
    });
    path = journal;
  }
  const { frame } = journalResults(path, { protocol: own() });
  assert.deepEqual([...new Set(frame.getColumn("condition").toArray())].sort(), [
    ...["new, cook", "new, sailor", "old, cook", "old, sailor"],
  ]);
});

Deno.test("what a read of one's own gives that is no verdict is unparsable, and never the other answer", async () => {
  const pair = { item_id: "1", query: "?", answer_a: "Yes.", answer_b: "No." };
  const reply = { text: "B", finishReason: "stop", refusal: null, tokens: null };
  const verdict = (read: () => unknown) => {
    const [ask] = [{ ...judgment("persona"), read: read as () => ReplyVerdict }];
    const own = pairProtocol({ name: "own", summary: "", prompts: { persona: TEXT }, asks: [ask] });
    return readReply(own.steps[0], reply, own.sample.parse(pair), { image: false, swapped: true, run: 1 });
  };
  const shown = (value?: unknown) => () => ({ status: "ok", values: { shown: value } });
  assert.deepEqual(verdict(shown("B")).values, { choice: "A", shown: "B" });
  assert.deepEqual(verdict(shown("tie")).values, { choice: "tie", shown: "tie" });
  const cases: [() => unknown, RegExp][] = [
    ...["b", "", "Tie", "C", 1, true, null].map((value) =>
      [shown(value), /wanted shown as A, B or tie, found/] as [() => unknown, RegExp]
    ),
    [() => ({ status: "ok", values: {} }), /wanted shown as A, B or tie, found undefined/],
    ...[shown(), shown({}), shown(["A"]), () => ({ status: "fine", values: {} }), () => ({ status: "ok" })]
      .map((read) => [read, /wanted a verdict .*found \{/] as [() => unknown, RegExp]),
    [() => "A", /wanted a verdict .*found "A"/],
    [() => undefined, /wanted a verdict .*found undefined/],
    [() => null, /wanted a verdict .*found null/],
    [() => Promise.resolve({ status: "ok", values: { shown: "A" } }), /found a promise/],
    [() => Promise.reject(new Error("late")), /found a promise/],
  ];
  for (const [read, words] of cases) {
    const { status, values, reason } = verdict(read);
    assert.deepEqual([status, values], ["unparsable", {}]);
    assert.match(reason!, words);
  }
  await new Promise((resume) => setTimeout(resume));
});

Deno.test("--protocol takes a file; what is no protocol, or takes a name of the library's, is refused", async () => {
  using folder = tempFolder();
  const path = `${folder.path}/shorter.ts`;
  const module = (name: string) => `
    import { judgment, pairProtocol } from "judgebias/judge";
    export default pairProtocol({ name: "${name}", summary: "Which is shorter", asks: [judgment("base")] });`;
  writeFileSync(path, module("shorter"));
  const { data, images } = studyIn(folder.path, 2);
  const { code, stdout, stderr } = await inProcess(
    command,
    ...["--protocol", path, "--data", data, "--images", images, "--judge", "simulated", "--out", folder.path],
  );
  assert.equal(code, 0, stderr);
  assert.match(stdout, /shorter--simulated\.jsonl: 2 rows/);
  writeFileSync(`${folder.path}/taken.ts`, module("base"));
  writeFileSync(`${folder.path}/none.ts`, "export default 1;");
  for (
    const [name, words] of [
      ["taken.ts", /wanted another name .* than the library's base/],
      ["none.ts", /wanted a protocol as the default export .*found number/],
      ["absent.ts", /wanted a file with a protocol of one's own, found no .*absent\.ts/],
      ["own.json", /wanted a protocol's name, or a module of one's own \(\.ts, \.js\), found .*own\.json/],
    ] as const
  ) await assert.rejects(loadProtocol(`${folder.path}/${name}`), words);
  await assert.rejects(loadProtocol("bose"), /wanted a protocol of base, .* or one's own .*; found bose/);
});

Deno.test("a prompt that says nothing of the picture shows it before its text; nothing is said to be shown that is not", async () => {
  using folder = tempFolder();
  const { data, images } = studyIn(folder.path, 1), asked: (boolean | null)[] = [];
  const judge: Judge = {
    name: "A",
    ask({ messages }) {
      const body = JSON.stringify(messages);
      asked.push(body.includes("image_url") ? body.indexOf("image_url") < body.indexOf("Which?") : null);
      return Promise.resolve({ reply: { text: "A" } });
    },
  };
  const run = (protocol: Protocol, more = {}) =>
    runJudge({
      ...{ protocol, data, images, judge, out: folder.path, silent: true, concurrency: 1 },
      ...more,
    });
  const prompt = "Which?\n{{answer_a}}\n{{answer_b}}", both = { conditions: { images: [true, false] } };
  const plain = pairProtocol({ name: "plain", prompt });
  const { journal } = await run(plain, both);
  assert.deepEqual(asked, [true, null]);
  assert.deepEqual(journalResults(journal, { protocol: plain }).frame.getColumn("image").toArray(), [
    ...[true, false],
  ]);
  // By the steps of a protocol of one's own, of any form, or a library's prompt in other words.
  const name = "mine", asks = [judgment(name)], prompts = { mine: prompt };
  const hidden =
    /protocol mine, sample .*: wanted a request that shows the picture, .*\{\{image\}\}.*image: false/;
  const table = protocol({
    ...{ name, prompts, summary: "", sample: plain.sample, sampleId: plain.sampleId },
    asks: [{ ...asks[0], slots: ({ answer_a, answer_b }) => ({ answer_a, answer_b }) }],
  });
  const needing = [...asks, { ...judgment(name, { needs: ["judgment"] }), name: "again" }];
  for (
    const own of [
      pairProtocol({ name, prompts, asks }),
      pairProtocol({ name, prompts, asks: needing }),
      table,
    ]
  ) {
    await assert.rejects(run(own), hidden);
  }
  const base = { ...PROMPTS.base, text: prompt };
  await assert.rejects(run(PROTOCOLS.base, { prompts: { ...PROMPTS, base } }), /protocol base, sample/);
  assert.equal(asked.length, 2);
  // Said to be without the picture, or shown by a later step: as it should be.
  await run(pairProtocol({ name, prompts, asks }), { conditions: { images: [false] } });
  needing[1] = { ...needing[1], prompt: "base" };
  await run(pairProtocol({ name: "later", prompts, asks: needing }));
  assert.deepEqual(asked.map((shown) => shown !== null), [true, false, false, false, true]);
});

Deno.test("options that conditions of one's own cannot take are said in words", async () => {
  using folder = tempFolder();
  const { data, images } = studyIn(folder.path, 1), path = `${folder.path}/persona.ts`;
  writeFileSync(
    path,
    `import { judgment, pairProtocol } from "judgebias/judge";
    export default pairProtocol({ name: "persona", asks: [judgment("base")], options: ["personas"],
      conditions: ({ personas = ["cook"] }) => personas.map((persona) => ({ image: true, swapped: false, run: 1, persona })) });`,
  );
  const { code, stderr } = await inProcess(
    command,
    ...["--protocol", path, "--data", data, "--images", images, "--judge", "simulated", "--out", folder.path],
    ...["--set", "personas=pirate"],
  );
  assert.equal(code, 2);
  assert.match(
    stderr,
    /^error judge: persona: wanted options that its conditions take, found \{"personas":"pirate"\} \(personas\.map/m,
  );
  assert.doesNotMatch(stderr, /^\s+at /m);
});

Deno.test("a prompt alone is a protocol on pairs; one that hides an answer, or nothing at all, is said", () => {
  const name = "mine", both = "{{answer_a}} or {{answer_b}}?";
  assert.deepEqual(pairProtocol({ name, prompt: both }).steps.map(({ promptId }) => promptId), [name]);
  assert.throws(
    () => pairProtocol({ name, prompt: "{{answer_a}}?" }),
    /mine: wanted \{\{answer_b\}\} in the prompt, found none/,
  );
  assert.throws(
    () => pairProtocol({ name, prompt: `{query} ${both}` }),
    /wanted \{\{query\}\} in the prompt, found \{query\}/,
  );
  assert.throws(() => pairProtocol({ name }), /protocol: mine: wanted asks/);
});

Deno.test("the simulated judge answers a prompt of one's own that it is told, by its biases", async () => {
  using folder = tempFolder();
  const protocol = own(), { data, images } = studyIn(folder.path, 3);
  const asked = (prompts: typeof protocol.prompts, out: string) =>
    runJudge({
      ...{
        protocol,
        data,
        images,
        judge: simulatedJudge({ position: 1 }, { prompts }),
        out: `${folder.path}/${out}`,
      },
      ...{ silent: true, giveUpAfter: 0, conditions: { personas: ["cook"], orders: ["given", "swapped"] } },
    });
  const { journal, statuses } = await asked(protocol.prompts, "told");
  assert.deepEqual(statuses, { ok: 6 });
  assert.deepEqual(
    journalResults(journal, { protocol }).frame.getColumn("shown").toArray(),
    Array(6).fill("A"),
  );
  assert.deepEqual((await asked(undefined, "untold")).statuses, { unparsable: 6 });
});
