import assert from "node:assert/strict";
import { removeStalePictures } from "@/cli/stale_pictures.ts";
import { renderAll, speaksOfData } from "@/cli/render_all.ts";
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
  for (const name of ["a.svg", "a.png", "a.json", "ab.svg", "b.svg"]) {
    Deno.writeTextFileSync(`${folder}/${name}`, "");
  }
  assert.deepEqual(
    removeStalePictures({
      [folder]: { ids: ["a"], written: ["a.svg"] },
      "never-made": { ids: ["a"], written: [] },
    }),
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
  assert.equal(speaksOfData(new RangeError("figure: wanted rows, found none")), true);
  assert.equal(speaksOfData(new ResultsError({ file: "a.csv", expected: "A or B", value: "C" })), true);
});
