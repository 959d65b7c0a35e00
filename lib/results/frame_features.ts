import pl from "nodejs-polars";
import { BIAS_TAXONOMY, type BiasSpec } from "./bias_taxonomy.ts";
import { type FrameName, frameName, FRAMES } from "./frames.ts";
import { ownFacts } from "../progress/own_facts.ts";
import type { Words } from "../progress/require.ts";

/** What tells a model's two rows apart, with and without thinking: `X (think)` and `X`, `X-Thinking` and `X-Instruct`. */
export const THINKING_MARK = / \(think\)$|-(Instruct|Thinking)$/;

export const isThinking = (judge: string): boolean => / \(think\)$|-Thinking$/.test(judge);

/** The distinct values of a column; of the rows only where it is like or unlike another and columns have one of some values, if told so; none where a frame lacks a column. */
type Values = (
  column: string,
  rows?: { like?: string; unlike?: string; among?: Readonly<Record<string, readonly string[]>> },
) => unknown[];

interface FeatureSpec {
  frame: FrameName;
  label: string;
  /** Whether a frame with these values has it. */
  holds(values: Values): boolean;
}

const TESTS: Record<string, (values: Values, ...words: string[]) => boolean> = {
  given: (values, ...columns) => columns.every((column) => values(column).some((value) => value !== null)),
  differing: (values, one, other) => values(one, { unlike: other }).length > 0,
  /** There are rows in which two columns both say A or B: the same, and rows with the other. */
  both: (values, one, other) =>
    [{ like: other }, { unlike: other }].every((rows) =>
      values(one, { ...rows, among: { [one]: ["A", "B"], [other]: ["A", "B"] } }).length > 0
    ),
  /** The same, and nobody in either column won or lost all: their strengths are finite. */
  contested(values, one, other) {
    const of = (name: string, unlike: string, choice: string) =>
      values(name, { unlike, among: { choice: [choice, "tie"] } });
    const won = [...of(one, other, "A"), ...of(other, one, "B")];
    const lost = [...of(one, other, "B"), ...of(other, one, "A")];
    return won.length > 0 && won.every((name) => lost.includes(name)) &&
      lost.every((name) => won.includes(name));
  },
  several: (values, column) => values(column).length > 1,
  named: (values, ...columns) =>
    columns.flatMap((column) => values(column)).filter((value) => value !== null).length > 1,
  all: (values, column, ...wanted) => wanted.every((value) => values(column).includes(value)),
  any: (values, column, ...wanted) => values(column).some((value) => wanted.includes(value as string)),
  partly: (values, column, ...wanted) =>
    values(column).includes(null) && TESTS.any(values, column, ...wanted),
  /** A column has another value than this one, or there is none. */
  open: (values, column, word) => values(column).length === 0 || TESTS.beyond(values, column, word),
  beyond: (values, column, usual) => values(column).some((value) => value !== usual),
  among(values, judges, ...makers) {
    const known = values(judges);
    return makers.flatMap((column) => values(column)).some((maker) =>
      maker !== null && known.includes(maker)
    );
  },
  dimension: (values, column, wanted) =>
    BIAS_TAXONOMY.some(({ type, dimension }) => dimension === wanted && values(column).includes(type)),
  twice(values, judges) {
    const names = values(judges).map(String), modelOf = (name: string) => name.replace(THINKING_MARK, "");
    return names.some((name) =>
      isThinking(name) && names.some((other) => other !== name && modelOf(other) === modelOf(name))
    );
  },
  chances(values, column) {
    const given = values(column).filter((value) => value !== null);
    return given.some(Number.isFinite) &&
      given.every((value) => typeof value === "number" && !(value < 0 || value > 1));
  },
};

/** Rows of one of the nine bias types, which a chart of it needs. */
export type BiasFeature = `bias_${BiasSpec["type"]}`;

/** Name of something that a frame may hold. */
export type Feature =
  | BiasFeature
  | Words<
    | "informativeness subsets lengths no_image seen_twice swapped ordered domains pipelines length_equalized"
    | "verbose formatted own_answers labelled several_judges pair_runs models contested annotators"
    | "part_labelled confidence runs integrality robustness generators difficulties score_domains"
    | "query_words prompts thinkers abstention blank_image varied own_captions caption_runs raters splits"
    | "modes thinking_modes pair_types response_words"
  >;

/** What frames may hold that some metrics and figures ask for: the frame, how a message names it, and how to see it. */
const TABLE = ownFacts<
  Record<Exclude<Feature, BiasFeature>, readonly [FrameName, string, `${string} ${string}`]>
>("features");

const PAIRED: Partial<Record<string, string>> = { seen_twice: "image", swapped: "swapped", pair_runs: "run" };

export const FEATURES: Record<Feature, FeatureSpec> = Object.fromEntries([
  ...Object.entries(TABLE).map(([name, [frame, label, told]]) => {
    const [test, ...words] = told.split(" ");
    return [name, { frame, label, holds: (values: Values) => TESTS[test](values, ...words) }];
  }),
  ...BIAS_TAXONOMY.map(({ type, label }) => {
    const holds = (values: Values) => TESTS.all(values, "bias_type", type);
    return [`bias_${type}`, { frame: "score pairs", label: `rows of the bias type ${label}`, holds }];
  }),
]);

/** The columns that numbers of some frames and features are computed from, for messages: those that may be empty, and what the features look at. */
export function columnsFor(frames: readonly FrameName[], needs: readonly Feature[]): string[] {
  const columns = new Set<string>();
  for (const frame of [...frames, ...needs.map((need) => FEATURES[need].frame)]) {
    for (const [column, { required, asked, nullable }] of Object.entries(FRAMES[frame].columns)) {
      if ((required || asked) && nullable) columns.add(column);
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

export function frameFeatures(frame: pl.DataFrame): Set<Feature> {
  const own = frameName(frame), seen = new Map<string, unknown[]>();
  const values: Values = (column, rows) => {
    const { like, unlike, among = {} } = rows ?? {}, other = like ?? unlike ?? column;
    if (![column, other].every((one) => frame.columns.includes(one))) return [];
    if (rows) {
      const [one, two] = [column, other].map((name) => pl.col(name).cast(pl.Utf8));
      const told = Object.entries(among).map(([name, wanted]) =>
        pl.col(name).cast(pl.Utf8).isIn([...wanted])
      );
      return frame.filter(told.reduce((all, one) => all.and(one), like ? one.eq(two) : one.neq(two)))
        .getColumn(column).unique().toArray();
    }
    const found = seen.get(column) ?? frame.getColumn(column).unique().toArray();
    seen.set(column, found);
    return found;
  };
  const calls = (columns: readonly string[]) => frame.select(...columns).hashRows().nUnique();
  const isPaired = (column?: string) => {
    if (column === undefined) return true;
    const key = FRAMES.pairs.key.filter((one) => one !== "annotator" && frame.columns.includes(one));
    return calls(key) > calls(key.filter((one) => one !== column));
  };
  const entries = Object.entries(FEATURES) as [Feature, FeatureSpec][];
  return new Set(
    entries.filter(([feature, { frame: name, holds }]) =>
      name === own && holds(values) && isPaired(PAIRED[feature]) &&
      (feature !== "varied" || isVaried(frame))
    ).map(([feature]) => feature),
  );
}

const ROUNDING = 1e-9;

function isVaried(scores: pl.DataFrame): boolean {
  const score = pl.col("score");
  return scores.groupBy("setting", "evaluator", "generator").agg(score.mean())
    .groupBy("setting", "evaluator").agg(score.max().minus(score.min()).alias("spread"))
    .filter(pl.col("spread").ltEq(pl.lit(ROUNDING))).height === 0;
}
