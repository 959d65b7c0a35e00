import assert from "node:assert/strict";
import fc from "fast-check";
import { measure, METRICS } from "../property/asked.ts";
import { letGo, SEED } from "../property/rules.ts";
import { type FedFrame, VALID_FRAMES } from "../property/valid_frames.ts";
import { Outcomes } from "./outcomes.ts";

/** Values that an option may be given, rightly or not. */
const VALUES = [null, NaN, Infinity, -1, 0, 0.5, 1, 2.5, "x", "", true, [], ["judge"], [0.5], {}, {
  judge: "x",
}];

/** Options of most metrics: what is wrong in them is said in words. */
const SHARED = ["by", "clusters", "level", "where", "bounds", "alpha", "delta"];

/** The options that a metric says it takes. */
function optionsOf(call: (options: object) => unknown): string[] {
  try {
    call({ bye: 1 });
  } catch (error) {
    const [, names] = /wanted the options (.*), found bye/.exec((error as Error).message) ?? [];
    return names?.split(", ") ?? [];
  }
  return [];
}

for (const [kind, asked] of Object.entries(METRICS)) {
  Deno.test(`metrics of ${kind} make what is kept of each of their options, whatever it is, and of no fault an inner error`, async () => {
    const outcomes = new Outcomes(`options of ${kind}`.replaceAll(" ", "_")), raw: string[] = [];
    const frames = fc.sample(VALID_FRAMES[kind as FedFrame], { seed: SEED, numRuns: 30 });
    const first = new Map(
      asked.map((one) => [one.metric, one]).toReversed() as [string, typeof asked[number]][],
    );
    for (const [metric, one] of first) {
      const call = (own: object, frame = frames[0]) =>
        measure({ ...one, options: { ...one.options, ...own } }, frame);
      const frame = frames.find((frame) => {
        try {
          return frame.height < 60 && call({}, frame) !== null;
        } catch {
          return false;
        }
      }) ?? frames[0];
      const results = optionsOf(call).map((option) => ({
        [option]: VALUES.map((value) => {
          try {
            return call({ [option]: value }, frame);
          } catch (error) {
            const { name, message } = error as Error;
            if (SHARED.includes(option) && !/: wanted /.test(message)) {
              raw.push(`${metric} ${option} ${JSON.stringify(value)}: ${message}`);
            }
            return [name, message.match(/-?\d+(\.\d{1,6})?/g)];
          }
        }),
      }));
      outcomes.of(metric, results);
      await letGo();
    }
    assert.deepEqual(raw, []);
    outcomes.hold();
  });
}
