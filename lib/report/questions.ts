import { type Asked, questions } from "./questions/common.ts";
import { MODEL_QUESTIONS } from "./questions/models.ts";
import { PEOPLE_QUESTIONS } from "./questions/people.ts";
import { PAIR_QUESTIONS } from "./questions/pairs.ts";
import { SCORE_QUESTIONS } from "./questions/scores.ts";
import type { Question, QuestionId } from "./report_types.ts";

const ASKED: Record<QuestionId, Asked> = {
  ...{ ...PAIR_QUESTIONS, ...MODEL_QUESTIONS, ...PEOPLE_QUESTIONS, ...SCORE_QUESTIONS },
};

/** What a report asks of results; where the frame does not meet the `needs` the page says what would allow it. */
export const QUESTIONS: readonly Question[] = questions("questions", ASKED);

export const NAMED_GROUPS: Partial<typeof GROUPS> = { ratings: ["model"] };

/** Columns that tell a report's groups apart, by frame; those with one value only are left out. Of criteria each criterion has lines of its own. */
export const GROUPS: Record<Question["frame"], readonly string[]> = {
  pairs: ["judge", "benchmark", "pipeline", "condition"],
  "score pairs": ["judge", "prompt", "condition"],
  "caption scores": [],
  ratings: ["split", "criterion", "condition"],
  criteria: ["judge", "mode", "thinking", "split", "condition"],
  labels: [],
};
