import { jointLowersTradeoff } from "../../hypotheses/joint_judging.ts";
import { criteriaMetrics } from "../../metrics/criteria_metrics.ts";
import { fromMetric, fromTests } from "../estimates.ts";
import type { Question } from "../report_types.ts";
import { POINTS } from "./common.ts";

/** What is asked of judgments by criteria. */
export const CRITERIA_QUESTIONS: readonly Question[] = [
  {
    id: "criteria",
    title: "Judging by criteria",
    short: "Criteria",
    question: "Does the judge follow each criterion, also where criteria pull in opposite directions?",
    above: "",
    frame: "criteria",
    needs: [],
    allow: "a row per criterion on which two responses were compared",
    unit: "percent",
    nullValue: NaN,
    delta: NaN,
    estimates: (frame, by) =>
      fromMetric(criteriaMetrics(frame, { by }), by, {
        quantity: "share",
        estimate: "value",
        also: ["metric"],
      }),
    looks: [],
    method: "pluralistic accuracy, trade-off sensitivity and conflict matching rate as in Multi-Crit",
    cite: ["multi-crit"],
  },
  {
    id: "joint",
    title: "Criteria judged together",
    short: "Joint judging",
    question: "Does judging all criteria at once lower trade-off sensitivity?",
    above: "sees more trade-offs when it judges all criteria at once",
    below: "sees fewer trade-offs when it judges all criteria at once",
    frame: "criteria",
    needs: ["modes"],
    allow: "rows of both modes, single and joint",
    unit: "points",
    nullValue: 0,
    delta: POINTS,
    estimates: (frame, by, { seed, alpha }) =>
      fromTests(
        frame,
        by.filter((name) => name !== "mode"),
        (own) => jointLowersTradeoff(own, { seed, alpha }),
        "TOS, joint minus single",
      ),
    looks: [],
    method: "trade-off sensitivity of both modes is compared over the items judged both ways",
    cite: ["multi-crit"],
  },
];
