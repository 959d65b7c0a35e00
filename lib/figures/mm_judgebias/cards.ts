import { z } from "zod";
import { BIASES, type BiasType } from "../../papers/biases.ts";
import { readCards } from "../cards/read_cards.ts";

/** One side of an example: what the judge gets, and what it made of it. */
export interface ExampleSide {
  query: string;
  /** The drawing in place of the picture; null for a task of text alone. */
  scene: string | null;
  /** As printed: `10 of 10`. */
  score?: string;
  reason?: string;
}

/** A pair of the paper or of its project page. */
export interface BiasExample {
  bias: BiasType;
  unbiased: ExampleSide;
  biased: ExampleSide;
  response?: string;
  judge?: string;
  /** How the project page calls the judge, where not as the paper does. */
  pageJudge?: string;
  caption: string;
  /** Where the example contradicts the paper. */
  footnotes?: string[];
}

/** A sample of our own; its scene is null for a task of text alone. */
export interface SampleCard {
  id: string;
  scene: string | null;
  query: string;
  response: string;
  description?: string;
  keywords?: string;
}

const text = z.string().min(1, "text"), more = text.optional();

const SIDE = z.strictObject({ query: text, scene: text.nullable(), score: more, reason: more });

const PAIR: z.ZodType<BiasExample> = z.strictObject({
  bias: z.enum(BIASES.map(({ type }) => type)),
  unbiased: SIDE,
  biased: SIDE,
  response: more,
  judge: more,
  pageJudge: more,
  caption: text,
  footnotes: z.array(text).optional(),
});

const SAMPLE: z.ZodType<SampleCard> = z.strictObject({
  id: text,
  scene: text.nullable(),
  query: text,
  response: text,
  description: more,
  keywords: more,
});

/** A pair's figure: the page's nine, one per bias type in the order of the tables, and the paper's three judged ones. */
export type PairId =
  | `site-examples-${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`
  | `site-judge-examples-${1 | 2 | 3}`;

export const PAIR_IDS: readonly PairId[] = [
  ...([1, 2, 3, 4, 5, 6, 7, 8, 9] as const).map((n) => `site-examples-${n}` as const),
  ...([1, 2, 3] as const).map((n) => `site-judge-examples-${n}` as const),
];

/** What `data/cards/mm-judgebias.json` holds: the samples that Figure 6 is made from, and the pairs. */
const { "mm-judgebias-fig6": samples, ...pairs } = readCards(
  "mm-judgebias",
  z.object({ "mm-judgebias-fig6": z.array(SAMPLE) }).catchall(PAIR).refine(
    (file) => PAIR_IDS.every((id) => file[id]) && Object.keys(file).length === PAIR_IDS.length + 1,
    `the cards ${PAIR_IDS.join(", ")}`,
  ),
);

export const SAMPLES: readonly SampleCard[] = samples;
export const PAIRS: Readonly<Record<PairId, BiasExample>> = pairs as Record<PairId, BiasExample>;
