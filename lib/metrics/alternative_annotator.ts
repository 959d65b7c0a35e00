import type pl from "nodejs-polars";
import { requireOptions, requireRight } from "../progress/require.ts";
import { requireNoMore } from "../progress/require_no_more.ts";
import { fixed, told } from "../progress/told.ts";
import { columnNumbers, factor } from "../results/factor.ts";
import { ratingEvaluators, requireFrame } from "../results/frame.ts";
import { requireColumns } from "../results/require_valid_frame.ts";
import { grouped, mean } from "../stats/grouped.ts";
import { infer, NUMBER } from "../stats/infer.ts";
import { benjaminiYekutieli } from "../stats/multiple_testing.ts";
import { groupRows, metricFrame } from "./metric_table.ts";
import { NAMING } from "./contrast_sets.ts";
import { VERDICT, verdictCodes } from "./pair_outcomes.ts";
import { votesIn } from "./pair_rows.ts";
import { said } from "./said.ts";
import { notRead, VOTES } from "./undecided.ts";

/** False discovery rate at which an annotator counts as won against. */
const RATE = 0.05;
/** Items of one annotator below which the test of the paper wants another form. */
const FEW_ITEMS = 30;
/** Most different ratings of which every one is tried as a constant; of more their mean. */
const MOST_CONSTANTS = 12;
/** How many different scores make a scale. */
const VALUES = 4;
export const CONSTANT = "no better than always giving the same answer";

/**
 * The alternative-annotator test: may a judge stand in for a person? (Calderon, Reichart and Dror 2025.)
 *
 * One person after the other is left out. On each of that person's items the judge and the person are compared by how
 * well they fit the other people: for verdicts the share of the others with the same verdict, for ratings minus the
 * root mean squared distance from theirs. The judge fits at least as well in a share ρ of items, the person in a
 * share ρ' (both, where they fit equally). The judge wins against this person if ρ' − ρ < ε is significant (one-sided
 * t test, cluster-robust over `image_id`; Benjamini and Yekutieli over the people, 5%): a person costs more than a
 * judge, so that it may fit a little worse, by ε: 0.2 where annotators are experts, 0.15 skilled, 0.1 laymen.
 * `winning_rate` ω = share of people it wins against: from 0.5 on the judge may stand in for a person. `advantage` =
 * mean ρ, the chance to be as good as a person or better. `p_adjusted` = the adjusted p-value with which half of the
 * people are won: ω ≥ 0.5 exactly where it is at most 0.05. `p_worse` = the same of the opposite: that it fits worse by more than ε than more
 * than half of them.
 *
 * `annotations`: `pairs` with a row per item, person (`annotator`, else `rater`) and judge (`human` the person's
 * verdict, `choice` the judge's), or `ratings` with a row per item and person and a column per evaluator. An
 * unparsable verdict or missing score fits worse than any person; a person's missing one leaves the item out for that
 * person; items of a single person say nothing. Ratings are compared by distance: an evaluator on another scale than people's
 * (CLIP scores of 0 to 1 beside stars) has NaN and a warning: bring its scores to theirs first. On another scale is one of four different
 * scores or more whose highest is at most half of people's highest rating or at least twice it, or which lie wholly above or below theirs.
 *
 * One row per judge: `judge, winning_rate, advantage, p_adjusted, n` (items), then `n_annotators, n_won, n_unparsed`,
 * `warning` (fewer than three people, thirty items of one, or no better than the best constant), `best_constant`: the winning rate of always
 * giving the same answer, which passes too where nearly all items have one answer; `person_advantage` = mean ρ', what `advantage` is held against; `n_clusters` pictures.
 *
 * @throws {TypeError} when the frame lacks a column
 * @throws {RangeError} for an epsilon outside [0, 1), or two rows of one item, person and judge
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { alternativeAnnotator } from "judgebias";
 *
 * const rows = Array.from({ length: 120 }, (_, i) => ({
 *   item_id: String(i >> 2),
 *   annotator: "pqrs"[i % 4],
 *   human: (i >> 2) % 2 === 0 || i % 13 === 0 ? "A" : "B",
 *   judge: "j",
 *   choice: (i >> 2) % 2 === 0 ? "A" : "B",
 * }));
 * const [row] = alternativeAnnotator(pl.DataFrame(rows), { epsilon: 0.1 }).toRecords();
 * assert.deepEqual([row.winning_rate, row.n, row.n_annotators], [1, 30, 4]);
 * ```
 */
export function alternativeAnnotator(
  annotations: pl.DataFrame,
  options: { epsilon: number; annotator?: string },
): pl.DataFrame {
  const action = "alternativeAnnotator", known = ["epsilon", "annotator"];
  requireNoMore(action, arguments);
  requireFrame(action, annotations);
  const { epsilon = NaN, annotator = annotations.columns.includes("annotator") ? "annotator" : "rater" } =
    requireOptions<Partial<typeof options>>(action, options ?? {}, known);
  const wanted = "an epsilon from 0 to less than 1 (0.2 where people are experts, 0.15 skilled, 0.1 laymen)";
  requireRight(epsilon >= 0 && epsilon < 1, action, wanted, options?.epsilon);
  requireColumns(action, annotations, ["item_id", annotator, "human"]);
  const isPairs = annotations.columns.includes("choice");
  const rows = judgesOf(annotations, isPairs, annotator).map(({ judge, ...votes }) => {
    const items = itemsOf(annotations, annotator, votes), own = test(items, epsilon, isPairs);
    const constant = bestConstant(items, epsilon, isPairs);
    const other = isPairs ? "" : otherScale(items);
    if (own.n > 0 && own.n_unparsed === own.n) {
      own.p_worse = NaN;
      own.warning = votes.rows.every(votesIn(annotations)) ? VOTES : notRead(own.n);
    } else if (other) {
      for (const one of ["winning_rate", "advantage", "person_advantage", "p_adjusted", "p_worse"] as const) {
        own[one] = NaN;
      }
      own.warning = other;
    } else if (constant && !isBetter(own, constant)) {
      own.warning = [own.warning, CONSTANT].filter(Boolean).join("; ");
    }
    return { judge, ...own, warning: own.warning || null, best_constant: constant?.winning_rate ?? NaN };
  });
  return metricFrame(
    ["judge"],
    "winning_rate advantage p_adjusted n:count n_annotators:count n_won:count n_unparsed:count " +
      "warning:text best_constant person_advantage p_worse n_clusters:count",
    rows,
    annotations,
  );
}

function bestConstant(items: readonly Item[], epsilon: number, isPairs: boolean) {
  const votes = items.flatMap(({ people }) => [...people.values()]), values = [...new Set(votes)];
  return (isPairs || values.length <= MOST_CONSTANTS ? values : [mean(votes)])
    .map((judge) => test(items.map((item) => ({ ...item, judge })), epsilon, isPairs))
    .filter(({ n }) => n > 0)
    .reduce<Test | undefined>((best, own) => best && !isBetter(own, best) ? best : own, undefined);
}

type Test = ReturnType<typeof test>;

/** What always says the same tells nothing: a judge must win against more people, or fit as many of them better. */
function isBetter(one: Test, other: Test): boolean {
  return one.winning_rate > other.winning_rate ||
    one.winning_rate === other.winning_rate && one.advantage > other.advantage;
}

/** What is said where an evaluator's scores end at half of people's scale or twice as high, or lie beside it: their distances tell nothing. */
function otherScale(items: readonly Item[]): string {
  const votes = items.flatMap(({ people }) => [...people.values()]);
  const scores = items.map(({ judge }) => judge).filter((one) => !Number.isNaN(one));
  const [low, high, least, most] = [scores, votes].flatMap((all) => {
    const sorted = all.toSorted((a, b) => a - b);
    return [sorted[0], sorted.at(-1)!];
  });
  const isOther = high < least || low > most || most > 0 && (2 * high <= most || high >= 2 * most);
  if (!isOther || new Set(scores).size < VALUES) return "";
  return said("other_scale", { low: fixed(low, 2), high: fixed(high, 2), least, most });
}

function judgesOf(frame: pl.DataFrame, isPairs: boolean, annotator: string) {
  if (!isPairs) {
    const human = columnNumbers(frame.getColumn("human")), rows = [...human.keys()];
    return ratingEvaluators(frame).filter((name) => name !== annotator)
      .map((judge) => ({ judge, rows, human, said: columnNumbers(frame.getColumn(judge)) }));
  }
  requireColumns("alternativeAnnotator", frame, ["judge"]);
  const numbered = (code: number) => code === VERDICT.missing ? NaN : code;
  const [human, said] = ["human", "choice"].map((column) =>
    Float64Array.from(verdictCodes("alternativeAnnotator", frame, column), numbered)
  );
  return groupRows(frame, "judge").map(({ key: { judge }, rows }) => ({ judge, rows, human, said }));
}

interface Item {
  judge: number;
  cluster: number;
  people: Map<number, number>;
}

function itemsOf(
  frame: pl.DataFrame,
  annotator: string,
  { rows, human, said }: Omit<ReturnType<typeof judgesOf>[number], "judge">,
): Item[] {
  const cluster = frame.columns.includes("image_id") ? "image_id" : "item_id";
  const [item, person, image] = ["item_id", annotator, cluster].map((name) =>
    factor(frame.getColumn(name)).codes
  );
  // A verdict on which nobody voted is no vote: others may stand in both orders.
  const voted = rows.filter((row) => !Number.isNaN(human[row]));
  return [...grouped(voted, (row) => item[row]).values()].map((own) => {
    const people = new Map(own.map((row) => [person[row], human[row]])), [first] = own;
    if (people.size === own.length) return { judge: said[first], cluster: image[first], people };
    const one = own.find((row, i) => own.some((other, j) => j > i && person[other] === person[row]))!;
    const two = own.find((row) => row !== one && person[row] === person[one])!;
    const differ = NAMING.filter((name) => frame.columns.includes(name)).flatMap((name) => {
      const [value, other] = [one, two].map((row) => told(frame.getColumn(name).get(row)));
      return value === other ? [] : [{ name, value, other }];
    });
    const found = differ.map(({ name, value, other }) => `${name} ${value} and ${other}`).join(", ");
    const way = differ.map(({ name, value }) => `${name}: ${value}`).join(", ");
    throw new RangeError(
      "alternativeAnnotator: wanted one row per item, person and judge, found two of the same" +
        (way && ` with ${found}: take those of one, as only(frame, { ${way} }) does`),
    );
  });
}

function test(items: readonly Item[], epsilon: number, isPairs: boolean) {
  const fit = (value: number, others: readonly number[]) =>
    isPairs
      ? others.filter((other) => other === value).length / others.length
      : -Math.sqrt(mean(others.map((other) => (other - value) ** 2)));
  const shared = items.filter(({ people }) => people.size > 1);
  const people = [...new Set(shared.flatMap(({ people }) => [...people.keys()]))].sort((a, b) => a - b);
  const tests = people.map((person) => {
    const own = shared.filter(({ people }) => people.has(person)), n = own.length;
    const differences = own.map(({ judge, people }) => {
      const others = [...people].flatMap(([name, value]) => name === person ? [] : [value]);
      const own = Number.isNaN(judge) ? -Infinity : fit(judge, others);
      return Math.sign(fit(people.get(person)!, others) - own);
    });
    const share = (isIn: (difference: number) => boolean) => differences.filter(isIn).length / n;
    return {
      ...{ n, advantage: share((one) => one <= 0), person_advantage: share((one) => one >= 0) },
      pValue: n < 2 ? NaN : below(differences, own.map(({ cluster }) => cluster), epsilon),
    };
  });
  const sorted = (p: readonly number[]) =>
    benjaminiYekutieli([...p]).map((one) => Number.isNaN(one) ? 1 : one).sort((a, b) => a - b);
  const adjusted = sorted(tests.map(({ pValue }) => pValue));
  const lost = sorted(tests.map(({ pValue }) => 1 - pValue));
  const m = tests.length, won = adjusted.filter((p) => p <= RATE).length;
  return {
    winning_rate: won / m,
    advantage: mean(tests.map(({ advantage }) => advantage)),
    person_advantage: mean(tests.map(({ person_advantage }) => person_advantage)),
    p_adjusted: adjusted[Math.ceil(m / 2) - 1] ?? NaN,
    p_worse: lost[Math.floor(m / 2)] ?? NaN,
    n: shared.length,
    n_clusters: new Set(shared.map(({ cluster }) => cluster)).size,
    n_annotators: m,
    n_won: won,
    n_unparsed: shared.filter(({ judge }) => Number.isNaN(judge)).length,
    warning: [
      m < 3 && `only ${m} people: the test wants three`,
      tests.some(({ n }) => n < FEW_ITEMS) && `fewer than ${FEW_ITEMS} items of a person`,
    ].filter(Boolean).join("; "),
  };
}

/** One-sided p of mean < bound, by Student's t as the paper has it. */
function below(values: readonly number[], clusters: readonly number[], bound: number): number {
  const term = { name: "the difference", weight: 1, value: (i: number) => values[i], range: NUMBER };
  const { estimate, pValue } = infer([term], values.length, clusters, { nullValue: bound });
  return estimate < bound ? pValue / 2 : 1 - pValue / 2;
}
