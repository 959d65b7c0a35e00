import type pl from "nodejs-polars";
import { equalizedBias } from "@/hypotheses/equalized_bias.ts";
import { random } from "@/stats/random.ts";
import { type PairRow, pairsFrame } from "../metrics/pairs_fixture.ts";
import { AT_MOST, covers, rejects, type Scenario } from "./scenario.ts";

/** A judge without informativeness bias that dislikes padding, by so many logits as such and so many for each word. */
export type PaddingProcess = { pairs: number; flat: number; perWord: number };

/** Logit of being right, share of CDS, correlation of two pairs of an image (1 to 4 each). */
const LOGIT = 0.6, CDS = 0.35, ICC = 0.2;

/** Share of IDS pairs whose other answer is padded, and of CDS pairs: who is longer differs between them. */
const OTHER_PADDED = { ids: 0.8, cds: 0.25 };

const expit = (x: number) => 1 / (1 + Math.exp(-x));

/** Pairs judged before and after the shorter answer was lengthened to the other's length, by words of a log-normal number (median 25, in IDS 35). */
export function paddedPairs({ pairs, flat, perWord }: PaddingProcess, seed: number): pl.DataFrame {
  const generator = random(seed), copies = Math.sqrt(ICC), rows: Partial<PairRow>[] = [];
  for (let image = 0, item = 0; item < pairs; image++) {
    const ease = generator.uniform();
    for (let k = 1 + generator.integer(4); k > 0 && item < pairs; k--, item++) {
      const cds = generator.uniform() < CDS;
      const other = generator.uniform() < (cds ? OTHER_PADDED.cds : OTHER_PADDED.ids);
      const words = Math.round((cds ? 25 : 35) * Math.exp(0.5 * generator.normal()));
      const first = generator.uniform() < 0.5, human = first ? "A" : "B", wrong = first ? "B" : "A";
      for (const variant of ["original", "length_equalized"] as const) {
        const after = variant === "length_equalized";
        const u = generator.uniform() < copies ? ease : generator.uniform();
        const dislike = after ? (other ? 1 : -1) * (flat + perWord * words) : 0;
        const long = 60 + words, short = after ? long : 60;
        const preferred = other ? long : short, rest = other ? short : long;
        rows.push({
          ...{ item_id: `${item}`, image_id: `i${image}`, variant, human },
          choice: u < expit(LOGIT + dislike) ? human : wrong,
          more_informative: cds ? wrong : human,
          ...{ words_a: first ? preferred : rest, words_b: first ? rest : preferred },
        });
      }
    }
  }
  return pairsFrame(rows);
}

/** A dislike of padding is no bias: IB at no padding is 0, whether the dislike is flat or grows by the word. */
export const PADDING_SCENARIOS: readonly Scenario[] = [
  { pairs: 600, flat: 0.4, perWord: 0 },
  { pairs: 300, flat: 0, perWord: 0.02 },
  { pairs: 600, flat: 0, perWord: 0.02 },
  { pairs: 2000, flat: 0, perWord: 0.01 },
  { pairs: 2000, flat: 0, perWord: 0.005 },
].flatMap((process): Scenario[] => {
  const what =
    `padding, ${process.pairs} pairs, dislike of ${process.flat} logit and ${process.perWord} a word`;
  const found = (seed: number) => equalizedBias(paddedPairs(process, seed));
  return [
    rejects(`${what}: supported or contradicted`, (_, seed) => found(seed).pValue < 0.05, AT_MOST),
    covers(`${what}: IB at no padding`, (_, seed) => {
      const { low, high } = found(seed);
      return low <= 0 && high >= 0;
    }),
  ];
});
