import type pl from "nodejs-polars";
import type { TableFile } from "./find_files.ts";
import type { FrameName } from "./frames.ts";
import { readCaptionScores } from "./read_caption_scores.ts";
import { criteriaLayout, readCriteria } from "./read_criteria.ts";
import { readLabels } from "./read_labels.ts";
import { readPairs } from "./read_pairs.ts";
import { readScorePairs, scorePairsLayout } from "./read_score_pairs.ts";
import { readRatings } from "./read_ratings.ts";

/** How a frame is read. */
export interface FrameReader {
  read(path: string | readonly string[]): pl.DataFrame;
  /** The official layout that these files are in together, for frames whose layouts are not told file by file. */
  layoutOf?(files: readonly TableFile[]): string | null;
}

/** The readers by frame. A frame without one is known by its columns, but cannot be read. */
export const READERS: Partial<Record<FrameName, FrameReader>> = {
  pairs: { read: readPairs },
  labels: { read: readLabels },
  "caption scores": { read: readCaptionScores },
  criteria: {
    read: readCriteria,
    layoutOf(files) {
      const layout = criteriaLayout(files);
      return layout === "native" ? null : layout;
    },
  },
  "score pairs": { read: readScorePairs, layoutOf: scorePairsLayout },
  ratings: { read: readRatings },
};
