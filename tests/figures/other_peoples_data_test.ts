import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { speaksOfData } from "@/cli/render_all.ts";
import { figures } from "@/figures/registry.ts";
import { figureRenderer, renderFigure } from "@/figures/render_figure.ts";
import { isFed, missingFeatures } from "@/figures/choose_source.ts";
import { readPairs } from "@/results/read_pairs.ts";
import { readScorePairs } from "@/results/read_score_pairs.ts";
import type { ResultFrames } from "@/results/read_results.ts";
import { heldFigures } from "./held_figures.ts";
import { overlaps, textBoxes } from "./text_boxes.ts";

const held = heldFigures("other_peoples_held");

/** How many judges and benchmarks there are, how long their names, how many items a benchmark has. */
type Size = { judges: number; benchmarks: number; letters: number; items: number; generators?: number };

const named = (what: string, i: number, letters: number) =>
  `${what}-${i}-${"vision-instruct-preview-".repeat(4)}`.slice(0, letters) + `#${i}`;

function table(rows: readonly Record<string, unknown>[]): string {
  const path = `${Deno.makeTempDirSync()}/rows.jsonl`;
  Deno.writeTextFileSync(path, rows.map((row) => JSON.stringify(row)).join("\n"));
  return path;
}

/** Pairs and scores of judges of whom no paper knows, with gaps: verdicts that are missing, judges who lack a benchmark. */
function strangers({ judges, benchmarks, letters, items, generators = 3 }: Size): ResultFrames {
  let state = 7;
  const draw = () => (state = (state * 1103515245 + 12345) % 2 ** 31) / 2 ** 31;
  const name = (what: string, i: number) => named(what, i, letters);
  const conditions = ["original", "length_equalized"].flatMap((variant) =>
    [true, false].map((image) => ({ variant, image }))
  );
  const pairs = Array.from({ length: benchmarks }, (_, b) =>
    Array.from({ length: items }, (_, i) => {
      const human = "AB"[i % 2], informative = draw() < 0.6 ? human : human === "A" ? "B" : "A";
      const [words_a, words_b] = [draw(), draw()].map((share) => 20 + Math.floor(60 * share));
      return Array.from({ length: judges }, (_, j) =>
        benchmarks > 1 && (b + j) % 5 === 4 ? [] : conditions.map(({ variant, image }) => ({
          ...{ benchmark: name("bench", b), item_id: `${b} ${i}`, image_id: `${b} ${i >> 1}`, variant },
          image,
          ...{ domain: name("domain", i % 3), judge: name("judge", j), human },
          choice: draw() < 0.05 ? null : draw() < 0.6 ? informative : human,
          ...{ more_informative: informative, words_a, words_b: variant === "original" ? words_b : words_a },
        }))).flat();
    })).flat(2);
  const scores = Array.from(
    { length: judges },
    (_, j) =>
      Array.from(
        { length: 2 * generators },
        (_, s) =>
          ["text_dominance", "image_misalignment", "unnecessary_image"].map((bias_type) => ({
            ...{ judge: name("judge", j), prompt: "score", sample_id: `${s}`, bias_type },
            ...{ generator: name("author", s % generators), difficulty: ["easy", "hard"][s % 2] },
            ...{ unbiased: 1 + Math.floor(10 * draw()), biased: 1 + Math.floor(10 * draw()) },
          })),
      ).flat(),
  ).flat();
  return { pairs: readPairs(table(pairs)), "score pairs": readScorePairs(table(scores)) };
}

const SIZES: Record<string, Size> = {
  "one judge, one benchmark, two items": { judges: 1, benchmarks: 1, letters: 12, items: 2 },
  "six judges, four benchmarks": { judges: 6, benchmarks: 4, letters: 18, items: 12 },
  "names of eighty letters": { judges: 5, benchmarks: 3, letters: 80, items: 12, generators: 10 },
  "fifty judges": { judges: 50, benchmarks: 1, letters: 10, items: 6 },
  "eight benchmarks, fourteen judges": { judges: 14, benchmarks: 8, letters: 30, items: 6, generators: 30 },
};

const bare = (text: string) => text.replace(/\s+/g, "");

/** Figures that count pairs or samples, whoever judged them. */
const OF_ALL = ["mm-judgebias-table6", "site-difficulty"];

for (const [words, size] of Object.entries(SIZES)) {
  held.test(`other people's data, ${words}: nobody is left out without a word, nothing lies on anything else`, async () => {
    const results = strangers(size), render = held.of(figureRenderer({ results })), faults: string[] = [];
    for (const figure of figures) {
      if (!isFed(figure, results) || missingFeatures(figure, results).length > 0) continue;
      try {
        const { svg } = await render(figure.id), boxes = await textBoxes(svg);
        const said = bare(boxes.map(({ text }) => text).join(""));
        const absent = (what: string, count: number) =>
          Array.from({ length: count }, (_, i) => named(what, i, size.letters)).filter((name) =>
            !said.includes(bare(name))
          );
        const unsaid = OF_ALL.includes(figure.id) || /names? (has|have)no?room|othersb?\./.test(said)
          ? []
          : absent("judge", size.judges);
        // Of several benchmarks all are named; of one, some figures are of it without its name.
        if (figure.frames.includes("pairs") && size.benchmarks > 1) {
          unsaid.push(...absent("bench", size.benchmarks));
        }
        if (unsaid.length > 0 && !/namehasnoroom|nameshavenoroom/.test(said)) {
          faults.push(`${figure.id} does not name ${unsaid.slice(0, 3).join(", ")}`);
        }
        const [, width] = /^<svg [^>]*width="([\d.]+)"/.exec(svg)!;
        const outside = boxes.filter(({ left, right, turn }) => !turn && (left < -1 || right > +width + 1));
        const bad = [...overlaps(boxes), ...outside.map(({ text }) => `${text} lies outside`)];
        if (bad.length > 0) faults.push(`${figure.id}: ${bad.slice(0, 2).join("; ")}`);
        if (Math.min(...boxes.map((box) => box.size)) < 7) faults.push(`${figure.id}: unreadable letters`);
      } catch (error) {
        if (!speaksOfData(error)) faults.push(`${figure.id}: ${(error as Error).stack}`);
      }
    }
    assert.deepEqual(faults, []);
  });
}

held.test("figure 4: the share of CDS that the line marks is that of the data", async () => {
  const pairs = readPairs("data/examples/pairs.csv");
  const { svg } = await renderFigure("birch-fig4", { results: pairs });
  const is = (side: string) =>
    pairs.filter(
      pl.col("pipeline").eq(pl.lit("base")).and(pl.col("variant").eq(pl.lit("original"))).and(pl.col("image"))
        .and(pl.col("more_informative").isIn(["A", "B"])).and(pl.col("human").isIn(["A", "B"]))
        .and(side === "all" ? pl.col("human").isNotNull() : pl.col("more_informative").neq(pl.col("human"))),
    ).height;
  const share = (100 * is("cds") / is("all")).toFixed(1);
  assert.ok(svg.includes(`data: ${share}%`), `${share}: ${/data: [^<]*/.exec(svg)}`);
  assert.match((await renderFigure("birch-fig4")).svg, /data: 32%/);
});

held.test("results that a figure cannot be drawn from are an error, unless another source is named", async () => {
  const pairs = readPairs("data/examples/pairs.csv");
  const cases = [
    ["philautia-fig4", /wanted results with the frame caption scores, found pairs/, "published"],
    ["real-order", /wanted no results.*found pairs.*findings/, "findings"],
    ["birch-fig2", /wanted no results/, "published"],
  ] as const;
  for (const [id, words, source] of cases) {
    await assert.rejects(
      renderFigure(id, { results: pairs }),
      (error: Error) => error instanceof RangeError && words.test(error.message),
    );
    assert.equal((await renderFigure(id, { results: pairs, source })).ofResults, false);
  }
});

held.test("figures of public verdicts say so: neither published in a paper nor the user's results", async () => {
  const { provenance, sources } = await renderFigure("real-order");
  assert.deepEqual([provenance, sources], ["public verdicts", ["public verdicts"]]);
  const said = /wanted a source out of findings/;
  await assert.rejects(renderFigure("real-order", { source: "published" }), said);
});

held.test("letters are at least seven pixels high, or a wider picture is asked for", async () => {
  for (const id of ["birch-table1", "birch-fig3", "birch-fig2", "mm-judgebias-table2", "birch-table5"]) {
    try {
      const { svg } = await renderFigure(id, { width: 400 });
      const scales = [...svg.matchAll(/scale\(([\d.]+)\)/g)].map(([, scale]) => Number(scale));
      assert.ok(Math.min(1, ...scales) * 10.5 >= 7, `${id}: ${scales}`);
    } catch (error) {
      assert.match((error as Error).message, /width: wanted at least \d+ pixels.*found 400/, id);
    }
  }
});

held.hold();
