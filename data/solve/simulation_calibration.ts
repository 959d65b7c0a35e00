import type pl from "nodejs-polars";
import { metricFrame } from "@/metrics/metric_table.ts";
import { solvedFrame } from "@/simulate/solution.ts";
import { captionScoresCalibration } from "./caption_scores_calibration.ts";
import { criteriaCalibration } from "./criteria_calibration.ts";
import { pairsCalibration } from "./pairs_calibration.ts";
import { ratingsCalibration } from "./ratings_calibration.ts";
import { scorePairsCalibration } from "./score_pairs_calibration.ts";

/** The table that `calibration` reads: every printed or stated number beside the simulated frames'. */
export function simulationCalibration(): pl.DataFrame {
  const told = (...names: readonly string[]) => names.filter(Boolean).join(", ");
  const captions = solvedFrame("caption scores");
  const rows = [
    ...pairsCalibration(solvedFrame("pairs")).map((row) => ({
      ...row,
      frame: "pairs",
      source: row.table,
      of: told(row.judge, row.benchmark, row.pipeline),
      met: row.prints_same,
    })),
    ...scorePairsCalibration(solvedFrame("score pairs")).map((row) => ({
      ...row,
      frame: "score pairs",
      source: row.table,
      of: told(row.judge, row.prompt),
      published: String(row.published),
      allowed: NaN,
      met: row.prints_same,
    })),
    ...captionScoresCalibration(captions).map((row) => ({
      ...row,
      frame: "caption scores",
      of: row.setting,
      quantity: row.fact,
      allowed: NaN,
    })),
    ...ratingsCalibration(solvedFrame("ratings"), captions).map((row) => ({
      ...row,
      frame: "ratings",
      allowed: NaN,
    })),
    ...criteriaCalibration(solvedFrame("criteria")).map((row) => ({
      ...row,
      frame: "criteria",
      allowed: NaN,
    })),
  ];
  return metricFrame(
    [],
    "frame:text source:text of:text quantity:text published:text simulated deviation allowed met:flag",
    rows,
  );
}
