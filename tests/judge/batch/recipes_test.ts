import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { ROOT } from "@/cli/project.ts";
import { ingestBatch, writeBatch } from "judgebias/judge";
import { ended } from "../../tools/run_deno.ts";
import { completion, holds, NOWHERE, place, samples } from "../study.ts";

const RECIPES = `${ROOT}data/recipes`;

/** A program that answers a file of requests as vLLM's batch runner would. */
const RUNNER = `import json, sys
args = sys.argv[1:]
with open(args[args.index("-o") + 1], "w") as out:
    for line in open(args[args.index("-i") + 1]):
        asked = json.loads(line)
        print(json.dumps({"id": "v", "custom_id": asked["custom_id"], "error": None,
            "response": {"status_code": 200, "body": json.loads(${
  JSON.stringify(completion("Judgement: [[A]]"))
})}}), file=out)
`;

/** As much of Ray Data and vLLM as the recipe uses. */
const RAY = `import json, os
class Rows:
    def __init__(self, rows): self.rows = rows
    def map_batches(self, cls, batch_size, concurrency, num_gpus):
        batch = cls()({"text": self.rows})
        return Rows([dict(zip(batch, values)) for values in zip(*batch.values())])
    def write_json(self, path):
        os.makedirs(path)
        open(path + "/0.json", "w").write("".join(json.dumps(row) + "\\n" for row in self.rows))
class data:
    @staticmethod
    def read_text(paths): return Rows([line for path in paths for line in open(path).read().splitlines()])
`;
const VLLM = `from types import SimpleNamespace as N
def SamplingParams(**how): return how
class LLM:
    def __init__(self, model): pass
    def chat(self, messages, params):
        assert len(messages) == len(params)
        return [N(prompt_token_ids=[1] * 9, outputs=[N(text="Judgement: [[B]]", finish_reason="stop", token_ids=[1, 2])]) for _ in messages]
`;

/** A study of five pairs, and programs in its folder that stand for those of the recipes. */
async function setting() {
  const at = await place(NOWHERE, { disk: true, judge: "m", format: "vllm", limits: { requests: 3 } });
  const bin = `${at.path}/bin`, python = `${at.path}/python`, out = `${at.path}/out`;
  for (const name of [bin, python, `${at.path}/images`]) mkdirSync(name);
  writeFileSync(`${bin}/runner.py`, RUNNER);
  writeFileSync(`${bin}/vllm`, `#!/bin/sh\nexec python3 ${bin}/runner.py "$@"\n`, { mode: 0o755 });
  writeFileSync(`${python}/ray.py`, RAY);
  writeFileSync(`${python}/vllm.py`, VLLM);
  const data = at.file("pairs", samples(5)), options = { ...at.options, data, out };
  const run = async (command: string, args: string[], env: Record<string, string> = {}) => {
    const own = { PATH: `${bin}:${dirname(Deno.execPath())}:${Deno.env.get("PATH")}`, PYTHONPATH: python };
    const told = { OUT: out, MODEL: "m", DATA: data, IMAGES: `${at.path}/images` };
    const { code, stdout, stderr } = await ended(command, args, { env: { ...own, ...told, ...env } });
    assert.equal(code, 0, stdout + stderr);
    return stdout;
  };
  return { ...at, options, run };
}

Deno.test("recipes: each has at most 20 lines", () => {
  const names = readdirSync(RECIPES).filter((name) => !name.endsWith(".md")).sort();
  assert.equal(names.join(" "), "litellm.yaml ray_data.py skypilot.yaml slurm_array.sh vllm_offline.sh");
  for (const name of names) {
    assert.ok(readFileSync(`${RECIPES}/${name}`, "utf8").trimEnd().split("\n").length <= 20, name);
  }
});

Deno.test("recipe: vLLM offline on one node, a protocol of two rounds, again with nothing to do", async () => {
  await using at = await setting();
  const offline = () => at.run("sh", [`${RECIPES}/vllm_offline.sh`], { PROTOCOL: "standard_ref" });
  const stdout = await offline();
  assert.match(stdout, /results .*: 5 rows\n[^]*results .*: 5 rows/);
  assert.equal(stdout.match(/ 5 answered/g)?.length, 2, "the second round has the judgments");
  assert.doesNotMatch(await offline(), /[1-9]\d* answered/);
});

Deno.test("recipe: a job of a SLURM array answers its shard, and no other; Ray Data goes over all; SkyPilot's job runs on one; LiteLLM's model is one for batches", async () => {
  await using at = await setting();
  const { files } = await writeBatch(at.options), batches = `${at.options.out}/batches/*`;
  assert.equal(files.length, 2);
  for (const task of ["2", "1", "1"]) {
    await at.run("sh", [`${RECIPES}/slurm_array.sh`], { SLURM_ARRAY_TASK_ID: task });
  }
  holds(await ingestBatch(`${batches}/*.output.jsonl`, at.options), { done: 5, files: [] });
  await using ray = await setting();
  await writeBatch(ray.options);
  const answers = `${ray.path}/answers`, shards = `${ray.options.out}/batches/*/*.input.jsonl`;
  await ray.run("python3", [`${RECIPES}/ray_data.py`, "m", shards, answers]);
  holds(await ingestBatch(answers, ray.options), { done: 5, files: [], tokens: { input: 45, output: 10 } });
  await using sky = await setting();
  const [shard] = (await writeBatch(sky.options)).files,
    yaml = readFileSync(`${RECIPES}/skypilot.yaml`, "utf8");
  const job = yaml.slice(yaml.indexOf("run: |") + 6).replaceAll("/shards", dirname(shard));
  await sky.run("sh", ["-c", `cd ${sky.path}; ${job}`], { SHARD: "0001" });
  assert.equal((await ingestBatch(shard.replace(".input.", ".output."), sky.options)).done, 3);
  const litellm = readFileSync(`${RECIPES}/litellm.yaml`, "utf8");
  assert.match(litellm, /model_name: judge\n[^]*mode: batch/);
  assert.match(litellm, /--judge judge --batch/);
});
