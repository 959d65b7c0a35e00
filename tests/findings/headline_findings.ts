import type pl from "nodejs-polars";
import { CORRECTIONS, LABELS } from "@/findings/correction.ts";
import { type FindingFrame, findingNumbers, known, sideOf } from "./finding_numbers.ts";
import { findings } from "@/findings/findings.ts";
import { RANDOM_JUDGE } from "@/findings/compute_findings.ts";

/** A finding in one sentence, with what it must not be taken for. */
export interface HeadlineFinding {
  /** What was found, in a few words. */
  claim: string;
  /** The finding with its numbers. */
  sentence: string;
  /** What it must not be taken for. */
  caveat: string;
}

const GENERATION = "image_generation";
const TASKS = [["pictures", GENERATION], ["edits", "image_edition"], ["videos", "video_generation"]] as const;
/** Judges with fewer verdicts for either side are not counted. */
const FEWEST = 500;
const GPT = "gpt4o";
const NAMES: Readonly<Record<string, string>> = { [GPT]: "GPT-4o", "gemini-1.5-pro": "Gemini 1.5 Pro" };
/** Less than 95% by more than 400 draws err. */
const LEAST_COVERAGE = 0.925;
/** A corrected interval this much narrower than that of the labels alone is worth a judge. */
const LITTLE = 0.2;

/**
 * The five findings that stand out, composed from `data/findings` (or frames like those): no number in them is typed.
 *
 * @throws {RangeError} where a frame lacks one of the numbers
 */
export function headlineFindings(
  { genai = findings("genai-bench"), wild = findings("wildvision"), scores = findings("viescore") }: {
    genai?: pl.DataFrame;
    wild?: pl.DataFrame;
    scores?: pl.DataFrame;
  } = {},
): HeadlineFinding[] {
  const verdicts = findingNumbers(genai);
  return [
    slot(verdicts),
    gaps(verdicts),
    length(findingNumbers(wild)),
    ceiling(findingNumbers(scores)),
    correction(verdicts),
  ];
}

function slot({ rows, row, text, brief }: FindingFrame): HeadlineFinding {
  const judges = new Set(
    rows.filter(({ judge, condition, quantity }) =>
      condition === GENERATION && quantity === "four_way_accuracy" && judge !== RANDOM_JUDGE
    ).map(({ judge }) => judge),
  );
  const shares = rows.filter(({ judge, condition, quantity, n }) =>
    condition === GENERATION && quantity === "share_first" && judges.has(judge) && n >= FEWEST
  );
  const nine = shares.filter(({ estimate }) => known(estimate) >= 0.9);
  const random = row(RANDOM_JUDGE, GENERATION, "share_first");
  // The slot, not the pairs: people and the random judge must not name the left as often.
  const decided = nine.filter(({ judge, low }) =>
    known(low) > known(row(judge, GENERATION, "human_share_first").estimate) &&
    known(low) > known(random.high)
  );
  const { judge } = shares.reduce((a, b) =>
    b.estimate! > a.estimate! || b.estimate === a.estimate && b.n > a.n ? b : a
  );
  return {
    claim: decided.length === 0
      ? "The slot is sure to decide for no judge"
      : `The slot decides for ${2 * decided.length > shares.length ? "most" : "some"} judges`,
    sentence:
      `Of two generated pictures ${nine.length} of ${shares.length} judges (those of ${judges.size} with at least ${FEWEST} ` +
      `verdicts for either side) name the left one in at least nine of ten such verdicts (${judge}: ${
        text(judge, GENERATION, "share_first")
      }); people prefer it in ${brief(judge, GENERATION, "human_share_first")} of the same pairs`,
    caveat:
      `each pair was shown once, so slot and content are mixed, but people and the source's random judge (${
        text(RANDOM_JUDGE, GENERATION, "share_first")
      }) saw the same pairs`,
  };
}

function gaps({ rows, row, text }: FindingFrame): HeadlineFinding {
  const names = Object.values(NAMES).join(" and ");
  const all = Object.keys(NAMES).flatMap((judge) =>
    TASKS.map(([, condition]) => row(judge, condition, "gap"))
  );
  const sure = all.filter((gap) => known(gap.p_adjusted) < 0.05 && sideOf(gap) !== 0);
  const both = Object.keys(NAMES).filter((judge) =>
    new Set(sure.filter((gap) => gap.judge === judge).map(sideOf)).size === 2
  ).map((judge) => NAMES[judge]).join(" and ");
  const p = Math.max(...all.map(({ p_adjusted }) => known(p_adjusted)));
  const tested = rows.filter(({ quantity, p_adjusted }) => quantity === "gap" && p_adjusted !== null).length;
  const tasks = (judge: string) =>
    TASKS.map(([name, condition]) => `on ${name} ${text(judge, condition, "gap", "points")}`).join(", ");
  return {
    claim:
      (sure.length === 0
        ? `No gap of ${names} is sure`
        : sure.length < all.length
        ? `${sure.length} of ${all.length} gaps of ${names} are sure`
        : `${names} have a gap in every task`) + (both ? `, and ${both}'s changes side` : ""),
    sentence: `Accuracy where people prefer the left one, less accuracy where they prefer the right one, is ${
      Object.entries(NAMES).map(([judge, name]) => `for ${name} ${tasks(judge)}`).join("; ")
    }${both ? `. A gap that changes side with the task speaks against a plain liking for one slot` : ""}`,
    caveat: `Holm over the ${tested} gaps of judges with readable verdicts: ${
      p < 0.001
        ? `all of these ${all.length} p < 0.001`
        : p > 0
        ? `the largest of these ${all.length} p is ${p.toFixed(3)}`
        : "not all of these have a p"
    }; a gap is the slot's only if good answers on either side are as easy to tell`,
  };
}

function length({ row, text, brief }: FindingFrame): HeadlineFinding {
  const at = ["gpt-4o", "all models"] as const;
  const within = row(...at, "length_within"), excess = row(...at, "length_excess");
  const side = sideOf(within);
  const part = known(within.estimate) >= 0 && known(within.estimate) <= known(excess.estimate);
  return {
    claim: side === 0
      ? "That the longer answer wins, its model may explain"
      : `The longer answer wins ${side > 0 ? "more" : "less"} than its model explains`,
    sentence: `With GPT-4o as the judge the longer answer wins ${
      text(...at, "longer_wins")
    }; beyond independence that is ${brief(...at, "length_excess", "points")}, ${
      brief(...at, "length_within", "points")
    } ${part ? "of them " : ""}within one and the same model`,
    caveat: "no human votes here, and a longer answer may say more that is right",
  };
}

function ceiling({ rows, text, brief }: FindingFrame): HeadlineFinding {
  const all = "all tasks";
  const of = (quantity: string) => rows.filter((row) => row.condition === all && row.quantity === quantity);
  const { judge } = of("tau").reduce((a, b) => b.estimate! > a.estimate! ? b : a);
  const below = of("gap").filter((gap) => sideOf(gap) > 0).length, judges = of("gap").length;
  const tasks =
    rows.filter((row) => row.judge === judge && row.quantity === "tau" && !row.condition.startsWith(all))
      .length;
  return {
    claim: below === judges
      ? "No judge reaches the people"
      : `${judges - below} of ${judges} judges may reach the people`,
    sentence: `The best of the judges of generated pictures, ${
      judge.replace(/-0$/, "")
    }, agrees with a person at τ = ${text(judge, all, "tau", "number")}; two people agree at ${
      brief(judge, all, "ceiling", "number")
    } on the same pictures`,
    caveat: `${tasks} tasks pooled; scores that the source drew at random are left out`,
  };
}

function correction({ row, text, brief }: FindingFrame): HeadlineFinding {
  const { halves: { condition }, decided } = CORRECTIONS;
  const of = (quantity: string) => known(row(GPT, condition, quantity).estimate);
  const share = (method: string) =>
    `${of(`coverage_${method}`) < LEAST_COVERAGE ? "only " : ""}${
      (100 * of(`coverage_${method}`)).toFixed(0)
    }%`;
  const points = (method: string) => (100 * of(`width_${method}`)).toFixed(1);
  const wrong = sideOf(row(GPT, condition, "judged_excess")) !== 0 && of("coverage_naive") < LEAST_COVERAGE;
  const excess = (judge: string, at: string) => brief(judge, at, "judged_excess", "points");
  return {
    claim: !wrong
      ? "GPT-4o's number is not sure to be another than people's"
      : of("coverage_ppi") < LEAST_COVERAGE
      ? `${LABELS} labels do not mend a judge's number`
      : `Labels mend a judge's number, and the judge then ${
        of("width_ppi") > (1 - LITTLE) * of("width_labels") ? "adds little" : "saves labels"
      }`,
    sentence: `GPT-4o gives the left of two pictures ${text(GPT, condition, "judged_rate")}, people ${
      brief(GPT, condition, "true_rate")
    } on the same pairs, a tie half a win on either side: a difference of ${
      excess(GPT, condition)
    }. Its interval, ${points("naive")} points wide, holds people's share in ${share("naive")} of ${
      row(GPT, condition, "coverage_naive").n
    } studies drawn from these pairs; corrected with ${LABELS} labels (prediction-powered) in ${
      share("ppi")
    }, ${points("ppi")} points wide, where the labels without the judge give ${points("labels")}`,
    caveat: `${
      sideOf(row(RANDOM_JUDGE, condition, "judged_excess")) === 0 ? "" : "even "
    }the source's random judge is at ${
      excess(RANDOM_JUDGE, condition)
    }; on the pairs that judge and people both decide GPT-4o is at ${
      excess(GPT, decided.condition)
    } and the random judge, by chance, at ${
      excess(RANDOM_JUDGE, decided.condition)
    }; one person's vote is the truth`,
  };
}

/** The findings as a numbered list in Markdown. */
export function findingsList(list: readonly HeadlineFinding[]): string {
  return list.map(({ claim, sentence, caveat }, i) =>
    `${i + 1}. **${claim}.** ${sentence}. _But_: ${caveat}.`
  ).join("\n");
}
