import { fixed } from "../../progress/told.ts";
import { bradleyTerry } from "../../metrics/bradley_terry.ts";
import { frameClusters } from "../../metrics/pair_rows.ts";
import { correctedRate } from "../../metrics/corrected_rate.ts";
import { groupRows } from "../../metrics/metric_table.ts";
import { modelVerdicts, pairSelfPreference } from "../../metrics/pair_self_preference.ts";
import { pairOutcomes, VERDICT } from "../../metrics/pair_outcomes.ts";
import { honestLeaderboard } from "../../metrics/honest_leaderboard.ts";
import { transitivity } from "../../metrics/transitivity.ts";
import { groupOf, UNTESTED } from "../estimates.ts";
import type { Estimate, Question } from "../report_types.ts";
import { asks, hasFamilies, inParts, mainRows, of } from "./common.ts";

const OWN = {
  quantity: "own where people prefer it, minus the other where people prefer that",
  estimate: "self_preference",
  nullValue: 0,
};
const ownOf: Question["estimates"] = (pairs, by, context) =>
  of(pairSelfPreference, OWN, mainRows)(pairs, by, context).filter(({ n }) => n > 0);

const ranks = ({ rank_low, rank_high }: Record<string, unknown>) =>
  typeof rank_low !== "number" || typeof rank_high !== "number"
    ? ""
    : rank_low === rank_high
    ? `rank ${rank_low}`
    : `ranks ${rank_low}–${rank_high}`;

const leaderboard: Question["estimates"] = (pairs, by, context) =>
  of(honestLeaderboard, {
    quantity: "accuracy",
    estimate: "accuracy",
    also: ["judge"],
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

const STRENGTHS = of(bradleyTerry, {
  ...{ quantity: "strength (logits)", estimate: "strength", also: ["model"], note: ranks },
}, mainRows);

export const MODEL_QUESTIONS = asks({
  self: { estimates: ownOf, looks: inParts(ownOf, "pair_runs") },
  family: {
    allowed: hasFamilies,
    estimates: (frame, by, context) =>
      of((pairs, asked) => pairSelfPreference(pairs, { ...asked, families: context.families, self: false }), {
        ...OWN,
        quantity: "relatives' where people prefer it, minus the other where people prefer that",
      }, mainRows)(frame, by, context).filter(({ n }) => n > 0),
  },
  leaderboard,
  strengths: (frame, by, context) =>
    // Their intervals rest on the clusters of all models together.
    STRENGTHS(frame, by, context).map((one) => ({ ...one, clusters: NaN })),
  circles: (frame, by, context) =>
    of((pairs, asked) => transitivity(pairs, asked).rename({ n_triples: "n" }), {
      quantity: "triples that go in circles, by coin flips a quarter",
      estimate: "share",
    }, mainRows)(frame, by, context).filter(({ n }) => n > 0),
  corrected: correctedWinRates,
});
