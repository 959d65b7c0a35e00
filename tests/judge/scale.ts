import { createWriteStream, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { join } from "node:path";
import process from "node:process";
import { ingestBatch, planJudge, runJudge, writeBatch, writeResults } from "judgebias/judge";
import { readLines } from "@/judge/plan/sample_files.ts";

/**
 * Seconds and peak memory of the parts of a large study, each in a process of its own: planning, writing batch files,
 * taking their answers, deriving results, resuming with nothing to do.
 *
 *     deno run -A tests/judge/scale.ts FOLDER SAMPLES [CONDITIONS]
 */
const [folder, samples, conditions = "8", part] = Deno.args;
const out = join(folder, "out"), data = join(folder, "data.jsonl"), answers = join(folder, "answers.jsonl");
const [orders, runs] = Number(conditions) % 2 === 0
  ? [["given", "swapped"] as const, Number(conditions) / 2]
  : [["given"] as const, Number(conditions)];
const options = {
  ...{ protocol: "base", data, judge: "j", baseURL: "http://127.0.0.1:9/v1", out, silent: true },
  ...{ conditions: { orders: [...orders], runs }, prices: { input: 1, output: 4 } },
};

const PARTS: Record<string, () => Promise<unknown>> = {
  async data() {
    const file = createWriteStream(data);
    const words = "a study of many pairs needs words that are neither few nor all the same ".repeat(4);
    for (let i = 0; i < Number(samples); i++) {
      const line = {
        item_id: `item-${i}`,
        query: `What is shown in picture ${i}?`,
        human: i % 2 ? "A" : "B",
      };
      const whole = { ...line, answer_a: `${i}. ${words}`, answer_b: `${words} ${i}` };
      if (!file.write(`${JSON.stringify(whole)}\n`)) await once(file, "drain");
    }
    file.end();
    await once(file, "finish");
  },
  plan: async () => (await planJudge(options)).calls,
  shards: async () => (await writeBatch(options)).files.length,
  async answers() {
    const file = createWriteStream(answers), batches = join(out, "batches", "base--j");
    for (const name of readdirSync(batches).filter((name) => name.endsWith(".input.jsonl"))) {
      for (const { text } of readLines(join(batches, name))) {
        const custom_id = text!.slice(14, 54), letter = custom_id < "8" ? "A" : "B";
        const message = {
          role: "assistant",
          content: `Analysis: the one says more.\nJudgement: [[${letter}]]`,
        };
        const usage = { prompt_tokens: 300, completion_tokens: 12 };
        const body = {
          id: custom_id,
          model: "j",
          choices: [{ index: 0, message, finish_reason: "stop" }],
          usage,
        };
        const line = { id: custom_id, custom_id, response: { status_code: 200, body }, error: null };
        if (!file.write(`${JSON.stringify(line)}\n`)) await once(file, "drain");
      }
    }
    file.end();
    await once(file, "finish");
  },
  ingest: async () => (await ingestBatch(answers, options)).done,
  results: async () => (await writeResults(out))[0].rows,
  resume: async () => (await runJudge(options)).skipped,
};

if (part === undefined) {
  const rows: string[] = [];
  for (const name of Object.keys(PARTS)) {
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", import.meta.filename!, folder, samples, conditions, name],
      stderr: "inherit",
    }).output();
    rows.push(`${name.padEnd(8)} ${new TextDecoder().decode(stdout).trim()}`);
    console.log(rows.at(-1));
  }
  const size = (path: string) => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) / 1e6;
  console.log(`study ${size(join(out, "journals", "base--j.sqlite")).toFixed(0)} MB`);
  writeFileSync(join(folder, `scale-${samples}.txt`), `${rows.join("\n")}\n`);
} else {
  const began = performance.now();
  const found = await PARTS[part]();
  const peak = /VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
  const { user, system } = process.cpuUsage();
  console.log(
    `${((user + system) / 1e6).toFixed(1)} s of processor, ${
      ((performance.now() - began) / 1000).toFixed(1)
    } s, ${(Number(peak) / 1024).toFixed(0)} MB, ${found}`,
  );
}
