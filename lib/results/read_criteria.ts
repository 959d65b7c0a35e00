import { requireNoMore } from "../progress/require_no_more.ts";
import { canonicalChoices, inOneOrder, requireOneOrder, requireOrders, sayOrder } from "./answer_order.ts";
import { ONE_HUMAN_OF_CRITERION, requireAgreement } from "./check_rows.ts";
import type { FrameOf } from "./frame_types.ts";
import { withConstant } from "./join_tables.ts";
import { reader } from "./reader.ts";
import { ownOptions } from "./read_options.ts";
import { warned } from "./read_report.ts";
import { oppositions } from "./opposition.ts";
import type { Source } from "./source.ts";
import { preparedVerdicts, type ReadVerdictsOptions, VERDICT_OPTIONS } from "./verdicts.ts";

/** Layouts that `readCriteria` knows. */
export type CriteriaFormat = "native" | "multi-crit";

/** What judge output files need not say themselves. */
export interface MultiCritOptions {
  /** Name of the judge, for files without a column of it; by default the file's name. */
  judge?: string;
  /** Whether the judge was asked for one criterion at a time or all together; "single" by default. */
  mode?: "single" | "joint";
  /** Whether the judge reasoned before it answered; false by default. */
  thinking?: boolean;
}

/** Options of `readCriteria`. */
export interface ReadCriteriaOptions extends ReadVerdictsOptions, Omit<MultiCritOptions, "judge"> {
  /** The files' layout; found by itself where it is not given. */
  format?: CriteriaFormat;
  /** Criteria that stand side by side, as in `readRatings`. */
  criteria?: readonly string[];
}

export const CRITERIA_READER = reader<"criteria", ReadCriteriaOptions>("criteria", {
  action: "readCriteria",
  options: ownOptions<ReadCriteriaOptions>()(`${VERDICT_OPTIONS} format criteria mode thinking`),
  require: requireOrders("readCriteria"),
  prepare(table, reading) {
    const { mode, thinking } = reading.options, { columns = {} } = table;
    const set = withConstant(preparedVerdicts("readCriteria", table, reading), columns.mode ?? "mode", mode);
    return withConstant(set, columns.thinking ?? "thinking", thinking?.toString());
  },
  arrange: (joined, reading) =>
    reading.native && joined.frame.columns.includes("swapped")
      ? inOneOrder(joined, reading, ["split", "item_id"])
      : joined,
  rules(joined, { native, warnings }) {
    requireAgreement(joined.frame, ONE_HUMAN_OF_CRITERION, joined.locate);
    if (native) warnings.push(...requireOneOrder(joined.frame, joined, ["split", "item_id"]));
  },
  finish(frame, _, reading) {
    const hasOrder = frame.columns.includes("swapped"), isShown = reading.options.choiceOrder === "shown";
    const read = isShown && hasOrder ? canonicalChoices(frame, reading) : frame;
    const warnings = oppositions(read, [], !hasOrder);
    if (reading.native) sayOrder("readCriteria", frame, { ...reading, warnings });
    return { frame: read, report: { warnings } };
  },
});

/**
 * Reads criterion-level judgments into a `criteria` frame: one row per judgment of one criterion, columns as in
 * `FRAMES.criteria`, others after them.
 *
 * The native layout needs `judge, item_id, criterion, human, choice`; split is all, mode single, thinking false and pair_type
 * empty by default, words are counted from `answer_a` and `answer_b` where these are. The other layout is that of the public
 * Multi-Crit dataset beside judge outputs (`multi-crit`: files of one folder or list): ids, criteria and verdicts are joined,
 * criteria get their canonical names. A criterion of a judged item without an output is a row without a choice.
 *
 * `human` and `choice` are A, B, tie or null, of the file's answers also in rows shown in reverse (`swapped`, `choiceOrder`); `choice` is null where the judge's answer is missing or could not be parsed.
 *
 * @throws {ResultsError} naming file, line, column, value and expectation: for a bad value, a missing column, a repeated
 *   key, a criterion of an item with two human labels, an output without a row in the dataset
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readCriteria } from "judgebias";
 *
 * const criteria = readCriteria("data/examples/criteria.csv");
 * assert.ok(criteria.columns.includes("criterion") && criteria.height > 50);
 * const joined = readCriteria("data/examples/multi_crit");
 * assert.ok(joined.columns.includes("pair_type"));
 * ```
 */
export function readCriteria(source: Source, options: ReadCriteriaOptions = {}): FrameOf<"criteria"> {
  requireNoMore("readCriteria", arguments);
  return warned("readCriteria", CRITERIA_READER.read(source, options));
}
