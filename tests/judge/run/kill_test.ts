import assert from "node:assert/strict";
import { appendFileSync, readFileSync } from "node:fs";
import { writeResults } from "@/judge/results/write_results.ts";
import { runJudge } from "@/judge/run/run_judge.ts";
import { simulatedServer } from "../simulated_server.ts";
import { random } from "@/stats/random.ts";
import { repliesOf, studyIn } from "../study.ts";
import { tempFolder } from "../temp_folder.ts";

/** Kills, and pairs that last for them; `FULL_SIZE=1` takes the larger numbers. */
const [KILLS, PAIRS] = Deno.env.has("FULL_SIZE") ? [20, 250] : [6, 90];
const CONCURRENCY = 4;

/** Starts a run in a process of its own. */
function child(options: Record<string, unknown>): Deno.ChildProcess {
  const program =
    `import { runJudge } from "@/judge/run/run_judge.ts"; await runJudge(JSON.parse(Deno.args[0]));`;
  return new Deno.Command(Deno.execPath(), {
    args: ["eval", program, JSON.stringify(options)],
    stdout: "null",
    stderr: "piped",
  }).spawn();
}

Deno.test(`killed ${KILLS} times at random moments and resumed, the results equal an undisturbed run's`, async () => {
  using folder = tempFolder();
  const { data, images } = studyIn(folder.path, PAIRS);
  const generator = random(7);
  // A run is answered so many calls more and waits for the rest: it never ends before it is killed, however busy the machine.
  let room = Infinity;
  await using server = await simulatedServer({
    ...{ traits: { noise: 0.3, malformed: 0.1 }, latencyMs: 40 },
    interfere: () => server.answers.size >= room,
  });
  const options = {
    ...{ protocol: "birch", data, images, judge: "j", baseURL: server.url, silent: true },
    ...{ out: `${folder.path}/killed`, concurrency: CONCURRENCY },
  };
  let midway = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const before = server.answers.size;
    room = before + Math.floor(PAIRS / KILLS);
    const process = child(options);
    // Either while it works, or while it still reads the journal.
    if (generator.uniform() < 0.8) {
      while (server.answers.size === before) await pause(5);
    }
    await pause(250 * generator.uniform());
    process.kill("SIGKILL");
    const { signal, stderr } = await process.output();
    assert.equal(signal, "SIGKILL", new TextDecoder().decode(stderr));
    if (server.answers.size > before) midway++;
    // Now and then the kill came in the middle of what was written last.
    if (kill % 3 === 0) {
      appendFileSync(`${options.out}/journals/birch--j.sqlite-wal`, new Uint8Array(777).fill(7));
    }
  }
  assert.ok(midway > KILLS / 2, `${midway} kills while it worked`);
  room = Infinity;
  const asked = server.answers.size;
  const last = await runJudge(options);
  assert.ok(last.skipped > 0 && last.done > 0, `${last.skipped} done before, ${last.done} by the last run`);
  assert.ok(server.answers.size > asked);
  const answers = [...server.answers.values()].reduce((a, b) => a + b);
  assert.ok(answers - server.answers.size <= KILLS * CONCURRENCY, "a kill loses at most the calls in flight");
  const verdicts = repliesOf(last.journal);
  assert.equal(new Set(verdicts.map(({ key }) => key)).size, verdicts.length, "no verdict twice");

  await using calm = await simulatedServer({ traits: { noise: 0.3, malformed: 0.1 } });
  const undisturbed = `${folder.path}/undisturbed`;
  await runJudge({ ...options, baseURL: calm.url, out: undisturbed, concurrency: 16 });
  const [one] = await writeResults(options.out), [two] = await writeResults(undisturbed);
  assert.equal(one.rows, PAIRS);
  assert.equal(readFileSync(one.path, "utf8"), readFileSync(two.path, "utf8"));
});

function pause(ms: number): Promise<void> {
  return new Promise((resume) => setTimeout(resume, ms));
}
