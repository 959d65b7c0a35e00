import type pl from "nodejs-polars";
import { behindOf, type Effect } from "../progress/computed_behind.ts";

/** Counts that estimates rest on, where a table's `n` counts more than these or stands behind another estimate; of none it is not known. */
const COUNTS: Readonly<Record<string, readonly string[]>> = {
  ...{ ib: ["n_ids", "n_cds"], acc_ids: ["n_ids"], acc_cds: ["n_cds"] },
  ...{ lb: ["n_longer", "n_shorter"], acc_longer: ["n_longer"], acc_shorter: ["n_shorter"] },
  ...{ gap: ["n_first", "n_second"], acc_first: ["n_first"], acc_second: ["n_second"] },
  ...{ self_preference: ["n_own", "n_other"], rate_own: ["n_own"], rate_other: ["n_other"] },
  ...{ first_when_inconsistent: ["n_inconsistent"], human_share_first: [] },
  ...Object.fromEntries(
    "accuracy agreement ac1 alpha fairness excess acc_image acc_no_image inter_sample bc_ceiling conflicts rank"
      .split(" ")
      .map((name) => [name, ["n"]]),
  ),
};

/** Estimates whose limits do not bear their whole name. */
const SHORT: Readonly<Record<string, string>> = { bc_ceiling: "bc", first_when_inconsistent: "first" };

/** The counts that an estimate rests on, where something is known of it by its name. */
export const countsOf = (estimand: string): readonly string[] | undefined =>
  Object.hasOwn(COUNTS, estimand) ? COUNTS[estimand] : undefined;

/** Estimates that are differences of shares, and those that are no shares at all; all others are, as far as they are no counts. */
const POINTS = "estimate ib lb gap self_preference irs excess within between fairness difference".split(" ");
const NUMBERS =
  "kappa ac1 alpha tau tau_b tau_c ceiling kappa_ceiling kappa_gap correlation strength variance"
    .concat(" inter_run inter_sample bd_floor bc bc_ceiling rank p_value p_adjusted df")
    .split(" ");

/** What the rows of a frame say in a column, each once. */
const saidIn = (frame: pl.DataFrame, name: string | undefined): unknown[] =>
  name !== undefined && frame.columns.includes(name) ? frame.getColumn(name).unique().toArray() : [];

/** Whether a column may be an own estimate by another name: none that a metric here has, and the frame has none by its own name. */
const isRenamed = (frame: pl.DataFrame, column: string) =>
  !frame.columns.includes("estimate") && !countsOf(column) &&
  !/^(mean|n|p|df|se|sd|clusters)(_|$)/.test(column);

/** Which columns say what an estimate of one's own is held against: its own by their names (`estimate_right_scale`), else `null_value` and `scale`. */
export function heldColumns(frame: pl.DataFrame, estimand: string) {
  const isOwn = estimand === "estimate" || isRenamed(frame, estimand);
  const one = (name: string) =>
    [`${estimand}_${name}`, ...isOwn ? [name] : []].find((name) => frame.columns.includes(name));
  return { none: one("null_value"), scale: one("scale") };
}

/** Where the effect that a column estimates is none (NaN where rows differ in it), whether it is a ratio, and what its owner calls it: as its frame remembers it, or says it in `null_value` and `scale`, of its `estimate`, or of what that was renamed to; else 0, and whether that is told. */
export function noEffectOf(frame: pl.DataFrame, column: string) {
  const effects = behindOf(frame)?.effects ?? {}, held = heldColumns(frame, column);
  const [gone] = Object.keys(effects).filter((name) => !frame.columns.includes(name));
  const known = effects[column] ?? (gone && isRenamed(frame, column) ? effects[gone] : undefined);
  if (known) return { ...known, called: effects[column] && known.called, isTold: true };
  const nulls = saidIn(frame, held.none), scales = saidIn(frame, held.scale);
  const none = nulls.length > 1 || nulls.length === 1 && scales.length > 1 ? NaN : Number(nulls[0] ?? 0);
  return { none, isRatio: none > 0 && scales[0] === "ratio", called: undefined, isTold: nulls.length > 0 };
}

/** How far an estimate lies from no effect: of a ratio in its logarithm. */
export const fromNone = (value: number, { none = 0, isRatio = false }: Partial<Effect> = {}): number =>
  Math.abs(isRatio ? Math.log(value / none) : value - none);

/** What an estimate is read in: differences in points, shares in percent, others (and what is no fraction) as they are; as its frame says it, where it does. */
export function unitOf(frame: pl.DataFrame, estimand: string): "points" | "percent" | "number" {
  const { columns } = frame, column = frame.getColumn(estimand);
  const said = saidIn(frame, columnsOf(frame, estimand).unit), [one] = said;
  if (said.length === 1 && (one === "points" || one === "percent" || one === "number")) return one;
  if (noEffectOf(frame, estimand).isRatio) return "number";
  const isFraction = /Float/.test(String(column.dtype)) &&
    column.toArray().every((value) => value === null || !(Math.abs(Number(value)) > 1));
  // The gap to what two people agree in is one of correlations.
  if (!isFraction || NUMBERS.includes(estimand) || estimand === "gap" && columns.includes("tau")) {
    return "number";
  }
  return POINTS.includes(estimand) ? "points" : "percent";
}

/** The columns of a metric's table that speak of one of its estimates; absent where there are none. */
export interface EstimateColumns {
  low?: string;
  high?: string;
  clusters?: string;
  df?: string;
  method?: string;
  warning?: string;
  unit?: string;
  /** Columns whose sum it rests on. */
  n: readonly string[];
}

/** Limits that have no estimate's name: of one table, and with a suffix of what was joined with it. */
const LOW = /^low(_.*)?$/, LIMIT = /^(low|high)(_.*)?$/;

/** The estimate that such limits are of: the one that stands left of them; undefined where none does. */
function ownerOf({ columns, dtypes }: pl.DataFrame, low: string): string | undefined {
  const end = columns.indexOf(low), first = columns.slice(0, end).findLastIndex((name) => LIMIT.test(name));
  const before = columns.slice(first + 1, end).filter((name, i) =>
    /Float/.test(String(dtypes[first + 1 + i])) && !/^(se|sd)$/.test(name) &&
    !columns.includes(`${SHORT[name] ?? name}_low`)
  );
  // Between a share and its limits stands of what it is the share.
  return before.includes("share") ? "share" : before.at(-1);
}

/**
 * Which columns speak of an estimate, also where rows were filtered, columns chosen and tables joined: its own by their names (`gap_low`),
 * else `low, high` (after a join `low_right, high_right`) and their kin where no other estimate stands before them (`ib, low, high` say
 * nothing of `acc_ids`), and the counts that it rests on.
 */
export function columnsOf(frame: pl.DataFrame, estimand: string): EstimateColumns {
  const { columns } = frame, has = (name: string) => columns.includes(name);
  const lows = columns.filter((name) => name === "low" || LOW.test(name) && has(`high${name.slice(3)}`));
  const owners = lows.map((low) => ownerOf(frame, low));
  const prefix = SHORT[estimand] ?? estimand, isOwn = has(`${prefix}_low`) && lows.length > 0;
  const place = isOwn ? -1 : owners.indexOf(estimand);
  // Limits that stand before all estimates are of any.
  const free = owners[0] === undefined || estimand === "value" && owners[0] !== "share" ? 0 : -1;
  const shared = isOwn || place >= 0 ? place : free, low = lows[shared] ?? "low";
  const suffix = low.slice("low".length);
  // Of joined tables those between its limits and the next ones.
  const from = columns.indexOf(low), to = columns.indexOf(lows[shared + 1] ?? "");
  const isNear = (name: string) => {
    const at = columns.indexOf(name);
    return lows.length < 2 || at >= from && (to < 0 || at < to);
  };
  const own = (name: string, plain = name) => {
    const isOther = lows.length > 0 ? shared < 0 : has("estimate") && countsOf(estimand) !== undefined;
    const kin = isOther ? [] : [plain + suffix, plain].filter(isNear);
    return [`${prefix}_${name}`, ...kin].find(has);
  };
  // Of joined tables that which cannot be another's.
  const first = columns.indexOf("n") < from ? ["n"] : [];
  const counted = lows.length < 2 ? ["n"] : suffix === "" ? first : [`n${suffix}`];
  const counts = countsOf(estimand) ?? (shared >= 0 || lows.length === 0 ? counted : []);
  return {
    ...{ low: own("low"), high: own("high"), df: own("df") },
    // Only tables with an estimate of that name say its unit.
    unit: own("unit") ?? (estimand === "estimate" && lows.length < 2 && has("unit") ? "unit" : undefined),
    clusters: own("clusters", has("n_clusters") ? "n_clusters" : "clusters"),
    ...{ method: own("method"), warning: own("warning"), n: counts.every(has) ? counts : [] },
  };
}

/** The estimates of a table that have limits, as they stand in it. */
export function limitedIn(frame: pl.DataFrame): string[] {
  const { columns } = frame,
    owners = columns.filter((name) => LOW.test(name)).map((low) => ownerOf(frame, low));
  return columns.filter((name) => owners.includes(name) || columns.includes(`${SHORT[name] ?? name}_low`));
}

/** The estimate that a metric's table is of: the first with limits, else the first that is read in points, else the last number. */
export function mainEstimate(frame: pl.DataFrame): string {
  const floats = frame.columns.filter((_, i) => /Float/.test(String(frame.dtypes[i])));
  return ["estimate", "value", ...limitedIn(frame), ...POINTS].find((name) => floats.includes(name)) ??
    floats.at(-1) ?? "estimate";
}
