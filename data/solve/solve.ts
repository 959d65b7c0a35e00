/**
 * Solves anew what `data/simulated` keeps: `deno run -A data/solve/solve.ts` writes the counts of right verdicts, the mean scores of
 * captions, captions' scores around them, the frames of pairs, labels, ratings, criteria, score pairs and pairs in both orders, each met by a search from the papers' printed
 * numbers, pairs of invented models and of invented people's votes, and the table of what is printed beside what they have.
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type pl from "nodejs-polars";
import { writeFrame } from "@/results/write_frame.ts";
import { simulationCalibration } from "./simulation_calibration.ts";
import { drawCaptionScores } from "./draw_caption_scores.ts";
import { drawLabels } from "./draw_labels.ts";
import { drawModelPairs } from "./draw_model_pairs.ts";
import { drawPairs } from "./draw_pairs.ts";
import { drawRatings } from "./draw_ratings.ts";
import { drawVotedPairs } from "./draw_voted_pairs.ts";
import { solveCriteria } from "./solve_criteria.ts";
import { solveOrderPairs } from "./solve_order_pairs.ts";
import { solvePairs } from "./solve_pairs.ts";
import { solvePhilautia } from "./solve_philautia.ts";
import { solveScorePairs } from "./solve_score_pairs.ts";

/** What is solved as JSON, by the name of its file. */
export const SOLUTIONS: Record<string, () => unknown> = {
  pairs_targets: solvePairs,
  caption_means: () => ({ ref_based: solvePhilautia("ref_based"), ref_free: solvePhilautia("ref_free") }),
};

/** What is solved as a frame. */
export const FRAMES_SOLVED: Record<string, () => pl.DataFrame> = {
  pairs: () => drawPairs(),
  labels: () => drawLabels(),
  ratings: () => drawRatings(),
  criteria: () => solveCriteria(),
  score_pairs: () => solveScorePairs(),
  order_pairs: () => solveOrderPairs(),
  model_pairs: () => drawModelPairs(),
  voted_pairs: () => drawVotedPairs(),
  caption_scores: () => drawCaptionScores(),
};

if (import.meta.main) {
  const place = (file: string) => fileURLToPath(new URL(`../simulated/${file}`, import.meta.url));
  for (const [name, solve] of Object.entries(SOLUTIONS)) {
    writeFileSync(place(`${name}.json`), `${JSON.stringify(solve())}\n`);
  }
  for (const [name, solve] of Object.entries(FRAMES_SOLVED)) {
    solve().writeParquet(place(`${name}.parquet`), { compression: "zstd" });
  }
  writeFrame(simulationCalibration(), place("calibration.csv"));
}
