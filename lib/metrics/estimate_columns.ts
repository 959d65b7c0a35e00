import type pl from "nodejs-polars";
import { noEffectOf } from "../results/no_effect.ts";

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

/** What an estimate is read in: differences in points, shares in percent, others (and what is no fraction) as they are; as its frame says it, where it does. */
export function unitOf(frame: pl.DataFrame, estimand: string): "points" | "percent" | "number" {
  const { columns } = frame, column = frame.getColumn(estimand);
  const said = columns.includes("unit") ? frame.getColumn("unit").unique().toArray() : [];
  const [one] = said;
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
  /** Columns whose sum it rests on. */
  n: readonly string[];
}

/**
 * Which columns speak of an estimate, also where rows were filtered and columns chosen: its own by their names (`gap_low`), else `low,
 * high` and their kin where no other estimate stands before them (`ib, low, high` say nothing of `acc_ids`), and the counts that it rests on.
 */
export function columnsOf(frame: pl.DataFrame, estimand: string): EstimateColumns {
  const { columns, dtypes } = frame, has = (name: string) => columns.includes(name);
  const prefix = (name: string) => SHORT[name] ?? name;
  const before = columns.slice(0, Math.max(0, columns.indexOf("low"))).filter((name, i) =>
    /Float/.test(String(dtypes[i])) && !/^(se|sd)$/.test(name) && !has(`${prefix(name)}_low`)
  );
  // Between a share and its limits stands of what it is the share.
  const main = before.includes("share") ? "share" : before.at(-1);
  const isMain = main === undefined || main === estimand || estimand === "value" && main !== "share";
  const isShared = isMain && !(has(`${prefix(estimand)}_low`) && has("low"));
  const own = (name: string, shared = name) =>
    [`${prefix(estimand)}_${name}`, ...isShared ? [shared] : []].find(has);
  const counts = countsOf(estimand) ?? (own("low") === "low" || !has("low") ? ["n"] : []);
  return {
    ...{
      low: own("low"),
      high: own("high"),
      clusters: own("clusters", has("n_clusters") ? "n_clusters" : "clusters"),
      df: own("df"),
    },
    ...{ method: own("method"), warning: own("warning"), n: counts.every(has) ? counts : [] },
  };
}
