import assert from "node:assert/strict";
import { perturbationTexts } from "@/judge/perturbation_texts.ts";
import { journalResults } from "@/judge/results/journal_results.ts";
import { runJudge } from "@/judge/run/run_judge.ts";
import { simulatedServer } from "./simulated_server.ts";
import { reliability } from "@/metrics/reliability.ts";
import { BIASES } from "@/papers/biases.ts";
import { nullImage } from "@/perturb/image_files.ts";
import { perturbSet } from "@/perturb/perturb_set.ts";
import { completion, endpoint, runOf } from "./study.ts";
import { tempFolder } from "./temp_folder.ts";

/** An endpoint that answers by what it is asked; requests as it got them. */
function model(answer: (prompt: string) => string) {
  const requests: { model: string; messages: { content: { type: string; text?: string }[] }[] }[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const body = await request.json();
    requests.push(body);
    const text = JSON.stringify(body.messages);
    return new Response(completion(answer(text)), { headers: { "content-type": "application/json" } });
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}/v1`,
    requests,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

const samples = (folder: string, count: number) => {
  const lines = Array.from({ length: count }, (_, i) => ({
    id: `s${i}`,
    query: `What is ${i}?`,
    image: "wall.png",
    image_id: `${i}`,
    response: "A wall.",
  }));
  const text = { id: "t", query: "Is 7 prime?", image: null, response: "Yes." };
  Deno.writeTextFileSync(
    `${folder}/samples.jsonl`,
    [...lines, text].map((line) => `${JSON.stringify(line)}\n`).join(""),
  );
  return `${folder}/samples.jsonl`;
};
const linesOf = (path: string) =>
  Deno.readTextFileSync(path).trim().split("\n").map((line) => JSON.parse(line));

Deno.test("texts of a model: asked with the picture, parsed, and recorded with its name", async () => {
  using folder = tempFolder();
  Deno.writeFileSync(`${folder.path}/wall.png`, await nullImage({ color: "white" }));
  const input = samples(folder.path, 9);
  // The third picture asked about is the first that is not needed.
  let asked = 0;
  await using server = model((prompt) =>
    /True/.test(prompt)
      ? (++asked < 3 ? "True" : "False")
      : /keyword/i.test(prompt)
      ? "### Keyword: wall"
      : "A white wall."
  );
  const texts = await perturbationTexts({ judge: "m", baseURL: server.url });
  const out = `${folder.path}/pairs`;
  const set = { input, out, seed: 1, texts, workers: 2 } as const;
  const described = await perturbSet({ ...set, bias: "detail_description" });
  assert.equal(described.written, 9);
  for (const { biased_instruction, unbiased_instruction, perturbation } of linesOf(described.path)) {
    assert.equal(biased_instruction, `${unbiased_instruction} A white wall.`);
    assert.deepEqual(perturbation.text, {
      content: "description",
      text: "A white wall.",
      by: "function",
      author: "m",
    });
  }
  assert.equal(server.requests.length, 9);
  assert.deepEqual(
    server.requests[0].messages[0].content.map(({ type }) => type).includes("image_url"),
    true,
  );
  const inserted = await perturbSet({ ...set, bias: "texture_insertion", content: "keywords" });
  assert.ok(linesOf(inserted.path).every(({ perturbation }) => perturbation.text.text === "wall"));
  const related = await perturbSet({ ...set, bias: "unnecessary_image" });
  const [{ perturbation }] = linesOf(related.path);
  assert.deepEqual([perturbation.needs_image, perturbation.needs_image_by], [[true, true, false], "m"]);
});

Deno.test("a reply without a text is its sample's fault; a refused key ends everything, and says so", async () => {
  using folder = tempFolder();
  Deno.writeFileSync(`${folder.path}/wall.png`, await nullImage({ color: "white" }));
  const input = samples(folder.path, 5);
  await using server = model(() => "keyword: one two three four five six seven eight");
  const texts = await perturbationTexts({ judge: "m", baseURL: server.url, retries: 0 });
  const set = { input, seed: 1, content: "keywords", bias: "texture_insertion" } as const;
  const { written, faults } = await perturbSet({ ...set, out: `${folder.path}/a`, texts });
  assert.deepEqual([written, faults.length], [0, 5]);
  assert.match(faults[0].fault, /keyword_extraction: wanted an answer of m, found unparsable/);

  await using locked = await endpoint((response) => {
    response.writeHead(401, { "content-type": "application/json" });
    response.end(
      '{"error": {"message": "Incorrect API key provided: sk-abcdef123456", "code": "invalid_api_key"}}',
    );
  });
  const refused = await perturbationTexts({ judge: "m", baseURL: locked.url, retries: 0 });
  await assert.rejects(perturbSet({ ...set, out: `${folder.path}/b`, texts: refused }), (error: Error) => {
    assert.equal(error.name, "TextsEnd");
    assert.match(error.message, /did not answer: 401/);
    assert.doesNotMatch(error.message, /abcdef/);
    return true;
  });
});

Deno.test("options are checked before anything is asked", async () => {
  await assert.rejects(perturbationTexts({ judge: "m", baseURL: "ftp://a" }), /http\(s\)/);
  await assert.rejects(
    perturbationTexts({ judge: "m", baseURL: "http://127.0.0.1/v1", keyVariable: "NO_SUCH_KEY" }),
    /NO_SUCH_KEY/,
  );
});

Deno.test("from samples to a metric: what is perturbed can be judged as it stands", async () => {
  using folder = tempFolder();
  await using server = await simulatedServer();
  const texts = await perturbationTexts({ judge: "simulated", baseURL: server.url });
  const out = `${folder.path}/pairs`;
  const paths: string[] = [];
  for (const { type: bias } of BIASES) {
    const { path, faults } = await perturbSet({
      input: "data/samples/samples.jsonl",
      out,
      bias,
      seed: 1,
      texts,
      workers: 1,
    });
    assert.deepEqual(faults, []);
    paths.push(path);
  }
  const data = paths.flatMap(linesOf);
  assert.equal(data.length, 8 * 3 + 1);
  const summary = await runJudge(runOf({ data, images: out }, server.url, folder.path, "score", "simulated"));
  assert.deepEqual([summary.done, summary.failures], [2 * data.length, []]);
  const values = reliability(journalResults(summary.journal).frame);
  assert.deepEqual(
    values.getColumn("bias_type").toArray().sort(),
    BIASES.map(({ type }) => type as string).sort(),
  );
});
