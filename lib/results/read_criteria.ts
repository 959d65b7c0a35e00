import { requireNoMore } from "../progress/require_no_more.ts";
import {
  areShown,
  canonicalChoices,
  type ChoiceOrder,
  inOneOrder,
  requireOneOrder,
  requireOrders,
  sayOrder,
} from "./answer_order.ts";
import { ONE_HUMAN_OF_CRITERION, requireAgreement } from "./check_rows.ts";
import type { FrameOf } from "./frame_types.ts";
import { withConstant, withWords } from "./join_tables.ts";
import type { JudgeName } from "./layouts/layout.ts";
import { reader } from "./reader.ts";
import { ownOptions } from "./read_options.ts";
import { warned } from "./read_report.ts";
import { oppositions } from "./opposition.ts";
import { withChoices } from "./pair_verdicts.ts";
import type { ShapeOptions } from "./shape_frame.ts";
import type { Source } from "./source.ts";

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
export interface ReadCriteriaOptions extends ShapeOptions, Omit<MultiCritOptions, "judge"> {
  /** Name of the judge, for files that do not say it, or what tells it by a file's name: `({ stem }) => stem`. */
  judge?: JudgeName;
  /** Judges that stand side by side, as in `readPairs`. */
  judges?: readonly string[];
  /** The files' layout; found by itself where it is not given. */
  format?: CriteriaFormat;
  /** Of which order choices speak where a column `swapped` says which rows the judge saw in reverse, as in `readPairs`. */
  choiceOrder?: ChoiceOrder;
  /** Whether texts, lengths and models of swapped rows stand as the judge saw them (`shown`) or as the item has them, as in `readPairs`. */
  answersOrder?: ChoiceOrder;
}

export const CRITERIA_READER = reader<"criteria", ReadCriteriaOptions>("criteria", {
  action: "readCriteria",
  options: ownOptions<ReadCriteriaOptions>()([
    "format",
    "judge",
    "mode",
    "thinking",
    "judges",
    "choiceOrder",
    "answersOrder",
  ]),
  require: requireOrders("readCriteria"),
  prepare(table, reading) {
    const { native, options: { mode, thinking, judges } } = reading, { columns = {} } = table;
    const chosen = native ? withChoices(table, judges, reading) : table;
    const set = withConstant(withWords(chosen), columns.mode ?? "mode", mode);
    return withConstant(set, columns.thinking ?? "thinking", thinking?.toString());
  },
  arrange(joined, reading) {
    const isOpen = areShown("readCriteria", reading.options, reading.native) &&
      joined.frame.columns.includes("swapped");
    return isOpen ? inOneOrder(joined, reading, ["split", "item_id"]) : joined;
  },
  rules(joined, { native, warnings }) {
    requireAgreement(joined.frame, ONE_HUMAN_OF_CRITERION, joined.locate);
    if (native) warnings.push(...requireOneOrder(joined.frame, joined, ["split", "item_id"]));
  },
  finish(frame, _, { options, native, notes, areScored }) {
    const { choiceOrder } = options, hasOrder = frame.columns.includes("swapped");
    const read = choiceOrder === "shown" && hasOrder ? canonicalChoices(frame, { areScored }) : frame;
    const warnings = hasOrder ? oppositions(read, []) : [];
    if (native) sayOrder("readCriteria", frame, choiceOrder, { notes, warnings, isRead: false });
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
