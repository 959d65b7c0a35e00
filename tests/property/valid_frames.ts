import fc from "fast-check";
import pl from "nodejs-polars";
import { FRAMES } from "@/results/frames.ts";
import STRANGE from "./strange_names.json" with { type: "json" };

/** Frames that metrics and figures are fed with. */
export type FedFrame = "pairs" | "labels" | "score pairs" | "caption scores" | "ratings" | "criteria";

type Row = Record<string, unknown>;

const TYPES = { text: pl.Utf8, integer: pl.Int32, number: pl.Float64, boolean: pl.Bool };

/** Rows as a frame in the types of its schema; columns in `absent` are left out, others are kept as text or numbers. */
function frameOf(name: FedFrame, rows: Row[], absent: readonly string[] = []): pl.DataFrame {
  const known = FRAMES[name].columns;
  const names = [...new Set([...Object.keys(known), ...rows.flatMap(Object.keys)])]
    .filter((column) => !absent.includes(column));
  return pl.DataFrame(names.map((column) => {
    const values = rows.map((row) => Object.hasOwn(row, column) ? row[column] : null);
    if (!Object.hasOwn(known, column)) return pl.Series(column, values, pl.Float64);
    // A null in a list of integers becomes 0: they pass through floats.
    return known[column].type === "integer"
      ? pl.Series(column, values, pl.Float64).cast(pl.Int32)
      : pl.Series(column, values, TYPES[known[column].type]);
  }));
}

const names = (most: number) =>
  fc.uniqueArray(fc.constantFrom(...STRANGE), { minLength: 1, maxLength: most });
const some = <T>(...values: T[]) => fc.subarray(values, { minLength: 1 });

/** Which of the columns that have a default a frame made by hand may lack. */
const lacking = (name: FedFrame, keys: readonly string[]) =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant<string[]>([]) },
    fc.subarray(
      Object.entries(FRAMES[name].columns)
        .filter(([column, { required }]) => !required && !keys.includes(column)).map(([column]) => column),
    ),
  );

/** A column with one value throughout may be left out without two rows becoming one. */
const constant = (rows: readonly Row[], column: string) =>
  rows.every((row) => row[column] === rows[0]?.[column]);

/** Numbers below 1 from a seed that the generator draws: rows are made of it, so that shrinking stays simple. */
function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

/** What is drawn from a seed: a share, and one of some values. */
function draws(seed: number) {
  const draw = dice(seed);
  return { draw, pick: <T>(...values: T[]) => values[Math.floor(draw() * values.length)] };
}

/** All combinations of some values, the last one changing fastest. */
function cross<T extends Record<string, readonly unknown[]>>(values: T): { [K in keyof T]: T[K][number] }[] {
  return Object.entries(values).reduce<Row[]>(
    (rows, [name, own]) => rows.flatMap((row) => own.map((value) => ({ ...row, [name]: value }))),
    [{}],
  ) as { [K in keyof T]: T[K][number] }[];
}
const upTo = (n: number, from = 0) => Array.from({ length: n }, (_, i) => i + from);

/** The frame of the first rows; a column of the key goes only where it is the same throughout. */
function kept(
  name: FedFrame,
  rows: Row[],
  absent: readonly string[],
  free: readonly string[] = [],
): pl.DataFrame {
  const first = rows.slice(0, MOST), { key } = FRAMES[name];
  return frameOf(
    name,
    first,
    absent.filter((column) => free.includes(column) || !key.includes(column) || constant(first, column)),
  );
}

/** What a record of generators draws. */
type Drawn<T> = { [K in keyof T]: T[K] extends fc.Arbitrary<infer V> ? V : never };

/** At most this many rows go through each metric and figure. */
const MOST = 200;

const pairs = fc.record({
  judges: names(3),
  benchmarks: names(2),
  items: fc.integer({ min: 1, max: 30 }),
  images: some(true, false),
  orders: fc.oneof({ weight: 2, arbitrary: fc.constant([false]) }, some(false, true)),
  variants: fc.oneof(
    { weight: 2, arbitrary: fc.constant(["original"]) },
    some("original", "length_equalized", "verbose"),
  ),
  pipelines: fc.oneof({ weight: 2, arbitrary: fc.constant(["base"]) }, some("base", "birch", "standard_ref")),
  runs: fc.constantFrom(1, 1, 2),
  sides: fc.array(fc.constantFrom("both", "ids", "cds", "cds", "none"), { minLength: 3, maxLength: 3 }),
  humans: fc.constantFrom("mixed", "mixed", "mixed", "A", "tie", "none"),
  choices: fc.constantFrom("mixed", "mixed", "right", "wrong", "tie", "none"),
  words: fc.constantFrom("mixed", "equal", "none", "far"),
  pictures: fc.constantFrom("own", "shared", "none"),
  domains: fc.boolean(),
  seed: fc.nat(),
  absent: lacking("pairs", []),
}).map(({ seed, ...study }) => {
  const { pick } = draws(seed), rows: Row[] = [];
  for (const { benchmark, item } of cross({ benchmark: study.benchmarks, item: upTo(study.items) })) {
    const human = study.humans === "mixed"
      ? pick("A", "B", "A", "B", "tie", null)
      : study.humans === "none"
      ? null
      : study.humans;
    const other = human === "A" ? "B" : "A";
    const words: Record<string, () => (number | null)[]> = {
      none: () => [null, null],
      equal: () => [7, 7],
      far: () => [pick(0, 3), pick(900, 2_000_000)],
      mixed: () => [pick(3, 8, 20, null), pick(3, 8, 20, 55)],
    };
    const [words_a, words_b] = words[study.words]();
    const { judges, images, orders, variants, pipelines, runs, sides } = study;
    const ways = {
      ...{ image: images, swapped: orders, variant: variants, pipeline: pipelines, run: upTo(runs, 1) },
    };
    for (const { j, ...way } of cross({ j: upTo(judges.length), ...ways })) {
      const informative: Record<string, () => string | null> = {
        none: () => null,
        ids: () => human,
        cds: () => human === null || human === "tie" ? null : other,
        both: () => pick("A", "B", "tie", null),
      };
      const choice: Record<string, () => string | null> = {
        ...{ mixed: () => pick("A", "B", "tie", null), right: () => human, wrong: () => other },
        ...{ tie: () => "tie", none: () => null },
      };
      const more_informative = informative[sides[j]](), chosen = choice[study.choices]();
      rows.push({
        ...{ benchmark, item_id: `${item}`, judge: judges[j], ...way, human, choice: chosen },
        image_id: study.pictures === "none" ? null : `${study.pictures === "shared" ? item % 3 : item}`,
        domain: study.domains ? pick("chart", "photo") : null,
        ...{ more_informative, words_a, words_b, model_a: null, model_b: null, annotator: null },
      });
    }
  }
  return kept("pairs", rows, study.absent);
});

const scorePairs = fc.record({
  judges: names(3),
  prompts: some("score", "abstention", "score_guided", "constraints", "reasoning"),
  runs: fc.integer({ min: 1, max: 3 }),
  samples: fc.integer({ min: 1, max: 12 }),
  types: some(...(FRAMES["score pairs"].columns.bias_type.values ?? [])),
  scores: fc.constantFrom("mixed", "same", "none", "lowest", "abstained"),
  facts: fc.boolean(),
  generators: fc.boolean(),
  seed: fc.nat(),
  absent: lacking("score pairs", []),
}).map(({ seed, ...study }) => {
  const { pick } = draws(seed);
  const score = () =>
    study.scores === "mixed"
      ? pick(1, 3.5, 7, 8, 10, null)
      : { same: 7, lowest: 1 }[study.scores as string] ?? null;
  const status = (value: number | null) =>
    value !== null
      ? "scored"
      : study.scores === "abstained"
      ? "abstained"
      : pick("abstained", "unparsable", "missing");
  const { samples, types, judges, prompts, runs } = study;
  const rows = cross({
    ...{ sample: upTo(samples), bias_type: types, judge: judges, prompt: prompts, run: upTo(runs, 1) },
  }).map(({ sample, ...way }): Row => {
    const unbiased = score(), biased = score();
    return {
      ...{ ...way, sample_id: `${sample}`, unbiased, biased },
      unbiased_status: status(unbiased),
      biased_status: status(biased),
      task_type: study.facts ? pick("Perception", "Reasoning") : null,
      domain: study.facts ? pick("Chart", "Photo") : null,
      difficulty: study.facts ? pick("Easy", "Medium", "Hard") : null,
      generator: study.generators ? pick(...judges, "other") : null,
      words_query: study.facts ? pick(5, 12) : null,
      words_query_biased: study.facts ? pick(5, 30) : null,
      words_response: study.facts ? pick(40, 90) : null,
    };
  });
  return kept("score pairs", rows, study.absent);
});

const captionStudy = {
  ...{ generators: names(4), evaluators: names(4), same: fc.boolean() },
  ...{ settings: some("ref_based", "ref_free"), images: fc.integer({ min: 1, max: 8 }) },
  ...{ runs: fc.constantFrom(1, 1, 2), scores: fc.constantFrom("mixed", "same", "none", "zero") },
  ...{ gaps: fc.constantFrom(0, 0, 0.3), seed: fc.nat(), absent: lacking("caption scores", []) },
};
const captionScores = fc.record(captionStudy).map(captionFrame);

function captionFrame({ seed, ...study }: Drawn<typeof captionStudy>): pl.DataFrame {
  const { draw, pick } = draws(seed), rows: Row[] = [];
  const { images, generators, same, evaluators, settings, runs } = study;
  const ways = { evaluator: same ? generators : evaluators, setting: settings, run: upTo(runs, 1) };
  for (const { image, ...way } of cross({ image: upTo(images), generator: generators, ...ways })) {
    if (rows.length > 0 && draw() < study.gaps) continue;
    const score = study.scores === "mixed"
      ? pick(0.1, 0.45, 0.8, 1, draw(), null)
      : { same: 0.7, zero: 0 }[study.scores as string] ?? null;
    rows.push({ image_id: `${image}`, ...way, score, parsed: score, expected: score });
  }
  const others = FRAMES["caption scores"].key.filter((column) => column !== "run");
  return kept("caption scores", rows, study.absent, others);
}

const ratingStudy = {
  items: fc.integer({ min: 1, max: 60 }),
  people: fc.integer({ min: 1, max: 3 }),
  evaluators: fc.uniqueArray(fc.constantFrom(...STRANGE), { maxLength: 3 }),
  splits: some("train", "validation", "test"),
  humans: fc.constantFrom("mixed", "same", "none"),
  scores: fc.constantFrom("mixed", "same", "none"),
  pictures: fc.constantFrom("shared", "none"),
  seed: fc.nat(),
  absent: lacking("ratings", []),
};
const ratings = fc.record(ratingStudy).map(ratingFrame);

function ratingFrame({ seed, ...study }: Drawn<typeof ratingStudy>): pl.DataFrame {
  const { pick } = draws(seed);
  const value = (kind: string) => kind === "mixed" ? pick(1, 2, 3, 4, 5, null) : kind === "same" ? 3 : null;
  const rows: Row[] = [];
  for (let item = 0; item < study.items; item++) {
    const scores = Object.fromEntries(study.evaluators.map((name) => [name, value(study.scores)]));
    for (let person = 0; person < study.people; person++) {
      rows.push({
        ...{ item_id: `${item}`, image_id: study.pictures === "none" ? null : `${item % 5}` },
        ...{ split: study.splits[item % study.splits.length], human: value(study.humans) },
        ...scores,
      });
    }
  }
  return frameOf("ratings", rows.slice(0, MOST), study.absent);
}

const mostly = <T>(value: T, others: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(value) }, others);

/** Ratings and captions of one study, as an ensemble wants them: the same names rate, write and score. */
const ensembles = fc.record({
  members: fc.uniqueArray(fc.constantFrom(...STRANGE), { minLength: 1, maxLength: 4 }),
  captions: fc.record({
    ...captionStudy,
    images: fc.integer({ min: 3, max: 8 }),
    scores: mostly("mixed", captionStudy.scores),
    gaps: mostly(0, captionStudy.gaps),
  }),
  people: fc.record({
    ...ratingStudy,
    items: fc.integer({ min: 30, max: 60 }),
    splits: mostly(["train", "validation", "test"], ratingStudy.splits),
    humans: mostly("mixed", ratingStudy.humans),
    scores: mostly("mixed", ratingStudy.scores),
  }),
}).map(({ members, captions, people }) => [
  ratingFrame({ ...people, evaluators: members }),
  captionFrame({ ...captions, generators: members, same: true }),
]);

const criteria = fc.record({
  judges: names(2),
  modes: some("single", "joint"),
  thinking: some(false, true),
  splits: some("open_ended", "reasoning"),
  items: fc.integer({ min: 1, max: 10 }),
  criteria: some("grounding", "no_hallucination", "clarity", "logic", "my own, criterion"),
  humans: fc.constantFrom("mixed", "A", "tie", "none"),
  choices: fc.constantFrom("mixed", "A", "tie", "none"),
  facts: fc.boolean(),
  seed: fc.nat(),
  absent: lacking("criteria", []),
}).map(({ seed, ...study }) => {
  const { pick } = draws(seed);
  const verdict = (kind: string) =>
    kind === "mixed" ? pick("A", "B", "tie", null) : kind === "none" ? null : kind;
  const rows: Row[] = [], { judges, modes, thinking } = study;
  const items = { item: upTo(study.items), split: study.splits, criterion: study.criteria };
  for (const { item, ...of } of cross(items)) {
    const human = verdict(study.humans);
    for (const way of cross({ judge: judges, mode: modes, thinking })) {
      rows.push({
        ...{ ...way, ...of, item_id: `${item}`, human, choice: verdict(study.choices) },
        pair_type: study.facts ? (item % 2 === 0 ? "cross" : "intra") : null,
        words_a: study.facts ? pick(10, 30) : null,
        words_b: study.facts ? pick(10, 30) : null,
      });
    }
  }
  return kept("criteria", rows, study.absent);
});

const labels = fc.record({
  benchmarks: names(2),
  labellers: names(3),
  items: fc.integer({ min: 1, max: 30 }),
  values: fc.constantFrom("mixed", "mixed", "A", "tie", "none"),
  seed: fc.nat(),
  absent: lacking("labels", []),
}).map(({ seed, ...study }) => {
  const { pick } = draws(seed);
  const { benchmarks, items, labellers, values } = study;
  const rows = cross({ benchmark: benchmarks, item: upTo(items), labeller: labellers }).map((
    { benchmark, item, labeller },
  ): Row => ({
    ...{ benchmark, item_id: `${item}`, labeller },
    more_informative: values === "mixed" ? pick("A", "B", "tie", null) : values === "none" ? null : values,
  }));
  const first = rows.slice(0, MOST);
  return frameOf("labels", first, study.absent.filter((column) => constant(first, column)));
});

/** Valid frames of each kind: few rows, sides and columns that are empty, one judge, ties alone, strange names. */
export const VALID_FRAMES: Record<FedFrame, fc.Arbitrary<pl.DataFrame>> = {
  pairs,
  labels,
  "score pairs": scorePairs,
  "caption scores": captionScores,
  ratings,
  criteria,
};

/** Valid frames of one study for figures that want two. */
export const MATCHED_FRAMES: Record<string, fc.Arbitrary<pl.DataFrame[]>> = {
  "ratings and caption scores": ensembles,
};
