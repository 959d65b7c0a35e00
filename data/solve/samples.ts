import pl from "nodejs-polars";
import { mmJudgeBiasDifficulties, mmJudgeBiasDomains, RESPONSE_GENERATORS } from "@/papers/mm_judgebias.ts";
import { BIAS_TAXONOMY } from "@/results/bias_taxonomy.ts";
import { type Random, random } from "@/stats/random.ts";

/** The simulated samples: what does not depend on the judge. Arrays run in parallel. */
export interface ScoreSamples {
  count: number;
  /** Place of the bias type in the taxonomy. */
  type: Uint8Array;
  /** Place of the response's author in `RESPONSE_GENERATORS`. */
  generator: Uint8Array;
  /** How good the response is, in standard deviations; shared by all judges. */
  quality: Float64Array;
  /** How easily the perturbation is noticed or does harm; shared by all judges. */
  exposure: Float64Array;
  /** Columns of a `score pairs` frame that do not depend on the judge. */
  frame: pl.DataFrame;
}

/** Typical length of a query in words by difficulty: Table 8 asks for about 15 at most, 30 at most, and more. */
const QUERY_WORDS: Record<string, number> = { easy: 12, moderate: 24, hard: 45 };

/** Typical length of a response by difficulty: longer for harder queries (appendix A); the numbers are chosen. */
const RESPONSE_WORDS: Record<string, number> = { easy: 70, moderate: 120, hard: 200 };

/** Typical length of the description that Detail-Description adds; chosen. */
const DESCRIPTION_WORDS = 110;

/** Standard deviations of the logarithms of lengths. */
const QUERY_SPREAD = 0.3, RESPONSE_SPREAD = 0.5, DESCRIPTION_SPREAD = 0.35;

/** How much better than the mean each generator's responses are, and how much harder queries spoil them; chosen. */
const GENERATOR_QUALITY = [0.25, 0, -0.25];
const DIFFICULTY_QUALITY: Record<string, number> = { easy: 0.3, moderate: 0.1, hard: -0.15 };

/**
 * The 1,804 samples of MM-JudgeBias as the simulation has them: bias types and difficulties as in Table 6, domains as in
 * Table 5 (drawn independently of the types, for the paper does not say how they go together), generators in equal thirds,
 * lengths that grow with difficulty; a biased query is empty, another sample's, or has a description appended.
 */
export function scoreSamples(seed: number): ScoreSamples {
  const generator = random(seed);
  const cells = mmJudgeBiasDifficulties().flatMap(({ type, difficulty, samples }) =>
    Array.from({ length: samples }, () => ({ type, difficulty }))
  );
  const count = cells.length;
  const domains = generator.shuffle(
    mmJudgeBiasDomains().flatMap((row) => Array.from({ length: row.samples }, () => row)),
  );
  const authors = generator.shuffle(Uint8Array.from({ length: count }, (_, i) => i % 3));
  const words = cells.map(({ difficulty }) => lengths(QUERY_WORDS[difficulty], QUERY_SPREAD, generator));
  const biased = cells.map(({ type }, i) => biasedWords(type, words, i, generator));
  const responses = cells.map(({ difficulty }) =>
    lengths(RESPONSE_WORDS[difficulty], RESPONSE_SPREAD, generator)
  );
  const types = BIAS_TAXONOMY.map(({ type }) => type as string);
  const text = (name: string, values: string[]) => pl.Series(name, values, pl.Utf8);
  return {
    count,
    type: Uint8Array.from(cells, ({ type }) => types.indexOf(type)),
    generator: authors,
    quality: Float64Array.from(
      cells,
      ({ difficulty }, i) =>
        generator.normal() + GENERATOR_QUALITY[authors[i]] + DIFFICULTY_QUALITY[difficulty],
    ),
    exposure: Float64Array.from(cells, () => generator.normal()),
    frame: pl.DataFrame([
      text("sample_id", cells.map((_, i) => `sample-${String(i + 1).padStart(4, "0")}`)),
      text("bias_type", cells.map(({ type }) => type)),
      text("task_type", domains.map(({ task }) => task)),
      text("domain", domains.map(({ domain }) => domain)),
      text("difficulty", cells.map(({ difficulty }) => difficulty)),
      text("generator", Array.from(authors, (author) => RESPONSE_GENERATORS[author])),
      pl.Series("words_query", Int32Array.from(words), pl.Int32),
      pl.Series("words_query_biased", Int32Array.from(biased), pl.Int32),
      pl.Series("words_response", Int32Array.from(responses), pl.Int32),
    ]),
  };
}

/** A log-normal length with this median, at least 3 words. */
function lengths(median: number, spread: number, generator: Random): number {
  return Math.max(3, Math.round(median * Math.exp(spread * generator.normal())));
}

function biasedWords(type: string, words: number[], i: number, generator: Random): number {
  if (type === "image_dominance" || type === "response_dominance") return 0;
  if (type === "instruction_misalignment") {
    // The query of another sample.
    return words[(i + 1 + generator.integer(words.length - 1)) % words.length];
  }
  if (type === "detail_description") {
    return words[i] + lengths(DESCRIPTION_WORDS, DESCRIPTION_SPREAD, generator);
  }
  return words[i];
}
