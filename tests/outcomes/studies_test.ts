import { mkdirSync, writeFileSync } from "node:fs";
import * as judging from "judgebias/judge";
import { JudgeFault } from "@/judge/transport/judge.ts";
import { filledRaster, writeImage } from "@/perturb/image_files.ts";
import { SAMPLES } from "../judge/protocols/samples.ts";
import { jsonLines } from "../judge/study.ts";
import { tempFolder } from "../judge/temp_folder.ts";
import { Outcomes } from "./outcomes.ts";

/** What a judge gives: a reply, or what it throws. */
type Given = judging.JudgeReply & {
  fault?: JudgeFault["fault"];
  throws?: object;
};

/** A judge that says one after the other, and begins anew. */
function scripted(says: readonly Given[], name: string): judging.Judge {
  let asked = 0;
  return {
    name,
    ask() {
      const { fault, throws, ...given } = says[asked++ % says.length];
      if (fault) return Promise.reject(new JudgeFault(fault, given.attempts, given.lost));
      return throws ? Promise.reject(Object.assign(new Error("no"), throws)) : Promise.resolve(given);
    },
  };
}

Deno.test("studies end, are planned, reread and written down as is kept, run after run", async () => {
  const outcomes = new Outcomes("studies");
  using folder = tempFolder();
  const images = `${folder.path}/images`;
  mkdirSync(images);
  for (const [i, name] of ["cat.png", "7.jpg", "c.png", "k.png", "q.png", "sum.png", "black.png"].entries()) {
    const picture = filledRaster(100 + 180 * i, 90 + 130 * i, [9, 9, 9]);
    writeFileSync(`${images}/${name}`, await writeImage(picture, name.endsWith("jpg") ? "jpeg" : "png"));
  }
  for (
    const [s, { protocol, count, runs, judge = "j", ...study }] of jsonLines("tests/outcomes/studies.jsonl")
      .entries()
  ) {
    const out = `${folder.path}/${s}`, sample = SAMPLES[protocol];
    const id = ["item_id", "id", "image_id"].find((name) => name in sample)!;
    const data = Array.from({ length: count }, (_, i) => ({ ...sample, [id]: `${i}`, ...study.each?.[i] }));
    /** What is said of it, without what differs from time to time. */
    const tell = async (name: string, call: () => unknown) => {
      const told = JSON.stringify(
        await Promise.try(call).catch((error) => `${error}`),
        (_, value) => value?.toRecords?.() ?? value,
      );
      const kept = told.replaceAll(folder.path, "").replace(/"(at|seconds)":("[^"]*"|[\d.e-]+)/g, "");
      outcomes.of(`${s} ${protocol} ${name}`, [
        kept.startsWith("{") ? JSON.parse(kept.replace(/(?<=[{,]),+|,+(?=})/g, "")) : kept,
      ]);
    };
    for (const [r, { says = study.says, ...told }] of runs.entries()) {
      const options = { protocol, data, images, out, silent: true, concurrency: 1, ...told };
      const path = `${out}/journals/${protocol}--${judge}.sqlite`, of = (name: string) => `run ${r}: ${name}`;
      await tell(of("ends"), () => judging.runJudge({ ...options, judge: scripted(says, judge) }));
      const { concurrency: _1, silent: _2, giveUpAfter: _3, maxCost: _4, ...plan } = options;
      await tell(of("plan"), () => judging.planJudge({ ...plan, judge: scripted(says, judge) }));
      await tell(of("rows"), () => judging.journalResults(path));
      if (r < runs.length - 1) continue;
      await tell(of("reread"), () => judging.reread(path));
      await tell(of("written"), () => judging.writeResults(out));
      await tell(of("replies"), () => {
        judging.exportReplies(path, `${out}/replies.jsonl`);
        return jsonLines(`${out}/replies.jsonl`);
      });
    }
  }
  outcomes.hold();
});
