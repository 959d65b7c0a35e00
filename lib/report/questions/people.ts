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
import { columnNumbers, frameCodes } from "../../results/factor.ts";
import { takeRows } from "../../results/take_rows.ts";
import { firstOf } from "../../results/votes.ts";
import { grouped, mean } from "../../stats/grouped.ts";
import { unfitConfidence } from "../../results/warnings.ts";
import { fromMetric, fromTests, groupOf, tested } from "../estimates.ts";
import type { Estimate, Question } from "../report_types.ts";
import { POINTS } from "../../metrics/undecided.ts";
import { type Asks, DECIDED, ESTIMATES, look, mainRows, of, readable, WAYS } from "./common.ts";
import { besideDecided, endsAgain, withOpen } from "./replies.ts";

/** A person voted once: beside the vote stands the first run of each judge, and of both orders the given one. */
function takenOnce(all: pl.DataFrame, by: readonly string[] = []): [once: pl.DataFrame, frame: pl.DataFrame] {
  const first = (rows: pl.DataFrame, column: string, ...over: string[]) =>
    rows.columns.includes(column)
      ? rows.filter(pl.col(column).eq(pl.col(column).min().over("judge", ...over, ...by)))
      : rows;
  const once = first(all, "run");
  return [once, first(once, "swapped", "item_id", "annotator")];
}

function standIns(all: pl.DataFrame, epsilon: number): Estimate[] {
  const [once, frame] = takenOnce(all);
  const taken = (once.height < all.height ? "; first run alone" : "") +
    (frame.height < once.height ? ORDER : "");
  const table = alternativeAnnotator(frame, { epsilon });
  const [p, worse] = ["p_adjusted", "p_worse"].map((name) => columnNumbers(table.getColumn(name)));
  return fromMetric(table, ["judge"], {
    quantity: `share of people it fits as well as, within ε = ${epsilon}`,
    estimate: "winning_rate",
    note: ({ n_won, n_annotators, advantage }) =>
      Number.isNaN(advantage)
        ? ""
        : `${n_won} of ${n_annotators} people; as good as a person or better in ${
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
    const all = mainRows(frame), names = by.filter(isApart), isPairs = all.columns.includes("choice");
    const ask = (own: pl.DataFrame) =>
      groupRows(own, names).flatMap(({ key, rows }) =>
        standIns(takeRows(own, rows), epsilon)
          .map(({ group, ...one }) => ({ ...one, group: { ...group, ...groupOf(key, names) } }))
      );
    const found = ask(all), [, rows] = takenOnce(all, names), human = rows.getColumn("human").toArray();
    const columns = isPairs ? ["choice"] : [...new Set(found.map(({ group }) => group.judge))];
    const said = Object.fromEntries(columns.map((name) => [name, rows.getColumn(name).toArray()]));
    const [item, ...more] = ["item_id", ...names, ...isPairs ? ["judge"] : []];
    const { codes } = frameCodes(rows, [item, ...more]),
      isNone = (one: unknown) => one === null || Number.isNaN(one);
    const votes = grouped(codes.keys(), (row) => isNone(human[row]) ? -1 : codes[row]);
    // What fits people best: what most of them say, of ratings their mean.
    const best = (isPairs ? pl.col("human").mode().min() : pl.col("human").mean()).over(item, ...more);
    const fitting = () => rows.withColumns(...columns.map((name) => pl.col(name).fillNull(best).alias(name)));
    return withOpen(rows, more, found, {
      isOpen: (row, { group }) => isNone(said[isPairs ? "choice" : group.judge][row]),
      isBehind: (row) => !isNone(human[row]) && votes.get(codes[row])!.length > 1,
      said: ["judgments", isPairs ? "are unread" : "are missing", " and fit people worse than any person"],
      each: (own) => firstOf(own, codes),
      ends: endsAgain([...names, "judge"], ask, fitting),
      none: 0.5 - 1e-9, // from a half on it may stand in
    });
  };

/** Rows with a verdict and how likely it says this is right; where the sign of the error is one, its direction is that. */
function calibrationErrors(pairs: pl.DataFrame, by: readonly string[], level: number) {
  const outcomes = pairOutcomes("calibrationError", pairs), { correct, choice } = outcomes;
  const confidence = columnNumbers(pairs.getColumn("confidence")), { codes } = frameClusters(pairs);
  const isOpen = (row: number) => choice[row] === VERDICT.missing;
  const estimates = groupRows(pairs, by).map(({ key, rows }): Estimate => {
    const isUsed = (row: number) => correct[row] >= 0 && !isOpen(row);
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
      ...{ direction: isOne ? isUnder ? -1 : 1 : 0, claimIs: "either" as const },
      note: `says ${percent(said)}, is right in ${percent(right)}; ECE ${
        percent(ece)
      } before its bias is taken out`,
    };
  });
  return { ...outcomes, confidence, isOpen, estimates };
}

const confidenceErrors: Question["estimates"] = (frame, by, { level }) => {
  const pairs = mainRows(frame), found = calibrationErrors(pairs, by, level);
  const { correct, choice, replies, confidence, isOpen, estimates } = found;
  const without = () => calibrationErrors(readable(pairs, DECIDED), by, level).estimates;
  return withOpen(pairs, by, estimates, {
    isOpen,
    isBehind: (row) => correct[row] >= 0 && (isOpen(row) || !Number.isNaN(confidence[row])),
    said: ["replies", "are unread", " and are left out"],
    each: replies,
    then: besideDecided(by, { choice, without, wrong: ["ties"] }),
    // Each unread reply moves a mean by its share at most; where a line says in which direction, of the smaller of the two.
    ends(own, { estimate, said }) {
      const used = own.filter((row) => !isOpen(row)), share = 1 - used.length / own.length;
      const gap = said?.above ? Math.abs(mean(used.map((row) => confidence[row] - correct[row]))) : Infinity;
      return [
        Math.max(0, (1 - share) * Math.min(estimate, gap) - share),
        Math.min(1, (1 - share) * estimate + share),
      ];
    },
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
      const ask = (own: pl.DataFrame) => fromTests(own, by, test, "IB where votes are even");
      const rows = mainRows(frame), { choice, replies } = pairOutcomes("report", rows);
      const more = rows.getColumn("more_informative").toArray(),
        isA = pl.col("more_informative").eq(pl.lit("A"));
      const isOpen = (row: number) => choice[row] === VERDICT.missing;
      const saying = (one: string, other: string) => () =>
        rows.withColumns(
          pl.col("choice").fillNull(pl.when(isA).then(pl.lit(one)).otherwise(pl.lit(other))).alias("choice"),
        );
      return withOpen(rows, by, ask(rows), {
        isOpen,
        isBehind: (row) => choice[row] !== VERDICT.tie && ["A", "B"].includes(String(more[row])),
        said: ["replies", "are unread", " and are left out"],
        each: replies,
        ends: endsAgain(by, ask, saying("A", "B"), saying("B", "A")),
      });
    },
    looks: [WAYS],
  },
  ceiling: (frame, by, { level }) => {
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
  },
} satisfies Asks;
