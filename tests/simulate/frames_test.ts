import assert from "node:assert/strict";
import { type FrameName, type FrameOf, FRAMES } from "judgebias";
import { requireValidFrame } from "@/results/require_valid_frame.ts";
import * as simulate from "judgebias/simulate";

type Frames = { [Name in FrameName]?: FrameOf<Name> };

// The types say that these are the frames that readers return.
const MADE: { [name: string]: () => Frames } = {
  simulatePairs: () => ({
    pairs: simulate.simulatePairs({ judges: ["GPT-4o"], benchmarks: ["VL-RewardBench"] }),
  }),
  simulateScorePairs: () => ({ "score pairs": simulate.simulateScorePairs() }),
  simulateCaptionScores: () => ({ "caption scores": simulate.simulateCaptionScores() }),
  simulateRatings: () => ({ ratings: simulate.simulateRatings() }),
  simulateCriteria: () => ({ criteria: simulate.simulateCriteria({ judges: ["GPT-5"] }) }),
};

const TYPES = { text: /String|Utf8|Categorical/, integer: /Int32/, number: /Float64/, boolean: /Bool/ };

for (const [name, make] of Object.entries(MADE)) {
  Deno.test(`${name}: every column that a reader gives, in its order and type`, () => {
    const [[kind, frame]] = Object.entries(make()) as [FrameName, FrameOf<FrameName>][];
    const { columns } = FRAMES[kind];
    assert.deepEqual(frame.columns.slice(0, Object.keys(columns).length), Object.keys(columns));
    for (const [column, { type }] of Object.entries(columns)) {
      assert.match(String(frame.getColumn(column as never).dtype), TYPES[type], column);
    }
    requireValidFrame(name, kind, frame);
    assert.equal(frame.columns.includes("provenance"), true);
  });
}
