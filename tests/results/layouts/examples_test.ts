import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { renderFigure } from "@/figures/render_figure.ts";
import { LAYOUTS } from "@/results/layouts/table.ts";
import { inspectFile } from "@/results/read_results.ts";
import { readPairs } from "@/results/read_pairs.ts";
import { readReport } from "@/results/read_report.ts";
import { readResults } from "@/results/read_results.ts";
import { inFolder } from "../in_folder.ts";
import { jsonLines } from "../../judge/study.ts";

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
  const parts = Object.entries(typeof value === "object" ? value ?? {} : {});
  for (const [key, part] of parts.filter(([key]) => !(Number(key) > 1))) {
    for (const less of withoutParts(part)) {
      yield Array.isArray(value) ? value.with(Number(key), less) : { ...value as object, [key]: less };
    }
  }
}

Deno.test("an object, list or field that is null in a tool's file is read, or an error that names the file", () => {
  const faults: string[] = [];
  for (const folder of globSync(`data/examples/{layouts/*,m{llm,ulti,m}_*,vl*}`)) {
    const names = globSync("**/*.{json,jsonl,tsv,xlsx}", { cwd: folder });
    const files = Object.fromEntries(names.map((name) => [name, Deno.readFileSync(`${folder}/${name}`)]));
    inFolder(files, (place) => {
      for (const name of names.filter((name) => /\.jsonl?$/.test(name)).slice(0, 6)) {
        const text = new TextDecoder().decode(files[name]).trimEnd().replaceAll(":NaN", ":1");
        const lines = text.split("\n"), last = lines.pop()!;
        for (const less of withoutParts(JSON.parse(last))) {
          Deno.writeTextFileSync(`${place}/${name}`, [...lines, JSON.stringify(less)].join("\n"));
          try {
            readResults(place);
          } catch (error) {
            const said = String(error).replace(place, "…");
            if (!said.startsWith("ResultsError: …") || RAW.test(said)) {
              faults.push(`${folder}/${name}: ${said}`);
            }
          }
        }
        Deno.writeFileSync(`${place}/${name}`, files[name]);
      }
    });
  }
  assert.deepEqual(faults, []);
});

/** A row of each layout's example as it stands in the tool's file, counted by hand: layout, path, row of its frame, values. */
const ROWS: [layout: string, path: string, row: number, values: object][] = jsonLines(
  "tests/results/layouts/example_rows.jsonl",
);

Deno.test("of every layout's example a row has the values that were read by hand (example_rows.jsonl)", () => {
  const without = Object.keys(LAYOUTS).filter((name) =>
    !WITHOUT.includes(name) && !ROWS.some(([own]) => own === name)
  );
  assert.deepEqual(without, [], "layouts without a line there");
  for (const [name, path, row, values] of ROWS) {
    const { frames } = inspectFile(`data/examples/${path}`);
    const { frame } = frames.find(({ report }) => report!.format.split(", ").includes(name))!;
    const { [row]: found } = frame!.toRecords();
    assert.deepEqual(
      Object.fromEntries(Object.keys(values).map((column) => [column, found[column]])),
      values,
      name,
    );
  }
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
