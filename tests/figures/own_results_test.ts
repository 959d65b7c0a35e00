import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { renderFigure as rendered, type RenderOptions } from "@/figures/render_figure.ts";
import type { FigureId } from "@/figures/figure_spec.ts";
import { ratingEvaluators } from "@/results/frame.ts";
import { only } from "@/results/only.ts";
import { readCaptionScores } from "@/results/read_caption_scores.ts";
import { readCriteria } from "@/results/read_criteria.ts";
import { readPairs } from "@/results/read_pairs.ts";
import { readRatings } from "@/results/read_ratings.ts";
import { readScorePairs } from "@/results/read_score_pairs.ts";
import { simulateVotedPairs } from "judgebias/simulate";
import { valueOf } from "../cases.ts";
import { heldFigures } from "./held_figures.ts";

const held = heldFigures("own_results_held"), renderFigure = held.of(rendered);

/** A line of `own_results.jsonl`: a figure of some results, and patterns of what stands in it and below (a line: caption, title, alt, its words). */
interface Said {
  case: string;
  figure: FigureId;
  results?: unknown;
  options?: RenderOptions;
  says?: string[];
  never?: string;
  /** How it is drawn: a pattern of the SVG. */
  draws?: string;
  throws?: string;
  /** How many rows of the figure's data have such values. */
  rows?: [Record<string, unknown>, number];
}

const READ: Record<string, (path: string) => pl.DataFrame> = {
  pairs: readPairs,
  score_pairs: readScorePairs,
  criteria: readCriteria,
  caption_scores: readCaptionScores,
  ratings: readRatings,
  voted: () => simulateVotedPairs(),
};

const withValues = (frame: pl.DataFrame, values: Record<string, unknown>) =>
  frame.withColumns(
    ...Object.entries(values).map(([name, value]) => {
      const known = frame.columns.includes(name) ? frame.getColumn(name).dtype : pl.Utf8;
      return pl.lit(value).cast(known).alias(name);
    }),
  );

/** What is made of a frame, in the order in which it stands there. */
const CHANGES: Record<string, (frame: pl.DataFrame, how: never) => pl.DataFrame> = {
  only: (frame, values) => only(frame, values),
  once: (frame, subset: string[]) => frame.unique({ subset, keep: "first", maintainOrder: true }),
  with: withValues,
  copy: (frame, names: Record<string, string>) =>
    frame.withColumns(...Object.entries(names).map(([name, other]) => pl.col(other).alias(name))),
  /** The rows once with each of some values. */
  each: (frame, values: Record<string, unknown[]>) =>
    Object.entries(values).reduce(
      (own, [name, all]) => pl.concat(all.map((value) => withValues(own, { [name]: value }))),
      frame,
    ),
  /** A is B, and B is A. */
  turn: (frame, name: string) =>
    frame.withColumns(
      pl.when(pl.col(name).eq(pl.lit("A"))).then(pl.lit("B")).when(pl.col(name).eq(pl.lit("B")))
        .then(pl.lit("A")).otherwise(pl.col(name)).alias(name),
    ),
};

const [head, ...lines] = Deno.readTextFileSync(new URL("own_results.jsonl", import.meta.url)).trim()
  .split("\n").map((line) => JSON.parse(line));

/** Results as a line has them: an example, a path, rows (`tests/cases.ts`), several after each other or by name, and what is changed of them. */
function resultsOf(given: unknown): unknown {
  if (typeof given === "string") {
    return given[0] === "@"
      ? resultsOf(head[given.slice(1)])
      : READ[given]?.(`data/examples/${given}.csv`) ?? given;
  }
  if (Array.isArray(given)) return pl.concat(given.map(resultsOf) as pl.DataFrame[]);
  if ("pairs" in (given as object)) return valueOf(given, {});
  const { of, ...more } = given as Record<string, unknown>;
  if (of === undefined) {
    return Object.fromEntries(Object.entries(more).map(([name, one]) => [name, resultsOf(one)]));
  }
  return Object.entries(more).reduce(
    (frame, [change, how]) => CHANGES[change](frame, how as never),
    resultsOf(of) as pl.DataFrame,
  );
}

for (
  const { case: what, figure, results, options, says = [], never, draws = "", throws, rows }
    of lines as Said[]
) {
  held.test(`${figure}: ${what}`, async () => {
    const made = () =>
      renderFigure(
        figure,
        { ...options, ...results === undefined ? {} : { results: resultsOf(results) } } as RenderOptions,
      );
    if (throws !== undefined) {
      return await assert.rejects(made, (error) => new RegExp(throws).test(String(error)));
    }
    const { caption, alt, svg, data } = await made();
    const words = [...svg.matchAll(/<text[^>]*>([^<]*)/g)].map(([, one]) => one);
    const text = [caption, alt, words.join(" "), /<title[^>]*>([^<]*)/.exec(svg)![1], ...words].join("\n");
    for (const one of says) assert.match(text, new RegExp(one, "m"));
    if (never !== undefined) assert.doesNotMatch(text, new RegExp(never));
    assert.match(svg, new RegExp(draws));
    if (rows === undefined) return;
    const [values, count] = rows, own = Object.entries(values);
    const found = data.toRecords().filter((row) => own.every(([name, value]) => row[name] === value));
    assert.equal(found.length, count);
  });
}

held.test("a frame that changes in place between two calls gives another figure, of another provenance", async () => {
  const cases: [FigureId, read: string, column: string, value: unknown][] = [
    ["birch-fig3", "pairs", "choice", "A"],
    ["mm-judgebias-table2", "score_pairs", "biased", 1],
    ["birch-fig1", "pairs", "provenance", "results"],
  ];
  for (const [id, read, column, value] of cases) {
    const results = resultsOf(read) as pl.DataFrame;
    const shown = async () => {
      const { data, provenance } = await renderFigure(id, { results });
      return { values: data.getColumn("value").toArray(), provenance };
    };
    const before = await shown();
    results.replaceAtIdx(
      results.columns.indexOf(column),
      withValues(results, { [column]: value }).getColumn(column),
    );
    const after = await shown();
    assert.equal(before.provenance, "simulated");
    if (column === "provenance") assert.equal(after.provenance, "results");
    else assert.notDeepEqual(after.values, before.values);
  }
});

held.test("philautia-table1: single evaluators and ensembles are compared on the same judgments", async () => {
  const ratings = readRatings("data/examples/ratings.csv");
  const [first] = ratingEvaluators(ratings);
  // Every third score of an evaluator is missing.
  const holes = ratings.getColumn(first).toArray().map((value, i) => i % 3 === 0 ? null : value);
  const torn = ratings.withColumns(pl.Series(first, holes as (number | null)[], pl.Float64));
  const { data, svg } = await renderFigure("philautia-table1", { results: torn });
  const counts = new Set(data.getColumn("n").toArray());
  assert.equal(counts.size, 1, [...counts].join());
  assert.match(svg, /test judgments that some evaluator did not score/);
});

held.test("the CSV is given where it is asked for", async () => {
  const { csv, data } = await renderFigure("birch-table1", { formats: ["csv"] });
  assert.equal(csv!.trimEnd().split("\n").length, data.height + 1);
  assert.match(csv!.split("\n")[0], /benchmark,judge.*provenance/);
  assert.equal((await renderFigure("birch-table1")).csv, null);
});

held.hold();
