import assert from "node:assert/strict";
import fc from "fast-check";
import pl from "nodejs-polars";
import { figures } from "@/figures/registry.ts";
import { figureRenderer } from "@/figures/render_figure.ts";
import { isFed, missingFeatures } from "@/figures/choose_source.ts";
import { writeFrame } from "@/results/write_frame.ts";
import { readResults, type ResultFrames } from "@/results/read_results.ts";

/** Frames per kind: few here, for every run; a failure prints the frame's seed. */
const CASES = 12, SEED = 13;

/** One of some values, or none: columns may be missing, and cells empty. */
const names = fc.constantFrom("a", "b & <c>", "Ünïcödé 判", "x".repeat(60), "0");
const side = fc.constantFrom("A", "B", "tie");
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 6 });
const words = fc.integer({ min: 0, max: 300 });

/** Rows of a kind: each column's values, which may be missing, the columns that together stand only once, and what an item fixes. */
const KINDS = {
  pairs: {
    optional: [
      "benchmark",
      "pipeline",
      "image",
      "variant",
      "swapped",
      "domain",
      "more_informative",
      "words_a",
      "words_b",
    ],
    key: ["benchmark", "item_id", "judge", "pipeline", "image", "variant", "swapped"],
    once: { human: ["benchmark", "item_id"] },
    row: fc.record({
      benchmark: fc.constantFrom("one", "two"),
      item_id: fc.integer({ min: 0, max: 40 }).map(String),
      judge: names,
      pipeline: fc.constantFrom("base", "birch", "standard_ref"),
      image: fc.boolean(),
      variant: fc.constantFrom("original", "length_equalized", "verbose"),
      swapped: fc.boolean(),
      domain: maybe(names),
      human: side,
      choice: maybe(side),
      more_informative: maybe(side),
      words_a: maybe(words),
      words_b: maybe(words),
    }),
  },
  score_pairs: {
    optional: ["prompt", "run", "generator", "difficulty", "domain"],
    key: ["judge", "prompt", "run", "sample_id", "bias_type"],
    once: {},
    row: fc.record({
      judge: names,
      prompt: fc.constantFrom("score", "abstention", "constraints"),
      run: fc.integer({ min: 1, max: 3 }),
      sample_id: fc.integer({ min: 0, max: 20 }).map(String),
      bias_type: fc.constantFrom("text_dominance", "image_misalignment", "unnecessary_image", "blank_image"),
      generator: maybe(names),
      difficulty: maybe(fc.constantFrom("easy", "hard")),
      domain: maybe(names),
      unbiased: maybe(fc.integer({ min: 1, max: 10 })),
      biased: maybe(fc.integer({ min: 1, max: 10 })),
    }),
  },
  captions: {
    optional: [],
    key: ["image_id", "generator", "evaluator", "setting"],
    once: {},
    row: fc.record({
      image_id: fc.integer({ min: 0, max: 3 }).map((i) => `image ${i}`),
      // Few, so that matrices get full.
      generator: fc.constantFrom("a", "b & <c>"),
      evaluator: fc.constantFrom("a", "b & <c>", "Ünïcödé 判"),
      setting: fc.constantFrom("ref_based", "ref_free"),
      score: maybe(fc.integer({ min: 0, max: 10 }).map((score) => score / 10)),
    }),
  },
  criteria: {
    optional: ["mode", "thinking", "pair_type", "words_a", "words_b"],
    key: ["judge", "mode", "thinking", "split", "item_id", "criterion"],
    once: { human: ["split", "item_id", "criterion"], pair_type: ["split", "item_id"] },
    row: fc.record({
      judge: names,
      mode: fc.constantFrom("single", "joint"),
      thinking: fc.boolean(),
      split: fc.constantFrom("open_ended", "reasoning"),
      item_id: fc.integer({ min: 0, max: 10 }).map(String),
      pair_type: maybe(fc.constantFrom("cross", "intra")),
      criterion: fc.constantFrom("grounding", "clarity", "logic"),
      human: fc.constantFrom("A", "B"),
      choice: maybe(fc.constantFrom("A", "B")),
      words_a: maybe(words),
      words_b: maybe(words),
    }),
  },
} as const;

type Row = Record<string, unknown>;

/** Rows as a file that a reader takes: each key once, and what belongs to an item the same in all its rows. Columns that are
 * left out are in no key. */
function tidy(rows: readonly Row[], key: readonly string[], once: Record<string, readonly string[]>): Row[] {
  const seen = new Map<string, Row>();
  const shared = new Map<string, unknown>();
  for (const row of rows) {
    const own = { ...row };
    for (const [column, of] of Object.entries(once)) {
      const place = [column, ...of.filter((name) => key.includes(name)).map((name) => row[name])].join("\n");
      if (!shared.has(place)) shared.set(place, row[column]);
      own[column] = shared.get(place);
    }
    seen.set(key.map((name) => row[name]).join("\n"), own);
  }
  return [...seen.values()];
}

/** Lopsided frames, which chance alone does not make: what they do to a row. */
const SHAPES: Record<string, (row: Row) => Row> = {
  "as it comes": (row) => row,
  "one judge": (row) => ({ ...row, judge: "a", evaluator: "a" }),
  "one judge's side is empty": (row) =>
    row.judge === "a" && row.human !== "tie"
      ? { ...row, more_informative: row.human === "A" ? "B" : "A" }
      : row,
  "one side is empty": (row) => ({ ...row, more_informative: row.human }),
  "ties only": (row) => ({
    ...row,
    choice: row.criterion === undefined ? "tie" : row.choice,
    unbiased: 5,
    biased: 5,
    score: 0.5,
  }),
  "no answers": (row) => ({ ...row, choice: null, biased: null }),
};

/** A row in a shape, with the columns that its kind has. */
function shaped(row: Row, shape: string): Row {
  const changed = SHAPES[shape](row);
  return Object.fromEntries(Object.keys(row).map((column) => [column, changed[column]]));
}

function frameOf(rows: readonly Row[], without: readonly string[]): ResultFrames {
  const columns = Object.keys(rows[0]).filter((name) => !without.includes(name));
  const path = `${Deno.makeTempDirSync()}/rows.csv`;
  const frame = pl.DataFrame(columns.map((name) => {
    const values = rows.map((row) => row[name] === null ? null : String(row[name]));
    return pl.Series(name, values, pl.Utf8);
  }));
  writeFrame(frame, path);
  return readResults(path);
}

/** Every figure that the frames feed gives a picture without a NaN, or says in our words what is missing. */
async function check(results: ResultFrames): Promise<void> {
  const render = figureRenderer({ results }), faults: string[] = [];
  for (const figure of figures) {
    if (!isFed(figure, results) || missingFeatures(figure, results).length > 0) continue;
    try {
      const { svg } = await render(figure.id);
      assert.doesNotMatch(svg, /NaN|Infinity|undefined|\[object/, figure.id);
    } catch (error) {
      const ours = error instanceof Error && !(error instanceof assert.AssertionError) &&
        (error instanceof RangeError || error instanceof TypeError || error.name === "ResultsError") &&
        /: wanted |: there is no /.test(error.message);
      if (!ours) faults.push(`${figure.id}: ${(error as Error).stack}`);
    }
  }
  assert.deepEqual(faults, []);
}

for (const [kind, { row, key, once, optional }] of Object.entries(KINDS)) {
  Deno.test(`any ${kind.replace("_", " ")} give pictures or words, never an exception of another kind`, async () => {
    const rows = fc.array(row as fc.Arbitrary<Row>, { minLength: 1, maxLength: 120 });
    const without = fc.subarray([...optional], { maxLength: Math.min(3, optional.length) });
    await fc.assert(
      fc.asyncProperty(rows, without, fc.constantFrom(...Object.keys(SHAPES)), async (drawn, left, shape) => {
        const found = drawn.map((row) => shaped(row, shape));
        const columns = key.filter((name) => !(left as string[]).includes(name));
        await check(frameOf(tidy(found, columns, once as Record<string, readonly string[]>), left));
      }),
      { numRuns: CASES, seed: SEED, endOnFailure: true },
    );
  });
}
