import { decimalNumber, judgementAbstains, judgementScore, type ScoreStatus } from "./judgement_score.ts";

/** Highest score of the scale. */
export const MAX_SCORE = 10;

/** One of the two judgments in a record of the authors' output. */
export interface JudgementSide {
  score: number | null;
  status: ScoreStatus;
}

/** A score that is none, on its way to the file's name. */
export class BadScore extends Error {
  constructor(readonly column: string, readonly value: unknown, readonly expected: string) {
    super(expected);
  }
}

/**
 * The score and status of one side of `judgement[model]`: the stored score, else the one in the text.
 *
 * @param official any number counts and N/A is no abstention, as in the authors' code
 * @throws {BadScore} for a stored score that is none, or a text that is none
 */
export function judgementSide(
  answer: unknown,
  side: "unbiased" | "biased",
  official: boolean,
): JudgementSide {
  if (!isObject(answer)) return { score: null, status: "missing" };
  const stored = answer[`${side}_score`], text = answer[side];
  if (text !== undefined && text !== null && typeof text !== "string") {
    throw new BadScore(side, text, "a judge's text");
  }
  if (!official && typeof text === "string" && judgementAbstains(text)) {
    return { score: null, status: "abstained" };
  }
  if (stored !== undefined && stored !== null) {
    const score = typeof stored === "string"
      ? decimalNumber(stored)
      : typeof stored === "boolean" && official
      ? Number(stored)
      : stored;
    if (typeof score !== "number" || !official && !(score >= 1 && score <= MAX_SCORE)) {
      throw new BadScore(
        `${side}_score`,
        stored,
        `a score from 1 to ${MAX_SCORE} or nothing (compatibility: "official" takes any number)`,
      );
    }
    return { score, status: "scored" };
  }
  if (typeof text !== "string" || !official && text.trim() === "") return { score: null, status: "missing" };
  const score = judgementScore(text);
  const usable = score !== null && (official || score >= 1 && score <= MAX_SCORE);
  return usable ? { score, status: "scored" } : { score: null, status: "unparsable" };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
