import pl from "nodejs-polars";
import { fixed } from "../../progress/told.ts";
import { biasBeyondPeople } from "../../hypotheses/bias_beyond_people.ts";
import { agreementCeiling } from "../../metrics/agreement_ceiling.ts";
import { alternativeAnnotator, CONSTANT } from "../../metrics/alternative_annotator.ts";
import { calibrationError } from "../../metrics/calibration_error.ts";
import { frameClusters } from "../../metrics/pair_rows.ts";
import { groupRows } from "../../metrics/metric_table.ts";
import { pairOutcomes, VERDICT } from "../../metrics/pair_outcomes.ts";
import { repeatability } from "../../metrics/repeatability.ts";
import { columnNumbers } from "../../results/factor.ts";
import { takeRows } from "../../results/take_rows.ts";
import { unfitConfidence } from "../../results/warnings.ts";
import { fromMetric, fromTests, groupOf, tested, UNTESTED } from "../estimates.ts";
import type { Estimate, Question } from "../report_types.ts";
import { POINTS } from "../../metrics/undecided.ts";
import { type Asks, asks, ESTIMATES, hasFamilies, inParts, look, mainRows, of, WAYS } from "./common.ts";
import { withOpen } from "./replies.ts";
import { withUnrated } from "./scores.ts";
import { bradleyTerry } from "../../metrics/bradley_terry.ts";
import { correctedRate } from "../../metrics/corrected_rate.ts";
import { modelVerdicts, pairSelfPreference } from "../../metrics/pair_self_preference.ts";
import { honestLeaderboard } from "../../metrics/honest_leaderboard.ts";
import { transitivity } from "../../metrics/transitivity.ts";

function standIns(all: pl.DataFrame, epsilon: number): Estimate[] {
  // A person voted once: beside the vote stands the first run of each judge, and of both orders the given one.
  const first = (rows: pl.DataFrame, column: string, ...over: [string, ...string[]]) =>
    rows.columns.includes(column) ? rows.filter(pl.col(column).eq(pl.col(column).min().over(...over))) : rows;
  const once = first(all, "run", "judge"), frame = first(once, "swapped", "judge", "item_id", "annotator");
  const taken = (once.height < all.height ? "; first run alone" : "") +
    (frame.height < once.height ? ORDER : "");
  const table = alternativeAnnotator(frame, { epsilon });
  const [p, worse] = ["p_adjusted", "p_worse"].map((name) => columnNumbers(table.getColumn(name)));
  return fromMetric(table, ["judge"], {
    quantity: `share of people it fits as well as, within ε = ${epsilon}`,
    estimate: "winning_rate",
    note: ({ n_won, n_annotators, advantage }) =>
      `${n_won} of ${n_annotators} people; as good as a person or better in ${
        fixed(100 * Number(advantage), 0)
      }% of items${taken}`,
  }).map((line, i) => {
    const isWorse = worse[i] < p[i], isPlain = !isWorse && line.warning.includes(CONSTANT);
    return {
      ...line,
      ...isPlain && { said: { good: "unsaid" as const }, cost: `but is ${CONSTANT}` },
      // One-sided of "half of the people are won" and of "most of them are lost to"; every p of a report is two-sided.
      ...{ df: NaN, pValue: Math.min(1, 2 * (isWorse ? worse : p)[i]), direction: isWorse ? -1 : 1 },
    };
  });
}

const standInsBy =
  (isApart: (name: string) => boolean): Question["estimates"] => (frame, by, { epsilon }) => {
    const all = mainRows(frame), names = by.filter(isApart);
    return groupRows(all, names).flatMap(({ key, rows }) =>
      standIns(takeRows(all, rows), epsilon)
        .map(({ group, ...one }) => ({ ...one, group: { ...group, ...groupOf(key, names) } }))
    );
  };

const confidenceErrors: Question["estimates"] = (frame, by, { level }) => {
  const pairs = mainRows(frame), { correct, choice } = pairOutcomes("calibrationError", pairs);
  const confidence = columnNumbers(pairs.getColumn("confidence")), { codes } = frameClusters(pairs);
  return groupRows(pairs, by).map(({ key, rows }) => {
    const isUsed = (row: number) => correct[row] >= 0 && choice[row] !== VERDICT.missing;
    const used = rows.filter((row) => isUsed(row) && !Number.isNaN(confidence[row]));
    const [stated, truth, clusters] = [confidence, correct, codes].map((of) =>
      Array.from(used, (row) => of[row])
    );
    const found = calibrationError(stated, truth, { clusters, level });
    const { corrected: estimate, low, high, n, clusters: units, df, pValue, ece, warning, bins } = found;
    const [said, right] = (["probability", "share"] as const).map((of) =>
      bins.reduce((sum, bin) => sum + bin.n * bin[of], 0) / n
    );
    const isOne = Math.abs(said - right) > ece / 2, isUnder = said < right;
    return {
      group: groupOf(key, by),
      said: {
        ...isOne && { above: `is right ${isUnder ? "more" : "less"} often than it says` },
        ...isOne && isUnder && { good: "unsaid" as const },
      },
      quantity: "calibration error",
      ...{ estimate, low, high, n, clusters: units, df, method: "", pValue, warning },
      pEquivalence: tested({ estimate, low, high, df, level }, 0, POINTS).pEquivalence,
      ...{ direction: 1, claimIs: "above" as const },
      note: `says ${percent(said)}, is right in ${percent(right)}; ECE ${
        percent(ece)
      } before its bias is taken out`,
    };
  });
};

const ORDER = "; of both orders the given one alone";
const percent = (share: unknown) => `${fixed(100 * Number(share), 1)}%`;
const FLIPS = of(repeatability, {
  ...ESTIMATES.repeat,
  note: ({ pass_low, pass_high, n_single }) =>
    Number.isFinite(pass_low)
      ? `a run's pass rate from ${percent(pass_low)} to ${percent(pass_high)}${
        Number(n_single) > 0 ? " on the items that all runs share" : ""
      }`
      : "",
});
const ALPHA = of(repeatability, ESTIMATES.alpha);

export const PEOPLE_QUESTIONS = {
  repeat: { estimates: (frame, by, more) => FLIPS(mainRows(frame), by, more), looks: [look("alpha", ALPHA)] },
  repeat_scores: {
    estimates: (frame, by, context) => FLIPS(frame, [...by, "evaluator"], context),
    looks: [look("alpha", (frame, by, context) => ALPHA(frame, [...by, "evaluator"], context))],
  },
  confidence: {
    estimates: confidenceErrors,
    unfit: (frame) => [...unfitConfidence({ frame })][0],
  },
  stand_in: standInsBy((name) => name === "pipeline" || name === "condition"),
  stand_in_ratings: standInsBy((name) => name !== "split"),
  beyond_people: {
    estimates(frame, by, { alpha }) {
      const test = (own: pl.DataFrame) => biasBeyondPeople(own, { alpha, condition: {} });
      return fromTests(mainRows(frame), by, test, "IB where votes are even");
    },
    looks: [WAYS],
  },
  ceiling: withUnrated((frame, by, { level }) => {
    const table = agreementCeiling(frame, { by, level });
    const [n, unscored] = ["n", "n_unscored"].map((name) => columnNumbers(table.getColumn(name)));
    const warnings = table.getColumn("warning").toArray() as (string | null)[];
    return fromMetric(table, by, {
      ...ESTIMATES.ceiling,
      note: ({ tau, ceiling }) =>
        `τ ${fixed(Number(tau), 3)} with a person, people ${fixed(Number(ceiling), 3)} with each other`,
      // How far these could carry an order is not known: as many as the rest could make another one.
    }).map((one, i) => ({
      ...one,
      warning: one.warning || (warnings[i] ?? ""),
      ...n[i] > 0 && unscored[i] >= n[i] && { hangs: "the ratings without a score could turn it" },
    }));
  }),
} satisfies Asks;

/** With what unread replies, which are wrong on either side, could make of it. */
const ownOf: Question["estimates"] = (pairs, by, context) => {
  const rows = mainRows(pairs), { choice, human } = pairOutcomes("report", rows);
  const [judge, ...models] = ["judge", "model_a", "model_b"].map((name) => rows.getColumn(name).toArray());
  const isOwn = (row: number, side: number) => models[side]?.[row] === judge[row];
  const isOpen = (row: number) => choice[row] === VERDICT.missing;
  const found = of(pairSelfPreference, ESTIMATES.self)(rows, by, context).filter(({ n }) => n > 0);
  return withOpen(rows, by, found, {
    isOpen,
    isBehind: (row) => human[row] <= VERDICT.B && isOwn(row, 0) !== isOwn(row, 1),
    said: ["replies", "are unread"],
    ends(own, { estimate }) {
      const [mine, others] = [true, false].map((is) => own.filter((row) => isOwn(row, human[row]) === is))
        .map((list) => list.filter(isOpen).length / list.length);
      return [estimate - others, estimate + mine];
    },
  });
};

const ranks = ({ rank_low, rank_high }: Record<string, unknown>) =>
  typeof rank_low !== "number" || typeof rank_high !== "number"
    ? ""
    : rank_low === rank_high
    ? `rank ${rank_low}`
    : `ranks ${rank_low}–${rank_high}`;

const leaderboard: Question["estimates"] = (pairs, by, context) =>
  of(honestLeaderboard, {
    ...ESTIMATES.leaderboard,
    note: (row) => {
      const isOpen = row.rank !== 1 && row.with_first === 1, isCompared = Number.isFinite(row.p_first);
      return `${ranks(row)}${isOpen ? `, not ${isCompared ? "told from" : "compared with"} the first` : ""}`;
    },
  }, mainRows)(pairs, by.filter((name) => name !== "judge"), context);

/** Win rate of every model of every group by the judge's verdicts on rows without a human label, corrected with those that have one; a tie is half a win. */
function correctedWinRates(...[frame, by, { level }]: Parameters<Question["estimates"]>): Estimate[] {
  const pairs = mainRows(frame);
  const { human, choice } = pairOutcomes("correctedWinRates", pairs), { codes } = frameClusters(pairs);
  return groupRows(pairs, by).flatMap(({ key, rows }) =>
    modelVerdicts("correctedWinRates", pairs, rows).map(({ model, rows: own, won }) => {
      const side = (list: readonly number[]) => ({
        predicted: list.map((row) => won(choice[row], row)),
        clusters: list.map((row) => codes[row]),
      });
      const known = own.filter((row) => human[row] !== VERDICT.missing);
      const found = correctedRate({
        ...side(own.filter((row) => human[row] === VERDICT.missing)),
        labelled: { ...side(known), truth: known.map((row) => won(human[row], row)) },
        ...{ method: "ppi", level },
      });
      const { estimate, low, high, n, n_labelled, lambda, warning } = found;
      return {
        group: { ...groupOf(key, by), model },
        quantity: "share of its pairs that the model wins",
        ...{ estimate, low, high, n: n + n_labelled, clusters: new Set(own.map((row) => codes[row])).size },
        ...{ ...UNTESTED, warning },
        note: `${n_labelled} labelled${
          Number.isNaN(lambda) ? "" : `, weight of the judge ${fixed(lambda, 2)}`
        }`,
      };
    })
  );
}

const STRENGTHS = of(bradleyTerry, { ...ESTIMATES.strengths, note: ranks }, mainRows);

const CIRCLES = of(
  (pairs, asked) => transitivity(pairs, asked).rename({ n_triples: "n" }),
  ESTIMATES.circles,
  mainRows,
);

export const MODEL_QUESTIONS = asks({
  self: { estimates: ownOf, looks: inParts(ownOf, "pair_runs") },
  family: {
    allowed: hasFamilies,
    estimates(frame, by, context) {
      const { families } = context;
      const metric: Parameters<typeof of>[0] = (pairs, asked) =>
        pairSelfPreference(pairs, { ...asked, families, self: false });
      return of(metric, ESTIMATES.family, mainRows)(frame, by, context).filter(({ n }) => n > 0);
    },
  },
  leaderboard,
  strengths: (frame, by, context) => STRENGTHS(frame, by, context).map((one) => ({ ...one, clusters: NaN })),
  circles: (frame, by, context) => CIRCLES(frame, by, context).filter(({ n }) => n > 0),
  corrected: correctedWinRates,
});
