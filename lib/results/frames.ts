/** Names of the result frames that the library speaks. */
export type FrameName = "pairs" | "labels" | "score pairs" | "caption scores" | "ratings" | "criteria";

/** One column of a frame. */
export interface ColumnSpec {
  type: "text" | "integer" | "number" | "boolean";
  /** Must be in the file; other columns have a default. */
  required?: boolean;
  /** May be empty. */
  nullable?: boolean;
  /** The only values allowed. */
  values?: readonly string[];
  min?: number;
  max?: number;
  /** What the file's numbers are divided by, for a scale that the caller has named; `min` and `max` are the file's then. */
  divisor?: number;
  /** Value where the file has no such column; readers fill in what depends on the file. */
  default?: string | number | boolean | null;
}

/** A frame: its columns in order, and what names a row. */
export interface FrameSpec {
  columns: Record<string, ColumnSpec>;
  key: readonly string[];
}

const VERDICTS = ["A", "B", "tie"] as const;
const STATUS = ["scored", "abstained", "unparsable", "missing"] as const;

export const PIPELINES = ["base", "image_caption", "standard_ref", "birch"] as const;
export const VARIANTS = ["original", "length_equalized", "verbose"] as const;
/** Words of the column `provenance`, which any frame may have: where its rows come from. */
export const PROVENANCES: readonly string[] = ["published", "simulated", "results"];
export const BIAS_TYPES = [
  "text_dominance",
  "image_dominance",
  "response_dominance",
  "instruction_misalignment",
  "image_misalignment",
  "detail_description",
  "unnecessary_image",
  "visual_transformation",
  "texture_insertion",
  "blank_image",
] as const;

const text = (more: Partial<ColumnSpec> = {}): ColumnSpec => ({ type: "text", ...more });
const words: ColumnSpec = { type: "integer", nullable: true, min: 0, default: null };
const run: ColumnSpec = { type: "integer", min: 1, default: 1 };

/**
 * The columns of every frame in order, their types and values, and the key. This table is the schema: readers, writers,
 * zod row schemas and the checks of whole frames are derived from it. Meanings are in `data/README.md`.
 */
export const FRAMES: Record<FrameName, FrameSpec> = {
  pairs: {
    columns: {
      benchmark: text(),
      item_id: text({ required: true }),
      image_id: text({ nullable: true }),
      domain: text({ nullable: true, default: null }),
      judge: text({ required: true }),
      pipeline: text({ values: PIPELINES, default: "base" }),
      image: { type: "boolean", default: true },
      variant: text({ values: VARIANTS, default: "original" }),
      swapped: { type: "boolean", default: false },
      run,
      human: text({ required: true, nullable: true, values: VERDICTS }),
      choice: text({ required: true, nullable: true, values: VERDICTS }),
      more_informative: text({ nullable: true, values: VERDICTS, default: null }),
      words_a: words,
      words_b: words,
      model_a: text({ nullable: true, default: null }),
      model_b: text({ nullable: true, default: null }),
      annotator: text({ nullable: true, default: null }),
    },
    key: ["benchmark", "item_id", "judge", "pipeline", "image", "variant", "swapped", "run", "annotator"],
  },
  labels: {
    columns: {
      benchmark: text(),
      item_id: text({ required: true }),
      labeller: text({ default: "unnamed" }),
      more_informative: text({ required: true, nullable: true, values: VERDICTS }),
    },
    key: ["benchmark", "item_id", "labeller"],
  },
  "score pairs": {
    columns: {
      judge: text({ required: true }),
      prompt: text({
        values: ["score", "abstention", "score_guided", "constraints", "reasoning"],
        default: "score",
      }),
      run,
      sample_id: text({ required: true }),
      bias_type: text({ required: true, values: BIAS_TYPES }),
      task_type: text({ nullable: true, default: null }),
      domain: text({ nullable: true, default: null }),
      difficulty: text({ nullable: true, default: null }),
      generator: text({ nullable: true, default: null }),
      unbiased: { type: "number", required: true, nullable: true, min: 1, max: 10 },
      biased: { type: "number", required: true, nullable: true, min: 1, max: 10 },
      unbiased_status: text({ values: STATUS }),
      biased_status: text({ values: STATUS }),
      words_query: words,
      words_query_biased: words,
      words_response: words,
    },
    key: ["judge", "prompt", "run", "sample_id", "bias_type"],
  },
  "caption scores": {
    columns: {
      image_id: text({ required: true }),
      generator: text({ required: true }),
      evaluator: text({ required: true }),
      setting: text({ required: true, values: ["ref_based", "ref_free"] }),
      run,
      score: { type: "number", required: true, nullable: true, min: 0, max: 1 },
      parsed: { type: "number", nullable: true, min: 0, max: 1, default: null },
      expected: { type: "number", nullable: true, min: 0, max: 1, default: null },
    },
    key: ["image_id", "generator", "evaluator", "setting", "run"],
  },
  ratings: {
    columns: {
      item_id: text({ required: true }),
      image_id: text({ nullable: true }),
      split: text({ values: ["train", "validation", "test"], default: "test" }),
      human: { type: "number", required: true, nullable: true },
    },
    key: [],
  },
  criteria: {
    columns: {
      judge: text({ required: true }),
      mode: text({ values: ["single", "joint"], default: "single" }),
      thinking: { type: "boolean", default: false },
      split: text({ required: true, values: ["open_ended", "reasoning"] }),
      item_id: text({ required: true }),
      pair_type: text({ nullable: true, values: ["cross", "intra"], default: null }),
      criterion: text({ required: true }),
      human: text({ required: true, nullable: true, values: VERDICTS }),
      choice: text({ required: true, nullable: true, values: VERDICTS }),
      words_a: words,
      words_b: words,
    },
    key: ["judge", "mode", "thinking", "split", "item_id", "criterion"],
  },
};

/** What a column accepts, in words for error messages: `A, B, tie or nothing`. */
export function expectation({ type, values, min, max, nullable }: ColumnSpec): string {
  const kinds = { text: "text", integer: "a whole number", number: "a number", boolean: "true or false" };
  const range = min !== undefined && max !== undefined
    ? ` from ${min} to ${max}`
    : min !== undefined
    ? ` of at least ${min}`
    : "";
  const options = values ? [...values] : [kinds[type] + range];
  if (nullable) options.push("nothing");
  return options.length < 2 ? options[0] : `${options.slice(0, -1).join(", ")} or ${options.at(-1)}`;
}
