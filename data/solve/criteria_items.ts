import { CRITERIA_SETS, type CriteriaSplit } from "@/results/criteria_sets.ts";
import type { Random } from "@/stats/random.ts";
import { normals } from "./latent_columns.ts";
import { SOLVED } from "./printed_facts.ts";

/** An item: two responses to a question about a picture, and what the human prefers by each annotated criterion. */
export interface CriteriaItem {
  id: string;
  split: CriteriaSplit;
  pairType: "cross" | "intra";
  /** Index of each annotated criterion in the split's set, in its order. */
  criteria: number[];
  /** The human's preference by each: 0 for A, 1 for B. */
  human: number[];
  /** How plain each of these preferences is to every judge. */
  plainness: number[];
  wordsA: number;
  wordsB: number;
  /** What makes it easy or hard for every judge. */
  ease: number;
}

/** How many criteria favour one response and how many the other, and how many items are like that. */
type Composition = Readonly<Record<`${number}:${number}`, number>>;

/**
 * Which items there are. With sides p and q an item has p·q conflicting pairs, so that the sums are those of the paper: 206
 * items with 501 pairs, and 109 with 281. That leaves room for 3.43 and 3.58 criteria per conflicted item at most.
 */
const COMPOSITION: Record<CriteriaSplit, { conflict: Composition; agreement: Composition }> = {
  open_ended: {
    conflict: { "1:1": 20, "2:1": 99, "3:1": 69, "2:2": 9, "4:1": 7, "3:2": 2 },
    agreement: { "2:0": 15, "3:0": 38, "4:0": 29, "5:0": 11 },
  },
  reasoning: {
    conflict: { "1:1": 8, "2:1": 46, "3:1": 43, "2:2": 3, "4:1": 7, "3:2": 2 },
    agreement: { "2:0": 2, "3:0": 6, "4:0": 6, "5:0": 3 },
  },
};

/**
 * What draws the preferences by two criteria apart: criteria of opposite signs often favour different responses (what covers
 * and embellishes more invents more; what explores is not brief), as the paper says of its most frequent conflicts.
 */
const LEANING: Record<CriteriaSplit, readonly number[]> = {
  open_ended: [0.8, 0.2, -1.5, 0.8, -0.1],
  reasoning: [0.2, -0.1, -0.3, 1.3, -1.3],
};

/** How often each criterion is annotated, relative to the others. */
const ANNOTATED: Record<CriteriaSplit, readonly number[]> = {
  open_ended: [1.4, 1.2, 1.4, 1.2, 1],
  reasoning: [1.1, 1.1, 1.2, 1.2, 1.3],
};

/** Standard deviations of an item's ease, of how plain its preferences are, of these beyond their criterion's leaning. */
const EASE_SD = 0.8, PLAINNESS_SD = 0.9, PREFERENCE_SD = 1;

/** Shortest and longest response, in words. */
const SHORTEST = 12, LONGEST = 780;

/** Draws the items of both splits in random order: the same for all judges. */
export function criteriaItems(generator: Random): CriteriaItem[] {
  const items = (Object.keys(COMPOSITION) as CriteriaSplit[]).flatMap((split) => {
    const { conflict, agreement } = COMPOSITION[split];
    const sides = generator.shuffle(
      Object.entries({ ...conflict, ...agreement }).flatMap(([sides, items]) =>
        Array.from({ length: items }, () => sides.split(":").map(Number) as [number, number])
      ),
    );
    const { cross, intra } = SOLVED[split];
    const types = generator.shuffle([...Array(cross).fill("cross"), ...Array(intra).fill("intra")]);
    return sides.map((side, i): CriteriaItem => ({
      id: `${split === "open_ended" ? "open" : "reasoning"}-${String(i + 1).padStart(3, "0")}`,
      split,
      pairType: types[i],
      ...preferences(split, side, generator),
      wordsA: 0,
      wordsB: 0,
      ease: EASE_SD * generator.normal(),
    }));
  });
  const words = lengths(items.length, generator);
  items.forEach((item, i) => [item.wordsA, item.wordsB] = [words[2 * i], words[2 * i + 1]]);
  return items;
}

/** Whether the human's preferences differ between criteria. */
export function isConflicted({ human }: Pick<CriteriaItem, "human">): boolean {
  return human.includes(0) && human.includes(1);
}

/** Which criteria are annotated, and on which side each stands: those that lean alike tend to stand together. */
function preferences(split: CriteriaSplit, [p, q]: readonly [number, number], generator: Random) {
  const urgency = ANNOTATED[split].map((weight) => Math.log(generator.uniform()) / weight);
  const all = CRITERIA_SETS[split].map((_, c) => c);
  const criteria = [...all].sort((a, b) => urgency[b] - urgency[a]).slice(0, p + q).sort((a, b) => a - b);
  const latent = new Map(criteria.map((c) => [c, LEANING[split][c] + PREFERENCE_SD * generator.normal()]));
  const upper = generator.integer(2) === 0 ? p : q;
  const ranked = [...criteria].sort((a, b) => latent.get(b)! - latent.get(a)!);
  const sideOfUpper = generator.integer(2);
  const human = criteria.map((c) => ranked.indexOf(c) < upper ? sideOfUpper : 1 - sideOfUpper);
  return { criteria, human, plainness: criteria.map(() => PLAINNESS_SD * generator.normal()) };
}

/**
 * Lengths of two responses per item whose quartiles are the published ones exactly: the ranks are random (the question makes
 * both long or short), the lengths at these ranks are not.
 */
function lengths(items: number, generator: Random): Int32Array {
  const latent = normals(generator, 2 * items);
  for (let i = 0; i < items; i++) {
    const question = generator.normal();
    latent[2 * i] += question;
    latent[2 * i + 1] += question;
  }
  const { q25, q50, q75 } = SOLVED.words;
  const knots = [SHORTEST, q25, q50, q75, LONGEST].map(Math.log);
  const ranked = Array.from(latent.keys()).sort((a, b) => latent[a] - latent[b]);
  const words = new Int32Array(latent.length);
  ranked.forEach((at, rank) => {
    const place = 4 * rank / (latent.length - 1), knot = Math.min(Math.floor(place), 3);
    words[at] = Math.round(Math.exp(knots[knot] + (place - knot) * (knots[knot + 1] - knots[knot])));
  });
  return words;
}
