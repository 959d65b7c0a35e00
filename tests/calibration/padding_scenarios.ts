import type pl from "nodejs-polars";
import { equalizedBias } from "@/hypotheses/equalized_bias.ts";
import { random } from "@/stats/random.ts";
import { type PairRow, pairsFrame } from "../metrics/pairs_fixture.ts";
import { AT_MOST, COVERAGE, type Scenario } from "./scenario.ts";

/** A judge that dislikes padding by so many logits and has no informativeness bias beside it (the audit's). */
const DISLIKE = 0.4, LOGIT = 0.6, ICC = 0.2, PAIRS = 600, CDS = 0.35;

/** Share of IDS pairs whose other answer is padded, and of CDS pairs: who is longer differs between them. */
const OTHER_PADDED = { ids: 0.8, cds: 0.25 };

const expit = (x: number) => 1 / (1 + Math.exp(-x));
const CHANCE = { other: expit(LOGIT + DISLIKE), preferred: expit(LOGIT - DISLIKE) };

/** Pairs of 1 to 4 per image, judged before and after the shorter answer was lengthened to the length of the other. */
function paddedPairs(seed: number): pl.DataFrame {
  const generator = random(seed), copies = Math.sqrt(ICC), rows: Partial<PairRow>[] = [];
  for (let image = 0, item = 0; item < PAIRS; image++) {
    const ease = generator.uniform();
    for (let k = 1 + generator.integer(4); k > 0 && item < PAIRS; k--, item++) {
      const cds = generator.uniform() < CDS;
      const other = generator.uniform() < (cds ? OTHER_PADDED.cds : OTHER_PADDED.ids);
      const first = generator.uniform() < 0.5, human = first ? "A" : "B", wrong = first ? "B" : "A";
      for (const variant of ["original", "length_equalized"] as const) {
        const after = variant === "length_equalized";
        const u = generator.uniform() < copies ? ease : generator.uniform();
        const right = u < (after ? CHANCE[other ? "other" : "preferred"] : expit(LOGIT));
        const words = { preferred: after || other ? 60 : 40, other: after || !other ? 60 : 40 };
        rows.push({
          item_id: `${item}`,
          image_id: `i${image}`,
          variant,
          human,
          choice: right ? human : wrong,
          more_informative: cds ? wrong : human,
          words_a: first ? words.preferred : words.other,
          words_b: first ? words.other : words.preferred,
        });
      }
    }
  }
  return pairsFrame(rows);
}

type Found = ReturnType<typeof equalizedBias>;

function share(simulations: number, seed: number, hit: (found: Found) => boolean): number {
  let hits = 0;
  for (let s = 0; s < simulations; s++) {
    // Resamples are behind the steps only, which nothing here looks at.
    if (hit(equalizedBias(paddedPairs(seed * 1_000_003 + s), { replicates: 20 }))) hits++;
  }
  return hits / simulations;
}

function covers(name: string, truth: number) {
  return ({ sensitivity }: Found) => {
    const row = sensitivity.find((one) => one.name === name)!;
    return row.low <= truth && truth <= row.high;
  };
}

/** What padding itself does to a verdict: whether it is estimated, taken out, and no longer taken for bias. */
export const PADDING_SCENARIOS: readonly Scenario[] = [
  {
    name: "padding, a dislike of 0.4 logit and no IB: what padding costs an answer",
    kind: "coverage",
    band: COVERAGE,
    modest: 40,
    run: (simulations, seed) =>
      share(
        simulations,
        seed,
        covers("what padding costs an answer (chance to be chosen)", (CHANCE.other - CHANCE.preferred) / 2),
      ),
  },
  {
    name: "padding, a dislike of 0.4 logit and no IB: IB with padding balanced",
    kind: "coverage",
    band: COVERAGE,
    modest: 40,
    run: (simulations, seed) => share(simulations, seed, covers("kept pairs, after, padding balanced", 0)),
  },
  {
    name: "padding, a dislike of 0.4 logit and no IB: equalizedBias in any direction",
    kind: "rejection",
    band: AT_MOST,
    modest: 40,
    run: (simulations, seed) => share(simulations, seed, ({ pValue }) => pValue < 0.05),
  },
];
