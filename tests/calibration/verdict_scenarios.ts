import pl from "nodejs-polars";
import { agreementCeiling } from "@/metrics/agreement_ceiling.ts";
import { bradleyTerry } from "@/metrics/bradley_terry.ts";
import { calibrationError } from "@/metrics/calibration_error.ts";
import { correctedRate } from "@/metrics/corrected_rate.ts";
import { honestLeaderboard } from "@/metrics/honest_leaderboard.ts";
import { longerWins } from "@/metrics/longer_wins.ts";
import { pairSelfPreference } from "@/metrics/pair_self_preference.ts";
import { slotPreference } from "@/metrics/order_consistency.ts";
import { krippendorffAlpha } from "@/stats/krippendorff_alpha.ts";
import type { Random } from "@/stats/random.ts";
import { pairsFrame, type Values } from "../metrics/pairs_fixture.ts";
import { AT_MOST, covers, rejects, type Scenario } from "./scenario.ts";

const rowsOf = (frame: pl.DataFrame) => frame.toRecords() as (Values & { model: string; judge: string })[];
const holds = (low: number, high: number, truth: number) => low <= truth && truth <= high;
const toss = (generator: Random, p: number) => generator.uniform() < p ? 1 : 0;

/** Intervals that may cover more than they promise. */
const AT_LEAST: Scenario["band"] = [0.93, 1];

/**
 * 80 images of one to four pairs with an effect of ±0.15 in common; a judge that takes A in 60% whatever people say, 10 points less where B
 * is longer and 10 more where it is shorter.
 */
function slotPairs(generator: Random): pl.DataFrame {
  let item = 0;
  return pairsFrame(
    Array.from({ length: 80 }, (_, image) => {
      const effect = generator.uniform() < 0.5 ? 0.15 : -0.15;
      return Array.from({ length: generator.integer(1, 4) }, () => {
        const longer = generator.uniform() < 0.5;
        return {
          item_id: String(item++),
          image_id: String(image),
          human: generator.uniform() < 0.5 ? "A" : "B",
          choice: generator.uniform() < 0.6 + effect + (longer ? -0.1 : 0.1) ? "A" : "B",
          words_a: 20,
          words_b: longer ? 30 : 10,
        };
      });
    }).flat(),
  );
}

const MODELS = ["a", "b", "c", "d"], STRENGTHS = [0.6, 0.2, -0.2, -0.6];

/** 240 comparisons of four models, two for each image. */
function ranked(generator: Random) {
  const rows = Array.from({ length: 240 }, (_, i) => {
    const x = generator.integer(0, 3), y = (x + generator.integer(1, 3)) % 4;
    const p = 1 / (1 + Math.exp(STRENGTHS[y] - STRENGTHS[x]));
    return {
      ...{ item_id: String(i), image_id: String(i >> 1), model_a: MODELS[x], model_b: MODELS[y] },
      choice: toss(generator, p) ? "A" : "B",
    };
  });
  return rowsOf(bradleyTerry(named(rows), { by: [] })).map((row) => {
    const { low, high, rank_low, rank_high } = row;
    return { place: MODELS.indexOf(row.model), low, high, rank_low, rank_high };
  });
}

function named(rows: { model_a: string; model_b: string; choice: string; item_id: string }[]): pl.DataFrame {
  return pairsFrame(rows).withColumns(
    pl.Series("model_a", rows.map((row) => row.model_a)),
    pl.Series("model_b", rows.map((row) => row.model_b)),
  );
}

/** A judge of sensitivity 0.9 and specificity 0.65; six in ten cases are true. */
const TRUTH = 0.6;
const judge = (generator: Random, truth: number) => toss(generator, truth === 1 ? 0.9 : 0.35);

/** 60 labels and 500 verdicts without. */
function labelledRows(generator: Random) {
  const known = Array.from({ length: 60 }, () => toss(generator, TRUTH));
  return {
    predicted: Array.from({ length: 500 }, () => judge(generator, toss(generator, TRUTH))),
    labelled: { predicted: known.map((truth) => judge(generator, truth)), truth: known },
  };
}

/** 40 labelled clusters of five rows with the same truth and, four times in five, the same verdict; 100 without labels. */
function clusteredRows(generator: Random) {
  const groups = (count: number, name: string) =>
    Array.from({ length: count }, (_, c) => {
      const truth = toss(generator, TRUTH), verdict = judge(generator, truth);
      return Array.from({ length: 5 }, () => ({
        truth,
        verdict: generator.uniform() < 0.8 ? verdict : judge(generator, truth),
        cluster: `${name}${c}`,
      }));
    }).flat();
  const L = groups(40, "l"), U = groups(100, "u");
  return {
    predicted: U.map(({ verdict }) => verdict),
    clusters: U.map(({ cluster }) => cluster),
    labelled: {
      predicted: L.map(({ verdict }) => verdict),
      truth: L.map(({ truth }) => truth),
      clusters: L.map(({ cluster }) => cluster),
    },
  };
}

/** 150 pictures; three people with noise as large as the truth, a judge with twice that: τ = 2/π·asin(ρ). */
function ratedPictures(generator: Random): pl.DataFrame {
  const rows = Array.from({ length: 150 }, (_, item) => {
    const truth = generator.normal(), judge = truth + 2 * generator.normal();
    return ["p", "q", "r"].map((annotator) => ({
      ...{ item_id: String(item), annotator, human: truth + generator.normal(), judge },
    }));
  }).flat();
  return pl.DataFrame(rows);
}
const GAP = 2 / Math.PI * (Math.asin(1 / 2) - Math.asin(1 / Math.sqrt(10)));

/** What the metrics on real verdicts promise. */
export const VERDICT_SCENARIOS: readonly Scenario[] = [
  covers("slotPreference, gap: 80 unequal images", (generator) => {
    const [row] = rowsOf(slotPreference(slotPairs(generator), { by: [] }));
    return holds(row.gap_low, row.gap_high, 0.2);
  }),
  covers("longerWins, excess: 80 unequal images", (generator) => {
    // Cov(B longer, B wins) = ¼·(0.5 − 0.3), twice that: 0.1.
    const [row] = rowsOf(longerWins(slotPairs(generator), { by: [] }));
    return holds(row.excess_low, row.excess_high, 0.1);
  }),
  covers("bradleyTerry, the strongest of four, 120 images of two comparisons", (generator) => {
    const first = ranked(generator).find(({ place }) => place === 0)!;
    return holds(first.low, first.high, STRENGTHS[0]);
  }),
  covers(
    "bradleyTerry, all four ranks together",
    (generator) =>
      ranked(generator).every(({ rank_low, rank_high, place }) => holds(rank_low, rank_high, place + 1)),
    AT_LEAST,
  ),
  ...(["ppi", "rogan_gladen"] as const).map((method): Scenario =>
    covers(`correctedRate, ${method}: 60 labels`, (generator) => {
      const { low, high } = correctedRate({ ...labelledRows(generator), method });
      return holds(low, high, TRUTH);
    }, [0.93, 0.98])
  ),
  covers("correctedRate, ppi: 40 labelled clusters of five", (generator) => {
    const { low, high } = correctedRate({ ...clusteredRows(generator), method: "ppi" });
    return holds(low, high, TRUTH);
  }, [0.93, 0.98]),
  ...[0.15, 0.05, 0].map((off): Scenario =>
    covers(
      `calibrationError: 300 verdicts, ${off === 0 ? "calibrated" : `${100 * off} points too sure`}`,
      (generator) => {
        const p = Array.from({ length: 300 }, () => 0.55 + 0.1 * generator.integer(0, 4));
        const { low, high } = calibrationError(p, p.map((value) => toss(generator, value - off)));
        return holds(low, high, off);
      },
      AT_LEAST,
    )
  ),
  ...[0.15, 0].map((off): Scenario =>
    covers(
      `calibrationError by clusters: 60 images of one to six verdicts, half of them alike, ${
        off === 0 ? "calibrated" : `${100 * off} points too sure`
      }`,
      (generator) => {
        const rows = Array.from({ length: 60 }, (_, image) => {
          const together = generator.uniform();
          return Array.from({ length: generator.integer(1, 6) }, () => {
            const p = 0.55 + 0.1 * generator.integer(0, 4);
            const own = generator.uniform() < 0.5 ? together : generator.uniform();
            return { image, p, right: own < p - off ? 1 : 0 };
          });
        }).flat();
        const { low, high } = calibrationError(rows.map(({ p }) => p), rows.map(({ right }) => right), {
          clusters: rows.map(({ image }) => image),
        });
        return holds(low, high, off);
      },
      AT_LEAST,
    )
  ),
  covers("krippendorffAlpha: 80 units of three runs", (generator) => {
    // Units lean to 0.9 or 0.1: α = Var(p)/(p̄(1 − p̄)) = 0.16/0.25.
    const units = Array.from({ length: 80 }, () => {
      const p = generator.uniform() < 0.5 ? 0.9 : 0.1;
      return [0, 0, 0].map(() => toss(generator, p));
    });
    const { low, high } = krippendorffAlpha(units, { difference: "nominal" });
    return holds(low, high, 0.64);
  }),
  covers("agreementCeiling, gap between judge and people: 150 pictures, three people", (generator) => {
    const [row] = rowsOf(agreementCeiling(ratedPictures(generator)));
    return holds(row.gap_low, row.gap_high, GAP);
  }),
  rejects("honestLeaderboard: four judges as good as each other, 60 images of three pairs", (generator) => {
    const judges = ["a", "b", "c", "d"];
    const rows = Array.from({ length: 60 }, (_, image) => {
      const ease = 0.5 + 0.4 * generator.uniform();
      return Array.from({ length: 3 }, (_, k) =>
        judges.map((judge) => ({
          ...{ judge, item_id: `${image}-${k}`, image_id: String(image) },
          choice: toss(generator, ease) ? "A" : "B",
        }))).flat();
    }).flat();
    return rowsOf(honestLeaderboard(pairsFrame(rows), { by: [] })).some((row) => row.with_first === 0);
  }, AT_MOST),
  rejects("pairSelfPreference: a better model without vanity, 300 pairs", (generator) => {
    const rows = Array.from({ length: 300 }, (_, i) => {
      const human = generator.uniform() < 0.75 ? "A" : "B", other = human === "A" ? "B" : "A";
      return {
        ...{ item_id: String(i), human, choice: toss(generator, 0.7) ? human : other, model_a: "j" },
        model_b: "y",
      };
    });
    const [row] = rowsOf(pairSelfPreference(named(rows), { by: [] }));
    return !holds(row.low, row.high, 0);
  }, [0.03, 0.07]),
];
