import type pl from "nodejs-polars";
import { requireList, requireNamed } from "../progress/require.ts";
import { factor } from "../results/factor.ts";
import { requireColumns } from "../results/require_valid_frame.ts";
import { grouped } from "../stats/grouped.ts";
import { pairMetric } from "./metric.ts";
import { count, counted, difference, interval, mean } from "./metric_columns.ts";
import type { By, DefaultGroups, Evidence, MetricFrame, MetricOptions } from "./metric_types.ts";
import { VERDICT } from "./pair_outcomes.ts";
import { unless, unreadIn } from "./undecided.ts";

export const OWN = { none: 0, a: 1, b: 2 } as const;

export const ownIsBetter = (human: number, own: number): boolean => (human === VERDICT.A) === (own === OWN.a);

/**
 * Self-preference in pairwise verdicts, with people as the control: does a judge find its own answer better than
 * people do?
 *
 * Over pairs of an answer of the judge's own and one of another's, with a human A or B: `rate_own` = how often the
 * judge chooses its own where people prefer its own, `rate_other` = how often it chooses the other where people
 * prefer the other; `self_preference` = rate_own − rate_other in [−1, 1]. 0 = its errors do not favour itself, 1 =
 * always its own, −1 = always the other. A good model's answers may well win more often: that alone moves neither
 * rate. What stays mixed in is how clear the cases are: if its victories are clearer than its defeats, any judge has
 * a positive value; compare with other judges on the same pairs. Ties and unparsable answers are wrong on either
 * side, as in `pairAccuracy`. Source: the equal-opportunity form of Wataoka et al. 2024 (Self-preference bias in
 * LLM-as-a-judge, equation 1).
 *
 * Own = `model_a` or `model_b` is the judge's name. With `families` (name of a family → its models) the answers of
 * the judge's relatives are its own too; `self: false` then leaves out pairs with an answer of the judge itself:
 * preference for relatives alone. Pairs of two own answers, and of none, do not count.
 *
 * One row per group of `by` (default: benchmark, judge, pipeline, image, variant): `n_own, n_other` (pairs where
 * people prefer it), `rate_own, rate_other, self_preference, low, high` (95% cluster-robust), `n_clusters,
 * n_both_own, n_human_tie, n_tie, n_unparsed` (the last three among pairs with one own answer). An empty side gives
 * NaN.
 *
 * @throws {TypeError} when the frame lacks a column
 * @throws {RangeError} when a model stands in two families
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { pairSelfPreference } from "judgebias";
 *
 * const pairs = pl.DataFrame({
 *   item_id: ["1", "2", "3"],
 *   judge: ["x", "x", "x"],
 *   model_a: ["x", "y", "x"],
 *   model_b: ["y", "x", "y"],
 *   human: ["A", "A", "B"],
 *   choice: ["A", "B", "B"], // its own, its own against people, the other's
 * });
 * const [row] = pairSelfPreference(pairs).toRecords();
 * assert.deepEqual([row.rate_own, row.rate_other, row.self_preference], [1, 0.5, 0.5]);
 * ```
 */
export function pairSelfPreference<const Groups extends By = DefaultGroups<"pairs">>(
  given: pl.DataFrame,
  options: MetricOptions<Groups> & {
    families?: Readonly<Record<string, readonly string[]>>;
    self?: boolean;
  } = {},
): MetricFrame<
  "n_own n_other rate_own rate_other self_preference n_both_own n_human_tie n_tie n_unparsed",
  Evidence,
  Groups
> {
  const { frame: pairs, outcomes, table } = pairMetric("pairSelfPreference", arguments, given, options, {
    own: ["families", "self"],
  });
  requireColumns("pairSelfPreference", pairs, ["judge", "model_a", "model_b"]);
  const { families, self = true } = options, { correct, human, choice, calls } = outcomes;
  const { own, both } = ownSides(pairs, familyOf("pairSelfPreference", families), self);
  const isRated = (row: number) => own[row] !== OWN.none;
  const isCounted = (row: number) => isRated(row) && correct[row] >= 0;
  const right = (name: string, prefersOwn: boolean) => {
    const isIn = (row: number) => isCounted(row) && prefersOwn === ownIsBetter(human[row], own[row]);
    return { name, value: (row: number) => isIn(row) ? correct[row] : NaN };
  };
  const ownBetter = right("own answer better", true), otherBetter = right("other answer better", false);
  const preference = unless(
    difference(ownBetter, otherBetter),
    (rows) => unreadIn(outcomes, rows, isCounted),
  );
  return table({
    ...{ n_own: count(ownBetter), n_other: count(otherBetter), rate_own: mean(ownBetter) },
    ...{ rate_other: mean(otherBetter), self_preference: preference },
    ...interval(preference),
    n_both_own: calls((row) => both[row] === 1),
    n_human_tie: counted((row) => isRated(row) && human[row] === VERDICT.tie),
    n_tie: calls((row) => isRated(row) && choice[row] === VERDICT.tie),
    n_unparsed: calls((row) => isRated(row) && choice[row] === VERDICT.missing),
  });
}

export function familyOf(
  action: string,
  families: Readonly<Record<string, readonly string[]>> = {},
): (model: unknown) => unknown {
  requireNamed(action, families, "families");
  const names = new Map<unknown, string>();
  for (const [family, models] of Object.entries(families)) {
    requireList(action, "each family", models, "string");
    for (const model of models) {
      if (names.has(model)) {
        const found = `${model} in ${names.get(model)} and ${family}`;
        throw new RangeError(`${action}: wanted each model in one family, found ${found}`);
      }
      names.set(model, family);
    }
  }
  // A family's name cannot be taken for a model's: it carries a mark that no name has.
  return (model) => names.has(model) ? `\0${names.get(model)}` : model;
}

export function ownSides(pairs: pl.DataFrame, family: (model: unknown) => unknown, self: boolean) {
  const [judge, a, b] = ["judge", "model_a", "model_b"].map((name) => {
    const { codes, levels } = factor(pairs.getColumn(name)), kin = levels.map(family);
    return { name: (row: number) => levels[codes[row]], kin: (row: number) => kin[codes[row]] };
  });
  const own = new Uint8Array(pairs.height), both = new Uint8Array(pairs.height);
  for (let row = 0; row < own.length; row++) {
    const models = [a.name(row), b.name(row)];
    if (!self && models.includes(judge.name(row))) continue;
    const [isA, isB] = [a, b].map(({ kin }, side) => models[side] !== null && kin(row) === judge.kin(row));
    if (isA && isB) both[row] = 1;
    else if ((isA || isB) && !models.includes(null)) own[row] = isA ? OWN.a : OWN.b;
  }
  return { own, both };
}

/** By the models that wrote a pair's answers, by name, who `won`: 1, 0, ½ for a tie, NaN where there is no verdict; pairs of a model with itself or an unnamed one count for none. */
export function modelVerdicts(action: string, pairs: pl.DataFrame, rows: Iterable<number>) {
  requireColumns(action, pairs, ["model_a", "model_b"]);
  const [a, b] = ["model_a", "model_b"].map((name) => {
    const { codes, levels } = factor(pairs.getColumn(name));
    return (row: number) => levels[codes[row]];
  });
  const models = (row: number) =>
    a(row) === b(row) ? [] : [a(row), b(row)].filter((one) => typeof one === "string");
  const named = Array.from(rows, (row) => models(row).map((model) => ({ model, row }))).flat();
  const byModel = [...grouped(named, ({ model }) => model)].sort(([one], [other]) => one < other ? -1 : 1);
  return byModel.map(([model, own]) => {
    const won = (verdict: number, row: number) =>
      [Number(a(row) === model), Number(b(row) === model), 0.5, NaN][verdict];
    return { model, rows: own.map(({ row }) => row), won };
  });
}
