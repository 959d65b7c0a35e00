import assert from "node:assert/strict";
import { appendFileSync, readFileSync } from "node:fs";
import { writeResults } from "@/judge/results/write_results.ts";
import { simulatedServer } from "../simulated_server.ts";
import { random } from "@/stats/random.ts";
import { place, repliesOf } from "../study.ts";

/** Kills, and pairs that last for them; `FULL_SIZE=1` takes the larger numbers. */
const [KILLS, PAIRS] = Deno.env.has("FULL_SIZE") ? [20, 250] : [4, 60];
const CONCURRENCY = 4;

const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

/** Starts a run in a process of its own. */
function child(options: Record<string, unknown>): Deno.ChildProcess {
  const program = `import { runJudge } from "judgebias/judge"; await runJudge(JSON.parse(Deno.args[0]));`;
  const args = ["eval", program, JSON.stringify(options)];
  return new Deno.Command(Deno.execPath(), { args, stdout: "null", stderr: "piped" }).spawn();
}

Deno.test(`killed ${KILLS} times at random moments and resumed, the results equal an undisturbed run's`, async () => {
  const generator = random(7), traits = { noise: 0.3, malformed: 0.1 };
  // A run is answered so many calls more and waits for the rest: it never ends before it is killed, however busy the machine.
  let room = Infinity;
  const interfere: () => boolean = () => server.answers.size >= room;
  const server = await simulatedServer({ traits, latencyMs: 40, interfere });
  await using at = await place(server, { pairs: PAIRS, protocol: "birch", concurrency: CONCURRENCY });
  const options = { ...at.options, out: `${at.path}/killed` };
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
  const last = await at.run(options);
  assert.ok(last.skipped > 0 && last.done > 0, `${last.skipped} done before, ${last.done} by the last run`);
  assert.ok(server.answers.size > asked, "the last run asks what was left");
  const answers = [...server.answers.values()].reduce((a, b) => a + b), twice = answers - server.answers.size;
  assert.ok(twice <= KILLS * CONCURRENCY, "a kill loses at most the calls in flight");
  const verdicts = repliesOf(last.journal);
  assert.equal(new Set(verdicts.map(({ key }) => key)).size, verdicts.length, "no verdict twice");
  await using calm = await simulatedServer({ traits });
  const undisturbed = `${at.path}/undisturbed`;
  await at.run({ baseURL: calm.url, out: undisturbed, concurrency: 16 });
  const [one] = await writeResults(options.out), [two] = await writeResults(undisturbed);
  assert.equal(one.rows, PAIRS);
  assert.equal(readFileSync(one.path, "utf8"), readFileSync(two.path, "utf8"));
});
