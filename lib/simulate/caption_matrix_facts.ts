import {
  type CaptionSetting,
  PHILAUTIA_FACTS,
  PHILAUTIA_FAMILIES,
  PHILAUTIA_MODELS,
  PHILAUTIA_SIGNS,
  philautiaScores,
  pommsColumn,
} from "../papers/philautia.ts";
import { doublyStandardized } from "../stats/doubly_standardized.ts";
import { type CaptionCalibrationRow, printed, stated } from "./caption_fact.ts";
import {
  at,
  average,
  columnOf,
  entryOf,
  INTERN,
  M,
  NAMED,
  ownDistance,
  positivePairs,
  positivePairsOfFours,
} from "./philautia_matrix.ts";
import { POMMS_WEIGHTS } from "./pomms_weights.ts";

/** What the paper states about Φ̃, beside what the mean scores of both settings (row-major) give. */
export function captionMatrixFacts(
  means: Record<CaptionSetting, Float64Array>,
): CaptionCalibrationRow[] {
  return [...entries(means), ...referenceBased(means.ref_based), ...referenceFree(means.ref_free)];
}

/** Entries of Φ̃ that are printed. */
function entries(means: Record<CaptionSetting, Float64Array>): CaptionCalibrationRow[] {
  const phiTilde = {
    ref_based: doublyStandardized(means.ref_based, M).phiTilde,
    ref_free: doublyStandardized(means.ref_free, M).phiTilde,
  };
  const intern = at("InternVL2.5-8B") * (M + 1);
  const difference = Math.abs(phiTilde.ref_based[intern] - phiTilde.ref_free[intern]);
  return [
    ...philautiaScores().map(({ model, setting, printed: text }) =>
      printed(
        "Section 6.1",
        setting,
        `philautia score of ${model}`,
        text,
        phiTilde[setting][at(model) * (M + 1)],
      )
    ),
    ...PHILAUTIA_FACTS.entries.map(([setting, generator, evaluator, value]) =>
      printed(
        setting === "ref_based" ? "Section 6.1" : "Section 6.2",
        setting,
        `Φ̃ of ${evaluator} on ${generator}`,
        value.toFixed(2),
        phiTilde[setting][at(generator) * M + at(evaluator)],
      )
    ),
    ...PHILAUTIA_SIGNS.map(({ setting, generator, evaluator, sign, source }) => {
      const value = phiTilde[setting][at(generator) * M + at(evaluator)], wanted = sign > 0 ? "> 0" : "< 0";
      return stated(source, setting, `Φ̃ of ${evaluator} on ${generator}`, wanted, value, sign * value > 0);
    }),
    ...(["ref_based", "ref_free"] as const).flatMap((setting) => {
      const own = PHILAUTIA_MODELS.map((_, i) => phiTilde[setting][i * (M + 1)]);
      const lowest = Math.min(...own), highest = Math.max(...own);
      return [
        stated("Section 6.1", setting, "lowest philautia score", "> 0", lowest, lowest > 0),
        stated(
          "Section 6.1",
          setting,
          "highest philautia score, InternVL2.5-8B's",
          "highest of all",
          highest,
          highest === phiTilde[setting][intern],
        ),
      ];
    }),
    stated(
      "Section 6.1",
      "ref_free",
      "philautia scores of InternVL2.5-8B in both settings, difference",
      "< 0.01",
      difference,
      difference < 0.01,
    ),
  ];
}

function referenceBased(phi: Float64Array): CaptionCalibrationRow[] {
  const { phiTilde } = doublyStandardized(phi, M), setting = "ref_based";
  const entry = entryOf(phiTilde);
  const distances = PHILAUTIA_MODELS.map((model) => ownDistance(entry, model));
  const llava = at("LLaVA-1.5-13B");
  const without = doublyStandardized(phi.filter((_, k) => k % M !== llava), M - 1).phiTilde;
  const lowest = phiTilde.reduce((least, value) => Math.min(least, value), 0);
  const nearest = Math.min(...distances.filter((_, i) => i !== at("GPT-4o")));
  const others = PHILAUTIA_MODELS.filter((model) => model !== INTERN);
  const size = (models: readonly string[]) => models.map((model) => Math.abs(entry(model, INTERN)));
  const unnamed = Math.max(...size(others.filter((model) => !NAMED.has(model))));
  const positive = PHILAUTIA_MODELS.filter((model) => entry("Qwen2.5-VL-7B", model) > 0).length;
  return [
    printed(
      "Section 6.1",
      setting,
      "philautia score of Qwen2.5-VL-7B without LLaVA-1.5-13B",
      PHILAUTIA_FACTS.qwenWithoutLlava.toFixed(3),
      without[at("Qwen2.5-VL-7B") * (M - 1) + at("Qwen2.5-VL-7B")],
    ),
    stated(
      "Section 6.1",
      setting,
      "lowest entry, LLaVA-1.5-13B on Qwen2.5-VL-7B",
      "lowest of all",
      lowest,
      lowest === entry("Qwen2.5-VL-7B", "LLaVA-1.5-13B"),
    ),
    printed(
      "Section 6.1",
      setting,
      "mean of Gemma3-4B-IT's column of Φ̃",
      PHILAUTIA_FACTS.gemmaColumnMean.toFixed(4),
      average(columnOf(entry, "Gemma3-4B-IT")),
    ),
    ...["Gemma3-4B-IT", "Eagle2-9B", "Gemini-2.5-Pro"].map((model) =>
      stated(
        "Section 6.1",
        setting,
        `philautia score of ${model}: column deviations above the column's mean`,
        "> 2",
        distances[at(model)],
        distances[at(model)] > 2,
      )
    ),
    stated(
      "Section 6.1",
      setting,
      "philautia score of GPT-4o: column deviations above the column's mean",
      "< 1",
      distances[at("GPT-4o")],
      distances[at("GPT-4o")] < 1,
    ),
    stated("Section 6.1", setting, "the same of all others, the lowest", "≥ 1", nearest, nearest >= 1),
    stated(
      "Section 6.1",
      setting,
      "InternVL2.5-8B’s largest entry (in size) on a model that is not named as one of its extremes",
      "below those of the four named",
      unnamed,
      unnamed < Math.min(...size(others.filter((model) => NAMED.has(model)))),
    ),
    stated(
      "Section 6.1",
      setting,
      "evaluators with Φ̃ > 0 on Qwen2.5-VL-7B",
      "most of 12",
      positive,
      positive > M / 2,
    ),
  ];
}

function referenceFree(phi: Float64Array): CaptionCalibrationRow[] {
  const { phiTilde } = doublyStandardized(phi, M), setting = "ref_free";
  const counts = positivePairsOfFours(phiTilde, M), own = PHILAUTIA_FAMILIES.Qwen.map(at);
  const qwen = positivePairs(phiTilde, M, own), larger = new Set(counts.filter((count) => count > qwen)).size;
  const extremes = PHILAUTIA_MODELS.map((_, j) =>
    Math.max(...PHILAUTIA_MODELS.map((_, i) => Math.abs(phiTilde[i * M + j])))
  );
  const quoted = PHILAUTIA_FACTS.entries.filter(([where]) => where === setting);
  const rest = Math.max(
    ...PHILAUTIA_MODELS.flatMap((g, i) =>
      PHILAUTIA_MODELS.flatMap((e, j) =>
        i === j || quoted.some((fact) => fact[1] === g && fact[2] === e) ? [] : [phiTilde[i * M + j]]
      )
    ),
  );
  const withPomms = doublyStandardized(joined(phi), M + 1).phiTilde;
  const pomms = pommsColumn();
  return [
    printed(
      "Figure 6",
      setting,
      "positive pairs of the Qwen-based family",
      PHILAUTIA_FACTS.qwenFamilyPositive,
      qwen,
    ),
    stated("Section 6.2", setting, "counts above it among all families of four", "one", larger, larger === 1),
    printed(
      "Section 6.3",
      setting,
      "smallest of the evaluators' most extreme entries",
      "1.05",
      Math.min(...extremes),
    ),
    stated(
      "Section 6.2",
      setting,
      "highest entry beside the diagonal but LLaVA-1.5-13B’s on its two successors",
      "< 1.30",
      rest,
      rest < 1.295,
    ),
    ...pomms.map(({ model, value }) =>
      printed(
        "Table 2",
        setting,
        `Φ̃ of Pomms on ${model}`,
        value.toFixed(2),
        withPomms[at(model) * (M + 1) + M],
      )
    ),
    printed(
      "Appendix B.3",
      setting,
      "philautia score of Molmo-7B-D beside Pomms",
      PHILAUTIA_FACTS.molmoWithPomms,
      withPomms[at("Molmo-7B-D") * (M + 2)],
    ),
    printed(
      "Appendix B.3",
      setting,
      "lowest philautia score beside Pomms",
      PHILAUTIA_FACTS.molmoWithPomms,
      Math.min(...PHILAUTIA_MODELS.map((_, i) => withPomms[i * (M + 2)])),
    ),
  ];
}

/** Φ with Pomms as one more column: the weighted sum of its members. */
function joined(phi: Float64Array): Float64Array {
  const weights = PHILAUTIA_MODELS.map((model) => POMMS_WEIGHTS[model] ?? 0);
  return Float64Array.from({ length: M * (M + 1) }, (_, k) => {
    const i = Math.floor(k / (M + 1)), j = k % (M + 1);
    return j < M ? phi[i * M + j] : weights.reduce((sum, weight, m) => sum + weight * phi[i * M + m], 0);
  });
}
