import type pl from "nodejs-polars";
import { type FindingKey, findingText, type FindingUnit } from "./finding_text.ts";
import { findings } from "./findings.ts";
import { RANDOM_JUDGE } from "./genai_bench.ts";

/** A finding in one sentence, with what it must not be taken for. */
export interface HeadlineFinding {
  claim: string;
  sentence: string;
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

  const shares = rowsOf(genai, GENERATION, "share_first").filter(({ judge, n }) =>
    judge !== RANDOM_JUDGE && n >= FEWEST
  );
  const nine = shares.filter(({ estimate }) => estimate! >= 0.9);
  const most = shares.reduce((a, b) =>
    b.estimate! > a.estimate! || b.estimate === a.estimate && b.n > a.n ? b : a
  );
  const people = text(genai, most.judge, GENERATION, "human_share_first").replace(/, n = .*/, "");
  const gap = (judge: string) => text(genai, judge, VIDEOS, "gap", "points");
  const p = Math.max(
    ...["gemini-1.5-pro", "gpt4o"].map((judge) => value(genai, judge, VIDEOS, "gap").p_adjusted!),
  );
  const tested =
    (genai.toRecords() as unknown[] as Row[]).filter((row) =>
      row.quantity === "gap" && row.p_adjusted !== null
    ).length;
  const best = rowsOf(scores, "all tasks", "tau").reduce((a, b) => b.estimate! > a.estimate! ? b : a);
  const draws = (quantity: string) => (100 * value(genai, "gpt4o", LABELS, quantity).estimate!).toFixed(0);
  const judged = value(genai, "gpt4o", LABELS, "judged_rate"),
    truth = value(genai, "gpt4o", LABELS, "true_rate").estimate!;
  const width = (method: string) => value(genai, "gpt4o", LABELS, `width_${method}`).estimate!;
  return [
    {
      claim: `The slot decides for ${
        2 * nine.length >= shares.length ? "most" : nine.length > 0 ? "some" : "no"
      } judges`,
      sentence:
        `Of two generated pictures ${nine.length} of ${shares.length} judges name the left one in at least nine of ten ` +
        `readable verdicts (${most.judge}: ${
          text(genai, most.judge, GENERATION, "share_first")
        }); people prefer it in ${people} of the same pairs`,
      caveat:
        `each pair was shown once, so slot and content are mixed, but people and the source's random judge (${
          text(genai, RANDOM_JUDGE, GENERATION, "share_first")
        }) saw the same pairs`,
    },
    {
      claim: p < 0.05 ? "Strong judges have a gap as well" : "No gap is sure in strong judges",
      sentence:
        `On videos accuracy where people prefer the left one, less accuracy where they prefer the right one, is ${
          gap("gemini-1.5-pro")
        } for Gemini 1.5 Pro and ${gap("gpt4o")} for GPT-4o`,
      caveat: `Holm over the ${tested} gaps of judges with readable verdicts: p ${
        p < 0.001 ? "< 0.001" : `= ${p.toFixed(3)}`
      }; a gap is the slot's only if good videos on either side are as easy to tell`,
    },
    {
      claim: limit(value(wild, "gpt-4o", "all models", "length_within").low) > 0
        ? "The longer answer wins more than its model explains"
        : "That the longer answer wins, its model may explain",
      sentence:
        `With GPT-4o as the judge the longer answer wins ${
          text(wild, "gpt-4o", "all models", "longer_wins")
        }; beyond independence that is ${
          text(wild, "gpt-4o", "all models", "length_excess", "points").replace(/, n = .*/, "")
        }, ` +
        `${
          text(wild, "gpt-4o", "all models", "length_within", "points").replace(/, n = .*/, "")
        } of them within one and the same model`,
      caveat: "no human votes here, and a longer answer may say more that is right",
    },
    {
      claim: rowsOf(scores, "all tasks", "gap").every(({ low }) => limit(low) > 0)
        ? "No judge reaches the people"
        : "Some judges may reach the people",
      sentence: `The best of the judges of generated pictures, ${
        best.judge.replace(/-0$/, "")
      }, agrees with a person at τ = ${
        text(scores, best.judge, "all tasks", "tau", "number")
      }; two people agree at ${
        text(scores, best.judge, "all tasks", "ceiling", "number").replace(/, n = .*/, "")
      } on the same pictures`,
      caveat: "seven tasks pooled; scores that the source drew at random are left out",
    },
    {
      claim: truth < limit(judged.low) || truth > limit(judged.high)
        ? "A judge's interval is narrow around the wrong number"
        : "A judge's interval holds the people's number",
      sentence:
        `GPT-4o gives the left picture ${text(genai, "gpt4o", LABELS, "judged_rate")}, people ${
          text(genai, "gpt4o", LABELS, "true_rate").replace(/, n = .*/, "")
        }; corrected with 200 labels the interval holds people's share in ${
          draws("coverage_ppi")
        }% of 400 draws ` +
        `(prediction-powered), or ${draws("coverage_rogan_gladen")}% at ${
          (width("rogan_gladen") / width("ppi")).toFixed(1)
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
