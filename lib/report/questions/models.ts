import type pl from "nodejs-polars";
import { bradleyTerry, styleEffects } from "../../metrics/bradley_terry.ts";
import { frameClusters } from "../../metrics/pair_rows.ts";
import { correctedRate, type CorrectedRateOptions } from "../../metrics/corrected_rate.ts";
import { groupRows } from "../../metrics/metric_table.ts";
import { modelVerdicts } from "../../metrics/model_verdicts.ts";
import { pairOutcomes, VERDICT } from "../../metrics/pair_outcomes.ts";
import { honestLeaderboard } from "../../metrics/honest_leaderboard.ts";
import { pairSelfPreference } from "../../metrics/pair_self_preference.ts";
import { transitivity } from "../../metrics/transitivity.ts";
import { preferring } from "../../results/only.ts";
import { fromMetric, groupOf, UNTESTED, WAYS } from "../estimates.ts";
import type { Estimate, Question, QuestionId } from "../report_types.ts";
import { inParts, MAIN, of, questions } from "./common.ts";

const OWN = {
  quantity: "own where people prefer it, minus the other where people prefer that",
  estimate: "self_preference",
  nullValue: 0,
};
const ownOf = (pairs: pl.DataFrame, by: readonly string[]) =>
  of(pairSelfPreference, OWN, MAIN)(pairs, by).filter(({ n }) => n > 0);

/** Ranks that the data leave open, in words. */
const ranks = ({ rank_low, rank_high }: Record<string, unknown>) =>
  typeof rank_low !== "number" || typeof rank_high !== "number"
    ? ""
    : rank_low === rank_high
    ? `rank ${rank_low}`
    : `ranks ${rank_low}–${rank_high}`;

const STRENGTH = {
  quantity: "strength at equal length",
  estimate: "strength",
  also: ["model"],
  note: ranks,
};

/** The leaderboard's lines, each with its rank and those that stay open as another way to say it. */
function leaderboard(pairs: pl.DataFrame, by: readonly string[]): Estimate[] {
  const groups = by.filter((name) => name !== "judge");
  const table = honestLeaderboard(preferring(pairs, MAIN), { by: groups });
  const lines = fromMetric(table, groups, {
    quantity: "accuracy",
    estimate: "accuracy",
    also: ["judge"],
    note: (row) =>
      `${ranks(row)}${row.rank === 1 ? "" : row.with_first === 1 ? ", not told from the first" : ""}`,
  });
  return table.toRecords().map(({ rank, rank_low: low, rank_high: high }, i) => ({
    ...lines[i],
    sensitivity: [{
      name: "rank",
      ...{ estimate: Number(rank), low: Number(low), high: Number(high), n: lines[i].n, pValue: NaN },
    }],
  }));
}

/**
 * Win rate of every model of every group by the judge's verdicts on rows without a human label, corrected with those that have one. A tie is
 * half a win; Rogan and Gladen know no halves: ties are left out there.
 */
function correctedWinRates(
  pairs: pl.DataFrame,
  by: readonly string[],
  method: CorrectedRateOptions["method"],
): Estimate[] {
  const { human, choice } = pairOutcomes("correctedWinRates", pairs), { codes } = frameClusters(pairs);
  return groupRows(pairs, by).flatMap(({ key, rows }) =>
    modelVerdicts("correctedWinRates", pairs, rows).map(({ model, rows: own, won }) => {
      const value = (verdict: number, row: number) =>
        verdict === VERDICT.tie && method === "rogan_gladen" ? NaN : won(verdict, row);
      const side = (list: readonly number[]) => ({
        predicted: list.map((row) => value(choice[row], row)),
        clusters: list.map((row) => codes[row]),
      });
      const known = own.filter((row) => human[row] !== VERDICT.missing);
      const found = correctedRate({
        ...side(own.filter((row) => human[row] === VERDICT.missing)),
        labelled: { ...side(known), truth: known.map((row) => value(human[row], row)) },
        method,
      });
      return {
        group: { ...groupOf(key, by), model },
        quantity: "share of its pairs that the model wins",
        estimate: found.estimate,
        low: found.low,
        high: found.high,
        n: found.n + found.n_labelled,
        clusters: new Set(own.map((row) => codes[row])).size,
        ...UNTESTED,
        warning: method === "naive" ? "" : found.warning,
        note: `${found.n_labelled} labelled${
          Number.isNaN(found.lambda) ? "" : `, weight of the judge ${found.lambda.toFixed(2)}`
        }`,
      };
    })
  );
}

/** What is asked of judges side by side, and of the models that wrote the answers. */
export const MODEL_QUESTIONS: readonly Question<QuestionId>[] = questions("pairs", [
  {
    id: "self",
    title: "Preference for own answers",
    question: "Does the judge find its own answers better than people do?",
    above: "favours its own answers",
    below: "favours the answers of others",
    needs: ["labelled", "own_answers"],
    allow: "the columns model_a and model_b, with the judge among the models",
    unit: "points",
    estimates: ownOf,
    looks: inParts(ownOf, "pair_runs"),
    method:
      "self-preference is how often a judge chooses its own answer where people prefer it, minus how often it chooses the other where people prefer that",
  },
  {
    id: "family",
    title: "Preference for relatives’ answers",
    question: "Does the judge find the answers of its own family better than people do, its own left out?",
    above: "favours the answers of its family",
    below: "favours the answers of other families",
    needs: ["labelled", "models"],
    allowed: ({ families }) => Object.keys(families).length > 0,
    allow:
      "the models of each family: report(pairs, { families: { maker: [names] } }) or --family maker=name,name",
    unit: "points",
    estimates: (frame, by, { families }) =>
      fromMetric(pairSelfPreference(preferring(frame, MAIN), { by, families, self: false }), by, {
        ...OWN,
        quantity: "relatives' where people prefer it, minus the other where people prefer that",
      }).filter(({ n }) => n > 0),
    method:
      "family preference is self-preference with the answers of the judge's relatives in the place of its own, which are left out",
  },
  {
    id: "leaderboard",
    title: "Leaderboard of the judges",
    question: "Which places of the judges are real, and which could be others by chance?",
    needs: ["labelled", "several_judges"],
    allow: "verdicts of at least two judges on the same pairs",
    unit: "percent",
    costly: true,
    estimates: leaderboard,
    looks: [{
      ...WAYS,
      name: "ranks that the data leave open",
      unit: "rank",
      words:
        "from the best to the worst place that paired tests of all judges with each other, under Holm, leave open",
    }],
    method:
      "judges are ranked by accuracy; ranks that stay open are those that paired tests of all judges with each other (McNemar, or cluster-robust; Holm) do not rule out",
  },
  {
    id: "strengths",
    title: "Strengths of the models",
    question: "How strong does the judge find the models that wrote the answers, and which ranks stay open?",
    needs: ["models"],
    allow: "the columns model_a and model_b",
    unit: "number",
    estimates: of(bradleyTerry, { ...STRENGTH, quantity: "strength (logits)" }, MAIN),
    looks: [{
      name: "at equal length",
      words: "the strengths with the difference in words held equal; length may be a part of quality",
      needs: ["lengths"],
      estimates: of((frame, { by }) => bradleyTerry(frame, { by, covariates: ["words"] }), STRENGTH, MAIN),
    }, {
      name: "what words do to a verdict",
      words: "logits per standard deviation of the normalised difference in words: 0 is no influence",
      needs: ["lengths"],
      estimates: of((frame, { by }) => styleEffects(frame, { by, covariates: ["words"] }), {
        quantity: "effect of words",
        estimate: "effect",
        nullValue: 0,
      }, MAIN),
    }],
    method:
      "strengths of models are those of Bradley and Terry, with clustered errors and the ranks that pairwise tests under Holm leave open",
  },
  {
    id: "circles",
    title: "Verdicts that go in circles",
    question: "How often do the judge's verdicts on models go in circles?",
    above: "goes in circles",
    needs: ["models"],
    allow: "the columns model_a and model_b, of at least three models",
    unit: "percent",
    nullValue: NaN,
    costly: true,
    estimates: (frame, by) =>
      fromMetric(transitivity(preferring(frame, MAIN), { by }).rename({ n_triples: "n" }), by, {
        quantity: "triples that go in circles",
        estimate: "share",
      }).filter(({ n }) => n > 0),
    method:
      "circles are triples of models with majorities x over y, y over z and z over x; winners by coin flip would make a quarter of them circles",
  },
  {
    id: "corrected",
    title: "Win rates corrected for the judge’s errors",
    question:
      "How often would people prefer each model, by the judge's verdicts corrected with the labelled rows?",
    needs: ["models", "part_labelled"],
    allow: "model_a and model_b, and a human label on a random part of the rows only",
    unit: "percent",
    estimates: (frame, by) => correctedWinRates(preferring(frame, MAIN), by, "ppi"),
    looks: [{
      name: "the judge's verdicts as they are",
      words: "without correction: the interval speaks of sampling, not of the judge’s errors",
      estimates: (frame, by) => correctedWinRates(preferring(frame, MAIN), by, "naive"),
    }, {
      name: "corrected by sensitivity and specificity",
      words: "Rogan and Gladen's correction over verdicts and labels that are no ties",
      estimates: (frame, by) => correctedWinRates(preferring(frame, MAIN), by, "rogan_gladen"),
    }],
    method:
      "win rates are corrected by prediction-powered inference (PPI++ with tuned weight): the judge's mean on unlabelled rows, moved by its mean error on the labelled ones",
  },
]);
