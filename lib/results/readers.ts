import type pl from "nodejs-polars";
import type { TableFile } from "./find_files.ts";
import type { FrameName } from "./frames.ts";
import { READ_CAPTION_SCORES_OPTIONS, readCaptionScores } from "./read_caption_scores.ts";
import { criteriaLayout, READ_CRITERIA_OPTIONS, readCriteria } from "./read_criteria.ts";
import { readLabels } from "./read_labels.ts";
import { READ_PAIRS_OPTIONS, readPairs } from "./read_pairs.ts";
import type { Joined } from "./by_item.ts";
import type { ChoiceOrder } from "./shown_order.ts";
import { namedColumns, SHAPE_OPTIONS } from "./read_options.ts";
import type { ShapeOptions } from "./shape_frame.ts";
import { READ_SCORE_PAIRS_OPTIONS, readScorePairs, scorePairsLayout } from "./read_score_pairs.ts";
import { READ_RATINGS_OPTIONS, readRatings } from "./read_ratings.ts";

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
  /** What it may be told beside what every reader is. */
  options: readonly string[];
  read(path: string | readonly string[], options?: ReadResultsOptions): pl.DataFrame;
  /** The official layout that these files are in together, for frames whose layouts are not told file by file. */
  layoutOf?(files: readonly TableFile[]): string | null;
}

/** The readers by frame. A frame without one is known by its columns, but cannot be read. */
export const READERS: Partial<Record<FrameName, FrameReader>> = {
  pairs: { options: READ_PAIRS_OPTIONS, read: readPairs },
  labels: { options: [], read: readLabels },
  "caption scores": { options: READ_CAPTION_SCORES_OPTIONS, read: readCaptionScores },
  criteria: {
    options: READ_CRITERIA_OPTIONS,
    read: readCriteria,
    layoutOf(files) {
      const layout = criteriaLayout(files);
      return layout === "native" ? null : layout;
    },
  },
  "score pairs": { options: READ_SCORE_PAIRS_OPTIONS, read: readScorePairs, layoutOf: scorePairsLayout },
  ratings: { options: READ_RATINGS_OPTIONS, read: readRatings },
};

/** Names of what any reader may be told. */
export const READ_RESULTS_OPTIONS: readonly string[] = [
  ...SHAPE_OPTIONS,
  ...["judge", "choiceOrder", "labels", "corrections", "evaluators"] satisfies (keyof ReadResultsOptions)[],
];

/** What a frame's reader is told: what it knows, and of columns and values those of the frame (ratings have evaluators beside them). */
export function optionsFor(name: FrameName, options: ReadResultsOptions): ReadResultsOptions {
  const ours = namedColumns(name), own = [...SHAPE_OPTIONS, ...READERS[name]?.options ?? []];
  const known = <T>(record: Record<string, T> | undefined) =>
    record === undefined || name === "ratings"
      ? record
      : Object.fromEntries(Object.entries(record).filter(([column]) => ours.includes(column)));
  const columns = known(options.columns), values = known(options.values);
  const told = Object.fromEntries(Object.entries(options).filter(([option]) => own.includes(option)));
  return { ...told, ...(columns ? { columns } : {}), ...(values ? { values } : {}) };
}
