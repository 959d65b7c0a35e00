import { SIMULATED, type StudyPair } from "./simulated_study.ts";

/** The template with what stands in its braces by name. */
function filled<T>(template: T, known: Record<string, string>): T {
  return JSON.parse(
    JSON.stringify(template),
    (_, part) => typeof part === "string" ? part.replace(/\{(\w+)\}/g, (_, name) => known[name]) : part,
  );
}

/**
 * A simulated study as samples of any protocol: pairs for pairwise ones, the right answer as the response to score
 * (with four of MM-JudgeBias's perturbations in turn), answers as captions, pairs with labels by criterion, pictures
 * to make queries for.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { simulatedStudy, studySamples } from "judgebias/judge";
 *
 * const pairs = simulatedStudy({ pairs: 2, seed: 1, folder: Deno.makeTempDirSync() });
 * assert.equal(studySamples("base", pairs)[0].query, "What is in the picture?");
 * assert.equal(studySamples("score", pairs)[0].bias_type, "image_dominance");
 * ```
 */
export function studySamples(protocol: string, pairs: readonly StudyPair[]): Record<string, unknown>[] {
  const { samples, protocols } = SIMULATED;
  // Of perturbed samples each pair has another than the one before it.
  const templates = samples[Object.hasOwn(protocols, protocol) ? protocols[protocol] : "pair"];
  return pairs.map((pair, i) => {
    const { human, answer_a, answer_b, generator_a, generator_b } = pair;
    const [right, writer] = human === "A" ? [answer_a, generator_a] : [answer_b, generator_b];
    const marked = answer_a.replaceAll(", there is", ". There is"),
      other = pairs[(i + 1) % pairs.length].image;
    return filled(templates[i % templates.length], { ...pair, right, writer, marked, other });
  });
}
