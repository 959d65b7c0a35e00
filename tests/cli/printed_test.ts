import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import type { Command } from "@/cli/command.ts";
import { command as inspect } from "@/cli/inspect.ts";
import { command as judge } from "@/cli/judge.ts";
import { command as perturb } from "@/cli/perturb.ts";
import { answerTo, failed, keysIn } from "../judge/batch/answers.ts";
import { type Answers, completion, place, refusal, samples, saying } from "../judge/study.ts";
import { inProcess } from "./in_process.ts";
import tables from "./tables_to_inspect.json" with { type: "json" };

/** Every kind of line that tasks print of a plan, a run, files of requests, perturbed samples and files of results. */
const KEPT = new URL("./printed.txt", import.meta.url);

/** What an endpoint says to a study of 14: eleven refusals, replies without a verdict, verdicts of another model, one of them long. */
const long = { usage: { prompt_tokens: 100, completion_tokens: 200 } };
const says: Answers = (count) =>
  count <= 11
    ? refusal(400, "bad", `no ${count}`)
    : count === 12
    ? "Both."
    : [200, completion("[[A]]", { model: "m-2", ...count === 15 ? long : {} })];

Deno.test("what tasks print is what is kept in printed.txt; OUTCOMES=write keeps what they print now", async () => {
  await using at = await place(saying(says));
  const printed: string[] = [], out = `${at.path}/out`, calm = ["--concurrency", "1", "--retries", "0"];
  const said = async (command: Command, ...args: string[]) => {
    const { code, stdout, stderr } = await inProcess(command, ...args);
    // What a file can feed is other tests' matter.
    const text = `$ ${command.name} ${args.join(" ")}\n${stdout.split("\nmetrics\n")[0]}${stderr}(${code})\n`;
    const isOwn = /http:\/\/127\.0\.0\.1:\d+\/v1/g;
    printed.push(
      text.replaceAll(at.path, "…").replaceAll(isOwn, "URL").replace(/\b\d{1,2}\.\d s\b/g, "0.0 s"),
    );
  };
  const pairs = at.file("pairs", samples(14)),
    lost = samples(12).map((one) => ({ ...one, image: "none.png" }));
  const run = ["--judge", "gpt-4o", "--base-url", at.server.url];
  const asked = (data: string, to: string, ...more: string[]) =>
    said(judge, "--protocol", "base", ...run, "--data", data, "--out", to, ...more);
  const prices = ["--prices", "10,20"];
  await asked(at.file("lost", lost), out, "--images", at.path, "--dry-run", "--decoding", "temperature=0.5");
  await asked(pairs, out, "--dry-run", ...prices, "--max-cost", "0.01");
  await asked(pairs, out, "--dry-run", ...prices, "--max-cost", "1000");
  const ended = ["--decoding", "max_completion_tokens=500"];
  await asked(pairs, out, "--dry-run", ...prices, "--max-cost", "0.145", ...ended);
  await asked(pairs, out, ...calm, ...prices);
  await asked(pairs, out, "--dry-run", ...prices);
  const cheaper = ["--prices", "9,20", "--max-cost", "0.006"];
  await asked(pairs, out, ...calm, "--decoding", "temperature=0.5", "--limit", "3", ...cheaper);
  await asked(pairs, out, "--dry-run", ...cheaper);
  const score = { id: "1", bias_type: "response_dominance", response: "It is 42.", biased_instruction: "" };
  const scored = at.file("scored", [{ ...score, unbiased_instruction: "What?" }]);
  await said(judge, "--protocol", "score", ...run, "--data", scored, "--out", out, "--dry-run");
  const sorry: Answers = [200, completion("I'm sorry, but I can't assist with that.", { usage: null })];
  const usage = { ...long.usage, completion_tokens: 10, completion_tokens_details: { reasoning_tokens: 5 } };
  await using none = await saying((count) => count === 2 ? [200, completion(" ", { usage })] : sorry);
  const two = at.file("two", samples(2));
  const unusable = ["--judge", "m", "--base-url", none.url, "--data", two, "--out", out];
  await said(judge, "--protocol", "standard_ref", ...unusable, ...calm);
  const mute = `import { pairProtocol } from "judgebias/judge"; export default pairProtocol({ name: "mute",
    prompt: "{{query}} {{answer_a}} {{answer_b}}", read: () => ({ status: "unparsable", values: {} }) });`;
  writeFileSync(`${at.path}/mute.ts`, mute);
  await said(judge, "--protocol", `${at.path}/mute.ts`, ...unusable, ...calm, "--limit", "1");
  await said(judge, "--protocol", `${at.path}/mute.ts`, ...unusable, "--batch", "--dry-run", ...prices);
  const files = `${at.path}/files`;
  await asked(pairs, files, "--batch-files", "--shard-requests", "9");
  const keys = keysIn(`${files}/batches/base--gpt-4o/0001.input.jsonl`);
  const mixed = [failed(keys[0]), answerTo(keys[1]), answerTo(keys[1]), answerTo("ffff"), []];
  const answers = at.file("answers", mixed);
  await asked(pairs, files, "--ingest", answers);
  await asked(pairs, files, ...calm);
  const perturbed = ["--in", "data/samples/samples.jsonl", "--out", `${at.path}/pairs`, "--bias"];
  for (const bias of ["image_dominance", "image_dominance", "unnecessary_image"]) {
    await said(perturb, ...perturbed, bias);
  }
  const lacking = (id: string) => ({ id, query: "Why?", image: "own.csv", response: "So." });
  const broken = "0 1 2 3 4 5 6 7 8 9 10 11".split(" ").map(lacking);
  const votes = `${at.path}/own.csv`;
  writeFileSync(votes, "item_id,judge,human,choice,swapped\n1,j,A,A,false\n1,j,A,B,true\n2,k,B,,false\n");
  await said(perturb, "--in", at.file("broken", broken), ...perturbed.slice(2), "text_dominance");
  await said(inspect, votes);
  // Verdicts in columns side by side, of judges or of orders, in words of a game, inside whole replies; one score a row.
  for (const [name, text] of Object.entries(tables)) {
    const file = `${at.path}/${name}.csv`, map = `${at.path}/${name}.json`;
    writeFileSync(file, text);
    await said(inspect, file);
    await said(inspect, file, "--map-template", map);
    printed.push(readFileSync(map, "utf8"));
  }
  for (const name of ["wide", "scores"]) {
    await said(inspect, `${at.path}/${name}.csv`, "--map", `${at.path}/${name}.json`);
  }
  await said(inspect, `${at.path}/replies.csv`, "--columns", "choice=judge_output");
  const now = printed.join("\n");
  if (Deno.env.get("OUTCOMES") === "write") writeFileSync(KEPT, now);
  assert.equal(now, readFileSync(KEPT, "utf8"));
});
