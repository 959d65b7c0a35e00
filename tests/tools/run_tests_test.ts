import assert from "node:assert/strict";
import { docExamples, examplesModule } from "./doc_examples.ts";
import { ImportGraph, projectFiles } from "./import_graph.ts";
import { ROOT } from "@/cli/project.ts";
import { ALONE, roomModule } from "./test_rooms.ts";
import { testsLeftOut } from "./tests_until.ts";

const FENCE = "```";

Deno.test("examples of the documentation: where they stand, blocks marked further are none", () => {
  const module = `import x from "x";
/**
 * Words.
 *
 * ${FENCE}ts
 * import assert from "node:assert/strict";
 * assert.ok(true);
 * ${FENCE}
 */
export const a = 1; // ${FENCE}ts
/**
 * ${FENCE}ts ignore
 * no.example();
 * ${FENCE}
 */
`;
  assert.deepEqual(docExamples("a.ts", module), [
    { file: "a.ts", line: 6, code: 'import assert from "node:assert/strict";\nassert.ok(true);\n' },
  ]);
  const [one, two] = docExamples(
    "b.md",
    `${FENCE}ts\n1;\n${FENCE}\n${FENCE}sh\nls\n${FENCE}\n\n${FENCE}ts\n2;\n${FENCE}\n`,
  );
  assert.deepEqual([one.line, one.code, two.line, two.code], [2, "1;\n", 9, "2;\n"]);
});

Deno.test("examples share a module, not their names; one that fails is a test that fails", async () => {
  const examples = [
    'import assert, { equal as same } from "node:assert/strict";\nimport type { X } from "./absent.ts";\nsame(1, 1);\nassert(true);',
    'import * as assert from "node:assert/strict";\nconst same = 2;\nassert.equal(same, 3);',
    'import {\n  equal,\n  type AssertPredicate,\n} from "node:assert/strict";\nequal(await Promise.resolve(1), 1);',
  ].map((code, i) => ({ file: "lib/a.ts", line: i + 1, code: `${code}\n` }));
  const folder = await Deno.makeTempDir({ dir: ROOT, prefix: ".examples-" });
  try {
    await Deno.writeTextFile(`${folder}/a_test.ts`, examplesModule(examples));
    const { code, stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["test", "--no-check", `${folder}/a_test.ts`],
      cwd: ROOT,
      env: { NO_COLOR: "1" },
    }).output();
    assert.equal(code, 1);
    const text = new TextDecoder().decode(stdout);
    assert.match(
      text,
      /lib\/a\.ts:1 \.\.\. ok[\s\S]*lib\/a\.ts:2 \.\.\. FAILED[\s\S]*lib\/a\.ts:3 \.\.\. ok/,
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("test files share an isolate: who fails is named by file and line, and a file that does not load fails alone", async () => {
  const folder = await Deno.makeTempDir({ dir: ROOT, prefix: ".examples-" });
  const files = {
    "fails_test.ts": '\nDeno.test("no", () => { throw new Error("no"); });\n',
    "torn_test.ts": 'Deno.test("before", () => {});\nthrow new Error("torn");\n',
    "holds_test.ts": 'Deno.test("yes", () => {});\nDeno.test.ignore("left out", () => {});\n',
  };
  try {
    const name = folder.slice(ROOT.length);
    for (const [file, text] of Object.entries(files)) await Deno.writeTextFile(`${folder}/${file}`, text);
    const module = roomModule([...Object.keys(files), "absent_test.ts"].map((file) => `${name}/${file}`));
    await Deno.writeTextFile(`${folder}/room_test.ts`, module);
    const { code, stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["test", "--no-check", "--allow-read", `${folder}/room_test.ts`],
      cwd: ROOT,
      env: { NO_COLOR: "1" },
    }).output();
    const text = new TextDecoder().decode(stdout);
    assert.equal(code, 1);
    assert.match(text, /FAILED \| 2 passed \| 3 failed \| 1 ignored/);
    assert.match(text, new RegExp(`\\nno => ./${name}/fails_test.ts:2:`));
    for (const file of ["torn", "absent"]) {
      assert.ok(text.includes(`${name}/${file}_test.ts loads => `), file);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("files that need an isolate of their own are there", () => {
  const tests = projectFiles(["tests"]);
  for (const file of Object.keys(ALONE)) assert.ok(tests.includes(file), file);
  const snapshots = tests.filter((file) =>
    file.endsWith("_test.ts") && Deno.readTextFileSync(ROOT + file).includes("t.assert" + "Snapshot(")
  );
  assert.deepEqual(snapshots.filter((file) => !(file in ALONE)), [], "snapshots are kept per module");
});

Deno.test("every example of the library becomes a test", () => {
  const files = projectFiles(["lib"]).filter((file) => file.endsWith(".ts"));
  let fences = 0, found = 0;
  for (const file of files) {
    const text = Deno.readTextFileSync(ROOT + file);
    fences += text.match(/^ *\* ```ts$/gm)?.length ?? 0;
    found += docExamples(file, text).length;
  }
  assert.ok(found > 300);
  assert.equal(found, fences);
});

Deno.test("what a file reaches: through its imports, through a door only what it takes, programs that it starts", () => {
  const graph = new ImportGraph();
  const reached = graph.reach("tests/x_test.ts", 'import { wilson } from "judgebias/stats";');
  assert.ok(reached.has("lib/stats/wilson.ts") && reached.has("lib/stats/normal_quantile.ts"));
  assert.ok(!reached.has("lib/stats/elastic_net.ts"));
  const all = graph.reach("tests/x_test.ts", 'import * as stats from "judgebias/stats";');
  assert.ok(all.has("lib/stats/elastic_net.ts"));
  const lazy = graph.reach("lib/a.ts", 'const { philautia } = await import("judgebias");');
  assert.ok(lazy.has("lib/metrics/philautia.ts") && lazy.has("lib/results/caption_codes.ts"));
  assert.ok(
    graph.reach("tests/cli/judge_test.ts").has("lib/judge/run/run_judge.ts"),
    "a program that a test starts",
  );
});

Deno.test("imports of types are not run", () => {
  const graph = new ImportGraph();
  const reached = graph.reach(
    "tests/x_test.ts",
    'import type { Philautia } from "judgebias";\nimport { type Contrast, wilson } from "@/stats/wilson.ts";\nexport type { A } from "@/stats/elastic_net.ts";',
  );
  assert.ok(reached.has("lib/stats/wilson.ts"));
  assert.ok(!reached.has("lib/metrics/philautia.ts") && !reached.has("lib/stats/elastic_net.ts"));
});

Deno.test("how far a test is from a change: imports between them, through a door straight to the file of a name", () => {
  const away = new ImportGraph().distancesTo(["lib/stats/wilson.ts"]);
  assert.equal(away("lib/stats/wilson.ts"), 0);
  assert.equal(away("tests/x_test.ts", 'import { wilson } from "judgebias/stats";'), 1);
  assert.equal(away("tests/x_test.ts", 'import * as stats from "judgebias/stats";'), 2);
  assert.equal(away("tests/x_test.ts", 'import { elasticNet } from "@/stats/elastic_net.ts";'), Infinity);
  const [direct, door] = [away("lib/metrics/corrected_rate.ts"), away("lib/mod.ts")];
  assert.ok(direct < door && door < Infinity);
});

Deno.test("a run that is interrupted: failures with their reason, and which files it did not come to", async () => {
  const folder = await Deno.makeTempDir({ dir: ROOT, prefix: ".examples-" });
  const name = folder.slice(ROOT.length);
  const files = {
    "near_test.ts":
      '\nDeno.test("a <b>", () => { throw new Error("why & what"); });\nDeno.test("c", () => {});\n',
    // One test tells that the run has come to it.
    "slow_test.ts":
      'Deno.test("under way", async () => { Deno.writeTextFileSync(new URL("begun", import.meta.url), ""); await new Promise((done) => setTimeout(done, 60_000)); });\n',
    "far_test.ts": 'Deno.test("far", () => {});\n',
  };
  try {
    for (const [file, text] of Object.entries(files)) await Deno.writeTextFile(`${folder}/${file}`, text);
    const [near, slow, far] = Object.keys(files).map((file) => `${name}/${file}`);
    await Deno.writeTextFile(`${folder}/room_test.ts`, roomModule([near, slow]));
    await Deno.writeTextFile(`${folder}/last_test.ts`, roomModule([far]));
    const child = new Deno.Command(Deno.execPath(), {
      args: [
        "test",
        "--no-check",
        "--allow-all",
        `--junit-path=${folder}/junit.xml`,
        "room_test.ts",
        "last_test.ts",
      ],
      cwd: folder,
      stdout: "null",
      stderr: "null",
    }).spawn();
    const watcher = Deno.watchFs(folder);
    for await (const { paths } of watcher) if (paths.some((path) => path.endsWith("begun"))) break;
    child.kill("SIGINT");
    await child.status;
    const junit = (await Deno.readTextFile(`${folder}/junit.xml`)).replaceAll('"./', `"./${name}/`);
    const room = (tests: string[]) => ({ room: "", band: 0, path: "", tests, examples: [] });
    const { passed, failed, files: left } = testsLeftOut(
      junit,
      [room([near, slow]), room([far])],
      () => false,
    );
    assert.equal(passed, 1);
    assert.deepEqual(failed.map(({ name, file }) => [name, file]), [["a <b>", near]]);
    assert.match(failed[0].message, /why & what/);
    assert.deepEqual(left, [slow, far]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("quick: a metric that its door begins to export is looked for in the README's table", () => {
  const away = new ImportGraph().distancesTo(["lib/mod.ts"]);
  assert.equal(away("tests/readme_test.ts"), 1);
});
