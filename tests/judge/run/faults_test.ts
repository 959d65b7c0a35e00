import assert from "node:assert/strict";
import { summaryText } from "@/cli/judge_report.ts";
import { readFileSync } from "node:fs";
import { simulatedServer } from "../simulated_server.ts";
import { type FaultKind, FAULTS, faultyServer } from "../http_faults.ts";
import { holds, place, repliesOf, samples } from "../study.ts";
import { journalResults } from "../journal_results.ts";

/** Requests in the suite; `FULL_SIZE=1` takes the full number. */
const REQUESTS = Deno.env.has("FULL_SIZE") ? 2000 : 240;

Deno.test(`faults: ${REQUESTS} requests under 25% faults end judged exactly once or listed with their reason`, async () => {
  const asked = { pairs: REQUESTS, endpoint: "the same", concurrency: 32, timeout: 0.5, retries: 3 };
  await using at = await place(faultyServer({ rate: 0.25, seed: 8 }), asked);
  const summary = await at.run(), { stopped, done, failures, journal, repeated } = summary;
  assert.deepEqual([...at.server.faults.keys()].sort(), [...FAULTS].sort(), "every kind of fault was met");
  assert.deepEqual([stopped, done + failures.length], [null, REQUESTS]);
  const verdicts = repliesOf(journal), judged = new Set(verdicts.map(({ sample_id }) => sample_id));
  assert.deepEqual([judged.size, verdicts.length], [done, done], "no sample twice");
  assert.ok(repeated >= verdicts.reduce((sum, { attempts }) => sum + attempts - 1, failures.length));
  assert.match(summaryText(summary, { judge: "j" }), / failed, [\d,]+ requests repeated in /);
  for (const { sample_id, reason } of failures) {
    assert.ok(!judged.has(sample_id) && reason.length > 5, reason);
  }
  assert.ok(verdicts.every(({ verdict }) => verdict.status === "ok"), "no fault became a verdict");
  assert.equal(journalResults(journal).frame.height, done);
  await using calm = await simulatedServer();
  holds(await at.run({ baseURL: calm.url, timeout: undefined }), { done: failures.length, skipped: done });
  assert.equal(journalResults(journal).frame.height, REQUESTS);
});

/** What each fault is called when it is all there is. */
const REASONS: Record<FaultKind, string> = JSON.parse(
  readFileSync(new URL("fault_reasons.json", import.meta.url), "utf8"),
);

Deno.test("faults: each kind, when it is all there is, fails after the attempts allowed and is named", async () => {
  await Promise.all(FAULTS.map(async (kind) => {
    // Short where nothing else ends the attempt, a busy machine aside; what broke off unanswered may have to be paid.
    const timeout = ["timeout", "stall"].includes(kind) ? 2 : 240;
    const asked = { data: samples(1), timeout, retries: 1 };
    await using at = await place(faultyServer({ rate: 1, kinds: [kind] }), asked);
    const { done, failures: [{ reason }], tokens, estimated } = await at.run();
    const isTold = kind !== "reset_before" || tokens.output === 800 && estimated > 800;
    assert.deepEqual([done, at.server.faults.get(kind), isTold], [0, 2, true], `attempts at ${kind}`);
    assert.match(reason, new RegExp(REASONS[kind]), `${kind}: ${reason}`);
  }));
});
