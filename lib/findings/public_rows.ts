import pl from "nodejs-polars";
import { fitPomms, splitRatings } from "../ensemble/fit_pomms.ts";
import { readCaptionScores } from "../results/read_caption_scores.ts";
import { readPairs } from "../results/read_pairs.ts";
import { readRatings } from "../results/read_ratings.ts";
import { columnNumbers } from "../results/factor.ts";
import { grouped, mean } from "../stats/grouped.ts";

export interface PublicRows {
  frame: pl.DataFrame;
  frames: Readonly<Record<string, pl.DataFrame>>;
  members?: ReadonlyMap<string, string>;
}

/**
 * Pairs of GenAI-Bench by task; `heard` are those of judges that name a picture at all there: others prefer no slot, and
 * a reply that cannot be read is no weaker preference for one.
 */
export function genaiRows(path: string): PublicRows {
  const last = pl.col("last_vote"), isLast = (vote: string) => last.eq(pl.lit(vote));
  const tie = pl.when(isLast("bothbad")).then(pl.lit("tie")).otherwise(last);
  const pairs = readPairs(path).withColumns(tie.alias("last_choice"), pl.col("domain").alias("condition"));
  const named = pl.col("choice").isIn(["A", "B"]).cast(pl.Int32).sum().over("judge", "condition");
  // Replies that name three or more of the four labels, so that the first one is no verdict.
  const isMany = pl.col("labels_named").gt(pl.lit(2)), many = pairs.filter(isMany);
  const lasts = ["A", "B", "tie", "bothbad"].map((vote) => [`last_${vote}`, asVerdict(many, isLast(vote))]);
  return {
    frame: pairs,
    frames: {
      ...{ pairs, heard: pairs.filter(named.gt(pl.lit(0))), ...Object.fromEntries(lasts) },
      ...{ right: asVerdict(pairs, pl.col("correct").eq(pl.lit(1))), many_labels: asVerdict(pairs, isMany) },
    },
  };
}

export function llmbarRows(path: string): PublicRows {
  const isOf = (...subsets: string[]) => pl.col("domain").isIn(subsets);
  const part = pl.when(isOf("Natural")).then(pl.lit("natural"))
    .when(isOf("Neighbor", "GPTInst", "GPTOut", "Manual")).then(pl.lit("adversarial"))
    .when(isOf("Constraint", "Negation", "Normal", "Base_9", "Base_10")).then(pl.lit("case study"))
    .otherwise(pl.lit(null));
  const pairs = readPairs(path).withColumns(part.alias("condition"));
  return {
    frame: pairs,
    frames: {
      pairs,
      source: pairs.withColumns(pl.col("source_choice").alias("choice")),
      // Ratings were given to each answer alone: they have no order, and the source's two rows are one.
      compared: pairs.filter(pl.col("strategy").str.contains("^Rating").not()),
    },
  };
}

/** Pairs of WildVision-Bench; the baseline also meets itself and is no rival. */
export function wildRows(path: string): PublicRows {
  const frame = readPairs(path), pairs = frame.filter(pl.col("model_a").neq(pl.col("model_b")));
  // A game that could not be read counts as not won, as in the source.
  return { frame, frames: { pairs, against_baseline: pairs.withColumn(pl.lit("B").alias("human")) } };
}

const COMPLETE: readonly string[] =
  "gemini-0 gemini-1 gpt4o-0 gpt4o-1 gpt4v-0 llava-0 llava-1 qwenvl-0 qwenvl-1".split(" ");
const FEWEST = 200;

export function vieRows(path: string): PublicRows {
  const scores = readCaptionScores(path), ratings = readRatings(path);
  const readable = (name: string) => ratings.filter(pl.col(name).isNotNull()).getColumn("item_id").nUnique();
  const complete = COMPLETE.reduce((frame, name) => frame.filter(pl.col(name).isNotNull()), ratings)
    .select(...FACTS, ...COMPLETE);
  const judged = ratings.columns.filter((name) => /-\d$/.test(name) && readable(name) >= FEWEST);
  const { members, ...panels } = panelsOf(ratings);
  return {
    ...{ frame: scores, members },
    frames: {
      ...{ scores, ...panels, guesses: guesses(scores), guessing: guessing(scores, ratings) },
      ratings: ratings.select(...FACTS, "task", ...judged),
      levels: levels(ratings, ["gpt4o-0", "gpt4o-1"]),
      ...{ complete, on_levels: onLevels(complete, COMPLETE) },
    },
  };
}

const FACTS = ["item_id", "image_id", "human", "rater"];

/** How high scores of judges and of single people lie, how far apart (SD), and the mean squared distance between both, on the pictures that all judges scored. */
function levels(ratings: pl.DataFrame, judges: readonly string[]): pl.DataFrame {
  const rows = judges.reduce((frame, name) => frame.filter(pl.col(name).isNotNull()), ratings);
  const human = pl.col("human"), n = pl.col("item_id").nUnique().alias("n");
  const people = [human.mean().alias("people_mean"), human.std().alias("people_sd"), n];
  return pl.concat(judges.map((judge) => {
    const of = pl.col(judge), facts = [of.mean().alias("mean"), of.std().alias("sd"), ...people];
    return rows.select(pl.lit(judge).alias("judge"), of.sub(human).pow(2).mean().alias("distance"), ...facts);
  }));
}

/** Scores moved to the nearest of the numbers that people give. */
function onLevels(ratings: pl.DataFrame, names: readonly string[]): pl.DataFrame {
  const levels = [...new Set(columnNumbers(ratings.getColumn("human")))].sort((a, b) => a - b);
  const nearest = (x: number) => levels.reduce((a, b) => Math.abs(b - x) < Math.abs(a - x) ? b : a);
  const moved = (name: string) => Array.from(columnNumbers(ratings.getColumn(name)), nearest);
  return ratings.withColumns(...names.map((name) => pl.Series(name, moved(name), pl.Float64)));
}

/** The share of pictures where the source put a random number in place of a reply that it could not read, of SC, PQ or either. */
function guesses(scores: pl.DataFrame): pl.DataFrame {
  const is = (status: string) => pl.col("status").str.contains(`^${status}`).cast(pl.Int32).sum();
  const n = pl.col("status").count().sub(is("missing"));
  const counts = [is("guessed").alias("guessed"), is("missing").alias("missing"), n.alias("n")];
  const shares = Object.entries({ share: "guessed", sc: "guessed_sc", pq: "guessed.*_pq" })
    .map(([name, status]) => is(status).div(n.cast(pl.Float64)).alias(`guessed_${name}`));
  return scores.groupBy("evaluator").agg(...counts, ...shares).rename({ evaluator: "judge" }).sort("judge");
}

/** Scores of the evaluators that guess beside the mean of the three people, without the guesses and as the source has them. */
function guessing(scores: pl.DataFrame, ratings: pl.DataFrame): pl.DataFrame {
  type Rated = Record<"image_id" | "generator", string> & { human: number };
  const rowsOf = (frame: pl.DataFrame, ...more: string[]) =>
    frame.select("image_id", "generator", ...more).toRecords() as unknown[] as Rated[];
  const pictureOf = ({ image_id, generator }: Rated) => `${generator}\n${image_id}`;
  const people = grouped(rowsOf(ratings, "human"), pictureOf);
  const votesOn = (one: Rated) => people.get(pictureOf(one)) ?? [];
  const human = rowsOf(scores).map((one) => mean(votesOn(one).map((vote) => vote.human)));
  const guesses = scores.filter(pl.col("status").str.contains("guessed")).getColumn("evaluator").unique();
  return scores.withColumns(pl.Series("human", human, pl.Float64))
    .filter(pl.col("evaluator").isIn(guesses.toArray()))
    .select("evaluator", "image_id", "human", "score", "source_score")
    .rename({ evaluator: "judge", score: "without guesses", source_score: "with guesses" });
}

/** Panels of the complete evaluators, fitted to three fifths of the pictures, on the last fifth; who sits on each, and its τ on the fifth that chose. */
function panelsOf(ratings: pl.DataFrame) {
  const split = splitRatings(ratings, { seed: 1 });
  const part = (name: string) => split.filter(pl.col("split").eq(pl.lit(name)));
  const pomms = fitPomms({ train: part("train"), validation: part("validation") }, { evaluators: COMPLETE });
  const n = pomms.rows.validation, test = part("test"), nameOf = (step: number) => `panel of ${step + 1}`;
  const scored = test.withColumns(
    ...pomms.steps.map((_, k) => pl.Series(nameOf(k), Array.from(pomms.predict(test, k)), pl.Float64)),
  );
  const whole = COMPLETE.reduce((frame, name) => frame.filter(pl.col(name).isNotNull()), scored);
  return {
    panels: whole.select(...FACTS, "split", ...COMPLETE, ...pomms.steps.map((_, k) => nameOf(k))),
    panel_steps: pl.DataFrame(
      pomms.steps.map(({ validationTau: validation_tau }, k) => ({ judge: nameOf(k), validation_tau, n })),
    ),
    members: new Map(pomms.steps.map(({ members }, k) => [nameOf(k), members.join(" + ")])),
  };
}

function asVerdict(pairs: pl.DataFrame, isSo: pl.Expr): pl.DataFrame {
  const choice = pl.when(isSo).then(pl.lit("A")).otherwise(pl.lit("B")).alias("choice");
  return pairs.withColumns(choice, pl.lit("A").alias("human"));
}

export function ranked(strengths: pl.DataFrame): pl.DataFrame {
  const places = Array.from({ length: strengths.height }, (_, i) => i + 1);
  return strengths.withColumns(pl.Series("rank", places, pl.Float64));
}
