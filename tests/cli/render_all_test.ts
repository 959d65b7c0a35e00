import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import pl from "nodejs-polars";
import { renderFigure } from "judgebias/figures";
import { renderAll, renderJob, speaksOfData } from "@/cli/render_all.ts";
import { figures } from "@/figures/registry.ts";
import { readPairs } from "@/results/read_pairs.ts";
import { readResults } from "@/results/read_results.ts";
import { ResultsError } from "@/results/results_error.ts";
import { tried } from "../outcomes/outcomes.ts";
import { tempFolder } from "../judge/temp_folder.ts";
import { inProcess } from "./in_process.ts";

/** Runs a rendering and gives what it says. */
async function said(values: Record<string, string | boolean>): Promise<string> {
  const run = async () => void await renderAll(values);
  return (await inProcess({ name: "render", summary: "", run })).stdout;
}

const JUDGEBENCH = "data/examples/judgebench.jsonl";

Deno.test("results: only what they feed is drawn", async () => {
  using folder = tempFolder();
  Deno.writeTextFileSync(`${folder.path}/mine.txt`, "");
  // JudgeBench has no labels and no images: of this paper it feeds next to nothing.
  const text = await said({ results: JUDGEBENCH, paper: "birch", out: folder.path, formats: "svg" });
  const [, drawn, own] = /(\d+) figures and tables, (\d+) of them from your rows/.exec(text)!;
  assert.equal(drawn, own);
  assert.equal(readFileSync(`${folder.path}/mine.txt`, "utf8"), "", "what else lies there stays");
  assert.match(text, /files in \S+ \(\d{1,3}(\.\d)? s\)/);
  assert.match(text, /others are drawn from other data; --all draws them too/);
});

Deno.test("figures that are drawn at once are the same bytes as one by one, and come back in order", async () => {
  using folder = tempFolder();
  const chosen = figures.filter(({ id }) => /^(birch|multi-crit)-table/.test(id)),
    formats = ["svg", "csv"] as const;
  await said({ only: chosen.map(({ id }) => id).join(","), out: `${folder.path}/many`, formats: "svg,csv" });
  const render = renderJob({ options: {}, formats: [...formats], out: `${folder.path}/one`, compare: false });
  for (const { id, paper } of chosen) {
    await render(id);
    for (const ending of formats) {
      const [many, one] = ["many", "one"].map((from) =>
        readFileSync(`${folder.path}/${from}/${paper}/${id}.${ending}`, "utf8")
      );
      assert.ok(many === one, `${id}.${ending}`);
    }
  }
});

Deno.test("with all, what results do not feed is drawn from other data; a comparison stands beside what they feed", async () => {
  using folder = tempFolder();
  const results = readResults("data/examples/pairs.csv"), formats = ["svg" as const], { path: out } = folder;
  const render = renderJob({ options: { results }, formats, out, all: true, compare: true });
  const drawn = [];
  for (const id of ["birch-fig9", "multi-crit-table5"]) {
    const { ofResults, files, entry } = await render(id), names = files.map((path) => basename(path));
    drawn.push([ofResults, names.filter((name) => name.includes("reference")), entry?.title]);
  }
  const [own, other] = [
    "Accuracy on IDS and CDS by domain",
    "Table 5 · Response lengths and annotation of five benchmarks",
  ];
  assert.deepEqual(drawn, [[true, ["birch-fig9.reference.svg"], own], [false, [], other]]);
});

Deno.test("what fails is told as data or as a defect of ours (a TypeError of the engine), and keeps no other figure back", async () => {
  using folder = tempFolder();
  const results = readResults(JUDGEBENCH), { path: out } = folder;
  const render = renderJob({ options: { results }, formats: ["svg"], out, compare: false });
  const { failure } = await render("birch-fig3");
  assert.match(failure!, /^birch-fig3: .*wanted results with[^\n]*$/);
  const engine = tried(() => (undefined as unknown as { value: number }).value);
  const ours = [engine, new RangeError("Invalid array length")];
  const data = [
    new TypeError("lengthBias: wanted words_a, found item_id"),
    new RangeError("figure: wanted rows, found none"),
    new ResultsError({ file: "a.csv", expected: "A or B", value: "C" }),
  ];
  assert.deepEqual([...ours, ...data].map(speaksOfData), [false, false, true, true, true]);
});

Deno.test("results of several conditions feed no figure of the papers, and that is said", async () => {
  const example = readPairs("data/examples/pairs.csv");
  const pairs = pl.concat(["a", "b"].map((name) => example.withColumns(pl.lit(name).alias("condition"))));
  const drawn = renderFigure("birch-fig1", { results: { pairs: pairs as typeof example } });
  await assert.rejects(drawn, /birch-fig1: wanted rows of one condition, found a, b/);
});
