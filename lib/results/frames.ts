/** Names of the result frames that the library speaks. */
export type FrameName = "pairs" | "labels" | "score pairs" | "caption scores" | "ratings" | "criteria";

/** One column of a frame. */
export interface ColumnSpec {
  /** Kind of the values: text, whole numbers, any numbers, or true and false. */
  type: "text" | "integer" | "number" | "boolean";
  /** Must be in the file; other columns have a default. */
  required?: boolean;
  /** May be missing, but not where a column of the file sounds like it and holds its values. */
  asked?: boolean;
  /** May be empty. */
  nullable?: boolean;
  /** Text that is kept as Polars' categories: few names in very many rows, of which metrics loop over the numbers. */
  categories?: boolean;
  /** The only values allowed. */
  values?: readonly string[];
  /** Names what a row is about: a line of sums ("Total", "Mean") is none. */
  names?: true;
  /** Smallest number allowed; no limit without it. */
  min?: number;
  /** Largest number allowed; no limit without it. */
  max?: number;
  /** What the file's numbers are divided by, for a scale that the caller has named; `min` and `max` are the file's then. */
  divisor?: number;
  /** What the error of a value beyond `max` says further. */
  hint?: string;
  /** Value where the file has no such column; readers fill in what depends on the file. */
  default?: string | number | boolean | null;
}

/** A frame: its columns in order, and what names a row. */
export interface FrameSpec {
  /** What each column holds, by its name. */
  columns: Record<string, ColumnSpec>;
  /**
   * Columns that together name a row: no two rows agree in all of them that the frame has (criteria have `swapped` and `run` only where
   * a file does). Empty where nothing does.
   */
  key: readonly string[];
}

const VERDICTS = ["A", "B", "tie"] as const;
const STATUS = ["scored", "abstained", "unparsable", "missing"] as const;
const PROMPTS = ["score", "abstention", "score_guided", "constraints", "reasoning"] as const;

export const PIPELINES = ["base", "image_caption", "standard_ref", "birch"] as const;
export const VARIANTS = ["original", "length_equalized", "verbose", "formatted"] as const;
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

// Written out, and not put together from parts: declarations of the packed library keep literals only.
const TABLE = {
  pairs: {
    columns: {
      benchmark: { type: "text" },
      item_id: { type: "text", required: true, names: true },
      image_id: { type: "text", nullable: true },
      domain: { type: "text", nullable: true, default: null },
      judge: { type: "text", required: true },
      pipeline: { type: "text", values: PIPELINES, default: "base" },
      image: { type: "boolean", default: true },
      variant: { type: "text", values: VARIANTS, default: "original" },
      swapped: { type: "boolean", default: false },
      run: { type: "integer", min: 0, default: 1 },
      human: { type: "text", asked: true, nullable: true, values: VERDICTS, default: null },
      choice: { type: "text", required: true, nullable: true, values: VERDICTS },
      more_informative: { type: "text", nullable: true, values: VERDICTS, default: null },
      words_a: { type: "integer", nullable: true, min: 0, default: null },
      words_b: { type: "integer", nullable: true, min: 0, default: null },
      model_a: { type: "text", nullable: true, default: null },
      model_b: { type: "text", nullable: true, default: null },
      annotator: { type: "text", nullable: true, default: null },
      condition: { type: "text", nullable: true, default: null },
    },
    key: [
      "benchmark",
      "item_id",
      "judge",
      "pipeline",
      "image",
      "variant",
      "swapped",
      "run",
      "annotator",
      "condition",
    ],
  },
  labels: {
    columns: {
      benchmark: { type: "text" },
      item_id: { type: "text", required: true, names: true },
      labeller: { type: "text", default: "unnamed" },
      more_informative: { type: "text", required: true, nullable: true, values: VERDICTS },
    },
    key: ["benchmark", "item_id", "labeller"],
  },
  "score pairs": {
    columns: {
      judge: { type: "text", required: true },
      prompt: { type: "text", values: PROMPTS, default: "score" },
      run: { type: "integer", min: 0, default: 1 },
      sample_id: { type: "text", required: true, names: true },
      bias_type: { type: "text", required: true, values: BIAS_TYPES },
      task_type: { type: "text", nullable: true, default: null },
      domain: { type: "text", nullable: true, default: null },
      difficulty: { type: "text", nullable: true, default: null },
      generator: { type: "text", nullable: true, default: null },
      unbiased: { type: "number", required: true, nullable: true, min: 1, max: 10 },
      biased: { type: "number", required: true, nullable: true, min: 1, max: 10 },
      unbiased_status: { type: "text", values: STATUS },
      biased_status: { type: "text", values: STATUS },
      words_query: { type: "integer", nullable: true, min: 0, default: null },
      words_query_biased: { type: "integer", nullable: true, min: 0, default: null },
      words_response: { type: "integer", nullable: true, min: 0, default: null },
      condition: { type: "text", nullable: true, default: null },
    },
    key: ["judge", "prompt", "run", "sample_id", "bias_type", "condition"],
  },
  "caption scores": {
    columns: {
      image_id: { type: "text", required: true, names: true, categories: true },
      generator: { type: "text", required: true, categories: true },
      evaluator: { type: "text", required: true, categories: true },
      setting: { type: "text", required: true, categories: true, values: ["ref_based", "ref_free"] },
      run: { type: "integer", min: 0, default: 1 },
      score: { type: "number", required: true, nullable: true, min: 0, max: 1 },
      parsed: { type: "number", nullable: true, min: 0, max: 1, default: null },
      expected: { type: "number", nullable: true, min: 0, max: 1, default: null },
      condition: { type: "text", nullable: true, default: null },
    },
    key: ["image_id", "generator", "evaluator", "setting", "run", "condition"],
  },
  ratings: {
    columns: {
      item_id: { type: "text", required: true, names: true },
      image_id: { type: "text", nullable: true },
      split: { type: "text", values: ["train", "validation", "test"], default: "test" },
      human: { type: "number", required: true, nullable: true },
    },
    key: [],
  },
  criteria: {
    columns: {
      judge: { type: "text", required: true },
      mode: { type: "text", values: ["single", "joint"], default: "single" },
      thinking: { type: "boolean", default: false },
      split: { type: "text", default: "all" },
      item_id: { type: "text", required: true, names: true },
      pair_type: { type: "text", nullable: true, values: ["cross", "intra"], default: null },
      criterion: { type: "text", required: true },
      human: { type: "text", required: true, nullable: true, values: VERDICTS },
      choice: { type: "text", required: true, nullable: true, values: VERDICTS },
      words_a: { type: "integer", nullable: true, min: 0, default: null },
      words_b: { type: "integer", nullable: true, min: 0, default: null },
      condition: { type: "text", nullable: true, default: null },
    },
    key: ["judge", "mode", "thinking", "split", "item_id", "criterion", "swapped", "run", "condition"],
  },
} as const satisfies Record<FrameName, FrameSpec>;

/**
 * The columns of every frame in order, their types and values, and the key. This table is the schema: readers, writers,
 * zod row schemas and the checks of whole frames are derived from it. Meanings are in `data/README.md`.
 */
export const FRAMES: Record<FrameName, FrameSpec> = TABLE;

/** The same as a type, with each column's own. */
export type FrameTable = typeof TABLE;

export function requiredColumns(name: FrameName): string[] {
  const columns = Object.entries(FRAMES[name].columns);
  return columns.filter(([, { required }]) => required).map(([column]) => column);
}

/** What a column accepts, in words for error messages: `A, B, tie or nothing`. */
export function expectation({ type, values, min, max, nullable }: ColumnSpec): string {
  const kinds = { text: "text", integer: "a whole number", number: "a number", boolean: "true or false" };
  const range = min === undefined ? "" : max === undefined ? ` of at least ${min}` : ` from ${min} to ${max}`;
  const options = values ? [...values] : [kinds[type] + range];
  if (nullable) options.push("nothing");
  return options.length < 2 ? options[0] : `${options.slice(0, -1).join(", ")} or ${options.at(-1)}`;
}

const VERDICT_COLUMNS = ["judge", "human", "choice"];

const PAIR_COLUMNS = "model_a model_b answer_a answer_b choice words_a words_b winner score_a score_b".split(
  " ",
);

export function frameName(frame: { columns: readonly string[] }): FrameName | null {
  const has = (column: string) => frame.columns.includes(column);
  const found = (Object.keys(FRAMES) as FrameName[])
    .map((name) => ({ name, required: requiredColumns(name) }))
    .sort((a, b) => b.required.length - a.required.length)
    .find(({ required }) => required.every(has))?.name;
  const isMore = found === "labels" && VERDICT_COLUMNS.some(has);
  const isPairs = found === "ratings" && PAIR_COLUMNS.some(has);
  const isCriteria = found === "pairs" && has("criterion");
  return found === undefined || isMore || isPairs || isCriteria ? null : found;
}
