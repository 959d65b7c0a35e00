import type pl from "nodejs-polars";
import { random } from "@/stats/random.ts";
import { simulatedFrame } from "./simulated_frame.ts";

/** A judge that reads quality, as people do. */
export interface VotedJudge {
  /** Its name. */
  judge: string;
  /** Standard deviation of its reading error, in people's (default 1). */
  noise?: number;
  /** What it adds for the more informative answer, in standard deviations of quality (default 0). */
  bias?: number;
}

/** Options of `drawVotedPairs`. */
export interface VotedPairsOptions {
  /** Pairs, two to an image (default 600). */
  pairs?: number;
  /** People who vote on each pair (default 5). */
  people?: number;
  /** How closely quality goes with informativeness, 0 to 1 (default 0.5). */
  correlation?: number;
  /** Standard deviation of a person's reading error, in quality's (default 0.5). */
  noise?: number;
  /** The judges; by default one twice as exact as people, one twice as noisy, and one that adds .4 for the more informative answer. */
  judges?: readonly VotedJudge[];
  /** Seed of everything drawn (default 1). */
  seed?: number;
}

const JUDGES: readonly VotedJudge[] = [
  { judge: "twice as exact as people, no bias", noise: 0.5 },
  { judge: "twice as noisy as people, no bias", noise: 2 },
  { judge: "as noisy as people, biased", bias: 0.4 },
];

/** Median words of the less informative answer, how many times (as a logarithm) longer the other one is, and the spread of both. */
const WORDS = 60, LONGER = 0.2, SPREAD = 0.35;

/**
 * Simulated pairs on which several people voted, a row per person and judge, where quality goes with informativeness: people and judges read the quality of the more informative
 * answer less that of the other, each with an error, and a judge's `bias` is added. So a judge without bias has an informativeness bias above 0, as
 * people do (`biasBeyondPeople`). The more informative answer is mostly longer; nobody minds length. Judges and people are invented; `provenance` is `simulated`.
 */
export function drawVotedPairs(
  { pairs = 600, people = 5, correlation = 0.5, noise = 0.5, judges = JUDGES, seed = 1 }: VotedPairsOptions =
    {},
): pl.DataFrame {
  const generator = random(seed);
  return simulatedFrame(
    "pairs",
    Array.from({ length: pairs }, (_, item) => {
      const quality = correlation * Math.abs(generator.normal()) +
        Math.sqrt(1 - correlation * correlation) * generator.normal();
      const more = generator.uniform() < 0.5 ? "A" : "B", less = more === "A" ? "B" : "A";
      const words = Math.round(WORDS * Math.exp(SPREAD * generator.normal()));
      const longer = Math.round(words * Math.exp(LONGER + SPREAD * generator.normal()));
      const choices = judges.map(({ judge, noise: own = 1, bias = 0 }) => ({
        judge,
        choice: quality + bias + own * noise * generator.normal() > 0 ? more : less,
      }));
      return Array.from({ length: people }, (_, person) => {
        const human = quality + noise * generator.normal() > 0 ? more : less;
        return choices.map((own) => ({
          ...{ benchmark: "votes", item_id: String(item), image_id: String(item >> 1) },
          ...{ annotator: `p${person + 1}`, human, more_informative: more },
          ...{ words_a: more === "A" ? longer : words, words_b: more === "A" ? words : longer },
          ...own,
        }));
      });
    }).flat(2),
  );
}
