import assert from "node:assert/strict";
import { journalResults } from "@/judge/results/journal_results.ts";
import { runJudge } from "@/judge/run/run_judge.ts";
import { simulatedServer } from "../simulated_server.ts";
import { type FaultKind, FAULTS, faultyServer } from "../http_faults.ts";
import { repliesOf, runOf, studyIn } from "../study.ts";
import { tempFolder } from "../temp_folder.ts";

/** Requests in the suite; `FULL_SIZE=1` takes the full number. */
const REQUESTS = Deno.env.has("FULL_SIZE") ? 2000 : 400;

Deno.test(`faults: ${REQUESTS} requests under 25% faults end judged exactly once or listed with their reason`, async () => {
  using folder = tempFolder();
  const { data, images } = studyIn(folder.path, REQUESTS);
  await using server = await faultyServer({ rate: 0.25, seed: 3 });
  const summary = await runJudge({
    ...runOf({ data, images }, server.url, folder.path),
    endpoint: "the same",
    concurrency: 32,
    timeout: 0.5,
    retries: 3,
  });
  assert.deepEqual([...server.faults.keys()].sort(), [...FAULTS].sort(), "every kind of fault was met");
  assert.equal(summary.stopped, null);
  assert.equal(summary.done + summary.failures.length, REQUESTS);
  const verdicts = repliesOf(summary.journal);
  const judged = verdicts.map(({ sample_id }) => sample_id);
  assert.equal(new Set(judged).size, judged.length, "no sample twice");
  assert.equal(judged.length, summary.done);
  for (const { sample_id, reason } of summary.failures) {
    assert.ok(!judged.includes(sample_id));
    assert.ok(reason.length > 5, reason);
  }
  assert.ok(verdicts.every(({ verdict }) => verdict.status === "ok"), "no fault became a verdict");
  assert.equal(journalResults(summary.journal).frame.height, summary.done);

  await using calm = await simulatedServer();
  const rest = await runJudge({
    ...runOf({ data, images }, calm.url, folder.path),
    endpoint: "the same",
  });
  assert.deepEqual([rest.done, rest.skipped], [summary.failures.length, summary.done]);
  assert.equal(journalResults(summary.journal).frame.height, REQUESTS);
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
    using folder = tempFolder();
    const { data, images } = studyIn(folder.path, 1);
    await using server = await faultyServer({ rate: 1, kinds: [kind] });
    const summary = await runJudge({
      ...runOf({ data, images }, server.url, folder.path),
      // Short where nothing else ends the attempt; a busy machine must not time out the others.
      timeout: ["timeout", "stall"].includes(kind) ? 0.5 : 30,
      retries: 1,
    });
    assert.equal(summary.done, 0, kind);
    assert.equal(server.faults.get(kind), 2, `attempts at ${kind}`);
    assert.match(summary.failures[0].reason, REASONS[kind], `${kind}: ${summary.failures[0].reason}`);
  }));
});
