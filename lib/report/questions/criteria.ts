import { jointLowersTradeoff } from "../../hypotheses/joint_judging.ts";
import { criteriaMetrics } from "../../metrics/criteria_metrics.ts";
import { fromTests } from "../estimates.ts";
import type { Question, QuestionId } from "../report_types.ts";
import { of, questions } from "./common.ts";

/** What is asked of judgments by criteria. */
export const CRITERIA_QUESTIONS: readonly Question<QuestionId>[] = questions("criteria", [
  {
    id: "criteria",
    title: "Judging by criteria",
    question: "Does the judge follow each criterion, also where criteria pull in opposite directions?",
    allow: "a row per criterion on which two responses were compared",
    unit: "percent",
    estimates: of(criteriaMetrics, { quantity: "share", estimate: "value", also: ["metric"] }),
    method: "pluralistic accuracy, trade-off sensitivity and conflict matching rate as in Multi-Crit",
    cite: ["multi-crit"],
  },
  {
    id: "joint",
    title: "Criteria judged together",
    question: "Does judging all criteria at once lower trade-off sensitivity?",
    above: "sees more trade-offs when it judges all criteria at once",
    below: "sees fewer trade-offs when it judges all criteria at once",
    good: "above",
    needs: ["modes"],
    allow: "rows of both modes, single and joint",
    unit: "points",
    estimates: (frame, by, { alpha }) =>
      fromTests(
        frame,
        by.filter((name) => name !== "mode"),
        (own) => jointLowersTradeoff(own, { alpha }),
        "TOS, joint minus single",
      ),
    method: "trade-off sensitivity of both modes is compared over the items judged both ways",
    cite: ["multi-crit"],
  },
]);
