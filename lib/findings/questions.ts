import type pl from "nodejs-polars";
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
import { ownFacts } from "../progress/own_facts.ts";
import type { DataSourceName } from "../results/data_sources.ts";
import { ranked } from "./public_rows.ts";

/** What is said of a finding: words, with columns of the metric's table in braces: `Text-Guided_IE/{generator}`. */
type Words = string;

/** A question that is asked of public rows: the table of a metric, and which of its columns are findings, in whose name. */
export interface FindingQuestion {
  /** What makes the table; without one the frame is it. */
  metric?: keyof typeof METRICS;
  /** Which of the source's frames it is made of, and with which options. */
  frame: string;
  options?: object;
  /** Name of the judge; by default the column `judge`. */
  judge?: Words;
  /** What part of the source; by default the column `condition`. */
  condition?: Words;
  /** What is found by its name: a column with its interval, or in a list one without, and the columns that its n is the sum of. */
  quantities: Readonly<Record<Words, string | readonly [estimate: string, ...n: string[]]>>;
  /** What was left out or counted beside. */
  counts?: Words;
  /** Findings on fewer rows than this say nothing and are left out. */
  fewest?: number;
}

/** Metrics by the names that the questions use; each checks its options itself. */
export const METRICS = {
  ...{ agreementCeiling, alternativeAnnotator, honestLeaderboard, lengthBias, longerWins, orderConsistency },
  ...{ pairAccuracy, philautiaIntervals, ratingAgreement, saturation, slotPreference, styleEffects },
  ...{ unparsedAudit, strengths: (...of: Parameters<typeof bradleyTerry>) => ranked(bradleyTerry(...of)) },
} satisfies Record<string, (frame: pl.DataFrame, options: never) => pl.DataFrame>;

/** What is asked of each source. */
export const FINDING_QUESTIONS: Record<DataSourceName, readonly FindingQuestion[]> = ownFacts("findings");
