import type pl from "nodejs-polars";
import { requireColumns } from "../results/require_valid_frame.ts";

/** The right labels of a row's item, where it was audited. */
export function auditedLabels(action: string, pairs: pl.DataFrame, audit: pl.DataFrame) {
  requireColumns(action, audit, ["item_id"]);
  const labels = ["human", "more_informative"].filter((name) => audit.columns.includes(name));
  if (labels.length === 0) {
    throw new TypeError(
      `${action}: wanted human or more_informative in the audit, found ${audit.columns.join(", ")}`,
    );
  }
  const both = audit.columns.includes("benchmark") && pairs.columns.includes("benchmark");
  const keys = (frame: pl.DataFrame) => {
    const items = frame.getColumn("item_id").toArray(),
      sets = both ? frame.getColumn("benchmark").toArray() : [];
    return items.map((item, i) => both ? `${sets[i]}\n${item}` : String(item));
  };
  if (!both && pairs.columns.includes("benchmark")) {
    const sets = pairs.getColumn("benchmark").toArray(), of = new Map<string, unknown>();
    keys(pairs).forEach((key, i) => {
      if (of.has(key) && of.get(key) !== sets[i]) {
        throw new RangeError(
          `${action}: wanted a column benchmark in the audit, found item ${key} in ${of.get(key)} and ${
            sets[i]
          }`,
        );
      }
      of.set(key, sets[i]);
    });
  }
  const values = labels.map((name) => audit.getColumn(name).toArray() as (string | null)[]);
  const found = new Map<string, { human?: string; more_informative?: string }>();
  keys(audit).forEach((key, i) => {
    if (found.has(key)) {
      throw new RangeError(`${action}: wanted every item once in the audit, found ${key} twice`);
    }
    found.set(
      key,
      Object.fromEntries(labels.flatMap((name, l) => values[l][i] === null ? [] : [[name, values[l][i]]])),
    );
  });
  const own = keys(pairs);
  return (row: number) => found.get(own[row]);
}
