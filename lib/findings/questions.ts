import pl from "nodejs-polars";
import { agreementCeiling } from "../metrics/agreement_ceiling.ts";
import { alternativeAnnotator } from "../metrics/alternative_annotator.ts";
import { bradleyTerry, styleEffects } from "../metrics/bradley_terry.ts";
import { honestLeaderboard } from "../metrics/honest_leaderboard.ts";
import { lengthBias } from "../metrics/length_bias.ts";
import { longerWins } from "../metrics/longer_wins.ts";
import { orderConsistency } from "../metrics/order_consistency.ts";
import { pairAccuracy } from "../metrics/pair_accuracy.ts";
import { philautiaIntervals } from "../metrics/philautia_intervals.ts";
import { ratingAgreement } from "../metrics/rating_agreement.ts";
import { saturation } from "../metrics/saturation.ts";
import { slotPreference } from "../metrics/slot_preference.ts";
import { unparsedAudit } from "../metrics/unparsed_audit.ts";
import type { FindingQuestion } from "./finding.ts";
import {
  asVerdict,
  COMPLETE,
  FEWEST,
  type GenaiRows,
  type LlmbarRows,
  ranked,
  type VieRows,
  type WildRows,
} from "./public_rows.ts";

/** What is counted beside a finding: `n_tie 3; n_unparsed 12`. */
const counted = (...columns: readonly string[]) => columns.map((name) => `${name} {${name}}`).join("; ");

const PART = { by: ["judge", "condition"] }, UNDECIDED = { counts: counted("n_tie", "n_unparsed") };
const ACCURACY: FindingQuestion<{ pairs: pl.DataFrame }> = {
  of: ({ pairs }) => pairAccuracy(pairs, PART),
  ...UNDECIDED,
  quantities: { accuracy: "accuracy" },
};

/** What 17 judges and a random one make of pairs of generated pictures and videos, each shown once (GenAI-Bench). */
export const GENAI_BENCH: readonly FindingQuestion<GenaiRows>[] = [
  {
    of: ({ pairs }) => pairAccuracy(asVerdict(pairs, pl.col("correct").eq(pl.lit("1"))), PART),
    quantities: { four_way_accuracy: "accuracy" },
  },
  ACCURACY,
  ...([["A", "acc_first"], ["B", "acc_second"]] as const).map(([human, quantity]) => ({
    of: ({ readable }: GenaiRows) => pairAccuracy(readable.filter(pl.col("human").eq(pl.lit(human))), PART),
    counts: counted("n_tie"),
    quantities: { [quantity]: "accuracy" },
  })),
  {
    of: ({ heard }) => slotPreference(heard, PART),
    quantities: {
      share_first: "share_first",
      // The pairs on which people preferred one of the two.
      human_share_first: ["human_share_first", "n_first", "n_second"],
    },
    counts: counted("n_tie", "n_unparsed", "n_first", "n_second"),
  },
  {
    of: ({ readable }) => slotPreference(readable, PART),
    quantities: { gap: "gap" },
    counts: counted("n_tie", "n_first", "n_second"),
  },
  {
    of: ({ pairs }) => unparsedAudit(pairs, { ...PART, seed: 1, readings: { last_label: "last_choice" } }),
    quantities: { "accuracy_{rule}": "accuracy" },
    counts: counted("n_unparsed"),
  },
  {
    of: ({ pairs }) => honestLeaderboard(pairs, { by: ["condition"] }),
    quantities: { rank: "rank" },
    counts: counted("with_first", "n_shared"),
  },
  {
    // How often a reply names three or more of the four labels, so that the first one is no verdict.
    of: ({ pairs }) => pairAccuracy(asVerdict(pairs, pl.col("labels_named").gt(pl.lit(2))), PART),
    quantities: { names_three_labels: "accuracy" },
  },
];

/** What six text judges with 8 to 15 prompts each make of pairs with an objectively right answer, in both orders (LLMBar). */
export const LLMBAR: readonly FindingQuestion<LlmbarRows>[] = [
  {
    of: ({ pairs }) => pairAccuracy(pairs.withColumns(pl.col("source_choice").alias("choice")), PART),
    quantities: { source_accuracy: "accuracy" },
    counts: counted("n_unparsed"),
  },
  ACCURACY,
  {
    of: ({ compared }) => orderConsistency(compared, PART),
    quantities: {
      consistency: "consistency",
      first_when_inconsistent: "first_when_inconsistent",
      fairness: "fairness",
    },
    counts: counted("n_incomplete", "n_inconsistent", "n_one_tie", "n_both_tie"),
  },
  {
    of: ({ compared }) => slotPreference(compared, PART),
    ...UNDECIDED,
    quantities: { share_first: "share_first" },
  },
  {
    of: ({ pairs }) => lengthBias(pairs, PART),
    quantities: {
      length_bias: "lb",
      acc_longer: ["acc_longer", "n_longer"],
      acc_shorter: ["acc_shorter", "n_shorter"],
    },
    counts: counted("n_longer", "n_shorter", "n_equal_length"),
  },
  {
    of: ({ pairs }) => longerWins(pairs, PART),
    quantities: { longer_wins: "share" },
    counts: counted("n_equal_length", "n_tie", "n_unparsed"),
  },
  {
    of: ({ main }) => honestLeaderboard(main, { by: ["condition"] }),
    quantities: { rank: "rank" },
    counts: counted("with_first", "n_shared"),
  },
];

const LENGTHS = counted("n_equal_length", "n_tie", "n_unparsed"), JUDGE = { by: ["judge"] };

/** What GPT-4o makes of the answers of 21 models, each against the same baseline, which is always shown first (WildVision-Bench). */
export const WILDVISION: readonly FindingQuestion<WildRows>[] = [
  {
    // A game that could not be read counts as not won, as in the source.
    of: ({ pairs }) =>
      pairAccuracy(pairs.withColumn(pl.lit("B").alias("human")), { by: ["judge", "model_b"] }),
    condition: "{model_b}",
    ...UNDECIDED,
    quantities: { win_rate: "accuracy" },
  },
  {
    of: ({ pairs }) => longerWins(pairs, { by: ["judge", "model_b"] }),
    condition: "{model_b}",
    quantities: { longer_wins: "share", length_excess: "excess" },
    counts: LENGTHS,
  },
  {
    of: ({ pairs }) => longerWins(pairs, { ...JUDGE, within: "model_b" }),
    condition: "all models",
    quantities: {
      longer_wins: "share",
      length_excess: "excess",
      length_within: "within",
      length_between: "between",
    },
    counts: `${LENGTHS}; ${counted("n_levels")}`,
  },
  {
    of: ({ pairs }) => ranked(bradleyTerry(pairs, JUDGE)),
    condition: "{model}",
    quantities: { strength: "strength", strength_rank: "rank" },
  },
  {
    of: ({ pairs }) => ranked(bradleyTerry(pairs, { ...JUDGE, covariates: ["words"] })),
    condition: "{model}",
    quantities: { strength_at_equal_length: "strength", strength_at_equal_length_rank: "rank" },
  },
  {
    of: ({ pairs }) => styleEffects(pairs, { ...JUDGE, covariates: ["words"] }),
    condition: "all models",
    quantities: { length_effect: "effect" },
  },
];

const CEILING = {
  judge: "{evaluator}",
  quantities: {
    tau: "tau",
    ceiling: "ceiling",
    gap: "gap",
    kappa: "kappa",
    kappa_ceiling: "kappa_ceiling",
    kappa_gap: "kappa_gap",
  },
  counts: counted("n_raters", "n_unscored"),
};

/** What ten multimodal judges make of pictures of 27 generators, beside three people (VIEScore). */
export const VIESCORE: readonly FindingQuestion<VieRows>[] = [
  {
    of: ({ guesses }) => guesses,
    condition: "all tasks",
    quantities: { guessed_share: ["guessed_share"] },
    counts: "guessed {guessed}; missing {missing}",
  },
  {
    of: ({ scores }) => saturation(scores, { by: ["evaluator"] }),
    judge: "{evaluator}",
    condition: "all tasks",
    quantities: { most_frequent_share: "share", most_frequent_value: ["value"], values_used: ["n_values"] },
    counts: counted("n_unscored"),
  },
  {
    of: ({ ratings, evaluators }) => agreementCeiling(ratings, { by: [], evaluators, annotator: "rater" }),
    condition: "all tasks",
    ...CEILING,
  },
  {
    of: ({ ratings, evaluators }) =>
      agreementCeiling(ratings, { by: ["task"], evaluators, annotator: "rater" }),
    condition: "{task}",
    ...CEILING,
  },
  {
    // τ with the mean of the three people, once without the guesses and once as the source has it.
    of: ({ guessing }) =>
      ratingAgreement(guessing, { by: ["judge"], evaluators: ["without guesses", "with guesses"] }),
    fewest: FEWEST,
    condition: "{evaluator}",
    quantities: { tau_mean_people: "tau_b" },
    counts: counted("n_unscored"),
  },
  {
    of: ({ complete }) => alternativeAnnotator(complete, { epsilon: 0.1, annotator: "rater" }),
    condition: "all tasks, epsilon 0.1",
    quantities: { winning_rate: ["winning_rate"], advantage: ["advantage"] },
    counts: counted("n_annotators", "n_won", "n_unparsed"),
  },
  {
    // Who prefers whose pictures: the doubly standardised matrix of the task with the most generators.
    of: ({ matrix }) => philautiaIntervals(matrix, { setting: "ref_free" }),
    judge: "{evaluator}",
    condition: "Text-Guided_IE/{generator}",
    quantities: { phi_tilde: "corrected", mean_score: ["phi"] },
  },
  {
    of: ({ panels, members }) =>
      agreementCeiling(panels, { evaluators: [...COMPLETE, ...members.keys()], annotator: "rater" }),
    judge: "{evaluator}",
    condition: "test pictures of all tasks",
    quantities: { panel_tau: "tau", panel_gap: "gap" },
    counts: ({ members }, judge) => members.get(judge) ?? "",
  },
];
