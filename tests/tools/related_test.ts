import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { ROOT } from "@/cli/project.ts";
import { inProcess } from "../cli/in_process.ts";
import { tried } from "../outcomes/outcomes.ts";
import cases from "./quick.json" with { type: "json" };
import seconds from "./seconds.json" with { type: "json" };
import { command as quick, outcome, resultOf } from "./quick.ts";
import { testsOf } from "./related.ts";

Deno.test("tests of a change: the nearest by imports and by how long they take, those first that it edits", () => {
  for (const { why, changed, gives, seconds: takes = {} } of cases.reached) {
    const found = testsOf(cases.modules, changed, cases.doors, takes as Record<string, number>);
    assert.deepEqual(found.map(({ file }) => file), gives, why);
  }
  const gone = Object.keys(seconds).filter((file) => !existsSync(ROOT + file));
  assert.deepEqual(gone, [], "seconds of tests that are no more");
});

Deno.test("quick is green where nothing failed and the nearest did run, and names what time did not reach", () => {
  for (const { why, reached, done, says, failed = [], long = [] } of cases.ends) {
    assert.match(String(tried(() => outcome({ reached, long, failed, done }))), new RegExp(says), why);
  }
  for (const { said, success = false, signal = null, isStopped = false, gives, why } of cases.results) {
    assert.deepEqual(resultOf(["x_test.ts"], said, { success, signal, isStopped }), gives, why);
  }
});

Deno.test("quick runs a long test that itself changed, and no other", async () => {
  const listed = async (path: string) => (await inProcess(quick, "--list", path)).stdout;
  const long = "tests/hypotheses/no_certainty_test.ts";
  assert.match(await listed(long), new RegExp(long));
  assert.doesNotMatch(await listed("lib/hypotheses/judges_differ.ts"), new RegExp(long));
});
