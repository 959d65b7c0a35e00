import pl from "nodejs-polars";
import { biasAtEqualLength } from "@/hypotheses/bias_at_equal_length.ts";
import { equalizedBias } from "@/hypotheses/equalized_bias.ts";
import { type Random, random } from "@/stats/random.ts";
import { type PairRow, pairsFrame } from "../metrics/pairs_fixture.ts";
import { type Found, hostileEstimates, printCoverage } from "./hostile.ts";

// Odd judges and studies, on which nothing was chosen: what the intervals of rates, biases and corrections cover, and how often a bias at equal
// length is found where there is none. `deno run -A tests/calibration/odd_judges.ts 200` prints a table (shares in percent).

/** A study's process. Logits of a right answer at equal length are those of the image; CDS has no effect of its own, so IB at equal length is 0. */
interface Process {
  pairs: (g: Random, image: number, images: number) => number;
  /** Pairs of an image of the study that says the true values, where one that is drawn often is not the same. */
  longRun?: () => number;
  /** Logit of an image, what a word more of the preferred answer adds, and what a difference is multiplied by on this image. */
  level: (g: Random) => number;
  perWord?: number;
  sharpness?: (g: Random) => number;
  cdsShare?: number;
  /** Shares of answers that cannot be read (more of the long ones), of ties, and of pairs that are there twice under another id. */
  lost?: number;
  ties?: number;
  copies?: number;
}

const few = (g: Random) => 1 + g.integer(6);
const PROCESSES: Record<string, Process> = {
  "Pareto images confounded by length 8% unread": {
    pairs: (g) => Math.min(60, Math.floor(2 / Math.sqrt(1 - g.uniform()))),
    level: (g) => 0.6 + 0.7 * g.normal(),
    perWord: 0.04,
    lost: 0.08,
  },
  "temperature of its own on each image": {
    pairs: few,
    level: (g) => 1 + 0.5 * g.normal(),
    perWord: 0.03,
    sharpness: (g) => Math.exp(g.normal()),
  },
  "one image holds 40%": {
    pairs: (_, image, images) => image === 0 ? Math.round(4 * (images - 1) * 0.4 / 0.6) : 4,
    longRun: () => 4, // which image is the large one says nothing of its level
    level: (g) => 0.8 + 0.8 * g.normal(),
    perWord: 0.02,
  },
  "nearly always right, CDS 10%": { pairs: few, level: () => 3.5, cdsShare: 0.1 },
  "every second pair twice under another id": {
    pairs: few,
    level: (g) => 0.6 + 0.5 * g.normal(),
    perWord: 0.03,
    copies: 0.5,
  },
  "ties 40%": { pairs: few, level: (g) => 0.8 + 0.5 * g.normal(), perWord: 0.03, ties: 0.4 },
};

const chance = (logit: number) => 1 / (1 + Math.exp(-logit));

/** Pairs judged in both orders, and once more with the shorter answer padded to equal length. */
function draw(
  name: string,
  images: number,
  seed: number,
  longRun = false,
): { both: pl.DataFrame; equalized: pl.DataFrame } {
  const {
    pairs,
    level,
    perWord = 0,
    sharpness = () => 1,
    cdsShare = 0.35,
    lost = 0,
    ties = 0,
    copies = 0,
    longRun: all = pairs,
  } = PROCESSES[name];
  const g = random(seed), both: Partial<PairRow>[] = [], equalized: Partial<PairRow>[] = [];
  for (let image = 0; image < images; image++) {
    const own = level(g), sharp = sharpness(g), count = (longRun ? all : pairs)(g, image, images);
    for (let k = 0; k < count; k++) {
      const human = g.uniform() < 0.5 ? "A" : "B", other = human === "A" ? "B" : "A";
      const isCds = g.uniform() < cdsShare, gap = Math.round((isCds ? -6 : 6) + 14 * g.normal());
      const long = 80 + Math.round(40 * g.uniform()), ease = 0.5 * g.normal();
      const choose = (words: number, ahead: number) => {
        if (g.uniform() < 2 * lost * chance(words / 10)) return null;
        if (g.uniform() < ties) return "tie";
        return g.uniform() < chance(sharp * (own + ease + perWord * words + ahead)) ? human : other;
      };
      const row = (item: string): Partial<PairRow> => ({
        ...{ item_id: item, image_id: `${image}`, judge: "one", human },
        ...{ more_informative: isCds ? other : human, words_a: human === "A" ? long + gap : long },
        words_b: human === "A" ? long : long + gap,
      });
      const verdicts = [false, true].map((swapped) => ({
        swapped,
        choice: choose(gap, (human === "A") !== swapped ? 0.2 : -0.2),
      }));
      const longest = Math.max(long, long + gap);
      const padded = {
        ...{ variant: "length_equalized", choice: choose(0, 0), words_a: longest, words_b: longest },
      };
      for (
        const item of g.uniform() < copies ? [`${image}-${k}`, `${image}-${k}-again`] : [`${image}-${k}`]
      ) {
        for (const verdict of verdicts) both.push({ ...row(item), ...verdict });
        equalized.push({ ...row(item), choice: verdicts[0].choice }, { ...row(item), ...padded });
      }
    }
  }
  return { both: pairsFrame(both), equalized: pairsFrame(equalized) };
}

function estimates(name: string, images: number, seed: number, longRun = false): Record<string, Found> {
  const { both, equalized } = draw(name, images, seed, longRun);
  const plain = both.filter(pl.col("swapped").not());
  const found: Record<string, Found> = { ...hostileEstimates(both) };
  const tests = {
    "biasAtEqualLength.atZero": () => biasAtEqualLength.atZero(plain),
    "biasAtEqualLength": () => biasAtEqualLength(plain),
    "equalizedBias": () => equalizedBias(equalized),
  };
  for (const [what, test] of Object.entries(tests)) {
    try {
      const { estimate, low, high, pValue, warning } = test();
      found[what] = { estimate, low, high, warned: Boolean(warning), pValue };
    } catch (error) {
      // A subset without a pair: no estimate.
      if (!(error instanceof RangeError)) throw error;
    }
  }
  return found;
}

if (import.meta.main) {
  const names = Object.keys(PROCESSES).filter((one) => one.includes(Deno.args[1] ?? ""));
  // IB at equal length is 0 by design; of the others a study of 4,000 images says it.
  const truth = (process: string) => {
    const known = estimates(process, 4000, 424_242, true);
    for (const what of ["biasAtEqualLength.atZero", "biasAtEqualLength", "equalizedBias"]) {
      known[what] = { ...known[what], estimate: 0 };
    }
    return known;
  };
  await printCoverage(names, [15, 30, 60], {
    ...{ truth, found: estimates, more: ["covered unwarned", "p below 5%"] },
    moreOf(what, sets) {
      const silent = sets.filter(({ warned }) => !warned), isLow = ({ pValue = 1 }: Found) => pValue < 0.05;
      const size = what.endsWith("Bias") ? sets.filter(isLow).length / sets.length : NaN;
      return [silent.filter(({ holds }) => holds).length / silent.length, size];
    },
  });
}
