import type pl from "nodejs-polars";
import { type FindingKey, findingText, type FindingUnit } from "./finding_text.ts";
import { findings } from "./findings.ts";
import { RANDOM_JUDGE } from "./genai_bench.ts";

/** A finding in one sentence, with what it must not be taken for. */
export interface HeadlineFinding {
  /** What was found, in a few words. */
  claim: string;
  /** The finding with its numbers. */
  sentence: string;
  /** What it must not be taken for. */
  caveat: string;
}

interface Row extends FindingKey {
  estimate: number | null;
  low: number | null;
  high: number | null;
  n: number;
  p_adjusted: number | null;
}

/** A limit that is not there excludes nothing. */
const limit = (value: number | null) => value ?? NaN;

const GENERATION = "image_generation";
const VIDEOS = "video_generation";
/** Judges with fewer readable verdicts are not counted. */
const FEWEST = 500;
const LABELS = `${GENERATION}, 200 labels`;
const STRONG = ["gemini-1.5-pro", "gpt4o"];
/** Less than 95% by more than 400 draws err. */
const LEAST_COVERAGE = 0.925;

/**
 * The five findings that stand out, composed from `data/findings` (or frames like those): no number in them is typed.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { headlineFindings } from "@/findings/headline_findings.ts";
 *
 * assert.equal(headlineFindings().length, 5);
 * ```
 */
export function headlineFindings(
  { genai = findings("genai-bench"), wild = findings("wildvision"), scores = findings("viescore") }: {
    genai?: pl.DataFrame;
    wild?: pl.DataFrame;
    scores?: pl.DataFrame;
  } = {},
): HeadlineFinding[] {
  const text = (
    frame: pl.DataFrame,
    judge: string,
    condition: string,
    quantity: string,
    unit?: FindingUnit,
  ) => findingText(frame, { judge, condition, quantity }, { unit });
  const rowsOf = (frame: pl.DataFrame, condition: string, quantity: string) =>
    (frame.toRecords() as unknown[] as Row[]).filter((row) =>
      row.condition === condition && row.quantity === quantity
    );
  const value = (frame: pl.DataFrame, judge: string, condition: string, quantity: string) =>
    rowsOf(frame, condition, quantity).find((row) => row.judge === judge)!;

  const brief = (...[frame, judge, condition, quantity, unit]: Parameters<typeof text>) =>
    text(frame, judge, condition, quantity, unit).replace(/, n = .*/, "");

  const shares = rowsOf(genai, GENERATION, "share_first").filter(({ judge, n }) =>
    judge !== RANDOM_JUDGE && n >= FEWEST
  );
  const nine = shares.filter(({ estimate }) => estimate! >= 0.9);
  const random = value(genai, RANDOM_JUDGE, GENERATION, "share_first");
  // The slot, not the pairs: people and the random judge must not name the left as often.
  const decided = nine.filter(({ judge, low }) =>
    limit(low) > value(genai, judge, GENERATION, "human_share_first").estimate! &&
    limit(low) > limit(random.high)
  );
  const most = shares.reduce((a, b) =>
    b.estimate! > a.estimate! || b.estimate === a.estimate && b.n > a.n ? b : a
  );

  const gaps = STRONG.map((judge) => value(genai, judge, VIDEOS, "gap"));
  const sure = gaps.filter(({ low, high, p_adjusted }) =>
    limit(p_adjusted) < 0.05 && (limit(low) > 0 || limit(high) < 0)
  );
  const p = Math.max(...gaps.map(({ p_adjusted }) => limit(p_adjusted)));
  const accuracies = rowsOf(genai, VIDEOS, "accuracy");
  const worstStrong = Math.min(
    ...accuracies.filter(({ judge }) => STRONG.includes(judge)).map(({ estimate }) => limit(estimate)),
  );
  const strongest = accuracies.every(({ judge, estimate }) =>
    STRONG.includes(judge) || !(limit(estimate) >= worstStrong)
  );
  const tested =
    (genai.toRecords() as unknown[] as Row[]).filter((row) =>
      row.quantity === "gap" && row.p_adjusted !== null
    ).length;

  const within = value(wild, "gpt-4o", "all models", "length_within"),
    excess = value(wild, "gpt-4o", "all models", "length_excess");
  const part = limit(within.estimate) >= 0 && limit(within.estimate) <= limit(excess.estimate);

  const taus = rowsOf(scores, "all tasks", "tau"), ceilings = rowsOf(scores, "all tasks", "gap");
  const best = taus.reduce((a, b) => b.estimate! > a.estimate! ? b : a);
  const below = ceilings.filter(({ low }) => limit(low) > 0).length;
  const tasks = new Set(
    (scores.toRecords() as unknown[] as Row[]).filter(({ judge, condition, quantity }) =>
      judge === best.judge && quantity === "tau" && !condition.startsWith("all tasks")
    ).map(({ condition }) => condition),
  ).size;

  const judged = value(genai, "gpt4o", LABELS, "judged_rate"),
    truth = limit(value(genai, "gpt4o", LABELS, "true_rate").estimate);
  const of = (quantity: string) => limit(value(genai, "gpt4o", LABELS, quantity).estimate);
  const missed = truth < limit(judged.low) || truth > limit(judged.high);
  const draws = (method: string) =>
    `${of(`coverage_${method}`) < LEAST_COVERAGE ? "only " : ""}${
      (100 * of(`coverage_${method}`)).toFixed(0)
    }%`;
  return [
    {
      claim: decided.length === 0
        ? "The slot is sure to decide for no judge"
        : `The slot decides for ${2 * decided.length > shares.length ? "most" : "some"} judges`,
      sentence:
        `Of two generated pictures ${nine.length} of ${shares.length} judges name the left one in at least nine of ten ` +
        `readable verdicts (${most.judge}: ${
          text(genai, most.judge, GENERATION, "share_first")
        }); people prefer it in ${
          brief(genai, most.judge, GENERATION, "human_share_first")
        } of the same pairs`,
      caveat:
        `each pair was shown once, so slot and content are mixed, but people and the source's random judge (${
          text(genai, RANDOM_JUDGE, GENERATION, "share_first")
        }) saw the same pairs`,
    },
    {
      claim: sure.length === 0
        ? `No gap is sure in ${strongest ? "strong" : "these two"} judges`
        : sure.length < gaps.length
        ? `One of two ${strongest ? "strong " : ""}judges has a gap`
        : `${strongest ? "Strong" : "Two"} judges have a gap${decided.length > 0 ? " as well" : ""}`,
      sentence:
        `On videos accuracy where people prefer the left one, less accuracy where they prefer the right one, is ${
          text(genai, STRONG[0], VIDEOS, "gap", "points")
        } for Gemini 1.5 Pro and ${text(genai, STRONG[1], VIDEOS, "gap", "points")} for GPT-4o`,
      caveat: `Holm over the ${tested} gaps of judges with readable verdicts: p ${
        p < 0.001 ? "< 0.001" : `= ${p.toFixed(3)}`
      }; a gap is the slot's only if good videos on either side are as easy to tell`,
    },
    {
      claim: limit(within.low) > 0
        ? "The longer answer wins more than its model explains"
        : limit(within.high) < 0
        ? "The longer answer wins less than its model explains"
        : "That the longer answer wins, its model may explain",
      sentence:
        `With GPT-4o as the judge the longer answer wins ${
          text(wild, "gpt-4o", "all models", "longer_wins")
        }; beyond independence that is ${brief(wild, "gpt-4o", "all models", "length_excess", "points")}, ` +
        `${brief(wild, "gpt-4o", "all models", "length_within", "points")} ${
          part ? "of them " : ""
        }within one and the same model`,
      caveat: "no human votes here, and a longer answer may say more that is right",
    },
    {
      claim: below === ceilings.length
        ? "No judge reaches the people"
        : `${ceilings.length - below} of ${ceilings.length} judges may reach the people`,
      sentence: `The best of the judges of generated pictures, ${
        best.judge.replace(/-0$/, "")
      }, agrees with a person at τ = ${
        text(scores, best.judge, "all tasks", "tau", "number")
      }; two people agree at ${
        brief(scores, best.judge, "all tasks", "ceiling", "number")
      } on the same pictures`,
      caveat: `${tasks} tasks pooled; scores that the source drew at random are left out`,
    },
    {
      claim: !missed
        ? "A judge's interval holds the people's number"
        : of("width_naive") < of("width_ppi")
        ? "A judge's interval is narrow around the wrong number"
        : "A judge's interval misses the people's number",
      sentence: `GPT-4o gives the left picture ${text(genai, "gpt4o", LABELS, "judged_rate")}, people ${
        brief(genai, "gpt4o", LABELS, "true_rate")
      }; corrected with 200 labels the interval holds people's share in ${draws("ppi")} of ${
        value(genai, "gpt4o", LABELS, "coverage_ppi").n
      } draws (prediction-powered), or ${draws("rogan_gladen")} at ${
        (of("width_rogan_gladen") / of("width_ppi")).toFixed(1)
      } times the width (Rogan–Gladen)`,
      caveat: "draws from one set of pairs, with one person's vote as the truth",
    },
  ];
}

/** The findings as a numbered list in Markdown. */
export function findingsList(list: readonly HeadlineFinding[]): string {
  return list.map(({ claim, sentence, caveat }, i) =>
    `${i + 1}. **${claim}.** ${sentence}. _But_: ${caveat}.`
  ).join("\n");
}
