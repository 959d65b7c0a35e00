import type pl from "nodejs-polars";
import { BIAS_TAXONOMY, type BiasDimension, type BiasSpec } from "./bias_taxonomy.ts";
import { frameName } from "./describe.ts";
import { type FrameName, FRAMES } from "./frames.ts";

/** What a frame may hold beside its plain rows, and how to see it. */
interface FeatureSpec {
  frame: FrameName;
  /** How a message names it. */
  label: string;
  /** Whether a frame has it; `values` gives the distinct values of a column, none where the frame lacks it. */
  holds(values: (column: string) => unknown[]): boolean;
}

export type BiasFeature = `bias_${BiasSpec["type"]}`;

/** The nine bias types: a chart of one of them needs its rows. */
const BIAS_FEATURES = Object.fromEntries(
  BIAS_TAXONOMY.map(({ type, label }): [string, FeatureSpec] => [`bias_${type}`, {
    frame: "score pairs",
    label: `rows of the bias type ${label}`,
    holds: (values) => values("bias_type").includes(type),
  }]),
) as Record<BiasFeature, FeatureSpec>;

/** Whether some bias type of a dimension occurs. */
const inDimension = (dimension: BiasDimension): FeatureSpec => ({
  frame: "score pairs",
  label: `rows of ${dimension}`,
  holds: (values) =>
    BIAS_TAXONOMY.some((spec) => spec.dimension === dimension && values("bias_type").includes(spec.type)),
});

const filled = (values: unknown[]) => values.some((value) => value !== null);

/** Name of something that a frame may hold. */
export type Feature =
  | "informativeness"
  | "lengths"
  | "no_image"
  | "swapped"
  | "domains"
  | "pipelines"
  | "length_equalized"
  | "verbose"
  | "own_answers"
  | "labelled"
  | "several_judges"
  | "pair_runs"
  | "models"
  | "annotators"
  | "part_labelled"
  | "confidence"
  | "runs"
  | "integrality"
  | "robustness"
  | "generators"
  | "difficulties"
  | "score_domains"
  | "query_words"
  | "prompts"
  | "abstention"
  | "blank_image"
  | "caption_runs"
  | "own_captions"
  | "raters"
  | "splits"
  | "modes"
  | "thinking_modes"
  | "pair_types"
  | "response_words"
  | BiasFeature;

/** What frames may hold that some metrics and figures ask for. */
export const FEATURES: Record<Feature, FeatureSpec> = {
  informativeness: {
    frame: "pairs",
    label: "informativeness labels (readPairs(path, { labels }))",
    holds: (values) => values("more_informative").some((value) => value === "A" || value === "B"),
  },
  lengths: {
    frame: "pairs",
    label: "word counts, or the answers' texts",
    holds: (values) => filled(values("words_a")) && filled(values("words_b")),
  },
  no_image: {
    frame: "pairs",
    label: "rows with and without image",
    holds: (values) => values("image").length > 1,
  },
  swapped: {
    frame: "pairs",
    label: "rows in both answer orders",
    holds: (values) => values("swapped").length > 1,
  },
  domains: { frame: "pairs", label: "domains", holds: (values) => filled(values("domain")) },
  pipelines: {
    frame: "pairs",
    label: "other pipelines than base",
    holds: (values) => values("pipeline").some((value) => value !== "base"),
  },
  length_equalized: {
    frame: "pairs",
    label: "rows of the variant length_equalized",
    holds: (values) => values("variant").includes("length_equalized"),
  },
  verbose: {
    frame: "pairs",
    label: "rows of the variant verbose",
    holds: (values) => values("variant").includes("verbose"),
  },
  own_answers: {
    frame: "pairs",
    label: "answers of the judges themselves (model_a, model_b)",
    holds: (values) => {
      const judges = new Set<unknown>(values("judge").filter((judge) => judge !== null));
      return [...values("model_a"), ...values("model_b")].some((model) => judges.has(model));
    },
  },
  labelled: {
    frame: "pairs",
    label: "human labels A or B",
    holds: (values) => values("human").some((human) => human === "A" || human === "B"),
  },
  several_judges: {
    frame: "pairs",
    label: "several judges",
    holds: (values) => values("judge").filter((judge) => judge !== null).length > 1,
  },
  pair_runs: { frame: "pairs", label: "repeated runs", holds: (values) => values("run").length > 1 },
  models: {
    frame: "pairs",
    label: "the models that wrote the answers (model_a, model_b)",
    holds: (values) => filled(values("model_a")) && filled(values("model_b")),
  },
  annotators: {
    frame: "pairs",
    label: "votes of several people (annotator)",
    holds: (values) => values("annotator").filter((person) => person !== null).length > 1,
  },
  part_labelled: {
    frame: "pairs",
    label: "rows with and rows without a human label",
    holds: (values) => {
      const people = values("human");
      return people.includes(null) && people.some((human) => human === "A" || human === "B");
    },
  },
  confidence: {
    frame: "pairs",
    label: "the judge's confidence in its verdict, from 0 to 1 (confidence)",
    holds: (values) =>
      values("confidence").some((value) => typeof value === "number" && Number.isFinite(value)) &&
      values("confidence").every((value) =>
        value === null || typeof value === "number" && !(value < 0 || value > 1)
      ),
  },
  runs: {
    frame: "score pairs",
    label: "repeated runs",
    holds: (values) => values("run").length > 1,
  },
  integrality: inDimension("integrality"),
  robustness: inDimension("robustness"),
  ...BIAS_FEATURES,
  generators: {
    frame: "score pairs",
    label: "generators of the responses",
    holds: (values) => filled(values("generator")),
  },
  difficulties: {
    frame: "score pairs",
    label: "difficulties",
    holds: (values) => filled(values("difficulty")),
  },
  score_domains: {
    frame: "score pairs",
    label: "task types and domains",
    holds: (values) => filled(values("task_type")) && filled(values("domain")),
  },
  query_words: {
    frame: "score pairs",
    label: "lengths of queries and responses",
    holds: (values) =>
      ["words_query", "words_query_biased", "words_response"].every((name) => filled(values(name))),
  },
  prompts: {
    frame: "score pairs",
    label: "rows of several prompts",
    holds: (values) => values("prompt").length > 1,
  },
  abstention: {
    frame: "score pairs",
    label: "rows of the prompt abstention",
    holds: (values) => values("prompt").includes("abstention"),
  },
  blank_image: {
    frame: "score pairs",
    label: "rows of the bias types unnecessary_image and blank_image",
    holds: (values) =>
      ["unnecessary_image", "blank_image"].every((type) => values("bias_type").includes(type)),
  },
  own_captions: {
    frame: "caption scores",
    label: "captions of models that are evaluators too",
    holds: (values) => {
      const evaluators = new Set<unknown>(values("evaluator").filter((name) => name !== null));
      return values("generator").some((name) => evaluators.has(name));
    },
  },
  caption_runs: {
    frame: "caption scores",
    label: "repeated runs",
    holds: (values) => values("run").length > 1,
  },
  raters: {
    frame: "ratings",
    label: "ratings of several people (a column rater or annotator)",
    holds: (values) => [...values("rater"), ...values("annotator")].filter((one) => one !== null).length > 1,
  },
  splits: {
    frame: "ratings",
    label: "rows of the splits train, validation and test (splitRatings)",
    holds: (values) => ["train", "validation", "test"].every((split) => values("split").includes(split)),
  },
  modes: {
    frame: "criteria",
    label: "rows of both modes, single and joint",
    holds: (values) => values("mode").length > 1,
  },
  thinking_modes: {
    frame: "criteria",
    label: "rows with and without thinking",
    holds: (values) => values("thinking").length > 1,
  },
  pair_types: {
    frame: "criteria",
    label: "types of pairs (cross, intra)",
    holds: (values) => filled(values("pair_type")),
  },
  response_words: {
    frame: "criteria",
    label: "word counts, or the answers' texts",
    holds: (values) => filled(values("words_a")) && filled(values("words_b")),
  },
};

/** The columns that numbers of some frames and features are computed from, for messages: those that may be empty, and what the features look at. */
export function columnsFor(frames: readonly FrameName[], needs: readonly Feature[]): string[] {
  const columns = new Set<string>();
  for (const frame of [...frames, ...needs.map((need) => FEATURES[need].frame)]) {
    for (const [column, { required, nullable }] of Object.entries(FRAMES[frame].columns)) {
      if (required && nullable) columns.add(column);
    }
  }
  for (const need of needs) {
    FEATURES[need].holds((column) => {
      columns.add(column);
      return [];
    });
  }
  return [...columns];
}

/**
 * What a frame holds of what metrics and figures can ask for.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readPairs } from "judgebias";
 * import { frameFeatures } from "@/results/frame_features.ts";
 *
 * const features = frameFeatures(readPairs("data/examples/pairs.csv"));
 * assert.ok(features.has("informativeness") && !features.has("length_equalized"));
 * ```
 */
export function frameFeatures(frame: pl.DataFrame): Set<Feature> {
  const name = frameName(frame);
  const seen = new Map<string, unknown[]>();
  const values = (column: string) => {
    let found = seen.get(column);
    if (!found) {
      found = frame.columns.includes(column) ? frame.getColumn(column).unique().toArray() : [];
      seen.set(column, found);
    }
    return found;
  };
  const entries = Object.entries(FEATURES) as [Feature, FeatureSpec][];
  return new Set(
    entries.filter(([, spec]) => spec.frame === name && spec.holds(values)).map(([feature]) => feature),
  );
}
