import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as core from "judgebias";
import { help } from "judgebias";
import { chart, figures, heatmap, renderFigure } from "judgebias/figures";
import { planJudge, runBatch, runJudge } from "judgebias/judge";
import { report, reportChange } from "judgebias/report";
import { simulatePairs, simulateRatings } from "judgebias/simulate";
import { requireOptions } from "@/progress/require.ts";

type Called = (...given: unknown[]) => unknown;

/** Functions of metrics, hypotheses and the ensemble that take no options, or rows and plans in their place. */
const NO_OPTIONS = "familyPreference readPomms requireOptions verdictOf withSubsets writePomms"
  .split(" ");

/** Where options do not come second. */
const PLACES: Record<string, number> = {
  biasConformity: 2,
  biasDeviation: 2,
  calibrationError: 2,
  correctedRate: 0,
  fitPomms: 1,
  hypothesisTable: 2,
  pommsPhilautia: 2,
  pommsReport: 2,
  standardize: 2,
  withPommsScores: 2,
};

/** Public functions of three rooms, as the core door names them. */
function named(): string[] {
  const source = readFileSync(new URL("../../lib/mod.ts", import.meta.url), "utf8");
  return [...source.matchAll(/export \{([^}]*)\} from "\.\/(?:metrics|hypotheses|ensemble)\//g)]
    .flatMap(([, list]) => list.split(",").map((name) => name.trim()))
    .filter((name) => /^[a-z]/.test(name) && !name.startsWith("type "));
}

const pairs = core.readPairs("data/examples/pairs.csv"),
  ratings = core.readRatings("data/examples/ratings.csv");

Deno.test("every metric, hypothesis and ensemble function refuses an option that it does not know", () => {
  const names = named().filter((name) => !NO_OPTIONS.includes(name));
  assert.ok(names.length >= 80, `${names.length} functions`);
  const silent = names.filter((name) => {
    const first = name === "fitPomms" ? { train: ratings, validation: ratings } : pairs;
    const given: unknown[] = Array.from({ length: PLACES[name] ?? 1 }, () => first);
    try {
      ((core as Record<string, unknown>)[name] as Called)(...given, { bye: [] });
    } catch (error) {
      return !(error instanceof RangeError && /wanted the options .*, found bye/.test(error.message));
    }
    return true;
  });
  assert.deepEqual(silent, []);
});

Deno.test("what is no frame or no path is refused in words, with what it is", () => {
  const words: [() => unknown, RegExp][] = [
    [
      () => core.lengthBias("pairs.csv" as never),
      /lengthBias: wanted a frame, found "pairs\.csv"; a file is/,
    ],
    [() => core.fitPomms(ratings as never), /fitPomms: train: wanted a frame, found nothing/],
    [() => core.fitPomms(undefined as never), /fitPomms: train: wanted a frame, found nothing/],
    [
      () => core.pommsPhilautia(pairs, "x" as never, { setting: "ref_free" }),
      /pommsPhilautia: wanted an ensemble/,
    ],
    [() => core.readPairs(undefined as never), /wanted a path, a list of paths, records or a frame/],
    [() => heatmap(pairs as never), /heatmap: wanted the columns of a frame in its options/],
    [() => help("constructor"), /help: wanted a name .* or a word of what it does, found "constructor"/],
    [
      () => simulateRatings({ benchmarks: ["nebula" as never] }),
      /wanted some of Nebula, Flickr8k-Expert, found nebula/,
    ],
    [() => simulatePairs({ benchmarks: [] }), /simulatePairs: wanted some of .*, found none/],
  ];
  for (const [call, message] of words) assert.throws(call, message);
});

Deno.test("a level that is a text and a seed that is none are refused, also where nothing is drawn or estimated", () => {
  const captions = core.readCaptionScores("data/examples/caption_scores.csv"), setting = "ref_free";
  const level = "0.9" as never, seed = NaN;
  const calls: [() => unknown, RegExp][] = [
    [() => core.pairAccuracy(pairs, { level }), /wanted a level between 0 and 1, found "0\.9"/],
    [() => core.agreementCeiling(ratings, { level }), /wanted a level between 0 and 1, found "0\.9"/],
    [() => core.biasByThreshold(pairs, { level }), /wanted a level between 0 and 1, found "0\.9"/],
    [() => core.meanSelfPreference(captions, { setting, seed }), /as seed, found NaN/],
  ];
  for (const [call, message] of calls) assert.throws(call, message);
});

Deno.test("readers refuse unknown options, columns, values and limits, each with the nearest name", () => {
  const read = (reader: unknown, name: string, options: object) => () =>
    (reader as Called)(`data/examples/${name}.csv`, options);
  const readers: [unknown, string][] = [
    [core.readPairs, "pairs"],
    [core.readLabels, "labels"],
    [core.readScorePairs, "score_pairs"],
    [core.readCaptionScores, "caption_scores"],
    [core.readRatings, "ratings"],
    [core.readCriteria, "criteria"],
    [core.readResults, "pairs"],
    [core.inspectFile, "pairs"],
  ];
  for (const [reader, name] of readers) {
    assert.throws(read(reader, name, { colums: {} }), /found colums \(is it columns\?\)/, name);
    assert.throws(
      read(reader, name, { columns: { provenence: "p" } }),
      /found provenence \(is it provenance\?\)/,
    );
    assert.throws(read(reader, name, { values: { foo_bar: { a: "A" } } }), /found foo_bar/, name);
  }
  assert.throws(
    read(core.readPairs, "pairs", { choice_order: "shown" }),
    /found choice_order \(is it choiceOrder\?\)/,
  );
  assert.throws(
    read(core.readPairs, "pairs", { columns: { swaped: "swapped" } }),
    /found swaped \(is it swapped\?\)/,
  );
  assert.throws(read(core.readPairs, "pairs", { limits: { colums: 3 } }), /found colums \(is it columns\?\)/);
  assert.throws(
    read(core.readTokenScores, "ratings", { logProbabilities: { a: 1, b: 2 }, fill: 0 }),
    /found fill/,
  );
  // A file of pairs has no column of score pairs; what evaluators are called is free.
  assert.throws(read(core.readResults, "pairs", { columns: { biased: "choice" } }), /found biased/);
  assert.ok(
    core.readRatings("data/examples/ratings.csv", { columns: { mine: "simulated-model-a" } }).columns
      .includes("mine"),
  );
});

Deno.test("figures, charts, reports and runs refuse options that they do not know", async () => {
  const options = (more: object) => more as never;
  await assert.rejects(
    renderFigure("birch-table1", options({ sorce: "published" })),
    /found sorce \(is it source\?\)/,
  );
  await assert.rejects(renderFigure("birch-table1", options({ results: { pear: pairs } })), /found pear/);
  assert.ok(figures.length > 0);
  const chartOptions = { recipe: heatmap, title: "t", value: "ib" };
  await assert.rejects(
    chart(pairs, options({ ...chartOptions, x: "judge" })),
    /chart: wanted the options .*found x/,
  );
  await assert.rejects(report(pairs, options({ sede: 1 })), /found sede \(is it seed\?\)/);
  await assert.rejects(reportChange(pairs, pairs, options({ sede: 1 })), /found sede \(is it seed\?\)/);
  const plan = { protocol: "base", data: [], judge: "j", out: Deno.makeTempDirSync() };
  for (const run of [planJudge, runJudge, runBatch] as Called[]) {
    await assert.rejects(async () => await run({ ...plan, maxcost: 1 }), /found maxcost \(is it maxCost\?\)/);
    await assert.rejects(
      async () => await run({ ...plan, conditions: { run: 2 } }),
      /found run \(is it runs\?\)/,
    );
  }
});

Deno.test("options that are none are of the wrong kind; a name without a value is not given", () => {
  assert.throws(() => requireOptions("f", ["judge"], ["by"]), TypeError);
  assert.throws(() => requireOptions("f", "judge" as never, ["by"]), TypeError);
  requireOptions("f", { by: "a", bye: undefined }, ["by"]);
  assert.throws(() => requireOptions("f", { zzzzzz: 1 }, ["by"]), /found zzzzzz$/);
});
