import pl from "nodejs-polars";
import { groupRows } from "../metrics/metric_table.ts";
import { type FrameName, FRAMES } from "../results/frames.ts";
import { readReport } from "../results/read_report.ts";
import { ratingEvaluators, unusedName } from "../results/frame.ts";
import { levels } from "../results/only.ts";
import { groupOf } from "./estimates.ts";
import { sharedLabels, unlikeLabels } from "./shared_labels.ts";

/** Column of a compared frame that says which of the two results a row is from. */
export const COMPARED = "compared";

/** Column of all judgments of two results that says which of the two alone has one. */
export const ONLY_IN = "only_in";

/** What a judge said, by frame; of ratings the evaluators' scores. */
const SAID: Partial<Record<FrameName, readonly string[]>> = {
  pairs: ["choice"],
  "score pairs": ["unbiased", "biased"],
  "caption scores": ["score"],
  criteria: ["choice"],
  ratings: [],
};

/** Columns that two results of one study often name differently; a single name on each side is taken for the same thing. */
export const RENAMED = ["judge", "benchmark", "evaluator"];

/** What people say of items, on which two results of these must agree. */
const LABELS = { human: "human labels", more_informative: "more informative answers" };

/** Which of two results rows are from, by what `COMPARED` says. */
const SIDES = { before: "first", after: "second" } as const;

/** Columns that hold the names of judges. */
const JUDGES = ["judge", "evaluator"];

/** Results of which no report can be made, whatever is asked. */
export class Unfit extends RangeError {}

/** Two results of the same items in one frame, and what of them has no partner in it. */
export interface Compared {
  frame: pl.DataFrame;
  /** All judgments of either, as `frame` has those of both; what only one of the two has is without a value in the other (`ONLY_IN`). */
  whole?: pl.DataFrame;
  /** How many of the judgments that both have are not the same in both. */
  changed: { rows: number; of: number };
  /** Rows of either result without a partner. */
  onlyBefore: number;
  onlyAfter: number;
  /** What one of them has from the other. */
  notes: string[];
  /** Groups of judgments of which nothing could be compared, by the columns asked for: judges, benchmarks, evaluators of ratings. */
  lost: { group: Record<string, string>; name: string; only_in: "first" | "second"; isJudge: boolean }[];
}

/**
 * Puts two results of the same items side by side, paired by their key; rows and groups without a partner are told. A single judge or
 * benchmark on either side is one under two names (`old → new`); of several `judges` says it.
 */
export function compared(
  before: pl.DataFrame,
  after: pl.DataFrame,
  name: FrameName,
  { judges = {}, by, isLent = false }: {
    judges?: Readonly<Record<string, string>>;
    by: readonly string[];
    /** Whether they are two files: what one of them says of no item is taken from the other then. */
    isLent?: boolean;
  },
): Compared {
  // What names one judgment, whichever of the two results it is from.
  const wanted = name === "ratings" ? ["split", "item_id", "rater", "annotator"] : FRAMES[name].key;
  const said = SAID[name], empty = [before, after].findIndex(({ height }) => height === 0);
  if (empty >= 0) {
    throw new Unfit(`report: wanted rows in both results, found none in the ${["first", "second"][empty]}`);
  }
  if (!said) {
    throw new TypeError(
      `report: wanted two results of ${Object.keys(SAID).join(" or ")} to compare, found ${name}`,
    );
  }
  const called = renamed([before, after], name, judges);
  const { frames: [first, second], notes } = name === "pairs" && isLent
    ? sharedLabels(called)
    : { frames: called, notes: [] };
  const columns = first.columns.filter((column) => second.columns.includes(column) && column !== COMPARED);
  const whole = wanted.filter((column) => columns.includes(column)),
    unordered = whole.filter((one) => one !== "swapped");
  // An order that is drawn anew for each of the two tells no judgments apart.
  const isOnce = [first, second].every((frame) =>
    frame.select(...unordered).unique().height === frame.height
  );
  const key = isOnce ? unordered : whole;
  const keyed = unusedName(columns, "key");
  const cells = key.map((column) => pl.col(column).cast(pl.Utf8).fillNull(pl.lit("\u0001")));
  const text = (frame: pl.DataFrame) =>
    frame.select(...columns).withColumns(pl.concatString(cells, "\u0000").alias(keyed));
  const [left, right] = [text(first), text(second)];
  for (const frame of [left, right]) {
    if (frame.getColumn(keyed).nUnique() !== frame.height) {
      throw new Unfit(
        `report: wanted each judgment once in either of the results compared, by ${key.join(", ")}`,
      );
    }
  }
  const common = left.select(keyed).join(right.select(keyed), { on: keyed, how: "inner" });
  if (common.height === 0) {
    const differing = key.flatMap((column) => {
      const [own, other] = [first, second].map((frame) =>
        frame.getColumn(column).unique().toArray().map(String).sort()
      );
      if (own.some((name) => other.includes(name))) return [];
      const without = [before, after].findIndex((frame) => readReport(frame)?.filled?.includes(column));
      const why = without < 0 ? "" : `; there is no column ${column} in the ${Object.values(SIDES)[without]}`;
      return [
        `${column} (${own.slice(0, 3).join(", ")} before, ${other.slice(0, 3).join(", ")} after${why})`,
      ];
    });
    const others = differing.some((one) => /^(item|sample|image)_id /.test(one)) || differing.length === 0
      ? '; between results of other items: contrast of both in one frame, told apart by a column of their own (help("contrast"))'
      : "";
    const isCondition = differing.length === 1 && differing[0].startsWith("condition ");
    const judge = JUDGES.find((column) => differing.some((one) => one.startsWith(`${column} (`)));
    const [old, renewed] = [first, second].map((frame) => judge && levels(frame, judge)[0]);
    throw new Unfit(
      `report: wanted results of the same items to compare, found none with the same ${
        (differing.length > 0 ? differing : key).join(", ")
      }${others}${isCondition ? "; a report of one folder with both files compares conditions" : ""}${
        old && renewed ? `. ${renamedWords(old, renewed)}` : ""
      }`,
    );
  }
  const kept = (frame: pl.DataFrame, side: string) =>
    frame.join(common, { on: keyed, how: "inner" }).sort(keyed).withColumns(pl.lit(side).alias(COMPARED));
  const [one, two] = [kept(left, "before"), kept(right, "after")];
  for (const [column, called] of Object.entries(LABELS)) {
    const unlike = (isLent || column === "human") && columns.includes(column) &&
      unlikeLabels(one, two, column);
    if (unlike) throw new Unfit(`report: wanted the same ${called} in both results, found ${unlike}`);
  }
  const unlike = ["words_a", "words_b"].flatMap((column) => {
    const found = columns.includes(column) && unlikeLabels(one, two, column);
    return found ? [`Not the same in both results: ${column}, ${found}.`] : [];
  });
  const given = name === "ratings" ? ratingEvaluators(one) : said;
  const values = given.map((column) => [one, two].map((frame) => frame.getColumn(column).toArray()));
  const rows = [...Array(one.height).keys()]
    .filter((row) => values.some(([first, second]) => !Object.is(first[row], second[row]))).length;
  const onlyBefore = left.height - common.height, onlyAfter = right.height - common.height;
  const nothing = given.map((column) =>
    pl.when(pl.lit(false)).then(pl.col(column)).otherwise(pl.lit(null)).alias(column)
  );
  const lone = [left, right].map((frame) => frame.join(common, { on: keyed, how: "anti" }));
  const sided = Object.keys(SIDES).flatMap((side, s) => [
    [one, two][s].withColumns(pl.lit(null).cast(pl.Utf8).alias(ONLY_IN)),
    // A judgment without a partner, and one without a value in the place of that.
    ...Object.keys(SIDES).map((own, o) =>
      lone[o].withColumns(pl.lit(side).alias(COMPARED), pl.lit(own).alias(ONLY_IN), ...o === s ? [] : nothing)
    ),
  ]);
  const all = onlyBefore + onlyAfter > 0
    ? pl.concat(sided.map((frame) => frame.select(...sided[0].columns))).drop(keyed)
    : undefined;
  const told = name === "caption scores" ? ["evaluator", "setting"] : by;
  const alone = name !== "ratings"
    ? []
    : [first, second].flatMap((frame, side) =>
      ratingEvaluators(frame).filter((evaluator) => !columns.includes(evaluator)).map((evaluator) => ({
        ...{ group: { evaluator }, name: evaluator, only_in: Object.values(SIDES)[side], isJudge: true },
      }))
    );
  return {
    changed: { rows, of: one.height },
    whole: all,
    lost: [...all ? lostGroups(all, told.filter((column) => columns.includes(column))) : [], ...alone],
    frame: pl.concat([one, two.select(...one.columns)]).drop(keyed),
    onlyBefore,
    onlyAfter,
    notes: [...notes, ...unlike],
  };
}

/** How a judge under two names is told. */
export function renamedWords(old: string, renewed: string): string {
  return `If a judge was renamed between two files, say so: { judges: { "${old}": "${renewed}" } }, on the command line --pair-judges ${old}=${renewed}.`;
}

/** Groups that are in one result alone: by a single column where nothing is left of a judge, a benchmark, …, else by all. */
function lostGroups(whole: pl.DataFrame, told: readonly string[]): Compared["lost"] {
  const by = told.filter((column) => whole.getColumn(column).nUnique() > 1);
  const only = whole.getColumn(ONLY_IN).toArray(), named: Record<string, string>[] = [];
  return [...by.map((column) => [column]), by].flatMap((columns) =>
    groupRows(whole, columns).flatMap(({ key, rows }) => {
      const group = groupOf(key, columns);
      const isNamed = named.some((one) =>
        Object.entries(one).every(([name, value]) => group[name] === value)
      );
      if (isNamed || rows.some((row) => only[row] === null)) return [];
      named.push(group);
      return Object.entries(SIDES).filter(([side]) => rows.some((row) => only[row] === side))
        .map(([, only_in]) => {
          const isJudge = columns.every((column) => JUDGES.includes(column));
          const told = columns.length > 1 || isJudge
            ? Object.values(group)
            : [`${columns[0]} ${group[columns[0]]}`];
          return { group, name: told.join(" · "), only_in, isJudge };
        });
    })
  );
}

/** Both results with one name for what belongs together: judges paired by name, and the single judge or benchmark of each. */
function renamed(
  frames: readonly pl.DataFrame[],
  name: FrameName,
  judges: Readonly<Record<string, string>>,
): readonly pl.DataFrame[] {
  const isRatings = name === "ratings", given = Object.entries(judges);
  const columns = RENAMED.filter((column) => frames.every((frame) => frame.columns.includes(column)));
  return (isRatings ? ["judge"] : columns).reduce((both, column) => {
    const names = both.map((frame) => isRatings ? ratingEvaluators(frame) : levels(frame, column));
    const isGiven = given.length > 0 && JUDGES.includes(column), [[old], [renewed]] = names;
    const isOne = names.every(({ length }) => length === 1) && old !== renewed;
    const pairs = isGiven ? given : isOne ? [[old, renewed]] : [];
    return both.map((frame, side) =>
      pairs.reduce((own, pair) => {
        if (!names[side].includes(pair[side])) {
          throw new RangeError(
            `report: wanted a judge of the ${["first", "second"][side]} results (${
              names[side].join(", ")
            }) to pair, found ${JSON.stringify(pair[side])}`,
          );
        }
        const called = pair.join(" → "), value = pl.col(column).cast(pl.Utf8);
        return isRatings ? own.rename({ [pair[side]]: called }) : own.withColumns(
          pl.when(value.eq(pl.lit(pair[side]))).then(pl.lit(called)).otherwise(value).alias(column),
        );
      }, frame)
    );
  }, frames);
}

/** Both results have the same keys: runs that count on tell them apart where keys are checked. */
export function numbered(frame: pl.DataFrame, name: FrameName = "pairs"): pl.DataFrame {
  const half = frame.height / 2;
  // Criteria and ratings have no runs: there the first half alone tells what was read.
  if (!("run" in FRAMES[name].columns)) return frame.head(half);
  const runs = Array.from({ length: frame.height }, (_, i) => i < half ? 2 * i + 1 : 2 * (i - half) + 2);
  return frame.withColumns(pl.Series("run", runs, pl.Int32));
}
