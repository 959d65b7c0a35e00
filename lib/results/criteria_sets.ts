/** What a judge of one criterion is told: its definition, what to reward, what to penalise. */
export interface Criterion {
  /** Name in the column `criterion`. */
  id: string;
  /** Name in the paper. */
  name: string;
  /** Name that fits on an axis. */
  short: string;
  /** What the criterion asks of an answer, as a sentence for the judge. */
  definition: string;
  /** What speaks for an answer. */
  reward: string;
  /** What speaks against an answer. */
  penalize: string;
  /** Other names that the paper and its data use. */
  aliases: readonly string[];
}

/** The parts of Multi-Crit: free answers, and reasoning with an answer that can be checked. */
export type CriteriaSplit = "open_ended" | "reasoning";

/**
 * The two sets of five criteria of Multi-Crit (appendix, Tables 7 and 8) in the paper's order; names are the paper's, all
 * other words our own.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { CRITERIA_SETS } from "judgebias";
 *
 * assert.equal(CRITERIA_SETS.open_ended[0].name, "Completeness and Coverage");
 * assert.deepEqual(CRITERIA_SETS.reasoning.map(({ id }) => id), [
 *   "grounding",
 *   "logic",
 *   "no_hallucination",
 *   "reflection",
 *   "efficiency",
 * ]);
 * ```
 */
export const CRITERIA_SETS: Record<CriteriaSplit, readonly Criterion[]> = {
  open_ended: [
    {
      id: "completeness",
      name: "Completeness and Coverage",
      short: "Completeness",
      definition:
        "How far the answer covers everything that was asked: each part of the task, what matters in the picture, " +
        "and the wider context; facts from outside are welcome where they explain more.",
      reward:
        "Nothing important of question or picture is left out, and the points are worked out in some depth.",
      penalize:
        "The answer stays thin, ignores one of the demands, or passes over something important in the picture.",
      aliases: ["completeness_and_coverage", "coverage"],
    },
    {
      id: "grounding",
      name: "Visual Grounding and Details",
      short: "Grounding",
      definition:
        "How closely the answer is tied to what can be seen: it names things, places, colours or writing in the " +
        "picture and builds on them.",
      reward: "Details that are plainly visible are named and used.",
      penalize: "The wording would fit almost any picture, or has hardly anything to do with this one.",
      aliases: ["visual_grounding_and_details", "visual_grounding"],
    },
    {
      id: "no_hallucination",
      name: "Factuality / No Hallucination",
      short: "No hallucination",
      definition:
        "Whether everything that the answer claims is there: no invented objects, relations or facts, neither " +
        "about the picture nor about the world, beyond what question and picture support.",
      reward: "Every statement is backed by the picture, the question or common knowledge.",
      penalize: "Something is described that the picture does not show, or a stated fact is false.",
      aliases: ["factuality", "factuality_no_hallucination", "hallucination"],
    },
    {
      id: "expressiveness",
      name: "Creativity and Expressiveness",
      short: "Expressiveness",
      definition:
        "How richly the answer puts things: original and lively for creative tasks, precise and informed for " +
        "analytical ones, while it stays with the picture and the occasion.",
      reward:
        "Vivid or inventive wording and associations that add to the reading, or the depth of an expert's eye.",
      penalize: "Flat, literal or monotonous writing; in an analysis, no sign of expertise.",
      aliases: ["creativity_and_expressiveness", "creativity"],
    },
    {
      id: "clarity",
      name: "Clarity and Coherence",
      short: "Clarity",
      definition:
        "How easily a reader follows: correct and fluent language, a sensible order, ideas that lead to one another.",
      reward: "Well ordered and quick to understand; a short summary at the start is a plus.",
      penalize: "Confused order, abrupt jumps, clumsy or repetitive sentences.",
      aliases: ["clarity_and_coherence", "coherence"],
    },
  ],
  reasoning: [
    {
      id: "grounding",
      name: "Visual Grounding",
      short: "Grounding",
      definition:
        "Whether the reasoning starts from the picture: the objects, positions, colours or writing that matter are " +
        "named correctly and used in the argument.",
      reward: "The decisive parts of the picture appear in the argument, exactly and at the right place.",
      penalize: "They are missing, or mentioned so vaguely that the argument does not rest on them.",
      aliases: ["visual_grounding", "visual_grounding_and_details"],
    },
    {
      id: "logic",
      name: "Logic Coherence and Consistency",
      short: "Logic",
      definition:
        "Whether the argument holds: each step follows from those before it, nothing contradicts anything, no step " +
        "is skipped, and the final answer follows.",
      reward: "An ordered chain of steps that leads to the answer and justifies it.",
      penalize:
        "Contradictions, gaps, an answer that does not follow, or one given first and justified badly afterwards.",
      aliases: [
        "logic_coherence_and_consistency",
        "logical_coherence_and_consistency",
        "logic_coherence",
        "coherence",
      ],
    },
    {
      id: "no_hallucination",
      name: "Factuality / No Hallucination",
      short: "No hallucination",
      definition:
        "Whether every claim and every step is true and supported by picture or question: nothing misread, nothing " +
        "invented.",
      reward: "Only sound observations and valid conclusions.",
      penalize:
        "Details that are not there, things taken for others, or false statements that spoil the reasoning.",
      aliases: [
        "factuality",
        "factual_correctness_no_hallucination",
        "factuality_no_hallucination",
        "hallucination",
      ],
    },
    {
      id: "reflection",
      name: "Reflection and Exploration",
      short: "Reflection",
      definition:
        "Whether the reasoning weighs more than one possibility where the task leaves room: it admits doubt, tries " +
        "other readings, corrects itself.",
      reward: "Alternatives are considered or the result is checked before the answer is given.",
      penalize: "One track followed stiffly or in haste, without a second look.",
      aliases: ["reflection_and_exploration", "exploration"],
    },
    {
      id: "efficiency",
      name: "Conciseness and Efficiency",
      short: "Efficiency",
      definition:
        "Whether the reasoning takes the space that the task needs and no more: to the point, without repetition or " +
        "detours.",
      reward: "Short and ordered, as long as the difficulty asks for.",
      penalize: "Padding, repetition, side tracks, or a simple question thought to death.",
      aliases: ["conciseness_and_efficiency", "conciseness"],
    },
  ],
};

/**
 * The canonical id of a criterion of Multi-Crit by any of its names, whatever case and punctuation; a name that it does not
 * know comes back as it is.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { canonicalCriterion } from "judgebias";
 *
 * assert.equal(canonicalCriterion("reasoning", "Logical Coherence and Consistency"), "logic");
 * assert.equal(canonicalCriterion("open_ended", "My own criterion"), "My own criterion");
 * ```
 */
export function canonicalCriterion(split: string | null, name: string): string {
  const key = plainName(name);
  const sets = split !== null && Object.hasOwn(CRITERIA_SETS, split)
    ? [CRITERIA_SETS[split as CriteriaSplit]]
    : Object.values(CRITERIA_SETS);
  const found = sets.flat().find((one) =>
    one.id === key || plainName(one.name) === key || one.aliases.includes(key)
  );
  return found?.id ?? name;
}

/** Sorts ids of criteria: those of the split in the paper's order, then others by name. */
export function orderedCriteria(split: string | null, ids: Iterable<string>): string[] {
  const order =
    (split === "open_ended" || split === "reasoning"
      ? CRITERIA_SETS[split]
      : [...CRITERIA_SETS.open_ended, ...CRITERIA_SETS.reasoning]).map(({ id }) => id);
  const rank = (id: string) => order.includes(id) ? order.indexOf(id) : order.length;
  return [...new Set(ids)].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, "_").replace(/^_|_$/g, "");
}
