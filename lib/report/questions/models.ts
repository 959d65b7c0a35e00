import { fixed } from "../../progress/told.ts";
import { bradleyTerry } from "../../metrics/bradley_terry.ts";
import { correctedRate } from "../../metrics/corrected_rate.ts";
import { honestLeaderboard } from "../../metrics/honest_leaderboard.ts";
import { groupRows } from "../../metrics/metric_table.ts";
import { pairOutcomes, VERDICT } from "../../metrics/pair_outcomes.ts";
import { frameClusters } from "../../metrics/pair_rows.ts";
import {
  familyOf,
  modelVerdicts,
  OWN,
  ownIsBetter,
  ownSides,
  pairSelfPreference,
} from "../../metrics/pair_self_preference.ts";
import { transitivity } from "../../metrics/transitivity.ts";
import { groupOf, UNTESTED } from "../estimates.ts";
import type { Estimate, Question } from "../report_types.ts";
import { asks, DECIDED, ESTIMATES, hasFamilies, inParts, mainRows, of, readable } from "./common.ts";
import { withReplies } from "./replies.ts";

/** Own answers, or those of relatives, where people prefer them and where they do not: a difference of two accuracies. */
const ownOf = (kind: "self" | "family"): Question["estimates"] => (pairs, by, context) => {
  const isFamily = kind === "family", families = isFamily ? context.families : {}, self = !isFamily;
  const rows = mainRows(pairs), { human } = pairOutcomes("report", rows);
  const { own } = ownSides(rows, familyOf("report", families), self);
  const metric: Parameters<typeof of>[0] = (frame, asked) =>
    pairSelfPreference(frame, { ...asked, families, self });
  const ask = of(metric, ESTIMATES[kind]), found = ask(rows, by, context).filter(({ n }) => n > 0);
  const split = (row: number) =>
    own[row] === OWN.none || human[row] > VERDICT.B ? -1 : Number(!ownIsBetter(human[row], own[row]));
  return withReplies(rows, by, found, { split, without: () => ask(readable(rows, DECIDED), by, context) });
};

const ranks = ({ rank_low, rank_high }: Record<string, unknown>) =>
  typeof rank_low !== "number" || typeof rank_high !== "number"
    ? ""
    : rank_low === rank_high
    ? `rank ${rank_low}`
    : `ranks ${rank_low}–${rank_high}`;

const leaderboard: Question["estimates"] = (pairs, by, context) => {
  const groups = by.filter((name) => name !== "judge");
  const ask = of(honestLeaderboard, {
    ...ESTIMATES.leaderboard,
    note: (row) => {
      const isOpen = row.rank !== 1 && row.with_first === 1, isCompared = Number.isFinite(row.p_first);
      return `${ranks(row)}${isOpen ? `, not ${isCompared ? "told from" : "compared with"} the first` : ""}`;
    },
  }, mainRows);
  return withReplies(mainRows(pairs), [...groups, "judge"], ask(pairs, groups, context), { split: null });
};

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
  self: { estimates: ownOf("self"), looks: inParts(ownOf("self"), "pair_runs") },
  family: { allowed: hasFamilies, estimates: ownOf("family") },
  leaderboard,
  strengths: (frame, by, context) => STRENGTHS(frame, by, context).map((one) => ({ ...one, clusters: NaN })),
  circles: (frame, by, context) => CIRCLES(frame, by, context).filter(({ n }) => n > 0),
  corrected: correctedWinRates,
});
