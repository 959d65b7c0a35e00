import type { Unit } from "../progress/told.ts";
import type pl from "nodejs-polars";
import type { HypothesisResult, SensitivityRow } from "../hypotheses/hypothesis_types.ts";
import type { Verdict } from "../hypotheses/verdict.ts";
import type { Words } from "../progress/require.ts";
import type { Feature } from "../results/frame_features.ts";
import type { FrameName } from "../results/frames.ts";
import type { PaperName } from "../papers/papers.ts";

/** What the tests of a report say of a bias; `not tested` where a value is only described. */
export type LineVerdict = Verdict | "not tested";

/**
 * One estimate of a report: a group, a quantity, its interval, and what a test says of it. Fractions where the unit is points or percent;
 * limits, degrees of freedom and p are NaN where there are none, texts empty. Null value, δ and unit are the question's own where they
 * are not named: a test of one's own brings its own along.
 */
export interface Estimate
  extends
    Pick<HypothesisResult, "estimate" | "low" | "high" | "n" | "clusters" | "df" | "method" | "warning">,
    Pick<HypothesisResult, "pValue" | "pEquivalence">,
    Partial<Pick<HypothesisResult, "nullValue" | "delta" | "claimIs" | "direction">> {
  /** Values of the columns that tell groups apart: judge, benchmark, pipeline, bias type, … */
  group: Record<string, string>;
  /** What is estimated, in a word or two: `IB`, `share of the longer answer`. */
  quantity: string;
  /** What else belongs to the estimate: the ranks that the data leave open, how many wins, …; empty where nothing does. */
  note?: string;
  /** What counts as none, where that is not δ to either side of the null value. */
  none?: readonly [number, number];
  /** How its numbers are shown. */
  unit?: Unit;
  /** Of a test of one's own the effect that counts as none. */
  delta?: number;
  /** The same question asked in other ways, by a test that knows some. */
  sensitivity?: readonly SensitivityRow[];
  /** What its question says of it in particular: the claim and its opposite, and which is for the better. */
  said?: Partial<Pick<Question, "above" | "below" | "opposite" | "good">>;
  /** What an effect that is found came with, after a comma. */
  cost?: string;
  /** The same without replies that name no answer (unread ones, ties), where there are any: what is not so there too is not shown. `called`: which these are. */
  leftOut?: Pick<Estimate, "estimate" | "pValue" | "pEquivalence" | "direction" | "unmet"> & {
    called: string;
  };
  /** That number in words. */
  without?: string;
  /** Between which values judgments without a value, and those that only one of two results has, could carry it (of a claim its `held`), how many these are, and their share, in the result where it is larger; NaN where nobody knows how far. */
  reach?: { low: number; high: number; why: string; share: number };
  /** Where ties, which count as wrong, are many: how many (`why`), and what it is without what (`unread replies and ties`). */
  ties?: { estimate: number; without: string; why: string };
  /** Between which values unread replies leave it, and what else it says: where one reaches over its null value they could turn the line. */
  turns?: { parts: readonly Bound[]; isMany: boolean };
  /** Of two results that hold the same judgments of its rows. */
  same?: true;
  /** What an effect hangs on that nobody knows: none is shown then. */
  hangs?: string;
  /** Why none is ruled out though p of equivalence would do. */
  hides?: string;
  /** What a test of its own says by itself. */
  verdict?: LineVerdict;
  /** Of a claim of several parts the one that is shown. */
  held?: { name: string } & Pick<HypothesisResult, "estimate" | "low" | "high" | "df">;
  /** The part of a claim that contradicts it in the place of the one that is shown: an effect of that part, not of the line's estimate. */
  against?: string;
  /** Of a claim whose p is that of another part than its estimate: of which. */
  whose?: string;
  /** Of a claim of two parts the names of those that are not shown by themselves. */
  unmet?: readonly string[];
}

/** What unread replies leave a number between, whatever each would have said; `none`: the value that must lie outside, by default that of no effect. */
export interface Bound {
  it: string;
  low: number;
  high: number;
  none?: number;
}

/** What a verdict means to who reads it, for its colour: harm, help, an effect of neither kind, none that matters, open, or nothing tested. */
export type Tone = "harm" | "help" | "effect" | "absent" | "open" | "none";

/** An estimate that a verdict is passed on: p adjusted for all lines of the report. */
export interface Line extends Estimate {
  /** Id of the question: ib, lb, slot, … */
  question: string;
  /** p adjusted by Holm over all tested lines of the report; NaN where nothing is tested. */
  pAdjusted: number;
  /** p of an effect of δ or more, adjusted by Bonferroni; NaN where nothing is tested. */
  pEquivalenceAdjusted: number;
  /** What the test says once p is adjusted. */
  verdict: LineVerdict;
  /** How its numbers are shown. */
  unit: Unit;
  /** What it is tested against; NaN where nothing is tested. */
  nullValue: number;
  /** What the verdict says, as the end of "the judge …"; empty where nothing is tested. */
  words: string;
  /** What that means. */
  tone: Tone;
  /** Parts of the data whose effects have opposite signs, each beyond chance; empty where there are none. */
  parts: string;
  /** Of an undecided line whose words are on whether an effect is ruled out: the p beside these is that of equivalence. */
  absence?: true;
}

/** How numbers are shown: differences in percentage points, shares in percent, others as they are. */
export type { Unit };

/** Another look at the same question: the same estimate under another rule or in parts of the data. */
export interface Look {
  name: string;
  words: string;
  estimates(frame: pl.DataFrame, by: readonly string[], context: LookContext): Estimate[];
  needs?: readonly Feature[];
  unit?: Unit;
  isParts?: boolean;
}

export interface LookContext {
  seed: number;
  alpha: number;
  level: number;
  families: Readonly<Record<string, readonly string[]>>;
  epsilon: number;
  asked?: readonly string[];
  baseline?: string | null;
  by?: readonly string[];
  /** Of a comparison all judgments of either of the two (`compared`), where some are in one alone. */
  whole?: pl.DataFrame;
  sides: readonly [string, string];
  main: readonly Estimate[];
}

/** Ids of the library's own questions. */
export type QuestionId = Words<
  | "ib ib_equal_length lb slot longer_wins first_wins order irs verbosity accuracy"
  | "self family leaderboard strengths circles corrected"
  | "repeat repeat_scores confidence stand_in stand_in_ratings beyond_people ceiling"
  | "notices steady reliability self_enhancement"
  | "philautia caption_family saturation agreement criteria criterion_accuracy joint"
>;

export interface Question extends Pick<Look, "estimates"> {
  id: string;
  title: string;
  question: string;
  beside?: string;
  /** A question whose lines make what is said beside this one untrue. */
  unless?: string;
  /** What a positive estimate says, as the end of "the judge …". */
  above: string;
  /** What a negative estimate says; the question is one-sided where it is missing. */
  below?: string;
  /** What is shown where the data contradict a claim of one side. */
  opposite?: string;
  /** Whether it asks what changed, which a change in either direction affirms. */
  isChange?: boolean;
  /** Which side is for the better; by default neither, since a bias is harm in either direction. `unsaid`: an effect, and no more. */
  good?: "above" | "below" | "unsaid";
  frame: FrameName;
  needs: readonly Feature[];
  allowed?: (context: LookContext, frame: pl.DataFrame) => boolean;
  /** Whether it is no loss where it cannot be asked, so that nothing is said of it then. */
  isQuiet?: boolean;
  /** Where estimates can lie; limits of a gate must. */
  range?: readonly [number, number];
  allow: string;
  unfit?: (frame: pl.DataFrame) => string | undefined;
  unit: Unit;
  nullValue: number;
  /** Effects smaller than this count as none (`absent`). */
  delta: number;
  looks: readonly Look[];
  method: string;
  cite: readonly PaperName[];
}

export interface Section {
  question: Question;
  lines: Line[];
  /** Looks that found something, or that failed and say why. */
  looks: { look: Look; estimates: Estimate[]; problem: string }[];
  problem: string;
}
