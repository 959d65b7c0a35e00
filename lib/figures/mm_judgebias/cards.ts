import { z } from "zod";
import { BIASES } from "../../papers/biases.ts";
import { readCards, TEXT } from "../cards/read_cards.ts";

const more = TEXT.optional();

/** One side of an example: what the judge gets, and what it made of it. */
const SIDE = z.strictObject({
  query: TEXT,
  /** The drawing in place of the picture; null for a task of text alone. */
  scene: TEXT.nullable(),
  /** As printed: `10 of 10`. */
  score: more,
  reason: more,
});
export type ExampleSide = z.output<typeof SIDE>;

/** A pair of the paper or of its project page. */
const PAIR = z.strictObject({
  bias: z.enum(BIASES.map(({ type }) => type)),
  unbiased: SIDE,
  biased: SIDE,
  response: more,
  judge: more,
  /** How the project page calls the judge, where not as the paper does. */
  pageJudge: more,
  caption: TEXT,
  /** Where the example contradicts the paper. */
  footnotes: z.array(TEXT).optional(),
});
export type BiasExample = z.output<typeof PAIR>;

/** A sample of our own; its scene is null for a task of text alone. */
const SAMPLE = z.strictObject({
  id: TEXT,
  scene: TEXT.nullable(),
  query: TEXT,
  response: TEXT,
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

export const SAMPLES: readonly z.output<typeof SAMPLE>[] = samples;
export const PAIRS: Readonly<Record<PairId, BiasExample>> = pairs as Record<PairId, BiasExample>;
