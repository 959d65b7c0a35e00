import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { basename, dirname } from "node:path";
import { removeStalePictures, renderAll } from "@/cli/render_all.ts";
import { renderJob, speaksOfData } from "@/cli/render_job.ts";
import { figures } from "@/figures/registry.ts";
import type { PaperName } from "@/papers/papers.ts";
import { renderFigure } from "judgebias/figures";
import { readPairs } from "@/results/read_pairs.ts";
import { readResults } from "@/results/read_results.ts";
import { ResultsError } from "@/results/results_error.ts";

/** Runs a rendering and gives what it says. */
async function said(values: Record<string, string | boolean>): Promise<string> {
  const lines: string[] = [], log = console.log, error = console.error;
  console.log = (...words: unknown[]) => void lines.push(words.join(" "));
  console.error = () => {};
  try {
    await renderAll(values);
  } finally {
    console.log = log;
    console.error = error;
  }
  return lines.join("\n");
}

const files = (folder: string) => [...Deno.readDirSync(folder)].map(({ name }) => name).sort();

Deno.test("results: only what they feed is drawn, what showed other data is removed, other files stay", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const out = `${folder}/out`, birch = `${out}/birch`;
    await Deno.mkdir(birch, { recursive: true });
    for (const name of ["birch-fig5.svg", "birch-fig5.reference.svg", "birch-table5.csv", "my-notes.svg"]) {
      await Deno.writeTextFile(`${birch}/${name}`, "old");
    }
    // JudgeBench has no labels and no images: of this paper it feeds next to nothing.
    const text = await said({
      results: "data/examples/judgebench.jsonl",
      paper: "birch",
      out,
      formats: "svg",
    });
    assert.ok(!files(birch).includes("birch-fig5.svg"), files(birch).join());
    assert.ok(
      !files(birch).includes("birch-fig5.reference.svg") && !files(birch).includes("birch-table5.csv"),
    );
    assert.ok(files(birch).includes("my-notes.svg"), "what a rendering does not write is not its own");
    assert.match(text, /removed, as they showed other data: .*birch-fig5/);
    const [, drawn, own] = /(\d+) figures and tables, (\d+) of them from your rows/.exec(text)!;
    assert.equal(drawn, own);
    assert.match(text, /others are drawn from other data; --all draws them too/);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("only names that a rendering gives are ever removed", () => {
  const folder = Deno.makeTempDirSync();
  for (const name of ["a.svg", "a.png", "a.pdf", "a.json", "ab.svg", "b.svg"]) {
    Deno.writeTextFileSync(`${folder}/${name}`, "");
  }
  assert.deepEqual(
    removeStalePictures(
      dirname(folder),
      [{ id: "a", paper: basename(folder) as PaperName }, { id: "a", paper: "never-made" as PaperName }],
      [`${folder}/a.svg`],
    ),
    ["a"],
  );
  assert.deepEqual(files(folder), ["a.json", "a.svg", "ab.svg", "b.svg"]);
});

Deno.test("a TypeError of the engine is a defect of ours, never the user's bad data", () => {
  let engine: unknown;
  try {
    (undefined as unknown as { value: number }).value;
  } catch (error) {
    engine = error;
  }
  assert.equal(speaksOfData(engine), false);
  assert.equal(speaksOfData(new TypeError("lengthBias: wanted words_a, found item_id")), true);
  assert.equal(speaksOfData(new RangeError("Invalid array length")), false);
  assert.equal(speaksOfData(new RangeError("figure: wanted rows, found none")), true);
  assert.equal(speaksOfData(new ResultsError({ file: "a.csv", expected: "A or B", value: "C" })), true);
});

Deno.test("figures that are drawn at once are the same bytes as one by one, and come back in order", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const chosen = figures.filter(({ id }) => /^(birch|multi-crit)-table/.test(id));
    await said({ only: chosen.map(({ id }) => id).join(","), out: `${folder}/many`, formats: "svg,csv" });
    const render = renderJob({ options: {}, formats: ["svg", "csv"], out: `${folder}/one`, compare: false });
    for (const { id, paper } of chosen) {
      await render(id);
      for (const ending of ["svg", "csv"]) {
        const [many, one] = ["many", "one"].map((from) =>
          Deno.readTextFileSync(`${folder}/${from}/${paper}/${id}.${ending}`)
        );
        assert.ok(many === one, `${id}.${ending}`);
      }
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("what fails is told as data or as a defect, and keeps no other figure back", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const render = renderJob({
      options: { results: readResults("data/examples/judgebench.jsonl") },
      formats: ["svg"],
      out: folder,
      compare: false,
    });
    const { failure, defect } = await render("birch-fig3");
    assert.match(failure!, /^birch-fig3: .*wanted results with/);
    assert.equal(defect, undefined);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("results of several conditions feed no figure of the papers, and that is said", async () => {
  const example = readPairs("data/examples/pairs.csv");
  const pairs = pl.concat(["a", "b"].map((name) => example.withColumns(pl.lit(name).alias("condition"))));
  await assert.rejects(
    renderFigure("birch-fig1", { results: { pairs: pairs as typeof example } }),
    /birch-fig1: wanted rows of one condition, found a, b/,
  );
});
