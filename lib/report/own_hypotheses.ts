import type pl from "nodejs-polars";
import type { HypothesisResult } from "../hypotheses/hypothesis_types.ts";
import type { FrameName } from "../results/frames.ts";
import { fromTests } from "./estimates.ts";
import type { Question } from "./report_types.ts";

/** A test of one's own: a function of the rows of one group, named as it shall be called. */
export type OwnHypothesis = (frame: pl.DataFrame) => HypothesisResult;

/** A user's own hypotheses as questions of the report, asked of the frame in hand. */
export function hypothesisQuestions(tests: readonly OwnHypothesis[], frame: FrameName): Question[] {
  return tests.map((test, t) => ({
    id: `own_${t + 1}`,
    title: test.name || `own hypothesis ${t + 1}`,
    short: `own ${t + 1}`,
    question: "A hypothesis of one's own, tested in every group.",
    above: "as its claim says",
    frame,
    needs: [],
    allow: "",
    unit: "points",
    nullValue: 0,
    delta: NaN,
    estimates: (rows, by) => fromTests(rows, by, test, (hypothesis) => hypothesis),
    looks: [],
    method: `${test.name || `own hypothesis ${t + 1}`} is a test of the report's author`,
    cite: [],
  }));
}
