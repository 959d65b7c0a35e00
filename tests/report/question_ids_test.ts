import assert from "node:assert/strict";
import { QUESTIONS } from "@/report/questions.ts";
import type { QuestionId } from "@/report/report_types.ts";

/** Each once, held by the type check. */
const IDS: Record<QuestionId, true> = {
  repeat: true,
  repeat_scores: true,
  confidence: true,
  stand_in: true,
  beyond_people: true,
  stand_in_ratings: true,
  ceiling: true,
  self: true,
  family: true,
  leaderboard: true,
  strengths: true,
  circles: true,
  corrected: true,
  philautia: true,
  caption_family: true,
  saturation: true,
  agreement: true,
  notices: true,
  steady: true,
  reliability: true,
  self_enhancement: true,
  criteria: true,
  joint: true,
  ib: true,
  ib_equal_length: true,
  lb: true,
  slot: true,
  longer_wins: true,
  first_wins: true,
  order: true,
  irs: true,
  verbosity: true,
  accuracy: true,
};

Deno.test("the ids that an editor completes are those of the report's questions", () => {
  assert.deepEqual([...new Set(QUESTIONS.map(({ id }) => id))].sort(), Object.keys(IDS).sort());
});
