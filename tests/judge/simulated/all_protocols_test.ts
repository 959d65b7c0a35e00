import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { PROTOCOLS } from "@/judge/protocols/index.ts";
import { journalResults } from "@/judge/results/journal_results.ts";
import { runJudge } from "@/judge/run/run_judge.ts";
import { scenePicture } from "@/judge/simulated/simulated_study.ts";
import { simulatedServer } from "../simulated_server.ts";
import { SAMPLES } from "../protocols/samples.ts";
import { repliesOf } from "../study.ts";
import { tempFolder } from "../temp_folder.ts";

const SCENE = ["red circle", "blue ring", "green cross"];
const RIGHT = "There is a red circle, there is a blue ring.",
  WRONG = "There is a yellow square, there is a red ring.";

/** A line of every protocol with a drawn scene as picture, and answers about it. */
function sample(name: string, images: string): Record<string, unknown> {
  const line = { ...SAMPLES[name] };
  for (const key of ["image", "unbiased_image", "biased_image"]) {
    if (typeof line[key] !== "string") continue;
    line[key] = (line[key] as string).replace(/\.\w+$/, ".png");
    mkdirSync(dirname(`${images}/${line[key]}`), { recursive: true });
    writeFileSync(`${images}/${line[key]}`, scenePicture(SCENE));
  }
  if ("answer_a" in line) {
    Object.assign(line, { answer_a: RIGHT, answer_b: `${WRONG} It is all that there is to see in here.` });
  }
  if ("caption" in line) line.caption = RIGHT;
  return line;
}

for (const name of Object.keys(PROTOCOLS)) {
  Deno.test(`simulated judge: answers ${name} over HTTP in the form its prompts ask for`, async () => {
    using folder = tempFolder();
    await using server = await simulatedServer();
    const summary = await runJudge({
      ...{ protocol: name, data: [sample(name, folder.path)], images: folder.path, judge: "j", silent: true },
      ...{
        baseURL: server.url,
        out: folder.path,
        conditions: { images: [true], orders: ["given", "swapped"], runs: 2 },
      },
    });
    assert.deepEqual([summary.failures, summary.unasked, summary.stopped], [[], 0, null]);
    assert.ok(summary.done > 0);
    const verdicts = repliesOf(summary.journal);
    // The biased side of the sample has no instruction: there the abstention prompt's way out is right.
    const right = name === "abstention" ? ["ok", "abstained"] : ["ok"];
    for (const { verdict, reply } of verdicts) {
      assert.ok(right.includes(verdict.status), `${verdict.status}: ${verdict.reason}: ${reply.text}`);
    }
    const { frame, name: kind, missing } = journalResults(summary.journal);
    assert.equal(kind, PROTOCOLS[name].frame);
    assert.equal(missing, 0);
    assert.ok(frame.height > 0);
    assert.equal(new Set(frame.getColumn("provenance")).size, 1);
    assert.equal(frame.getColumn("provenance").get(0), "simulated");
  });
}
