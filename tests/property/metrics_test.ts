import assert from "node:assert/strict";
import fc from "fast-check";
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import pl from "nodejs-polars";
import * as core from "judgebias";
import { isFrame } from "@/results/frame.ts";
import { Outcomes, tried } from "../outcomes/outcomes.ts";
import { measure, METRICS } from "./asked.ts";
import { Faults, letGo, requireHonest, requireOurs, SEED } from "./rules.ts";
import { type FedFrame, VALID_FRAMES } from "./valid_frames.ts";

/** Frames that go through every metric of their kind that is asked for nothing else, and through those with options. */
const PLAIN_FRAMES = 30, FRAMES_WITH_OPTIONS = 12;

/** Metrics that take no frame of results: arrays, matrices, plans, results of other metrics; or functions. */
const NO_FRAME =
  "biasConformity biasDeviation calibrationError correctedRate familyPreference ownMetric standardize"
    .split(" ");

Deno.test("every public metric of a frame is in the table of this test", () => {
  const source = readFileSync(new URL("../../lib/mod.ts", import.meta.url), "utf8");
  const named = [...source.matchAll(/export \{([^}]*)\} from "\.\/metrics\//g)]
    .flatMap(([, list]) => list.split(",").map((name) => name.trim()))
    .filter((name) => name !== "" && !name.startsWith("type "));
  const table = new Set([...Object.values(METRICS).flat().map(({ metric }) => metric), ...NO_FRAME]);
  assert.ok(named.length > 40);
  const missing = named.filter((name) => !table.has(name)).join(", ");
  assert.equal(
    missing,
    "",
    `${missing}: write it in tests/property/asked.jsonl, or in NO_FRAME of this test`,
  );
});

const kinds = Object.keys(VALID_FRAMES) as FedFrame[];

for (const kind of kinds) {
  Deno.test(`any valid frame of ${kind} through every metric: the values kept, an empty cell, or an error that names the column`, async () => {
    const faults = new Faults(), outcomes = new Outcomes(`metrics of ${kind}`.replaceAll(" ", "_"), true);
    const frames = fc.sample(VALID_FRAMES[kind], { seed: SEED, numRuns: PLAIN_FRAMES });
    for (const asked of METRICS[kind]) {
      const results: unknown[] = [];
      for (const frame of asked.options ? frames.slice(0, FRAMES_WITH_OPTIONS) : frames) {
        faults.of(asked.name, frame, () => {
          const result = tried(() => measure(asked, frame));
          results.push(result);
          if (result instanceof Error) requireOurs([kind], result);
          else requireHonest(result);
        });
      }
      outcomes.of(asked.name, results);
      await letGo();
    }
    faults.report();
    outcomes.hold();
  });
}

/** What goes over rows of any column, or votes, each for itself: another vote is another row. */
const OF_ROWS =
  /^(describe|labelQueue|withSubsets|equalizeLengths|contrast|varianceComponents|biasBeyondPeople)$/;

Deno.test("pairs: where people's labels change nothing, a second person's rows of the same verdicts do not either (`once` of pairMetric)", async () => {
  const faults = new Faults(), held = new Set<string>();
  const frames = fc.sample(VALID_FRAMES.pairs, { seed: SEED, numRuns: FRAMES_WITH_OPTIONS }).map((drawn) => {
    const rows = drawn.toRecords();
    const text = (name: string, of: (row: Record<string, unknown>) => unknown) =>
      pl.Series(name, rows.map(of), pl.Utf8);
    const models = ["model_a", "model_b"].map((name, k) =>
      text(name, ({ item_id, judge }) => [judge, "y", "z"][(Number(item_id) + k) % 3])
    );
    const human = text("human", ({ human }) => human);
    const one = drawn.withColumns(...models, human, pl.lit("p").alias("annotator"));
    const odd = one.filter(pl.Series("odd", rows.map(({ item_id }) => Number(item_id) % 2 === 1), pl.Bool));
    const second = odd.withColumns(pl.lit("q").alias("annotator"));
    const other = one.withColumns(text("human", ({ human }) => human === "A" ? "B" : "A"));
    return { one, other, two: pl.concat([one, second]) };
  });
  for (const asked of METRICS.pairs.filter(({ metric }) => !OF_ROWS.test(metric))) {
    const of = (frame: pl.DataFrame) => {
      const found = tried(() => measure(asked, frame));
      return isFrame(found) ? found.toRecords() : found instanceof Error ? "refused" : found;
    };
    await letGo();
    const alone = frames.map(({ one }) => of(one));
    if (frames.some(({ other }, i) => !isDeepStrictEqual(of(other), alone[i]))) continue;
    held.add(asked.metric);
    frames.forEach(({ two }, i) => faults.of(asked.name, two, () => assert.deepEqual(of(two), alone[i])));
  }
  faults.report();
  assert.ok(held.size >= 8, `${[...held]}`);
});

/** Metrics that look at no more than the key, or at columns that the caller names. */
const WITHOUT_ROWS = ["describe", "splitRatings"];

Deno.test("rows of an unknown origin, and options after the options, are refused by every metric", () => {
  const files: Record<FedFrame, () => pl.DataFrame> = {
    pairs: () => core.readPairs("data/examples/pairs.csv"),
    labels: () => core.readLabels("data/examples/labels.csv"),
    "score pairs": () => core.readScorePairs("data/examples/score_pairs.csv"),
    "caption scores": () => core.readCaptionScores("data/examples/caption_scores.csv"),
    ratings: () => core.readRatings("data/examples/ratings.csv"),
    criteria: () => core.readCriteria("data/examples/criteria.csv"),
  };
  for (const kind of kinds) {
    const file = files[kind](), frame = file.withColumns(pl.lit("Simulated").alias("provenance"));
    for (const { metric, options = {}, name } of METRICS[kind]) {
      const call = () => Reflect.apply(core[metric as "describe"], undefined, [file, options, { by: [] }]);
      assert.throws(call, /arguments?, found .* besides; /, `${kind}: ${name}`);
    }
    for (const asked of METRICS[kind].filter(({ metric }) => !WITHOUT_ROWS.includes(metric))) {
      const said = /in the column provenance, found "Simulated"/;
      assert.throws(() => measure(asked, frame), said, `${kind}: ${asked.name}`);
    }
  }
});
