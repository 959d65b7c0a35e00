import type pl from "nodejs-polars";
import { toldColumns } from "../progress/require.ts";
import { FRAMES } from "./frames.ts";
import { isOfPeople, similarTo } from "./other_names.ts";
import { doubtfulScores } from "./rating_warnings.ts";
import { scorersIn, scoresOf } from "./two_scores.ts";

/** No labels of people: what compares with them has nothing to say. */
export function* unlabelled({ frame, filled }: { frame: pl.DataFrame; filled: readonly string[] }) {
  if (!filled.includes("human") || frame.getColumn("human").nullCount() < frame.height) return;
  const own = frame.columns.filter((column) => !Object.hasOwn(FRAMES.pairs.columns, column));
  const { people, unnamed } = scorersIn(frame), [scorer] = [...people, ...unnamed];
  const [meant] = scorer === undefined ? similarTo("human", own) : [scorer];
  const is = scorer === undefined
    ? `is it ${meant}`
    : `do ${scoresOf(scorer, own)?.join(" and ")} hold people's scores of the two answers`;
  yield "there is no column human: nothing can be compared with people, unless the rows are read together with those of a file that has " +
    "labels of the same items; strengths, lengths, order and runs need none" +
    (meant === undefined ? "" : `; ${is}? then name it: ${toldColumns([["human", meant]])}`);
}

/** Scores of two answers a row, which are pairs; else columns of numbers that may be no evaluators. */
export function* scoresOfTwo(read: { frame: pl.DataFrame; named: boolean }) {
  const { judges } = scorersIn(read.frame);
  const isHalf = read.frame.columns.some((one) => one !== "human" && isOfPeople(one));
  if (read.named || !isHalf || judges.length === 0) return yield* doubtfulScores(read);
  yield `${
    judges.join(", ")
  } have scores of two answers in each row: these are pairs, and what correlates with human here is one ` +
    `answer's; readPairs with judges: ${JSON.stringify(judges)} reads both`;
}
