import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import { command } from "@/cli/judge.ts";
import { command as perturb } from "@/cli/perturb.ts";
import { ROOT } from "@/cli/project.ts";
import { simulatedServer } from "../judge/simulated_server.ts";
import { jsonLines, NOWHERE, pairOf, place } from "../judge/study.ts";
import { denoProcess, inProcess, task as start } from "./in_process.ts";

/** The task's own permissions, and no question asked for more. */
const TASK = (JSON.parse(readFileSync(`${ROOT}deno.json`, "utf8")).tasks.judge.command as string)
  .replace("deno run", "run --no-prompt").split(" ");

/** The task as a user starts it, and the same command without a start. */
const task = (...args: string[]) => start(TASK, ...args);
const judge = (...args: string[]) => inProcess(command, ...args);
const BASE = ["--protocol", "base", "--judge", "simulated"];

/** A study in a folder, and the task's options for it: what is asked of whom, and where to. */
async function study(server: Parameters<typeof place>[0], pairs: number) {
  const at = await place(server, { pairs, disk: true }),
    { data, images } = at.options as { data: string; images: string };
  const asked = ["--protocol", "base", "--judge", "j", "--data", data, "--images", images];
  return { ...at, data, asked, told: [...asked, "--base-url", at.server.url, "--out", at.path] };
}

Deno.test("judge: a dry run, a run, the same again, and a batch, without network, key or data", async () => {
  await using at = await place(NOWHERE, { disk: true });
  const args = "--protocol birch --judge simulated --limit 6 --prices 2,8 --runs 2".split(" ");
  const out = ["--out", `${at.path}/a`], dry = await judge(...args, ...out, "--dry-run");
  assert.equal(dry.code, 0, dry.stderr);
  assert.match(dry.stdout, /calls {5}24 in all, 0 done, 24 to make/);
  assert.match(dry.stdout, /replies assumed: 400 tokens each; pictures by one rule for all models/);
  const first = await task(...args, ...out);
  assert.equal(first.code, 0, first.stderr);
  assert.match(first.stdout, /24 answered, 0 done before, 0 failed/);
  assert.doesNotMatch(first.stdout, /simulated-simulated/);
  assert.match(first.stdout, /results .*birch--simulated\.jsonl: 12 rows/);
  assert.match((await judge(...args, ...out)).stdout, /0 answered, 24 done before/);
  assert.match((await judge(...args, "--out", `${at.path}/b`, "--batch")).stdout, /24 answered/);
  assert.ok(existsSync(`${at.path}/b/batches`), "by way of files");
  const [a, b] = ["a", "b"].map((out) =>
    readFileSync(`${at.path}/${out}/results/birch--simulated.jsonl`, "utf8")
  );
  assert.equal(a, b);
});

Deno.test("judge: runs with reading, writing below its folder, and its endpoint's host alone; another key than the task's is asked for", async () => {
  assert.ok(!["--allow-all", "--allow-run", "--allow-env"].some((flag) => TASK.includes(flag)));
  await using at = await study(simulatedServer(), 3);
  const { host } = new URL(at.server.url);
  const own: Record<string, string> = { "--allow-write": `=${at.path}`, "--allow-net": `=${host}` };
  const { code, stderr } = await start(TASK.map((flag) => flag + (own[flag] ?? "")), ...at.told);
  assert.equal(code, 0, stderr);
  const other = await task(...BASE, "--key-variable", "MY_OWN_KEY");
  assert.equal(other.code, 2);
  assert.match(other.stderr, /wanted leave to read MY_OWN_KEY.*--allow-env=MY_OWN_KEY/s);
});

Deno.test("judge: a glob, and a file that is not there, with the task's own permissions", async () => {
  await using at = await study(NOWHERE, 3);
  const args = [...BASE, "--image", "without", "--out", at.path];
  for (const told of ["data none.jsonl", "data n*.none", "ingest no/*.gz", "ingest no"]) {
    const [option, path] = told.split(" ");
    // Looking for what a glob names is what a narrow leave to read could forbid.
    const { code, stderr } = await (path === "n*.none" ? task : judge)(...args, `--${option}`, path);
    const words = `error judge: ${path}: wanted a file, folder or glob that exists`;
    assert.deepEqual([code, stripVTControlCharacters(stderr).trim()], [1, words]);
  }
  const glob = at.data.replace(/.jsonl$/, "*");
  const { code, stdout, stderr } = await task(...args, "--data", glob, "--dry-run");
  assert.equal(code, 0, stderr);
  assert.match(stdout, /samples {3}3/);
});

Deno.test("judge: wrong use is said in one line, without a stack trace", async () => {
  await using at = await place(NOWHERE);
  const own = `${at.path}/polite.ts`;
  writeFileSync(
    own,
    `import { z } from "zod";
    import { judgment, protocol } from "judgebias/judge";
    export default protocol({ name: "polite", summary: "", sample: z.object({ id: z.string() }),
      sampleId: ({ id }) => id, asks: [judgment("base")] });`,
  );
  for (const [i, { args, said }] of jsonLines("tests/cli/wrong_judge.jsonl").entries()) {
    const typed = args.replace("OWN", own).replace("SIMULATED", `--judge simulated --out ${at.path}`);
    const { code, stderr } = await (i === 0 ? task : judge)(...typed.split(" "));
    assert.equal(code, 2, args);
    assert.match(stderr, new RegExp(said));
    assert.doesNotMatch(stderr, /\.ts:\d/);
  }
});

Deno.test("judge: pairs without a picture that were to be asked with one are told", async () => {
  await using at = await place(NOWHERE);
  const texts = at.file("texts", [pairOf("1", "What?"), pairOf("2", "Who?")]);
  const args = [...BASE, "--data", texts, "--out", at.path];
  const told = /^image {5}2 samples without a picture to show: asked without it alone, by a prompt/m;
  for (const more of [["both", "--dry-run"], ["both"]]) {
    assert.match((await judge(...args, "--image", ...more)).stdout, told);
  }
  assert.doesNotMatch((await judge(...args, "--image", "without")).stdout, told);
});

for (const signal of ["SIGINT", "SIGHUP"] as const) {
  Deno.test(`judge: Ctrl-C or a closed terminal (${signal}) lets the calls in flight finish, says so, and the next run goes on`, async () => {
    await using at = await study(simulatedServer({ latencyMs: 150 }), 200);
    const { answers } = at.server as Awaited<ReturnType<typeof simulatedServer>>;
    const process = denoProcess(["run", "--allow-all", "lib/cli/judge.ts", ...at.told, "--concurrency", "4"])
      .spawn();
    while (answers.size < 4) await new Promise((resume) => setTimeout(resume, 10));
    process.kill(signal);
    const { code, stdout } = await process.output(), text = new TextDecoder().decode(stdout);
    assert.equal(code, 1, text);
    assert.match(text, /stopped {3}interrupted/);
    const answered = Number(/(\d+) answered/.exec(text)?.[1]);
    assert.equal(answered, answers.size, "whatever was answered is in the journal");
    const rest = new RegExp(`${200 - answered} answered, ${answered} done before`);
    assert.match((await judge(...at.told, "--concurrency", "32")).stdout, rest);
  });
}

Deno.test("judge: another model than the one asked for is told, and what was answered to another decoding alone", async () => {
  await using at = await study(simulatedServer(), 3);
  const said = async (...args: string[]) => (await judge(...args)).stdout;
  assert.match(await said(...at.told), /\nserved {4}3 by j-simulated, as the endpoint says; asked for j\n/);
  const beside =
    /results\/base--j\.jsonl: 1 row, .*2 judgments answered to another prompt, decoding or endpoint alone/;
  assert.match(await said(...at.told, "--decoding", "temperature=0.5", "--limit", "1"), beside);
});

Deno.test("judge: --protocol score takes what perturb writes, as the README says, without --images", async () => {
  await using at = await place(NOWHERE);
  const made = ["--in", "data/samples/samples.jsonl", "--out", at.path, "--bias", "visual_transformation"];
  const perturbed = await inProcess(perturb, ...made);
  assert.equal(perturbed.code, 0, perturbed.stderr);
  const said = /^3 pairs written to \S+ \(\d{1,3}\.\d s\)\n1 sample without an image: .*\n$/;
  assert.match(perturbed.stdout, said);
  assert.match((await inProcess(perturb, ...made)).stdout, /^0 pairs written .*\n3 were there already\n/);
  const asked = ["--out", `${at.path}/judged`, "--data", `${at.path}/visual_transformation.jsonl`];
  const { code, stdout, stderr } = await judge("--protocol", "score", "--judge", "simulated", ...asked);
  assert.equal(code, 0, stdout + stderr);
  assert.match(stdout, /6 answered, 0 done before, 0 failed/);
});

Deno.test("judge: a simulated judge of own data takes more distinct words as more informative, and says so", async () => {
  await using at = await place(NOWHERE);
  const words = "a dog under the clear sky near two trees".split(" ");
  const data = at.file(
    "data",
    Array.from({ length: 40 }, (_, i) => {
      const long = words.slice(0, 5 + i % 4).join(" "), short = Array(9).fill(words[i % 9]).join(" ");
      const [answer_a, answer_b] = i % 2 === 0 ? [long, short] : [short, long];
      return { item_id: `${i}`, query: "What is there?", answer_a, answer_b, human: "A" };
    }),
  );
  const richer = async (share: number) => {
    const out = `${at.path}/${share}`;
    const told = ["--traits", `informativeness=${share}`, "--data", data, "--out", out];
    const { code, stdout, stderr } = await judge(...BASE, ...told);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /no label is read: more informative is the answer that .* has more distinct words/);
    return jsonLines(`${out}/results/base--simulated.jsonl`).filter(({ choice }, i) => choice === "AB"[i % 2])
      .length;
  };
  assert.equal(await richer(1), 40);
  assert.ok(await richer(0) < 35);
});
