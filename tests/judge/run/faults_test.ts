import assert from "node:assert/strict";
import { journalResults } from "@/judge/results/journal_results.ts";
import { simulatedServer } from "../simulated_server.ts";
import { type FaultKind, FAULTS, faultyServer } from "../http_faults.ts";
import { holds, place, repliesOf, samples } from "../study.ts";

/** Requests in the suite; `FULL_SIZE=1` takes the full number. */
const REQUESTS = Deno.env.has("FULL_SIZE") ? 2000 : 400;

Deno.test(`faults: ${REQUESTS} requests under 25% faults end judged exactly once or listed with their reason`, async () => {
  const asked = { pairs: REQUESTS, endpoint: "the same", concurrency: 32, timeout: 0.5, retries: 3 };
  await using at = await place(faultyServer({ rate: 0.25, seed: 3 }), asked);
  const { stopped, done, failures, journal } = await at.run();
  assert.deepEqual([...at.server.faults.keys()].sort(), [...FAULTS].sort(), "every kind of fault was met");
  assert.deepEqual([stopped, done + failures.length], [null, REQUESTS]);
  const verdicts = repliesOf(journal), judged = new Set(verdicts.map(({ sample_id }) => sample_id));
  assert.deepEqual([judged.size, verdicts.length], [done, done], "no sample twice");
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
const REASONS: Record<FaultKind, RegExp> = {
  "429": /^429/,
  "429_retry_after": /^429/,
  "500": /^500/,
  "502_html": /^502/,
  timeout: /time/i,
  reset_before: /connection/i,
  reset_mid_reply: /TypeError/,
  short_content_length: /SyntaxError|TypeError|onnection/,
  cut_chunks: /TypeError/,
  bad_gzip: /TypeError/,
  stall: /time/i,
  truncated_json: /SyntaxError/,
  "200_empty": /empty|SyntaxError/,
  "200_null": /empty body/,
  "200_html": /no JSON/,
  "200_no_choices": /no choice/,
  "200_choice_without_message": /without a message/,
  "200_error": /with an error: .*overloaded/,
  redirect_loop: /^307: redirects/,
};

Deno.test("faults: each kind, when it is all there is, fails after the attempts allowed and is named", async () => {
  await Promise.all(FAULTS.map(async (kind) => {
    // Short where nothing else ends the attempt; a busy machine must not time out the others.
    const timeout = ["timeout", "stall"].includes(kind) ? 2 : 30;
    const asked = { data: samples(1), timeout, retries: 1 };
    await using at = await place(faultyServer({ rate: 1, kinds: [kind] }), asked);
    const { done, failures: [{ reason }] } = await at.run();
    assert.deepEqual([done, at.server.faults.get(kind)], [0, 2], `attempts at ${kind}`);
    assert.match(reason, REASONS[kind], `${kind}: ${reason}`);
  }));
});
