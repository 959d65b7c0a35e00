import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { renderFigure } from "@/figures/render_figure.ts";
import { LAYOUTS } from "@/results/layouts/table.ts";
import { inspectFile } from "@/results/read_results.ts";
import { readPairs } from "@/results/read_pairs.ts";
import { readReport } from "@/results/read_report.ts";
import { readResults } from "@/results/read_results.ts";
import { inFolder } from "../in_folder.ts";
import { verdicts } from "./real_files.ts";

const FOLDER = "data/examples/layouts";

/** Layouts whose examples lie elsewhere in data/examples, or that are never found by themselves. */
const ELSEWHERE = ["mllm-as-a-judge", "vl-rewardbench", "judgebench", "multi-crit", "mm-judgebias"];
/** Rated captions, whose tables the other tests make; and workbooks of scores, which differ by one column only. */
const WITHOUT = ["polaris", "flickr8k-expert", "vlmevalkit"];

const folders = [...Deno.readDirSync(FOLDER)].map(({ name }) => name).sort();
const found = new Map(folders.map((name) => [name, inspectFile(`${FOLDER}/${name}`)]));

Deno.test("every layout has an example that is found by itself; nothing of it is a stranger", () => {
  const names = [...found.values()].flatMap(({ layout }) => layout.split(", "));
  assert.deepEqual(
    [...new Set(names)].sort(),
    Object.keys(LAYOUTS).filter((name) => ![...ELSEWHERE, ...WITHOUT].includes(name)).sort(),
  );
  for (const [name, { strangers }] of found) assert.deepEqual(strangers, [], name);
});

Deno.test("every example says that it is simulated, in its frame and on its figures; those of a layout name their tool", async () => {
  for (const [name, { frames }] of found) {
    assert.ok(frames.length > 0, name);
    for (const { frame, report } of frames) {
      assert.deepEqual(frame!.getColumn("provenance").unique().toArray(), ["simulated"], name);
      assert.ok(report!.tool!.length > 2, name);
    }
  }
  const others = globSync("data/examples/*").filter((path) => !/layouts$|\.(md|ts)$/.test(path));
  assert.ok(others.length >= 12);
  for (const frame of others.flatMap((path) => Object.values(readResults(path)))) {
    assert.deepEqual(frame.getColumn("provenance").unique().toArray(), ["simulated"]);
  }
  const results = "data/examples/mm_judgebias/judgements";
  assert.equal((await renderFigure("mm-judgebias-table2", { results })).provenance, "simulated");
});

Deno.test("what tools store as ties, zeros, draws or guesses is unparsed, and counted", () => {
  const counted = [...found].flatMap(([folder, { frames }]) =>
    frames.map(({ report }) =>
      `${folder}: ${report!.notes!.map(({ name, rows }) => `${name} ${rows}`).join(", ")}`
    )
  );
  assert.deepEqual(
    counted,
    ("alpaca_eval: unparsed 1, equal_texts 1, order_unknown 2|" +
      "arena_hard: failed_games 1, unparsed 1|genai_bench: unparsed 1, list_of_labels 1, bothbad 1|" +
      "inspect_ai: unparsed 1, unparsed_as_incorrect 1, failed_samples 1|" +
      "llmbar: unparsed 1, equal_ratings 2, rated_alone 6|lm_eval: unparsed 2|" +
      "lmms_eval: unparsed 1, unparsed 1|mllm_batch: unparsed 9|mllm_scores: unparsed 1|" +
      "mmrb2: failed_calls 1|mt_bench: unparsed 1|mt_bench: unparsed 1|mt_bench_votes: order_unknown 3|" +
      "multimodal_rewardbench: unparsed 2|promptfoo: |promptfoo: unparsed 2|" +
      "reward_bench: unparsed 1|reward_bench_2: unparsed 1|reward_model: order_unknown 3|viescore: guessed 1|" +
      "viescore: |vlmevalkit: unparsed 1|wildvision: unparsed 1").split("|"),
  );
});

/** What an engine says of nothing. */
const RAW = /propert|iterable|is not a|operator/;

/** A value with each of its parts, however deep, made null in turn: of a list the first two. */
function* withoutParts(value: unknown): Generator<unknown> {
  yield null;
  if (Array.isArray(value)) {
    for (const [i, one] of value.slice(0, 2).entries()) {
      for (const less of withoutParts(one)) yield value.with(i, less);
    }
  } else if (typeof value === "object" && value !== null) {
    for (const [key, one] of Object.entries(value)) {
      for (const less of withoutParts(one)) yield { ...value, [key]: less };
    }
  }
}

Deno.test("an object, list or field that is null in a tool's file is read, or an error that names the file", () => {
  const faults: string[] = [];
  for (
    const folder of globSync([
      "data/examples/layouts/*",
      "data/examples/m{llm,ulti,m}_*",
      "data/examples/vl*",
    ])
  ) {
    const names = globSync("**/*.*", { cwd: folder }).filter((path) =>
      Deno.statSync(`${folder}/${path}`).isFile
    );
    const files = Object.fromEntries(names.map((name) => [name, Deno.readFileSync(`${folder}/${name}`)]));
    inFolder(files, (place) => {
      for (const name of names.filter((name) => /\.jsonl?$/.test(name)).slice(0, 6)) {
        const text = new TextDecoder().decode(files[name]).trimEnd().replaceAll(":NaN", ":1");
        const lines = text.split("\n"), line = lines.pop()!, isLines = line.startsWith("{");
        for (const less of withoutParts(JSON.parse(isLines ? line : text))) {
          Deno.writeTextFileSync(
            `${place}/${name}`,
            [...isLines ? lines : [], JSON.stringify(less)].join("\n"),
          );
          try {
            readResults(place);
          } catch (error) {
            const { name: kind, message } = error as Error;
            const isPlain = kind === "ResultsError" && message.startsWith(place) && !RAW.test(message);
            if (!isPlain) {
              faults.push(
                `${folder}/${name}: ${kind} ${message.replace(place, "…")}\n  ${
                  JSON.stringify(less).slice(0, 150)
                }`,
              );
            }
          }
        }
        Deno.writeFileSync(`${place}/${name}`, files[name]);
      }
    });
  }
  assert.deepEqual(faults, []);
});

Deno.test("several people vote on one pair: annotator tells them apart", () => {
  const votes = readPairs(`${FOLDER}/mt_bench_votes`);
  assert.deepEqual(votes.getColumn("annotator").toArray(), ["person_0", "person_1", "person_0"]);
  assert.equal(verdicts(votes)[3], 0);
});

Deno.test("a file of our own beside another tool's is refused by name, and a foreign format by its name", () => {
  for (const read of [readPairs, readResults]) {
    assert.throws(
      () => read([`${FOLDER}/arena_hard`, "data/examples/pairs.csv"]),
      /pairs\.csv: wanted pairs in the layout arena-hard, as in other files, found native/,
    );
  }
  const two = readResults(["data/examples/labels.csv", "data/examples/mllm_as_a_judge"]);
  assert.deepEqual(Object.keys(two).sort(), ["labels", "pairs"]);
  assert.equal(readReport(two.pairs!)?.format, "mllm-as-a-judge");
  assert.throws(
    () => readPairs(`${FOLDER}/mt_bench`, { format: "mt-bench-single" }),
    /wanted the format native, mllm/,
  );
});
