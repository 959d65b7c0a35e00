import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import { command } from "@/cli/judge.ts";
import { command as perturb } from "@/cli/perturb.ts";
import { ROOT } from "@/cli/project.ts";
import { simulatedServer } from "../judge/simulated_server.ts";
import { dataFile, pairOf, studyIn } from "../judge/study.ts";
import { tempFolder } from "../judge/temp_folder.ts";
import { inProcess } from "./in_process.ts";

/** The task's own permissions, and no question asked for more. */
const TASK = (JSON.parse(readFileSync(`${ROOT}deno.json`, "utf8")).tasks.judge.command as string)
  .replace("deno run", "run --no-prompt").split(" ");

/** The task as a user starts it. */
async function task(...args: string[]) {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...TASK, ...args],
    cwd: ROOT,
    env: { NO_COLOR: "1" },
    stdin: "null",
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: text(stdout), stderr: text(stderr) };
}

/** The same command without a start. */
const judge = (...args: string[]) => inProcess(command, ...args);

Deno.test("judge: a dry run, a run, the same again, and a batch, without network, key or data", async () => {
  using folder = tempFolder();
  const args = "--protocol birch --judge simulated --limit 6 --prices 2,8 --runs 2".split(" ");
  const out = ["--out", `${folder.path}/a`];
  const dry = await judge(...args, ...out, "--dry-run");
  assert.equal(dry.code, 0, dry.stderr);
  assert.match(dry.stdout, /step {6}anchor .*12 calls, 0 done/);
  assert.match(dry.stdout, /calls {5}24 in all, 24 to make/);
  assert.match(dry.stdout, /cost {6}about \d+\.\d\d at 2 and 8 per million/);
  const first = await task(...args, ...out);
  assert.equal(first.code, 0, first.stderr);
  assert.match(first.stdout, /24 answered, 0 done before, 0 failed/);
  assert.match(first.stdout, /results .*birch--simulated\.jsonl: 12 rows/);
  assert.match((await judge(...args, ...out)).stdout, /0 answered, 24 done before/);
  const batch = await judge(...args, "--out", `${folder.path}/b`, "--batch");
  assert.match(batch.stdout, /24 answered/);
  assert.ok(existsSync(`${folder.path}/b/batches`), "by way of files");
  const [a, b] = ["a", "b"].map((out) =>
    readFileSync(`${folder.path}/${out}/results/birch--simulated.jsonl`, "utf8")
  );
  assert.equal(a, b);
});

Deno.test("judge: runs with reading, writing below its folder, and its endpoint's host alone", async () => {
  assert.ok(!["--allow-all", "--allow-run", "--allow-env"].some((flag) => TASK.includes(flag)));
  using folder = tempFolder();
  await using server = await simulatedServer();
  const { data, images } = studyIn(folder.path, 3);
  const narrow = TASK.map((flag) =>
    flag === "--allow-write"
      ? `--allow-write=${folder.path}/out`
      : flag === "--allow-net"
      ? `--allow-net=${new URL(server.url).host}`
      : flag
  );
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...narrow, "--protocol", "base", "--judge", "j", "--data", data, "--images", images]
      .concat("--base-url", server.url, "--out", `${folder.path}/out`),
    cwd: ROOT,
    env: { NO_COLOR: "1" },
    stdin: "null",
  }).output();
  assert.equal(code, 0, new TextDecoder().decode(stderr));
});

Deno.test("judge: a glob, and a file that is not there, with the task's own permissions", async () => {
  using folder = tempFolder();
  const args = ["--protocol", "base", "--judge", "simulated", "--image", "without", "--out", folder.path];
  for (
    const [option, path] of [["data", "none.jsonl"], ["data", "n*.none"], ["ingest", "no/*.gz"], [
      "ingest",
      "no",
    ]]
  ) {
    // Looking for what a glob names is what a narrow leave to read could forbid.
    const run = path === "n*.none" ? task : judge;
    const { code, stderr } = await run(...args, `--${option}`, path);
    assert.equal(code, 1);
    assert.equal(
      stripVTControlCharacters(stderr).trim(),
      `error judge: ${path}: wanted a file, folder or glob that exists`,
    );
  }
  const { data } = studyIn(folder.path, 3);
  const { code, stdout, stderr } = await task(...args, "--data", data.replace(/.jsonl$/, "*"), "--dry-run");
  assert.equal(code, 0, stderr);
  assert.match(stdout, /samples {3}3/);
});

Deno.test("judge: pairwise asks both orders unless one is named", async () => {
  const dry = ["--protocol", "pairwise", "--judge", "simulated", "--limit", "3", "--dry-run"];
  const calls = async (...args: string[]) => /(\d+) in all/.exec((await judge(...dry, ...args)).stdout)?.[1];
  assert.deepEqual([await calls(), await calls("--order", "given")], ["6", "3"]);
});

Deno.test("judge: wrong use is said in one line, without a stack trace", async () => {
  using folder = tempFolder();
  const simulated = ["--judge", "simulated", "--out", folder.path];
  const own = `${folder.path}/polite.ts`;
  writeFileSync(
    own,
    `import { z } from "zod";
    import { judgment, protocol } from "judgebias/judge";
    export default protocol({ name: "polite", summary: "", sample: z.object({ id: z.string() }),
      sampleId: ({ id }) => id, asks: [judgment("base")] });`,
  );
  const cases: [string[], RegExp][] = [
    [["--judge", "j"], /wanted --protocol/],
    [
      ["--protocol", own, ...simulated],
      /wanted --data: the made-up study has no samples of the protocol polite/,
    ],
    [["--protocol", "base"], /wanted --judge/],
    [["--protocol", "base", "--judge", "j"], /wanted --data/],
    [["--protocol", "runes", ...simulated], /wanted a protocol of base,.*found runes/],
    [["--protocol", "base", ...simulated, "--runs", "many"], /wanted a number for --runs, found many/],
    [["--protocol", "base", ...simulated, "--image", "no"], /wanted with, without, both for --image/],
    [["--protocol", "base", ...simulated, "--traits", "kindness=1"], /found "kindness"/],
    [["--protocol", "base", ...simulated, "--decoding", "temperature"], /wanted K=V,… for --decoding/],
    [
      ["--protocol", "base", ...simulated, "--set", "orderz=both"],
      /the options .*found orderz \(is it orders\?\)/,
    ],
    [["--protocol", "base", ...simulated, "--timeout", "2147484"], /timeout from 0.001 to 2147483/],
    [
      ["--protocol", "base", ...simulated, "--timeout", "2147484", "--dry-run"],
      /timeout from 0.001 to 2147483/,
    ],
    [["--protocol", "base", ...simulated, "--concurrency", "0", "--dry-run"], /concurrency from 1 to 10000/],
    [["--protocol", "base", ...simulated, "--limit", "1.5"], /whole number for --limit, found 1.5/],
    [["--protocol", "base", ...simulated, "--runs", "1e9"], /from 1 to 1000, found 1000000000/],
    [["--protocol", "base", ...simulated, "--traits", "noise=01"], /wanted noise from 0 to 1, found "01"/],
  ];
  for (const [i, [args, message]] of cases.entries()) {
    const { code, stderr } = await (i === 0 ? task : judge)(...args);
    assert.equal(code, 2);
    assert.match(stderr, message);
    assert.doesNotMatch(stderr, /\.ts:\d/);
  }
});

Deno.test("judge: pairs without a picture that were to be asked with one are told", async () => {
  using folder = tempFolder();
  const data = dataFile(folder.path, "texts", [pairOf("1", "What?"), pairOf("2", "Who?")]);
  const args = ["--protocol", "base", "--judge", "simulated", "--data", data, "--out", folder.path];
  const told = /^image {5}2 samples have no picture to show: asked without it alone$/m;
  assert.match((await judge(...args, "--image", "both", "--dry-run")).stdout, told);
  assert.match((await judge(...args, "--image", "both")).stdout, told);
  assert.doesNotMatch((await judge(...args, "--image", "without")).stdout, told);
});

for (const signal of ["SIGINT", "SIGHUP"] as const) {
  Deno.test(`judge: Ctrl-C or a closed terminal (${signal}) lets the calls in flight finish, says so, and the next run goes on`, async () => {
    using folder = tempFolder();
    const { data, images } = studyIn(folder.path, 200);
    await using server = await simulatedServer({ latencyMs: 150 });
    const args = ["--protocol", "base", "--judge", "j", "--data", data, "--images", images];
    const out = ["--out", folder.path, "--base-url", server.url];
    const process = new Deno.Command(Deno.execPath(), {
      args: ["run", "--allow-all", "lib/cli/judge.ts", ...args, ...out, "--concurrency", "4"],
      cwd: ROOT,
      env: { NO_COLOR: "1" },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    while (server.answers.size < 4) await new Promise((resume) => setTimeout(resume, 10));
    process.kill(signal);
    const { code, stdout } = await process.output();
    const text = new TextDecoder().decode(stdout);
    assert.equal(code, 1, text);
    assert.match(text, /stopped {3}interrupted/);
    const answered = Number(/(\d+) answered/.exec(text)?.[1]);
    assert.equal(answered, server.answers.size, "whatever was answered is in the journal");
    assert.match(
      (await judge(...args, ...out, "--concurrency", "32")).stdout,
      new RegExp(`${200 - answered} answered, ${answered} done before`),
    );
  });
}

Deno.test("judge: another model than the one asked for is told, and other prompts' results stand beside", async () => {
  using folder = tempFolder();
  const { data, images } = studyIn(folder.path, 3);
  await using server = await simulatedServer();
  const args = ["--protocol", "base", "--judge", "j", "--data", data, "--images", images]
    .concat("--out", folder.path, "--base-url", server.url);
  assert.match(
    (await judge(...args)).stdout,
    /\nserved {4}3 by j-simulated, as the endpoint says; asked for j\n/,
  );
  assert.match(
    (await judge(...args, "--decoding", "temperature=0.5", "--limit", "1")).stdout,
    /unfinished\/base--j\.jsonl: 1 rows, .*2 samples answered to another prompt, decoding or endpoint alone/,
  );
});

Deno.test("judge: --protocol score takes what perturb writes, as the README says, without --images", async () => {
  using folder = tempFolder();
  const perturbed = await inProcess(
    perturb,
    ...["--in", "data/samples/samples.jsonl", "--out", folder.path, "--bias", "visual_transformation"],
  );
  assert.equal(perturbed.code, 0, perturbed.stderr);
  const { code, stdout, stderr } = await judge(
    ...["--protocol", "score", "--judge", "simulated", "--out", `${folder.path}/judged`],
    ...["--data", `${folder.path}/visual_transformation.jsonl`],
  );
  assert.equal(code, 0, stdout + stderr);
  assert.match(stdout, /6 answered, 0 done before, 0 failed/);
});

Deno.test("judge: reads the keys that the task names; another variable is asked for", async () => {
  const { code, stderr } = await task(
    "--protocol",
    "base",
    "--judge",
    "simulated",
    "--key-variable",
    "MY_OWN_KEY",
  );
  assert.equal(code, 2);
  assert.match(stderr, /wanted leave to read MY_OWN_KEY.*--allow-env=MY_OWN_KEY/s);
});

Deno.test("judge: the cost is that of two prices, and unknown without them", async () => {
  using folder = tempFolder();
  const { data, images } = studyIn(folder.path, 2);
  const dry = async (
    ...args: string[]
  ) => (await judge(
    "--protocol",
    "base",
    "--judge",
    "m",
    "--data",
    data,
    "--images",
    images,
    "--dry-run",
    ...args,
  ));
  assert.match((await dry()).stdout, /cost {6}unknown without --prices/);
  assert.match((await dry("--prices", "1,2")).stdout, /at 1 and 2 per million\n/);
  for (const prices of ["1", "1,2,3", "-1,2", "a list.json", "1,"]) {
    const { code, stderr } = await dry("--prices", prices);
    assert.equal(code, 2, prices);
    assert.match(stderr, /wanted two prices for --prices/);
  }
});

Deno.test("judge: a simulated judge of own data takes more distinct words as more informative, and says so", async () => {
  using folder = tempFolder();
  const data = `${folder.path}/data.jsonl`, words = "a dog under the clear sky near two trees".split(" ");
  const lines = Array.from({ length: 40 }, (_, i) => {
    const long = words.slice(0, 5 + i % 4).join(" "), short = Array(9).fill(words[i % 9]).join(" ");
    const [answer_a, answer_b] = i % 2 === 0 ? [long, short] : [short, long];
    return JSON.stringify({ item_id: String(i), query: "What is there?", answer_a, answer_b, human: "A" });
  });
  writeFileSync(data, lines.join("\n"));
  const richer = async (share: number) => {
    const traits = ["--traits", `informativeness=${share}`], out = `${folder.path}/${share}`;
    const args = ["--protocol", "base", "--judge", "simulated", ...traits, "--data", data, "--out", out];
    const { code, stdout, stderr } = await judge(...args);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /no label is read: more informative is the answer that .* has more distinct words/);
    const rows = readFileSync(`${out}/results/base--simulated.jsonl`, "utf8").trim().split("\n");
    return rows.filter((row, i) => JSON.parse(row).choice === "AB"[i % 2]).length;
  };
  assert.equal(await richer(1), 40);
  assert.ok(await richer(0) < 35);
});
