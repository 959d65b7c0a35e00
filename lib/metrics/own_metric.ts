import type pl from "nodejs-polars";
import { rowsInWords } from "../progress/show.ts";
import { cut, told } from "../progress/told.ts";
import { namesLike, requireNamed, requireOneOf, requireOptions } from "../progress/require.ts";
import { WrongType } from "../progress/require_no_more.ts";
import { frameName } from "../results/frames.ts";
import { type By, computedFrom } from "../results/frame.ts";
import { requireValidFrame } from "../results/require_valid_frame.ts";
import { grouped } from "../stats/grouped.ts";
import { infer, type Inference } from "../stats/infer.ts";
import { inferFunction } from "../stats/infer_function.ts";
import {
  ABOVE_0,
  type ClaimSettings,
  keepBehind,
  RANGES,
  recordsOf,
  requireClaim,
  requireNull,
  type RowOf,
  saidAgainst,
  strictly,
  termOf,
} from "./own_rows.ts";
import { WAYS } from "./contrast_sets.ts";
import { type Estimate, inferred, interval } from "./metric_columns.ts";
import { metric, poolingIn } from "./metric.ts";
import type { Column, MetricGroup } from "./metric_table.ts";
import { type Evidence, METRIC_OPTIONS, type MetricFrame, type MetricOptions } from "./metric_types.ts";
import { independentRows } from "./contrast.ts";
import { frameClusters } from "./pair_rows.ts";
import { said } from "./said.ts";

const OWN = ["means", "of", "scale", "unit", "nullValue", "claimIs", "delta"] as const;

/** Options of `ownMetric`. */
export interface OwnMetricOptions<Row, Name extends string, Groups extends By = By>
  extends MetricOptions<Groups>, ClaimSettings {
  /** What is averaged over a group's rows, by its name: a number, or true and false, of each row; a row of nothing (null, NaN) takes no part, nor one of whose missing numbers it is made (`row.unbiased - row.biased`: these are NaN). */
  means: Readonly<Record<Name, (row: Row) => number | boolean | null | undefined>>;
  /** The metric by those means; left out where it is the one mean. */
  of?: (means: Record<Name, number>) => number;
  /** `ratio`: followed in its logarithm and held against 1; `difference` by default. */
  scale?: "difference" | "ratio";
  /** What it is read in: by default percent of one share, else a number as it is; say `points` of a difference of shares. */
  unit?: "points" | "percent" | "number";
}

/**
 * A metric of one's own by group: the mean of what a function says of each row, or any function of several such means (a ratio, a mean with weights, a difference of ratios),
 * with the interval, counts and warnings of every metric here, and its table is taken like theirs by `show`, `chart` and `writeFrame`.
 *
 * One row per group of `by` (default: the columns of the frame that metrics tell apart), with `n` (rows that take part), of several means each as `n_` and `mean_` and its
 * name, `estimate, low, high` (`infer`, of a function by following it at the limits of its means), what stands behind them, and `n_left_out`, the rows without any value, which the warning names; so it does rows with a value of some means alone, but where no row has one of all, as of IDS and CDS. Values between 0 and 1 are shares, which have Wilson's limits (in `unit: "number"` where they are true, false, or both 0 and 1: one that is 1 throughout may be a count), and so is a part in its whole (`hits / there`, each row's hits no more than it has).
 *
 * A weighted mean is a ratio of two means: `means: { wx: (row) => row.weight * row.x, w: (row) => row.x === null ? null : row.weight }, of: ({ wx, w }) => wx / w`, the
 * weights null where what they weigh is missing, so that both are means over the same rows.
 *
 * In `hypothesisTable` and `power` it is a test, `(rows) => ownMetric(rows, { by: [], … })`: that the metric differs from `nullValue`, or with `claimIs` that it lies above
 * or below. A mean of values that lie on one side of 0 throughout, as shares do, is untestable until `nullValue` is said. A difference of two sets of rows is `contrast`,
 * which pairs them. A judge's share minus people's is no preference: errors alone pull a share towards 50%. For one take `contrast` of right answers on either side, or
 * your column in the place of `more_informative` where it is read, `columns: { more_informative: "…" }`, and `informativenessBias`.
 *
 * Too little data: a mean without rows, a function that gives no number or does not move with its means, and a single cluster leave NaN with a warning. Said there too: that rows
 * count as independent, where the frame names no image, item or sample and `clusters` nothing, and rows that have a value though a number (NaN where it is missing), `choice` or
 * `human` that it was made of is missing: `row.choice === "A"` is false of an unread reply.
 *
 * @throws {TypeError} for a value that is no number, true or false, or nothing; for a column or mean that a function reads and that is not there
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { hypothesisTable, ownMetric, readPairs } from "judgebias";
 *
 * const pairs = readPairs("data/examples/pairs.csv");
 * const table = ownMetric(pairs, {
 *   by: "judge",
 *   where: { image: true },
 *   means: { judge: (row) => row.choice === "A", people: (row) => row.human === "A" },
 *   of: ({ judge, people }) => judge / people, // how often A, for one A of people
 *   scale: "ratio",
 * });
 * const rows = table.toRecords();
 * assert.ok(rows.every(({ n, low }) => n === 130 && 0 < low));
 * assert.ok(rows.every(({ low, estimate: one, high }) => low <= one && one <= high));
 *
 * const ties = (rows: typeof pairs) =>
 *   ownMetric(rows, {
 *     by: [], means: { ties: (row) => row.choice === "tie" },
 *     nullValue: 0.1, claimIs: "below",
 *   });
 * assert.equal(hypothesisTable(pairs, ties, { by: "judge" }).height, 3);
 * ```
 */
export function ownMetric<
  Frame extends pl.DataFrame,
  const Name extends string,
  const Groups extends By = By,
>(frame: Frame, options: OwnMetricOptions<RowOf<Frame>, Name, Groups>): OwnMetric<Name, Groups> {
  const action = "ownMetric", known = [...METRIC_OPTIONS, ...OWN];
  const { means, of, scale, unit, claimIs = "either", delta } = requireOptions(action, options, known);
  requireClaim(action, { claimIs, delta });
  requireOneOf(action, "a unit of", unit, [undefined, "points", "percent", "number"]);
  requireOneOf(action, "a scale of", scale, [undefined, "difference", "ratio"]);
  const functions = Object.entries(requireNamed(action, means, "means")) as [Name, typeof means[Name]][];
  const bad = functions.find(([, value]) => typeof value !== "function"), names = Object.keys(means);
  if (names.length === 0 || bad || (of?.length ?? names.length) > 1) {
    const found = bad ? `${bad[0]}: ${told(bad[1])}` : of ? String(of) : names.join(", ") || "none";
    throw new WrongType(said("no_means", { found: cut(found, 200) }));
  }
  const read = (rows: pl.DataFrame, clusters: MetricOptions["clusters"]) => {
    const gaps = new Set<string>(), isNumber = of === undefined && unit === "number", kind = frameName(rows);
    // Rows that a join doubled would count twice.
    if (kind) requireValidFrame(action, kind, rows, { except: rows.columns });
    const records = recordsOf<Frame>(rows, gaps), own = frameClusters(rows, clusters);
    const terms = functions.map(([name, valueOf]) => termOf(name, valueOf, records, gaps, isNumber));
    return { terms, clusters: own.codes, unit: own.unit, said: independentRows(own, clusters) };
  };
  const { frame: meant, outcomes, grouping, level, table } = metric(action, arguments, frame, options, {
    ...{ own: OWN, read, groups: WAYS, pooling: ["condition", "image"] as const },
  });
  const { terms } = outcomes, judgesIn = poolingIn(meant, grouping, ["judge"]);
  const lacks = (name: string) => {
    const found = `${namesLike([name], names)}; there are ${names.join(", ")}`;
    return new WrongType(`ownMetric: wanted one of means in of, found ${found}`);
  };
  const metricOf = (found: number[]) => {
    const means = Object.fromEntries(names.map((name, k) => [name, found[k]])) as Record<Name, number>;
    return of!(strictly(means, lacks));
  };
  const weighted = terms.map((term) => ({ ...term, weight: 1 }));
  const inferAt = ({ rows, clusters }: MetricGroup, level: number) =>
    of === undefined
      ? infer(weighted, rows, clusters, { level })
      : inferFunction(terms, metricOf, rows, clusters, { level, scale });
  const groups: MetricGroup[] = [];
  const own: Estimate = {
    type: "estimate",
    of: (group) => inferred(group, own).estimate,
    infer(group) {
      const found = inferAt(group, level);
      groups.push(group);
      const warnings = [...saidOf(terms, group.rows, found.n, judgesIn), outcomes.said, found.warning];
      return { ...found, warning: warnings.filter(Boolean).join("; ") };
    },
  };
  const cell = (type: Column["type"], of: (found: Inference) => unknown): Column => ({
    type,
    of: (group) => of(inferred(group, own)),
  });
  const isShare = of === undefined && terms[0].range[0] === 0, isRatio = scale === "ratio";
  const shown = unit ?? (isShare ? "percent" : "number"), nullValue = options.nullValue ?? (isRatio ? 1 : 0);
  requireNull(action, names.join(", "), nullValue, isRatio ? ABOVE_0 : RANGES[shown]);
  const found = table({
    n: cell("count", ({ n }) => n),
    ...of && Object.fromEntries(names.flatMap((name, k) => [
      [`n_${name}`, cell("count", ({ counts }) => counts[k])],
      [`mean_${name}`, cell("estimate", ({ means }) => means[k])],
    ])),
    estimate: own,
    ...interval(own),
    unit: cell("text", () => shown),
    n_left_out: { type: "count", of: (group) => group.rows.length - inferred(group, own).n },
  });
  // A function that stands in place is called as its option is.
  const called = of === undefined ? names[0] : of.name === "of" ? undefined : of.name || undefined;
  computedFrom(meant, found, { level, effects: { estimate: { none: nullValue, isRatio, called } } });
  if (found.height === 1) {
    // A share is above 0 whatever the rows say: only a null value that somebody chose can be wrong of it.
    const isTrivial = of === undefined && options.nullValue === undefined && terms[0].isOneSided;
    const trivial = isTrivial &&
      saidAgainst(`${names[0]} lies on one side of 0 in every row, so its mean does too`);
    const [group] = groups, one = inferred(group, own);
    const formula = of === undefined ? "" : `, ${cut(String(of).replace(/\s+/g, " "), 200)}`;
    const method = `own metric of the mean${names.length > 1 ? "s" : ""} of ${names.join(", ")}${formula}`;
    keepBehind(found, {
      ...{ unit: shown, nullValue, claimIs, delta, level, isRatio, frame: meant, clusters: outcomes.unit },
      found: isTrivial ? { ...one, pOf: () => NaN } : one,
      at: (level) => inferAt(group, level),
      compared: called ?? names.join(", "),
      isUnnamed: called === undefined,
      method: isRatio ? `${method}, a ratio` : method,
      warning: [trivial, String(found.getColumn("warning").toArray()[0] ?? "")].filter(Boolean).join("; "),
    });
  }
  return found as pl.DataFrame as OwnMetric<Name, Groups>;
}

/** What is said of rows of which `n` take part: those without a value, those of which one was made of what is missing, means over different rows, several judges in one mean. */
function saidOf(
  terms: readonly ReturnType<typeof termOf>[],
  rows: Int32Array,
  n: number,
  judgesIn: (rows: Int32Array) => string,
): (string | false)[] {
  const names = terms.map(({ name }) => name), left = rows.length - n, all = rowsInWords(rows.length);
  const have = (n: number) => `${n} of ${all} ${n === 1 ? "has" : "have"}`;
  const isKnown = ({ value }: typeof terms[number], row: number) => !Number.isNaN(value(row));
  const full = rows.filter((row) => terms.every((term) => isKnown(term, row))).length;
  return [
    // Means over rows of two kinds (IDS and CDS) have none in common: what is of neither is meant to be left out.
    left > 0 && (full > 0 || terms.length === 1) &&
    `${have(left)} no value of ${names.join(" or ")}: left out`,
    ...terms.flatMap(({ name, gap }) =>
      [...grouped([...rows].filter(gap), gap)].map(([missing, { length }]) =>
        `${have(length)} a value of ${name} without ${missing}: it counts`
      )
    ),
    full > 0 && n > full &&
    `${names.join(" and ")} are means over different rows: ${have(n - full)} a value of some alone`,
    // A mean of each judge is a comparison; one of several takes them for one.
    terms.map((term) => judgesIn(rows.filter((row) => isKnown(term, row)))).find(Boolean) ?? "",
  ];
}

/** The table of `ownMetric`. */
export type OwnMetric<Name extends string, Groups> = MetricFrame<
  "n estimate n_left_out",
  Evidence & { unit: string } & { [Mean in Name as `n_${Mean}` | `mean_${Mean}`]?: number },
  Groups
>;
