import assert from "node:assert/strict";
import { nullImage, perturbationTexts, perturbSet, PROTOCOLS } from "judgebias/judge";
import { simulatedServer } from "./simulated_server.ts";
import { reliability } from "@/metrics/reliability.ts";
import { BIASES } from "@/papers/biases.ts";
import { type Answers, jsonLines, place, refusal, saying } from "./study.ts";
import { journalResults } from "./journal_results.ts";

/** Samples with a picture and one without, in a file, and the texts of a model that answers so. */
async function texts(answers: Answers, count: number) {
  const at = await place(saying(answers));
  Deno.writeFileSync(`${at.path}/wall.png`, await nullImage({ color: "white" }));
  const lines = Array.from({ length: count }, (_, i) => ({
    ...{ id: `s${i}`, query: `What is ${i}?`, image: "wall.png", image_id: `${i}`, response: "A wall." },
  }));
  const text = { id: "t", query: "Is 7 prime?", image: null, response: "Yes." };
  const texts = await perturbationTexts({ judge: "m", baseURL: at.server.url, retries: 0 });
  const input = at.file("samples", [...lines, text]), out = `${at.path}/pairs`;
  const set = { input, out, seed: 1, texts, workers: 1 };
  return { ...at, set };
}

Deno.test("texts of a model: asked with the picture, parsed, and recorded with its name", async () => {
  // The third picture asked about is the first that is not needed.
  let asked = 0, pictures = 0;
  await using at = await texts((_count, prompt) => {
    if (prompt.includes("image_url")) pictures++;
    if (/True/.test(prompt)) return ++asked < 3 ? "True" : "False";
    return /keyword/i.test(prompt) ? "### Keyword: wall" : "A white wall.";
  }, 9);
  const described = await perturbSet({ ...at.set, bias: "detail_description", workers: 2 });
  assert.deepEqual([described.written, at.server.count, pictures], [9, 9, 9]);
  const text = { content: "description", text: "A white wall.", by: "function", author: "m" };
  for (const { biased_instruction, unbiased_instruction, perturbation } of jsonLines(described.path)) {
    assert.equal(biased_instruction, `${unbiased_instruction} A white wall.`);
    assert.deepEqual(perturbation.text, text);
  }
  const inserted = await perturbSet({ ...at.set, bias: "texture_insertion", content: "keywords" });
  assert.ok(jsonLines(inserted.path).every(({ perturbation }) => perturbation.text.text === "wall"));
  const [{ perturbation }] = jsonLines((await perturbSet({ ...at.set, bias: "unnecessary_image" })).path);
  assert.deepEqual([perturbation.needs_image, perturbation.needs_image_by], [[true, true, false], "m"]);
});

Deno.test("a reply without a text is its sample's fault; a refused key ends everything, and says so; options are checked first", async () => {
  const told = { content: "keywords", bias: "texture_insertion" } as const;
  await using at = await texts("keyword: one two three four five six seven eight", 5);
  const { written, faults } = await perturbSet({ ...at.set, ...told });
  assert.deepEqual([written, faults.length], [0, 5]);
  assert.match(faults[0].fault, /keyword_extraction: wanted an answer of m, found unparsable/);
  await using locked = await texts(
    refusal(401, "invalid_api_key", "Incorrect API key provided: sk-abcdef123456"),
    5,
  );
  const said = { name: "TextsEnd", message: /^(?!.*abcdef).*did not answer: 401/ };
  await assert.rejects(perturbSet({ ...locked.set, ...told }), said);
  await assert.rejects(perturbationTexts({ judge: "m", baseURL: "ftp://a" }), /http\(s\)/);
  const keyVariable = "NO_SUCH_KEY";
  const words = /NO_SUCH_KEY/;
  await assert.rejects(perturbationTexts({ judge: "m", baseURL: "http://127.0.0.1/v1", keyVariable }), words);
});

Deno.test("from samples to a metric: what is perturbed can be judged as it stands", async () => {
  await using at = await place(simulatedServer(), { judge: "simulated", protocol: PROTOCOLS.score });
  const texts = await perturbationTexts({ judge: "simulated", baseURL: at.server.url });
  const images = `${at.path}/pairs`,
    set = { input: "data/samples/samples.jsonl", out: images, seed: 1, texts, workers: 1 };
  const data: unknown[] = [];
  for (const { type: bias } of BIASES) {
    const { path, faults } = await perturbSet({ ...set, bias });
    assert.deepEqual(faults, []);
    data.push(...jsonLines(path));
  }
  assert.equal(data.length, 8 * 3 + 1);
  const { done, failures, journal } = await at.run({ data, images });
  assert.deepEqual([done, failures], [2 * data.length, []]);
  const found = reliability(journalResults(journal).frame).getColumn("bias_type").toArray();
  assert.deepEqual(found.sort(), BIASES.map(({ type }) => type as string).sort());
});
