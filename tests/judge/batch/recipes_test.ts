import assert from "node:assert/strict";
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { ROOT } from "@/cli/project.ts";
import { ingestBatch, writeBatch } from "judgebias/judge";
import { completion } from "../study.ts";
import { tempFolder } from "../temp_folder.ts";

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

function setting(folder: string) {
  const data = `${folder}/pairs.jsonl`, bin = `${folder}/bin`, images = `${folder}/images`;
  for (const name of [bin, images, `${folder}/python`]) mkdirSync(name);
  writeFileSync(`${bin}/runner.py`, RUNNER);
  writeFileSync(`${bin}/vllm`, `#!/bin/sh\nexec python3 ${bin}/runner.py "$@"\n`);
  chmodSync(`${bin}/vllm`, 0o755);
  writeFileSync(`${folder}/python/ray.py`, RAY);
  writeFileSync(`${folder}/python/vllm.py`, VLLM);
  const lines = Array.from(
    { length: 5 },
    (_, i) => ({ item_id: `${i}`, query: `What is ${i}?`, answer_a: "A.", answer_b: "B." }),
  );
  writeFileSync(data, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const options = {
    ...{
      protocol: "base",
      data,
      judge: "m",
      baseURL: "http://localhost/v1",
      out: `${folder}/out`,
      silent: true,
    },
    ...{ format: "vllm" as const, limits: { requests: 3 } },
  };
  const run = async (command: string, args: string[], env: Record<string, string> = {}) => {
    const { code, stdout, stderr } = await new Deno.Command(command, {
      ...{ args, cwd: ROOT },
      env: {
        ...{
          PATH: `${bin}:${dirname(Deno.execPath())}:${Deno.env.get("PATH")}`,
          PYTHONPATH: `${folder}/python`,
        },
        ...{ OUT: options.out, MODEL: "m", DATA: data, IMAGES: images, ...env },
      },
    }).output();
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    assert.equal(code, 0, text(stdout) + text(stderr));
    return text(stdout);
  };
  return { options, run };
}

Deno.test("recipes: each has at most 20 lines", () => {
  const names = readdirSync(RECIPES).filter((name) => !name.endsWith(".md"));
  assert.deepEqual(
    names.sort(),
    ["litellm.yaml", "ray_data.py", "skypilot.yaml", "slurm_array.sh", "vllm_offline.sh"],
  );
  for (const name of names) {
    assert.ok(readFileSync(`${RECIPES}/${name}`, "utf8").trimEnd().split("\n").length <= 20, name);
  }
});

Deno.test("recipe: vLLM offline on one node, a protocol of two rounds, again with nothing to do", async () => {
  using folder = tempFolder();
  const { run } = setting(folder.path);
  const stdout = await run("sh", [`${RECIPES}/vllm_offline.sh`], { PROTOCOL: "standard_ref" });
  assert.match(stdout, /results .*: 5 rows\n[^]*results .*: 5 rows/);
  assert.equal(stdout.match(/ 5 answered/g)?.length, 2, "the second round has the judgments");
  assert.doesNotMatch(
    await run("sh", [`${RECIPES}/vllm_offline.sh`], { PROTOCOL: "standard_ref" }),
    /[1-9]\d* answered/,
  );
});

Deno.test("recipe: a job of a SLURM array answers its shard, and no other", async () => {
  using folder = tempFolder();
  const { options, run } = setting(folder.path);
  const { files } = await writeBatch(options);
  assert.equal(files.length, 2);
  for (const task of ["2", "1", "1"]) {
    await run("sh", [`${RECIPES}/slurm_array.sh`], { SLURM_ARRAY_TASK_ID: task });
  }
  const summary = await ingestBatch(`${options.out}/batches/*/*.output.jsonl`, options);
  assert.deepEqual([summary.done, summary.files], [5, []]);
});

Deno.test("recipe: Ray Data over the shards", async () => {
  using folder = tempFolder();
  const { options, run } = setting(folder.path);
  await writeBatch(options);
  await run("python3", [
    `${RECIPES}/ray_data.py`,
    "m",
    `${options.out}/batches/*/*.input.jsonl`,
    `${folder.path}/answers`,
  ]);
  const summary = await ingestBatch(`${folder.path}/answers`, options);
  assert.deepEqual([summary.done, summary.files, summary.tokens], [5, [], { input: 45, output: 10 }]);
});

Deno.test("recipe: SkyPilot's job runs on a shard; LiteLLM's model is one for batches", async () => {
  using folder = tempFolder();
  const { options, run } = setting(folder.path);
  const [shard] = (await writeBatch(options)).files;
  const yaml = readFileSync(`${RECIPES}/skypilot.yaml`, "utf8");
  const job = yaml.slice(yaml.indexOf("run: |") + 6).replaceAll("/shards", dirname(shard));
  await run("sh", ["-c", `cd ${folder.path}; ${job}`], { SHARD: "0001" });
  const { done } = await ingestBatch(shard.replace(".input.", ".output."), options);
  assert.equal(done, 3);
  const litellm = readFileSync(`${RECIPES}/litellm.yaml`, "utf8");
  assert.match(litellm, /model_name: judge\n[^]*mode: batch/);
  assert.match(litellm, /--judge judge --batch/);
});
