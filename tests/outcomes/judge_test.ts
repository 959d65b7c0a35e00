import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import * as judging from "judgebias/judge";
import { FORMATS } from "@/judge/batch/formats.ts";
import { SAMPLES } from "../judge/protocols/samples.ts";
import { completion, jsonLines } from "../judge/study.ts";
import { tempFolder } from "../judge/temp_folder.ts";
import { Outcomes, tried } from "./outcomes.ts";
import ways from "./ways_to_judge.json" with { type: "json" };

/** What judges say, rightly and otherwise. */
const REPLIES: string[] = jsonLines("tests/outcomes/said_by_judges.jsonl");

/** The most that a protocol can be asked is the first of the conditions that it takes; how it is asked besides; simulated judges, and what else a request may ask of one. */
const CONDITIONS = ways.CONDITIONS as judging.RunBatchOptions["conditions"][];
const WAYS = ways.WAYS as Partial<judging.RunBatchOptions>[], { TRAITS, MORE } = ways;
const SIMULATED = TRAITS.map((traits) => judging.simulatedJudge(traits));

const linesOf = (files: readonly string[]) =>
  files.flatMap((file) => readFileSync(file, "utf8").trim().split("\n").filter((line) => line !== ""));

/** Requests as each format has them, those of the rounds that follow, how replies were read, and the rows. */
async function asked(options: judging.RunBatchOptions): Promise<unknown[]> {
  const found: unknown[] = [], answers = `${options.out}/answers.jsonl`;
  let lines = linesOf((await judging.writeBatch(options)).files);
  const requests = lines.map((line) => JSON.parse(line));
  for (const [format, { line }] of Object.entries(FORMATS)) {
    const made = tried(() => requests.map(({ custom_id, body }) => line(custom_id, body)));
    found.push({ [format]: made instanceof Error ? made.name : made });
  }
  found.push({
    simulated: requests.map(({ body }) =>
      SIMULATED.map((judge) => MORE.map((more) => judge.complete({ ...body, ...more }).body))
    ),
  });
  for (let round = 0; lines.length > 0; round++) {
    const said = lines.map((line, i) => ({
      ...{ custom_id: JSON.parse(line).custom_id, error: null },
      response: { status_code: 200, body: JSON.parse(completion(REPLIES[(i + 5 * round) % REPLIES.length])) },
    }));
    writeFileSync(answers, said.map((line) => JSON.stringify(line)).join("\n"));
    const { journal: _, seconds: _s, files, ...read } = await judging.ingestBatch(answers, options);
    found.push({ requests: lines, read: { ...read, files: files.length } });
    lines = linesOf((await judging.writeBatch(options)).files);
  }
  for (const { path, rows } of await judging.writeResults(options.out)) {
    found.push({ rows: [rows, readFileSync(path, "utf8")] });
  }
  return found;
}

/** Values that a field of a sample may have, rightly or not. */
const VALUES = [undefined, null, "", "A", "tie", "1", 0, 1, 2.5, -1, true, [], ["x"], ["x", "x"], [
  "easy",
  "hard",
  "easy",
], {}];
const OPTIONAL =
  "model_a domain variant subtasks subtask run references one kept generator difficulties category anchors";
const FIELDS = [...new Set([...Object.values(SAMPLES).flatMap(Object.keys), ...OPTIONAL.split(" ")])];

/** What a protocol makes of lines that are no samples, and of samples of which one field is another: the sample, or what it finds wrong where. */
function understood(protocol: string): unknown[] {
  const { sample } = judging.PROTOCOLS[protocol];
  const lines = FIELDS.flatMap((field) => VALUES.map((value) => ({ ...SAMPLES[protocol], [field]: value })));
  return [null, 3, "x", [], {}, ...lines].map((line) => {
    const { data, error } = sample.safeParse(line);
    return { sample: data ?? error?.issues.map(({ code, path }) => [code, path]) };
  });
}

Deno.test("every protocol asks in every format as is kept, and makes the rows that are kept of answers", async () => {
  const outcomes = new Outcomes("judges");
  outcomes.of(
    "expectedBiases",
    TRAITS.flatMap((one) => [0, 0.3].map((ownShare) => judging.expectedBiases(one, { ownShare }))),
  );
  using folder = tempFolder();
  outcomes.of(
    "simulatedStudy",
    judging.simulatedStudy({ pairs: 9, seed: 1, folder: `${folder.path}/study` }),
  );
  const images = `${folder.path}/images`, picture = await judging.nullImage({ color: "black" });
  mkdirSync(images);
  for (const name of ["cat.png", "7.jpg", "c.png", "k.png", "q.png", "sum.png", "black.png"]) {
    writeFileSync(`${images}/${name}`, picture);
  }
  for (const protocol of Object.keys(judging.PROTOCOLS)) {
    const sample = SAMPLES[protocol], id = ["item_id", "id", "image_id"].find((name) => name in sample)!;
    const data = [1, 2, 3].map((i) => ({ ...sample, [id]: `${i}` }));
    const results: unknown[] = [];
    for (const [w, way] of WAYS.entries()) {
      const options = { ...{ protocol, data, images, judge: "j", silent: true }, baseURL: "http://h/v1" };
      for (const [c, conditions] of CONDITIONS.entries()) {
        const out = `${folder.path}/${protocol}-${w}-${c}`;
        const found = await asked({ ...options, ...way, format: "vllm", conditions, out }).catch((
          error,
        ) => [error]);
        results.push(...found);
        if (!(found[0] instanceof Error)) break;
      }
    }
    outcomes.of(protocol, [...results, ...understood(protocol)]);
  }
  outcomes.hold();
});
