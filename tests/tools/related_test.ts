import assert from "node:assert/strict";
import { inProcess } from "../cli/in_process.ts";
import modules from "./modules_to_relate.json" with { type: "json" };
import { command as quick } from "./quick.ts";
import { testsOf } from "./related.ts";

Deno.test("tests of a change: the nearest by imports, then its room, examples too; data by the modules that name it", () => {
  const doors = { judgebias: "lib/mod.ts" };
  const near = [
    "lib/metrics/a.ts",
    ..."metrics/cases metrics/a level metrics/far".split(" ").map((one) => `tests/${one}_test.ts`),
  ];
  const farther = ["tests/contract_test.ts", "lib/report/d.ts"];
  assert.deepEqual(testsOf(modules, ["lib/metrics/a.ts"], doors), [...near, ...farther]);
  assert.equal(testsOf(modules, ["data/c.json"], doors).length, 7);
  // A door changes along with what it exports, and is no reason to begin with what else goes through it.
  const added = testsOf(modules, ["lib/mod.ts", "data/c.json", "lib/metrics/a.ts"], doors);
  assert.deepEqual(added.slice(0, 3), near.slice(0, 3));
  assert.ok(added.indexOf("tests/contract_test.ts") < added.indexOf("tests/metrics/far_test.ts"));
  assert.deepEqual(testsOf(modules, ["tests/stats/e_test.ts"]), ["tests/stats/e_test.ts"]);
  // Two rooms have cases of this name, and a longer name ends in it.
  const own = testsOf(modules, ["tests/report/cases.jsonl"]);
  assert.deepEqual(own, ["tests/report/cases_test.ts"]);
  const [first] = testsOf(modules, ["lib/mod.ts", "lib/metrics/a.ts", "tests/property/asked.jsonl"], doors);
  assert.equal(first, "tests/property/g_test.ts", "what reads a changed list, by a module of its own");
});

Deno.test("quick runs a long test that itself changed, and no other", async () => {
  const listed = async (path: string) => (await inProcess(quick, "--list", path)).stdout;
  const long = "tests/hypotheses/no_certainty_test.ts";
  assert.match(await listed(long), new RegExp(long));
  assert.doesNotMatch(await listed("lib/hypotheses/judges_differ.ts"), new RegExp(long));
});
