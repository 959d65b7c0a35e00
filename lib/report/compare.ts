import pl from "nodejs-polars";
import { groupRows } from "../metrics/metric_table.ts";
import { isVoted, repliesIn, verdictCells } from "../results/votes.ts";
import { type FrameName, FRAMES } from "../results/frames.ts";
import { conditionsOf, unusedName } from "../results/frame.ts";
import { levels } from "../results/only.ts";
import { groupOf } from "./estimates.ts";
import { takeRows } from "../results/take_rows.ts";
import { readReport } from "../results/read_report.ts";
import { said } from "./said.ts";
import {
  OF_ITEMS,
  requireSameLabels,
  sameMaterial,
  Unfit,
  withColumnsOf,
  withLabelsOf,
} from "./same_labels.ts";

export const COMPARED = "compared";

export const ONLY_IN = "only_in";

const SAID: Partial<Record<FrameName, readonly string[]>> = {
  pairs: ["choice"],
  "score pairs": ["unbiased", "biased"],
  criteria: ["choice"],
};

/** Columns that two results of one study often name differently; a single name on each side is taken for the same thing. */
const RENAMED = ["judge", "benchmark"];

export const SIDES = ["first", "second"] as const;

export interface Compared {
  frame: pl.DataFrame;
  /** All judgments of either, as `frame` has those of both; what only one of the two has is without a value in the other (`ONLY_IN`). */
  whole?: pl.DataFrame;
  changed: { rows: number; of: number };
  only: [first: number, second: number];
  notes: string[];
  /** Groups of which nothing could be compared (judges, benchmarks, a judge's part of one), by the columns asked for. */
  lost: { group: Record<string, string>; only_in: "first" | "second" }[];
}

/**
 * Puts two results of the same items side by side, paired by their key; rows and groups without a partner are told. A single judge or
 * benchmark on either side is one under two names (`old → new`); of several `judges` says it. Of two results of a user's (`isLent`) a single
 * condition is too, labels that one lacks are the other's, and none may differ.
 */
export function compared(
  before: pl.DataFrame,
  after: pl.DataFrame,
  name: FrameName,
  { judges = {}, by, isLent = false }: {
    judges?: Readonly<Record<string, string>>;
    by: readonly string[];
    isLent?: boolean;
  },
): Compared {
  const values = SAID[name], empty = [before, after].findIndex(({ height }) => height === 0);
  if (empty >= 0) throw new Unfit(said("rows_in_both", { side: SIDES[empty] }));
  if (!values) {
    const kinds = Object.keys(SAID).join(" or "), way = name === "ratings" ? said("taus_apart") : "";
    throw new TypeError(said("not_comparable", { kinds, name, way }));
  }
  const { frames, notes } = renamed([before, after], judges, isLent);
  const lent = name === "pairs" && isLent ? OF_ITEMS : [];
  const [first, second] = frames.map((frame, side) => withColumnsOf(frame, frames[1 - side], lent));
  const columns = first.columns.filter((column) => second.columns.includes(column) && column !== COMPARED);
  const whole = FRAMES[name].key.filter((column) => columns.includes(column)),
    unordered = whole.filter((one) => one !== "swapped");
  // An order that is drawn anew for each of the two tells no judgments apart.
  const isOnce = [first, second].every((frame) =>
    frame.select(...unordered).unique().height === frame.height
  );
  const key = isOnce ? unordered : whole, keyed = unusedName(columns, "key");
  const cells = key.map((column) => pl.col(column).cast(pl.Utf8).fillNull(pl.lit("\u0001")));
  const [left, right] = [first, second].map((frame) =>
    frame.select(...columns).withColumns(pl.concatString(cells, "\u0000").alias(keyed))
  );
  if ([left, right].some((frame) => frame.getColumn(keyed).nUnique() !== frame.height)) {
    throw new Unfit(said("judged_twice", { key }));
  }
  const common = left.select(keyed).join(right.select(keyed), { on: keyed, how: "inner" });
  if (common.height === 0) {
    const unlike = key.filter((column) => {
      const [own, others] = [first, second].map((frame) => frame.getColumn(column).unique().toArray());
      return !own.some((one) => others.includes(one));
    });
    const way = said(unlike.includes("condition") ? "by_condition" : "renamed_judge");
    throw new Unfit(said("no_same_items", { unlike: unlike.length > 0 ? unlike : key, way }));
  }
  const all = [left, right].map((frame, side) =>
    frame.join(common, { on: keyed, how: "inner" }).sort(keyed)
      .withColumns(pl.lit(["before", "after"][side]).alias(COMPARED))
  );
  const isAlike = String(conditionsOf(before)) === String(conditionsOf(after));
  const filled = [before, after].flatMap((frame) => readReport(frame)?.filled ?? []);
  const known = isLent ? columns.filter((column) => !filled.includes(column)) : [];
  const { frames: paired, notes: unlike } = sameMaterial(all, known, isAlike);
  notes.push(...unlike);
  const [one, two] = paired.map((frame, side) => withLabelsOf(frame, paired[1 - side], lent));
  const taken = lent.filter((column) =>
    columns.includes(column) &&
    paired.some((frame, s) =>
      frame.getColumn(column).nullCount() > [one, two][s].getColumn(column).nullCount()
    )
  );
  if (taken.length > 0) notes.push(said("labels_lent", { taken }));
  requireSameLabels(one, two, ["human", ...lent]);
  const frame = pl.concat([one, two.select(...one.columns)]).drop(keyed);
  const once = onceEach(frame);
  const nothing = values.map((column) =>
    pl.when(pl.lit(false)).then(pl.col(column)).otherwise(pl.lit(null)).alias(column)
  );
  const lone = [left, right].map((frame) => frame.join(common, { on: keyed, how: "anti" }));
  const sided = ["before", "after"].flatMap((side, s) => [
    [one, two][s].withColumns(pl.lit(null).cast(pl.Utf8).alias(ONLY_IN)),
    ...["before", "after"].map((own, o) =>
      lone[o].withColumns(pl.lit(side).alias(COMPARED), pl.lit(own).alias(ONLY_IN), ...o === s ? [] : nothing)
    ),
  ]);
  const isAlone = lone.some(({ height }) => height > 0);
  return {
    changed: { rows: changedRows(once).length, of: once.height / 2 },
    whole: isAlone
      ? pl.concat(sided.map((frame) => frame.select(...sided[0].columns))).drop(keyed)
      : undefined,
    lost: lostOf([first, second], by.filter((column) => columns.includes(column))),
    frame,
    only: [judgmentsIn(lone[0]), judgmentsIn(lone[1])],
    notes,
  };
}

export const saidIn = ({ columns }: pl.DataFrame) =>
  ["choice", "unbiased", "biased"].filter((column) => columns.includes(column));

/** Judgments behind rows of one result, each once however many people voted on it. */
export const judgmentsIn = (frame: pl.DataFrame, rows: Iterable<number> = Array(frame.height).keys()) =>
  repliesIn(frame)(rows).length;

/** Two results that are compared with a row for each judgment, whoever voted on it: of the judge alone. */
export function onceEach(both: pl.DataFrame): pl.DataFrame {
  const half = both.height / 2, first = both.head(half);
  if (!isVoted(first)) return both;
  const rows = repliesIn(first)(Array(half).keys());
  return takeRows(both, Int32Array.from([...rows, ...rows.map((row) => row + half)])).drop(
    "annotator",
    "human",
  );
}

/** Of two results that are compared the judgments that differ, by their rows in the first; `more`: columns that are to be the same too. */
export function changedRows(both: pl.DataFrame, more: readonly string[] = []): Int32Array {
  const half = both.height / 2,
    columns = [...saidIn(both), ...more.filter((one) => both.columns.includes(one))];
  const values = columns.map((column) => both.getColumn(column).toArray());
  return Int32Array.from(Array(half).keys())
    .filter((row) => values.some((own) => !Object.is(own[row], own[row + half])));
}

function lostOf(frames: readonly pl.DataFrame[], by: readonly string[]): Compared["lost"] {
  const keys = frames.map((frame) => groupRows(frame, by).map(({ key }) => groupOf(key, by)));
  const lost = keys.flatMap((own, side) => {
    const others = keys[1 - side];
    return own.filter((group) => !others.some((other) => by.every((name) => other[name] === group[name])))
      .map((group) => {
        const alone = by.find((name) => others.every((other) => other[name] !== group[name]));
        return { group: alone ? { [alone]: group[alone] } : group, only_in: SIDES[side] };
      });
  });
  return [...new Map(lost.map((one) => [JSON.stringify(one), one])).values()];
}

export function lostName({ group }: Compared["lost"][number]): string {
  return Object.entries(group).map(([column, value]) => column === "judge" ? value : `${column} ${value}`)
    .join(" · ");
}

function renamed(
  frames: readonly pl.DataFrame[],
  judges: Readonly<Record<string, string>>,
  isLent: boolean,
): { frames: readonly pl.DataFrame[]; notes: string[] } {
  const notes: string[] = [];
  const told = [...RENAMED, ...isLent ? ["condition"] : []].reduce((both, column) => {
    if (!both.every((frame) => frame.columns.includes(column))) return both;
    const isCondition = column === "condition";
    const names = both.map((frame) => {
      if (!isCondition) return levels(frame, column);
      const [none = null, ...more] = conditionsOf(frame);
      return [none, ...more].map((one) => one ?? "none");
    });
    const [[old], [renewed]] = names, given = column === "judge" ? Object.entries(judges) : [];
    const isOne = given.length === 0 && names.every(({ length }) => length === 1) && old !== renewed;
    const sentence = isCondition ? "one_pair_of_conditions" : "two_names";
    const areFileNames = frames.every((frame) => readReport(frame)?.filled?.includes(column));
    if (isOne && !areFileNames) notes.push(said(sentence, { old, renewed, column }));
    return both.map((frame, side) =>
      (isOne ? [[old, renewed]] : given).reduce((own, pair) => {
        if (!names[side].includes(pair[side])) {
          const found = JSON.stringify(pair[side]);
          throw new RangeError(said("judge_to_pair", { side: SIDES[side], names: names[side], found }));
        }
        const value = pl.col(column).cast(pl.Utf8), called = pl.lit(pair.join(" → "));
        const isIt = isCondition ? pl.lit(true) : value.eq(pl.lit(pair[side]));
        return own.withColumns(pl.when(isIt).then(called).otherwise(value).alias(column));
      }, frame)
    );
  }, frames);
  return { frames: told, notes };
}

/** Both results have the same keys: runs that count on tell them apart where keys are checked. */
export function numbered(frame: pl.DataFrame, name: FrameName = "pairs"): pl.DataFrame {
  const half = frame.height / 2;
  // Criteria have no runs: there the first half alone tells what was read.
  if (!("run" in FRAMES[name].columns)) return frame.head(half);
  const first = frame.head(half),
    cells = isVoted(first) ? verdictCells(first) : Int32Array.from(Array(half).keys());
  const runs = Array.from(
    { length: frame.height },
    (_, i) => i < half ? 2 * cells[i] + 1 : 2 * cells[i - half] + 2,
  );
  return frame.withColumns(pl.Series("run", runs, pl.Int32));
}
