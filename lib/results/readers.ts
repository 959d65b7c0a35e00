import type pl from "nodejs-polars";
import type { TableFile } from "./find_files.ts";
import { type FrameName, FRAMES } from "./frames.ts";
import { readCaptionScores } from "./read_caption_scores.ts";
import { criteriaLayout, readCriteria } from "./read_criteria.ts";
import { readLabels } from "./read_labels.ts";
import { readPairs } from "./read_pairs.ts";
import type { Joined } from "./by_item.ts";
import type { ChoiceOrder } from "./shown_order.ts";
import type { ShapeOptions } from "./shape_frame.ts";
import { readScorePairs, scorePairsLayout } from "./read_score_pairs.ts";
import { readRatings } from "./read_ratings.ts";

/** What any reader may be told of files of one's own; each takes of it what it knows. */
export interface ReadResultsOptions extends ShapeOptions {
  /** Name of the judge, for files that do not say it. */
  judge?: string;
  /** Of which order the choices of pairs speak. */
  choiceOrder?: ChoiceOrder;
  /** Informativeness labels of pairs. */
  labels?: Joined;
  /** Corrected human labels of pairs. */
  corrections?: Joined;
  /** The columns of ratings that are evaluators. */
  evaluators?: readonly string[];
}

/** How a frame is read. */
export interface FrameReader {
  read(path: string | readonly string[], options?: ReadResultsOptions): pl.DataFrame;
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

/** What a frame's reader is told: of the columns and values only those of the frame (ratings have evaluators beside them). */
export function optionsFor(name: FrameName, options: ReadResultsOptions): ReadResultsOptions {
  const known = <T>(record: Record<string, T> | undefined) =>
    record === undefined || name === "ratings" ? record : Object.fromEntries(
      Object.entries(record).filter(([column]) => Object.hasOwn(FRAMES[name].columns, column)),
    );
  const columns = known(options.columns), values = known(options.values);
  return { ...options, ...(columns ? { columns } : {}), ...(values ? { values } : {}) };
}
