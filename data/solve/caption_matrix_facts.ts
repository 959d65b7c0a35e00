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
import { type CaptionCalibrationRow, facts, type Stated } from "./caption_fact.ts";
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
import { SOLVED } from "./printed_facts.ts";

/** What the paper states about Φ̃, beside what the mean scores of both settings (row-major) give. */
export function captionMatrixFacts(
  means: Record<CaptionSetting, Float64Array>,
): CaptionCalibrationRow[] {
  return [...entries(means), ...referenceBased(means.ref_based), ...referenceFree(means.ref_free)];
}

/** Entries of Φ̃ that are printed, and their signs. */
function entries(means: Record<CaptionSetting, Float64Array>): CaptionCalibrationRow[] {
  const phiTilde = {
    ref_based: doublyStandardized(means.ref_based, M).phiTilde,
    ref_free: doublyStandardized(means.ref_free, M).phiTilde,
  };
  const entry = (setting: CaptionSetting, generator: string, evaluator: string) =>
    phiTilde[setting][at(generator) * M + at(evaluator)];
  const intern = (setting: CaptionSetting) => entry(setting, INTERN, INTERN);
  const difference = Math.abs(intern("ref_based") - intern("ref_free"));
  return [
    ...philautiaScores().flatMap(({ model, setting, printed }) =>
      facts("Section 6.1", setting, [[`philautia score of ${model}`, printed, entry(setting, model, model)]])
    ),
    ...PHILAUTIA_FACTS.entries.flatMap(([setting, generator, evaluator, value]) =>
      facts(setting === "ref_based" ? "Section 6.1" : "Section 6.2", setting, [
        [`Φ̃ of ${evaluator} on ${generator}`, value.toFixed(2), entry(setting, generator, evaluator)],
      ])
    ),
    ...PHILAUTIA_SIGNS.flatMap(({ setting, generator, evaluator, sign, source }) =>
      facts(source, setting, [
        [`Φ̃ of ${evaluator} on ${generator}`, sign > 0 ? "> 0" : "< 0", entry(setting, generator, evaluator)],
      ])
    ),
    ...(["ref_based", "ref_free"] as const).flatMap((setting) => {
      const own = PHILAUTIA_MODELS.map((model) => entry(setting, model, model)), highest = Math.max(...own);
      return facts("Section 6.1", setting, [
        ["lowest philautia score", "> 0", Math.min(...own)],
        [
          "highest philautia score, InternVL2.5-8B's",
          "highest of all",
          highest,
          highest === intern(setting),
        ],
      ]);
    }),
    ...facts("Section 6.1", "ref_free", [
      ["philautia scores of InternVL2.5-8B in both settings, difference", "< 0.01", difference],
    ]),
  ];
}

function referenceBased(phi: Float64Array): CaptionCalibrationRow[] {
  const { phiTilde } = doublyStandardized(phi, M), entry = entryOf(phiTilde);
  const qwen = "Qwen2.5-VL-7B", llava = "LLaVA-1.5-13B", gpt = "GPT-4o";
  const distance = (model: string) => ownDistance(entry, model);
  const without = doublyStandardized(phi.filter((_, k) => k % M !== at(llava)), M - 1).phiTilde;
  const lowest = phiTilde.reduce((least, value) => Math.min(least, value), 0);
  const others = PHILAUTIA_MODELS.filter((model) => model !== INTERN);
  const size = (models: readonly string[]) => models.map((model) => Math.abs(entry(model, INTERN)));
  const unnamed = Math.max(...size(others.filter((model) => !NAMED.has(model))));
  const named = Math.min(...size(others.filter((model) => NAMED.has(model))));
  const positive = PHILAUTIA_MODELS.filter((model) => entry(qwen, model) > 0).length;
  const above = (model: string) => `philautia score of ${model}: column deviations above the column's mean`;
  return facts("Section 6.1", "ref_based", [
    [
      "philautia score of Qwen2.5-VL-7B without LLaVA-1.5-13B",
      SOLVED.qwenWithoutLlava.toFixed(3),
      without[at(qwen) * (M - 1) + at(qwen)],
    ],
    ["lowest entry, LLaVA-1.5-13B on Qwen2.5-VL-7B", "lowest of all", lowest, lowest === entry(qwen, llava)],
    [
      "mean of Gemma3-4B-IT's column of Φ̃",
      SOLVED.gemmaColumnMean.toFixed(4),
      average(columnOf(entry, "Gemma3-4B-IT")),
    ],
    ...["Gemma3-4B-IT", "Eagle2-9B", "Gemini-2.5-Pro"].map((
      model,
    ): Stated => [above(model), "> 2", distance(model)]),
    [above(gpt), "< 1", distance(gpt)],
    [
      "the same of all others, the lowest",
      "≥ 1",
      Math.min(...PHILAUTIA_MODELS.filter((model) => model !== gpt).map(distance)),
    ],
    [
      "InternVL2.5-8B’s largest entry (in size) on a model that is not named as one of its extremes",
      "below those of the four named",
      unnamed,
      unnamed < named,
    ],
    ["evaluators with Φ̃ > 0 on Qwen2.5-VL-7B", "most of 12", positive, positive > M / 2],
  ]);
}

function referenceFree(phi: Float64Array): CaptionCalibrationRow[] {
  const { phiTilde } = doublyStandardized(phi, M), setting = "ref_free";
  const counts = positivePairsOfFours(phiTilde, M);
  const qwen = positivePairs(phiTilde, M, PHILAUTIA_FAMILIES.Qwen.map(at));
  const larger = new Set(counts.filter((count) => count > qwen)).size;
  const extremes = PHILAUTIA_MODELS.map((_, j) =>
    Math.max(...PHILAUTIA_MODELS.map((_, i) => Math.abs(phiTilde[i * M + j])))
  );
  const quoted = new Set(
    PHILAUTIA_FACTS.entries.filter(([where]) => where === setting).map(([, g, e]) => at(g) * M + at(e)),
  );
  const rest = Math.max(...phiTilde.filter((_, k) => k % (M + 1) !== 0 && !quoted.has(k)));
  const withPomms = doublyStandardized(joined(phi), M + 1).phiTilde;
  const own = PHILAUTIA_MODELS.map((_, i) => withPomms[i * (M + 2)]),
    printed = PHILAUTIA_FACTS.molmoWithPomms;
  return [
    ...facts("Figure 6", setting, [
      ["positive pairs of the Qwen-based family", SOLVED.qwenFamilyPositive, qwen],
    ]),
    ...facts("Section 6.2", setting, [
      ["counts above it among all families of four", "one", larger, larger === 1],
    ]),
    ...facts("Section 6.3", setting, [
      ["smallest of the evaluators' most extreme entries", "1.05", Math.min(...extremes)],
    ]),
    ...facts("Section 6.2", setting, [
      [
        "highest entry beside the diagonal but LLaVA-1.5-13B’s on its two successors",
        "< 1.30",
        rest,
        rest < 1.295,
      ],
    ]),
    ...facts(
      "Table 2",
      setting,
      pommsColumn().map(({ model, value }) => [
        `Φ̃ of Pomms on ${model}`,
        value.toFixed(2),
        withPomms[at(model) * (M + 1) + M],
      ]),
    ),
    ...facts("Appendix B.3", setting, [
      ["philautia score of Molmo-7B-D beside Pomms", printed, own[at("Molmo-7B-D")]],
      ["lowest philautia score beside Pomms", printed, Math.min(...own)],
    ]),
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
