import pl from "nodejs-polars";
import { fitPomms } from "../ensemble/fit_pomms.ts";
import { splitRatings } from "../ensemble/split_ratings.ts";
import { agreementCeiling } from "../metrics/agreement_ceiling.ts";
import { alternativeAnnotator } from "../metrics/alternative_annotator.ts";
import { philautiaIntervals } from "../metrics/philautia_intervals.ts";
import { ratingAgreement } from "../metrics/rating_agreement.ts";
import { saturation } from "../metrics/saturation.ts";
import { columnNumbers } from "../results/factor.ts";
import { readCaptionScores } from "../results/read_caption_scores.ts";
import { readRatings } from "../results/read_ratings.ts";
import { type Finding, findingsOf } from "./finding.ts";

/** Evaluators that scored nine in ten pictures of every task. */
export const COMPLETE = [
  "gemini-0",
  "gemini-1",
  "gpt4o-0",
  "gpt4o-1",
  "gpt4v-0",
  "llava-0",
  "llava-1",
  "qwenvl-0",
  "qwenvl-1",
];
/** The task with the most generators. */
const MATRIX_TASK = "Text-Guided_IE";
/** Fewer readable scores say nothing about a judge. */
const FEWEST = 200;

/** What ten multimodal judges make of pictures of 27 generators, beside three people (VIEScore). */
export function viescoreFindings(path: string): { findings: Finding[]; frame: pl.DataFrame } {
  const scores = readCaptionScores(path), ratings = readRatings(path);
  const evaluators = ratings.columns.filter((name) =>
    /-\d$/.test(name) && new Set(readable(ratings, name)).size >= FEWEST
  );
  const judge = (row: Record<string, string>) => row.evaluator;
  const ceiling = (by: string[], condition: (row: Record<string, string>) => string) =>
    findingsOf(agreementCeiling(ratings, { by, evaluators, annotator: "rater" }), {
      judge,
      condition,
      quantities: {
        tau: "tau",
        ceiling: "ceiling",
        gap: "gap",
        kappa: "kappa",
        kappa_ceiling: "kappa_ceiling",
        kappa_gap: "kappa_gap",
      },
      counts: ["n_raters", "n_unscored"],
    });
  const findings = [
    ...guesses(scores),
    ...findingsOf(saturation(scores, { by: ["evaluator"] }), {
      judge,
      condition: () => "all tasks",
      quantities: {
        most_frequent_share: "share",
        most_frequent_value: ["value"],
        values_used: ["n_values"],
      },
      counts: ["n_unscored"],
    }),
    ...ceiling([], () => "all tasks"),
    ...ceiling(["task"], (row) => row.task),
    ...guessedAgreement(scores, ratings),
    ...findingsOf(
      alternativeAnnotator(complete(ratings).select("item_id", "image_id", "human", "rater", ...COMPLETE), {
        epsilon: 0.1,
        annotator: "rater",
      }),
      {
        condition: () => "all tasks, epsilon 0.1",
        quantities: { winning_rate: ["winning_rate"], advantage: ["advantage"] },
        counts: ["n_annotators", "n_won", "n_unparsed"],
      },
    ),
    ...matrix(scores),
    ...ensemble(ratings),
  ];
  return { findings, frame: scores };
}

function readable(ratings: pl.DataFrame, name: string): unknown[] {
  const items = ratings.getColumn("item_id").toArray() as string[],
    values = columnNumbers(ratings.getColumn(name));
  return items.filter((_, i) => !Number.isNaN(values[i]));
}

/** The same pictures for all: those that every complete evaluator scored. */
function complete(ratings: pl.DataFrame): pl.DataFrame {
  return COMPLETE.reduce((frame, name) => frame.filter(pl.col(name).isNotNull()), ratings);
}

/** The share of pictures where the source put a random number in place of a reply that it could not read. */
function guesses(scores: pl.DataFrame): Finding[] {
  const status = scores.getColumn("status").toArray() as string[];
  const judges = scores.getColumn("evaluator").toArray() as string[];
  const counts = new Map<string, { n: number; guessed: number; missing: number }>();
  judges.forEach((judge, i) => {
    const own = counts.get(judge) ?? { n: 0, guessed: 0, missing: 0 };
    counts.set(judge, own);
    if (status[i].startsWith("missing")) own.missing++;
    else own.n++;
    if (status[i].startsWith("guessed")) own.guessed++;
  });
  return [...counts].sort(([a], [b]) => a < b ? -1 : 1).map(([judge, { n, guessed, missing }]) => ({
    judge,
    condition: "all tasks",
    quantity: "guessed_share",
    estimate: guessed / n,
    n,
    counts: `guessed ${guessed}; missing ${missing}`,
  }));
}

/** τ with the mean of the three people, once without the guesses and once as the source has it. */
function guessedAgreement(scores: pl.DataFrame, ratings: pl.DataFrame): Finding[] {
  const human = columnNumbers(ratings.getColumn("human"));
  const people = new Map<string, { sum: number; n: number }>();
  (ratings.getColumn("item_id").toArray() as string[]).forEach((item, i) => {
    const own = people.get(item) ?? { sum: 0, n: 0 };
    people.set(item, { sum: own.sum + human[i], n: own.n + 1 });
  });
  const [task, image, generator] = ["task", "image_id", "generator"].map((name) =>
    scores.getColumn(name).toArray() as string[]
  );
  const mean = image.map((picture, i) => {
    const own = people.get(`${task[i]}/${generator[i]}${picture.slice(task[i].length)}`);
    return own ? own.sum / own.n : null;
  });
  const frame = pl.DataFrame([
    scores.getColumn("evaluator"),
    scores.getColumn("image_id"),
    pl.Series("human", mean, pl.Float64),
    scores.getColumn("score").alias("without guesses"),
    scores.getColumn("source_score").alias("with guesses"),
  ]);
  const guessing = new Set(
    (scores.filter(pl.col("status").str.contains("guessed")).getColumn("evaluator").toArray()) as string[],
  );
  const agreement = ratingAgreement(
    frame.filter(pl.col("evaluator").isIn([...guessing])).rename({ evaluator: "judge" }),
    {
      by: ["judge"],
      evaluators: ["without guesses", "with guesses"],
    },
  );
  return findingsOf(agreement, {
    condition: (row) => row.evaluator,
    quantities: { tau_mean_people: "tau_b" },
    counts: ["n_unscored"],
  }).filter(({ n }) => n >= FEWEST);
}

/** Who prefers whose pictures: the doubly standardised matrix of one task. */
function matrix(scores: pl.DataFrame): Finding[] {
  const used = scores.filter(pl.col("task").eq(pl.lit(MATRIX_TASK)).and(pl.col("evaluator").isIn(COMPLETE)));
  return findingsOf(philautiaIntervals(used, { setting: "ref_free" }), {
    judge: (row) => row.evaluator,
    condition: (row) => `${MATRIX_TASK}/${row.generator}`,
    quantities: { phi_tilde: "corrected", mean_score: ["phi"] },
  });
}

/** A panel of the complete evaluators, fitted to three fifths of the pictures and tried on the last fifth. */
function ensemble(ratings: pl.DataFrame): Finding[] {
  const split = splitRatings(ratings, { seed: 1 });
  const part = (name: string) => split.filter(pl.col("split").eq(pl.lit(name)));
  const pomms = fitPomms({ train: part("train"), validation: part("validation") }, { evaluators: COMPLETE });
  const test = part("test");
  const panels = pomms.steps.map((step, k) => ({ name: `panel of ${k + 1}`, members: step.members }));
  const withPanels = test.withColumns(
    ...panels.map(({ name }, k) => pl.Series(name, Array.from(pomms.predict(test, k)), pl.Float64)),
  );
  const names = [...COMPLETE, ...panels.map(({ name }) => name)];
  const members = new Map(panels.map(({ name, members }) => [name, members.join(" + ")]));
  return findingsOf(agreementCeiling(complete(withPanels), { evaluators: names, annotator: "rater" }), {
    judge: (row) => row.evaluator,
    condition: () => "test pictures of all tasks",
    quantities: { panel_tau: "tau", panel_gap: "gap" },
  }).map((finding) => ({ ...finding, counts: members.get(finding.judge) ?? "" }));
}
