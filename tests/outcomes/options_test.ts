import assert from "node:assert/strict";
import fc from "fast-check";
import type pl from "nodejs-polars";
import * as core from "judgebias";
import * as simulate from "judgebias/simulate";
import * as stats from "judgebias/stats";
import { measure, METRICS } from "../property/asked.ts";
import { letGo, SEED } from "../property/rules.ts";
import { type FedFrame, MATCHED_FRAMES, VALID_FRAMES } from "../property/valid_frames.ts";
import { upTo } from "../stats/golden.ts";
import { Outcomes, tried } from "./outcomes.ts";

/** Values that an option may be given, rightly or not. */
const VALUES = [null, NaN, Infinity, -1, 0, 0.5, 1, 2.5, "x", "", true, [], ["judge"], [0.5], {}, {
  judge: "x",
}];

type Call = (options: Record<string, unknown>) => unknown;

/** The options that a function says it takes. */
function optionsOf(call: Call): string[] {
  const [, names] = /wanted the options (.*), found bye/.exec(String(tried(() => call({ bye: 1 })))) ?? [];
  return names?.split(", ") ?? [];
}

/** What a call gives of each option and value; what does not say in words what was wanted is named in `raw`. */
function asked(call: Call, names: readonly string[], raw: string[]): Record<string, unknown[]>[] {
  return names.map((option) => ({
    [option]: VALUES.map((value) => {
      try {
        const found = call({ [option]: value });
        return typeof found === "function" ? "function" : found;
      } catch (error) {
        const { name, message } = error as Error;
        if (!/: wanted /.test(message)) {
          raw.push(`${option} ${JSON.stringify(value)}: ${message}`);
        }
        return [name, message.replace(/(\.\d{6})\d+/g, "$1")];
      }
    }),
  }));
}

for (const [kind, metrics] of Object.entries(METRICS)) {
  Deno.test(`metrics of ${kind} make what is kept of each of their options, whatever it is, and of no fault an inner error`, async () => {
    const outcomes = new Outcomes(`options of ${kind}`.replaceAll(" ", "_")), raw: string[] = [];
    const frames = fc.sample(VALID_FRAMES[kind as FedFrame], { seed: SEED, numRuns: 30 });
    const first = new Map(metrics.toReversed().map((one) => [one.metric, one]));
    for (const [metric, one] of first) {
      const call = (frame: pl.DataFrame): Call => (own) =>
        measure({ ...one, options: { ...one.options, ...own } }, frame);
      const isGood = (frame: pl.DataFrame) => {
        try {
          return frame.height < 60 && call(frame)({}) !== null;
        } catch {
          return false;
        }
      };
      const own = call(frames.find(isGood) ?? frames[0]);
      outcomes.of(metric, asked(own, optionsOf(own), raw));
      await letGo();
    }
    assert.deepEqual(raw, []);
    outcomes.hold();
  });
}

const n = 24, x = upTo(n).map((i) => (i * 7) % 10);
const draws = { replicates: 9, seed: 1 };
const [[ratings, captions]] = fc.sample(MATCHED_FRAMES["ratings and caption scores"], {
  seed: SEED,
  numRuns: 7,
}).slice(6);
const sets = { train: ratings, validation: ratings }, pomms = core.fitPomms(sets);
const members = [...new Set(captions.getColumn("generator").toArray() as string[])];
const free = { setting: "ref_free" } as const;

/** Functions of other things than one frame, by what they take beside options; and options that are said nowhere by name. */
const OTHERS: Record<string, [call: Call, names?: string]> = {
  bootstrap: [
    (own) =>
      stats.bootstrap(
        { rows: n, statistic: (rows: Int32Array) => rows[0], method: "bca", ...draws, ...own } as never,
      ),
    "rows clusters replicates seed method level",
  ],
  permutationTest: [
    (own) =>
      stats.permutationTest({
        ...{ data: x, statistic: ([a]: number[]) => a, alternative: "greater" },
        ...{ permute: (generator: stats.Random, data: number[]) => generator.shuffle(data) },
        ...{ ...draws, ...own },
      } as never),
    "replicates seed alternative",
  ],
  familySelfPreference: [(own) => core.familySelfPreference(captions, { ...free, members, ...own })],
  selfPreference: [(own) => core.selfPreference(captions, { ...free, model: members[0], ...own })],
  simulateRatings: [(own) => simulate.simulateRatings(own)],
  fitPomms: [(own) => core.fitPomms(sets, own)],
  pommsPhilautia: [(own) => core.pommsPhilautia(captions, pomms, { ...free, ...own })],
  pommsReport: [(own) => core.pommsReport(pomms, ratings, own)],
  withPommsScores: [(own) => core.withPommsScores(captions, pomms, { ...free, ...own })],
};

Deno.test("functions of numbers, plans and ensembles make what is kept of each of their options, whatever it is, and of no fault an inner error", () => {
  const outcomes = new Outcomes("options_of_others"), raw: string[] = [];
  for (const [name, [call, names]] of Object.entries(OTHERS)) {
    const own = names?.split(" ") ?? optionsOf(call);
    assert.ok(own.length > 0, name);
    outcomes.of(name, asked(call, own, raw));
  }
  assert.deepEqual(raw, []);
  outcomes.hold();
});
