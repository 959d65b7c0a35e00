import {
  type CaptionSetting,
  PHILAUTIA_FACTS,
  PHILAUTIA_FAMILIES,
  PHILAUTIA_MODELS,
  PHILAUTIA_SIGNS,
  philautiaScores,
  pommsColumn,
} from "@/papers/philautia.ts";
import { doublyStandardized } from "./doubly_standardized.ts";
import { EVALUATOR_STYLES } from "./evaluator_styles.ts";
import {
  at,
  average,
  columnOf,
  type Entry,
  entryOf,
  INTERN,
  M,
  NAMED,
  ownDistance,
} from "./philautia_matrix.ts";
import { POMMS_WEIGHTS } from "./pomms_weights.ts";
import { SOLVED } from "./printed_facts.ts";

/** Distance that inequalities keep from their limit. */
const MARGIN = 0.1;

/** How far above or below 0 an entry is whose sign alone is stated. */
const STRONG = 0.6;

/** InternVL2.5-8B "tends to give extreme scores": those of the models that are named there; all others are smaller. */
const UNNAMED = 0.5;

/** Scores that print as published but are held elsewhere within their rounding: facts that must hold together ask for it. */
const UNROUNDED: Record<CaptionSetting, Record<string, number>> = {
  // They print 3.02 and 3.03 and differ by less than 0.01.
  ref_based: { "InternVL2.5-8B": 3.0245 },
  // With Pomms as a thirteenth evaluator this becomes 0.92, which 0.860 would not.
  ref_free: { "InternVL2.5-8B": 3.0255, "Molmo-7B-D": 0.864 },
};

/** Pairs of the Qwen-based family that are negative, generator before evaluator: the other nine are positive. */
const NEGATIVE_PAIRS = [
  ["Molmo-7B-D", "LLaVA-OneVision-7B"],
  ["Eagle2-9B", "Molmo-7B-D"],
  ["LLaVA-OneVision-7B", "Qwen2.5-VL-7B"],
];

/** 0 where an inequality holds, else by how much it is broken. */
const atLeast = (value: number, limit: number) => Math.max(0, limit - value);
const atMost = (value: number, limit: number) => Math.max(0, value - limit);

/**
 * What a matrix of mean scores (row-major, generators × evaluators) lacks of the published facts of a setting: a residual of
 * 0 for each that it meets. Equations are published numbers; inequalities are orders, signs and distances that the text
 * states without a number.
 */
export function philautiaEquations(setting: CaptionSetting): (x: Float64Array) => number[] {
  const published: (readonly [generator: string, evaluator: string, value: number])[] = [
    ...philautiaScores().filter((score) => score.setting === setting)
      .map(({ model, value }) => [model, model, UNROUNDED[setting][model] ?? value] as const),
    ...PHILAUTIA_FACTS.entries.filter(([where]) => where === setting)
      .map(([, generator, evaluator, value]) => [generator, evaluator, value] as const),
  ];
  const pomms = pommsColumn();
  return (x) => {
    const { byEvaluator, phiTilde } = doublyStandardized(x, M);
    const entry = entryOf(phiTilde);
    return [
      ...published.map(([generator, evaluator, value]) => entry(generator, evaluator) - value),
      ...PHILAUTIA_SIGNS.filter((one) => one.setting === setting && one.generator !== one.evaluator)
        .map(({ generator, evaluator, sign }) => atLeast(sign * entry(generator, evaluator), STRONG)),
      ...(setting === "ref_based" ? referenceBased(byEvaluator, entry) : referenceFree(entry)),
      ...(setting === "ref_free"
        ? pommsEntries(byEvaluator).map((value, i) =>
          value - pomms.find(({ model }) => model === PHILAUTIA_MODELS[i])!.value
        )
        : []),
    ];
  };
}

/** Section 6.1 and figures 2 and 4 (i). */
function referenceBased(byEvaluator: Float64Array, entry: Entry): number[] {
  const strong = ["Gemma3-4B-IT", "Eagle2-9B", "Gemini-2.5-Pro"];
  const gemini = "Gemini-2.5-Pro", own = PHILAUTIA_FACTS.geminiCaptions[gemini];
  return [
    average(columnOf(entry, "Gemma3-4B-IT")) - SOLVED.gemmaColumnMean,
    ...PHILAUTIA_MODELS.map((model) =>
      model === "GPT-4o"
        ? atMost(ownDistance(entry, model), 1 - MARGIN)
        : atLeast(ownDistance(entry, model), (strong.includes(model) ? 2 : 1) + MARGIN)
    ),
    // Figure 2: nobody else gives the captions of Gemini-2.5-Pro as much as it does itself.
    ...PHILAUTIA_MODELS.filter((model) => !(model in PHILAUTIA_FACTS.geminiCaptions)).map((model) => {
      const { mean, spread } = EVALUATOR_STYLES[model];
      return atMost(byEvaluator[at(gemini) * M + at(model)], (own - 0.01 - mean.ref_based) / spread);
    }),
    // A Gemini that gives itself 0.80 at a mean of 0.761 needs a z-score for a plausible spread.
    atLeast(byEvaluator[at(gemini) * M + at(gemini)], 0.8),
    atMost(byEvaluator[at(gemini) * M + at(gemini)], 1.4),
    atLeast(entry("Phi-3.5-Vision", "Phi-3.5-Vision"), 0.9),
    ...PHILAUTIA_MODELS.filter((model) => model !== INTERN && !NAMED.has(model))
      .map((model) => atMost(Math.abs(entry(model, INTERN)), UNNAMED)),
  ];
}

/** Sections 6.2 to 6.4 and figures 4 (ii) and 6. */
function referenceFree(entry: Entry): number[] {
  const eagle = "Eagle2-9B", eagleOwn = 1.05;
  const successors = PHILAUTIA_FACTS.entries.filter(([where]) => where === "ref_free");
  const lowest = Math.min(...successors.map(([, , , value]) => value));
  return [
    ...pairs(PHILAUTIA_FAMILIES.Qwen).map(([g, e]) =>
      NEGATIVE_PAIRS.some(([generator, evaluator]) => generator === g && evaluator === e)
        ? atMost(entry(g, e), -MARGIN)
        : atLeast(entry(g, e), MARGIN)
    ),
    // The most extreme entry of every evaluator is at least Eagle2's 1.05, which is on itself; Molmo's is another one.
    ...PHILAUTIA_MODELS.filter((model) => model !== eagle)
      .map((model) => atMost(Math.abs(entry(model, eagle)), eagleOwn - MARGIN)),
    atMost(entry("Gemini-2.5-Pro", "Molmo-7B-D"), -eagleOwn - MARGIN),
    // The two stated entries are "relatively high": no other beside the diagonal is as high.
    ...pairs(PHILAUTIA_MODELS).filter(([g, e]) => !successors.some((fact) => fact[1] === g && fact[2] === e))
      .map(([g, e]) => atMost(entry(g, e), lowest - MARGIN)),
  ];
}

/** The column of Pomms in Φ̃ when it joins as a thirteenth evaluator: a weighted sum of its members' scores. */
function pommsEntries(byEvaluator: Float64Array): number[] {
  const sums = PHILAUTIA_MODELS.map((_, i) =>
    Object.entries(POMMS_WEIGHTS).reduce(
      (sum, [member, weight]) =>
        sum + weight * EVALUATOR_STYLES[member].spread * byEvaluator[i * M + at(member)],
      0,
    )
  );
  const mean = average(sums), sd = Math.sqrt(average(sums.map((sum) => (sum - mean) ** 2)));
  return sums.map((sum, i) => {
    const row = [...byEvaluator.subarray(i * M, (i + 1) * M), (sum - mean) / sd];
    const centre = average(row);
    return (row[M] - centre) / Math.sqrt(average(row.map((value) => (value - centre) ** 2)));
  });
}

function pairs(family: readonly string[]): [generator: string, evaluator: string][] {
  return family.flatMap((g) => family.filter((e) => e !== g).map((e): [string, string] => [g, e]));
}
