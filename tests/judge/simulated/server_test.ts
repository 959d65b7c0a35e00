import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import sharp from "sharp";
import { readScorePairs, reliability, selfEnhancement } from "judgebias";
import { fillPrompt, PROMPTS } from "@/judge/prompts.ts";
import { PROTOCOLS } from "@/judge/protocols/index.ts";
import { writeResults } from "@/judge/results/write_results.ts";
import { answerRequest } from "@/judge/simulated/simulated_judge.ts";
import { judgeTraits } from "@/judge/simulated/judge_traits.ts";
import { readRequest } from "@/judge/simulated/read_request.ts";
import * as made from "@/judge/simulated/simulated_study.ts";
import { SAMPLES } from "../protocols/samples.ts";
import { simulatedServer } from "../simulated_server.ts";
import { holds, place, repliesOf } from "../study.ts";
import { journalResults } from "../journal_results.ts";

Deno.test("scene: what is drawn is seen again; another picture is none; a circle stands in the middle of its cell, half of which it fills", async () => {
  const things = ["red circle", "orange ring"];
  assert.deepEqual(made.sceneOf(made.scenePicture(things)), new Set(things));
  assert.deepEqual(made.scenePicture(things), made.scenePicture(things));
  assert.equal(made.sceneOf(new TextEncoder().encode("GIF89a")), null);
  assert.deepEqual(made.claimsOf("no shapes here"), new Set());
  const pixels = async (thing: string) => {
    const raw = sharp(made.scenePicture([thing])).removeAlpha().raw();
    const { data, info } = await raw.toBuffer({ resolveWithObject: true });
    return Array.from({ length: 1600 }, (_, i) => [i % 40, Math.floor(i / 40)])
      .filter(([x, y]) => data[3 * (y * info.width + x) + 1] < 200);
  };
  const shapes = Object.keys(made.SHAPES), counts: Record<string, number> = {};
  for (const shape of shapes) counts[shape] = (await pixels(`red ${shape}`)).length;
  // By their areas about 804, 829, 415, 522, 523 and 512.
  assert.deepEqual(counts, { circle: 812, square: 784, triangle: 448, cross: 540, ring: 536, diamond: 544 });
  const drawn = await pixels("red circle");
  const middle = (axis: number) => drawn.reduce((sum, at) => sum + at[axis], 0) / drawn.length;
  assert.deepEqual([middle(0), middle(1)], [19.5, 19.5]);
  assert.ok(Math.abs(drawn.length - Math.PI * 16 ** 2) < 20, `${drawn.length}`);
});

Deno.test("simulated judge: reads answers whole, other prompts than the library's are said; traits out of range are refused", async () => {
  const read = (content: string) => readRequest({ messages: [{ content }] });
  const slots = { query: "What is it?", answer_a: "Plain.", answer_b: "### One.\n\nTwo.", image: null };
  const { question } = readRequest({ messages: fillPrompt(PROMPTS.pairwise, slots) });
  assert.ok(question.kind === "choice");
  // Headings of its own too.
  assert.deepEqual([question.first, question.second], ["Plain.", "### One.\n\nTwo."]);
  const strange = read("A: yes\n\nB: no\n\nWhich is more to the point? A or B alone.");
  assert.match(answerRequest(strange, judgeTraits({}), 1).text, /does not know this prompt/);
  // The same request gets the same reply, another seed another draw.
  const traits = judgeTraits({ noise: 1 });
  const series = (seed: number) =>
    Array.from({ length: 40 }, (_, id) => {
      const messages = fillPrompt(PROMPTS.base, { ...slots, query: `q${id}` });
      return answerRequest(readRequest({ messages }), traits, seed).text;
    }).join();
  // A trait at 1 decides alone: noise by chance, length for more words, position for what stands first, own style for itself.
  const said = (traits: object, id: number) => {
    const messages = fillPrompt(PROMPTS.base, {
      ...slots,
      query: `q${id}`,
      answer_a: "In this picture, no.",
      answer_b: "No, not at all in here.",
    });
    return /\[\[[AB]\]\]/.exec(answerRequest(readRequest({ messages }), judgeTraits(traits), 1).text)?.[0];
  };
  const found = [{ noise: 1 }, { length: 1 }, { position: 1 }, { selfPreference: 1 }, { noise: 1, length: 1 }]
    .map((traits) => [...new Set(Array.from({ length: 20 }, (_, id) => said(traits, id)))].sort().join(""));
  assert.deepEqual(found, ["[[A]][[B]]", "[[B]]", "[[A]]", "[[A]]", "[[A]][[B]]"]);
  assert.equal(series(0), series(0));
  assert.notEqual(series(0), series(1));
  const none = { informativeness: 0, length: 0, position: 0, selfPreference: 0, blindness: 0, noise: 0 };
  const ownStyle = "In this picture,",
    others = { referenceEffect: 0, refusal: 0, malformed: 0, ownStyle, seed: 1 };
  assert.deepEqual(judgeTraits(), { ...none, ...others });
  assert.throws(() => judgeTraits({ noise: 1.2 }), /noise from 0 to 1, found 1.2/);
  assert.throws(() => judgeTraits({ informativeness: 0.7, length: 0.7 }), /at most 1 together/);
  assert.throws(() => judgeTraits({ charm: 1 } as never), /found "charm"/);
  await assert.rejects(() => simulatedServer({ traits: { blindness: NaN } }), /blindness/);
});

Deno.test("simulated endpoint: refuses what OpenAI's API refuses, and says so", async () => {
  await using server = await simulatedServer();
  const post = (body: string) => fetch(`${server.url}/chat/completions`, { method: "POST", body });
  const messages = [{ role: "user", content: "Hello" }], url = { url: "cat.png" };
  const picture = [{ role: "user", content: [{ type: "image_url", image_url: url }] }];
  const more = [{ temperature: 3 }, { top_logprobs: 5 }, { surprise: 1 }, { messages: [] }, {
    messages: picture,
  }];
  const bad = more.map((one) => JSON.stringify({ model: "m", messages, ...one }));
  for (const body of ["no json", "{}", ...bad]) {
    const response = await post(body);
    assert.equal(response.status, 400);
    assert.ok((await response.json()).error.message.length > 0);
  }
  const good = await post(JSON.stringify({ model: "m", messages }));
  const { choices: [{ message }, ...more_], usage } = await good.json(),
    quarter = (text: string) => Math.ceil(text.length / 4);
  assert.deepEqual([good.status, more_], [200, []]);
  holds(usage, {
    prompt_tokens: quarter(JSON.stringify(messages)),
    completion_tokens: quarter(message.content),
  });
});

const SCENE = ["red circle", "blue ring", "green cross"];
const RIGHT = "There is a red circle, there is a blue ring.",
  WRONG = "There is a yellow square, there is a red ring.";

/** A line of every protocol with a drawn scene as picture, and answers about it. */
function sample(name: string, images: string): Record<string, unknown> {
  const line = { ...SAMPLES[name] };
  for (const key of ["image", "unbiased_image", "biased_image"]) {
    if (typeof line[key] !== "string") continue;
    line[key] = (line[key] as string).replace(/\.\w+$/, ".png");
    mkdirSync(dirname(`${images}/${line[key]}`), { recursive: true });
    writeFileSync(`${images}/${line[key]}`, made.scenePicture(SCENE));
  }
  if ("answer_a" in line) {
    Object.assign(line, { answer_a: RIGHT, answer_b: `${WRONG} It is all that there is to see in here.` });
  }
  if ("caption" in line) line.caption = RIGHT;
  return line;
}

Deno.test("simulated judge: answers every protocol over HTTP in the form its prompts ask for", async () => {
  for (const protocol of Object.keys(PROTOCOLS)) {
    await using at = await place(simulatedServer());
    const conditions = { images: [true], orders: ["given" as const, "swapped" as const], runs: 2 };
    const asked = { protocol, data: [sample(protocol, at.path)], images: at.path, conditions };
    const { failures, unasked, stopped, done, journal } = await at.run(asked);
    assert.deepEqual([failures, unasked, stopped, done > 0], [[], 0, null, true], protocol);
    // The biased side of the sample has no instruction: there the abstention prompt's way out is right.
    const right = protocol === "abstention" ? ["ok", "abstained"] : ["ok"];
    for (const { verdict: { status, reason }, reply } of repliesOf(journal)) {
      assert.ok(right.includes(status), `${protocol}: ${status}: ${reason}: ${reply.text}`);
    }
    const { frame, name, missing } = journalResults(journal);
    assert.deepEqual([name, missing, frame.height > 0], [PROTOCOLS[protocol].frame, 0, true]);
    assert.deepEqual(new Set(frame.getColumn("provenance")), new Set(["simulated"]));
  }
});

Deno.test("a score study over HTTP: a judge that looks notices what is missing, a blind one does not; own style counts", async () => {
  const judges = { fair: {}, blind: { blindness: 1 }, vain: { selfPreference: 0.2 } };
  await using at = await place(simulatedServer({ judges }), { protocol: "score", concurrency: 16 });
  const pairs = made.simulatedStudy({ pairs: 60, seed: 5, folder: at.path });
  for (const [name, { sampleId, sample }] of Object.entries(PROTOCOLS)) {
    const ids = made.studySamples(name, pairs.slice(0, 8)).map((line) => sampleId(sample.parse(line)));
    assert.equal(new Set(ids).size, 8, `samples that ${name} takes`);
  }
  const data = made.studySamples("score", pairs);
  for (const judge of Object.keys(judges)) await at.run({ judge, data, images: at.path });
  await writeResults(at.path);
  const frame = readScorePairs(`${at.path}/results`), rows = reliability(frame).toRecords();
  const value = (judge: string, type: string) =>
    rows.find((row) => row.judge === judge && row.bias_type === type)!.value as number;
  // All claims right: 1 + 9 · (0.2 + 0.6) = 8.2 → 8. Nothing asked about the picture: 1 + 9 · 0.2 = 2.8 → 3.
  // BD = (8 − 3) / (8 − 1).
  for (const type of ["image_dominance", "instruction_misalignment"]) {
    assert.ok(Math.abs(value("fair", type) - 5 / 7) < 1e-12);
    assert.equal(value("blind", type), 0);
  }
  assert.ok(value("fair", "image_misalignment") > 0.4);
  assert.deepEqual([value("fair", "detail_description"), value("blind", "detail_description")], [1, 1]);
  const means = selfEnhancement(frame).toRecords().filter(({ judge }) => judge === "vain");
  const mean = (generator: number) => means.find((row) => row.generator === `generator-${generator}`)!.mean;
  // The judge's own style adds 0.2 of the scale: 1 + 9 · (0.8 + 0.2) = 10.
  assert.deepEqual([1, 2, 3].map(mean), [10, 8, 8]);
});
