import assert from "node:assert/strict";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { ingestBatch, journalResults, type Judge, runJudge, writeBatch } from "judgebias/judge";
import { random } from "@/stats/random.ts";
import { completion, dataFile, repliesOf } from "../study.ts";
import { tempFolder } from "../temp_folder.ts";

/** A judge that knows the right answer says its letter. */
const verdictOn = (request: unknown) => {
  const text = JSON.stringify(request);
  return text.indexOf("GOOD") < text.indexOf("BAD") ? "[[A]]" : "[[B]]";
};

async function ordealOf(seed: number): Promise<void> {
  using folder = tempFolder();
  const { integer, uniform } = random(seed), turned = [false, false, false, false];
  let made = 0, failing = 0;
  const judge: Judge = {
    name: "j",
    ask(request) {
      if (uniform() < failing) return Promise.reject(new Error("refused"));
      made++;
      return Promise.resolve({ reply: { text: verdictOn(request.messages) } });
    },
  };
  const pairs = () =>
    dataFile(
      folder.path,
      "pairs",
      turned.map((isTurned, i) => {
        const [answer_a, answer_b] = isTurned ? [`BAD ${i}`, `GOOD ${i}`] : [`GOOD ${i}`, `BAD ${i}`];
        return { item_id: `${i}`, query: "?", answer_a, answer_b, human: isTurned ? "B" : "A" };
      }),
    );
  const journal = `${folder.path}/journals/base--j.sqlite`, files = new Set<string>(), done: string[] = [];
  const whole = { protocol: "base", judge, out: folder.path, silent: true, giveUpAfter: 0 };
  for (let step = 0; step < 40; step++) {
    const orders = ([["given"], ["swapped"], ["given", "swapped"]] as const)[integer(3)];
    const more = uniform() < 0.3 ? { limit: integer(1, 5) } : {};
    const options = { ...whole, data: pairs(), conditions: { orders: [...orders] }, ...more };
    const act = ["turn", "turn", "run", "run", "write", "ingest", "withdraw"][integer(7)], [file] = files;
    done.push(act);
    if (act === "turn") turned[integer(4)] = uniform() < 0.5;
    else if (act === "run") {
      failing = uniform() < 0.4 ? uniform() : 0;
      await runJudge(options);
    } else if (act === "write") { for (const file of (await writeBatch(options)).files) files.add(file); }
    else if (file && act === "withdraw") {
      renameSync(file, file.replace("input", "withdrawn"));
      files.delete(file);
    } else if (file && act === "ingest") {
      const asked = readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line));
      const answers = asked.filter(() => uniform() < 0.7).map(({ custom_id, body }) => ({
        ...{ custom_id, error: null },
        response: { status_code: 200, body: JSON.parse(completion(verdictOn(body.messages))) },
      }));
      writeFileSync(`${folder.path}/answers.jsonl`, answers.map((line) => JSON.stringify(line)).join("\n"));
      if (answers.length > 0) await ingestBatch(`${folder.path}/answers.jsonl`, options);
    }
    if (!done.some((one) => one === "run" || one === "write")) continue;
    const rows = journalResults(journal).frame.toRecords();
    const wrong = rows.filter(({ choice, human }) => choice !== null && choice !== human);
    assert.deepEqual(wrong, [], `${seed}: ${done.join(" ")}`);
  }
  assert.equal(repliesOf(journal).filter(({ via }) => via === "interactive").length, made, `${seed}`);
}

Deno.test("edited, asked, refused, written and answered in any order: each verdict is of the sample as it is, and is paid once", async () => {
  for (let seed = 1; seed <= 3; seed++) await ordealOf(seed);
});
