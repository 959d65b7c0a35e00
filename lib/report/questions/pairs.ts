import type pl from "nodejs-polars";
import { fixed } from "../../progress/told.ts";
import { biasAtEqualLength } from "../../hypotheses/bias_at_equal_length.ts";
import { imageReliance } from "../../metrics/image_reliance.ts";
import { informativenessBias, lengthBias, pairAccuracy } from "../../metrics/informativeness_bias.ts";
import { longerWins } from "../../metrics/longer_wins.ts";
import { orderConsistency, slotPreference } from "../../metrics/order_consistency.ts";
import { pairOutcomes, VERDICT } from "../../metrics/pair_outcomes.ts";
import { frameClusters, matchRows, oncePerCall, SLOT, swappedRows } from "../../metrics/pair_rows.ts";
import { verbosityRobustness } from "../../metrics/position_robustness.ts";
import { inWords } from "../../progress/show.ts";
import { infer } from "../../stats/infer.ts";
import { fromTests, NOTHING, rowsByGroup } from "../estimates.ts";
import { countText } from "../number_text.ts";
import type { Estimate, Question } from "../report_types.ts";
import { said } from "../said.ts";
import {
  asks,
  CLAIMS,
  DECIDED,
  ESTIMATES,
  inParts,
  judgedRows,
  look,
  mainRows,
  of,
  original,
  readable,
  SPLITS,
  WAYS,
} from "./common.ts";
import { type Open, shareEnds, withOpen, withReplies } from "./replies.ts";
import { columnNumbers } from "../../results/factor.ts";
import { only } from "../../results/only.ts";

/**
 * Differences of two subsets' accuracies with both of these, and of the smaller one the images (items) that it is of: it alone makes the
 * interval wide. Unless the decided verdicts of a side are surely wrong in most, a judge errs there more often, and no more is said.
 */
function withSides(
  rows: pl.DataFrame,
  by: readonly string[],
  estimates: readonly Estimate[],
  split: "informativeness" | "length",
  level: number,
): Estimate[] {
  const outcomes = pairOutcomes("report", rows), { correct, choice } = outcomes, side = outcomes[split];
  const { codes, unit } = frameClusters(rows), { sides, kinds } = SPLITS[split];
  const rowsOf = rowsByGroup(rows, by);
  return estimates.map((one) => {
    const own = rowsOf(one.group);
    if (!own || Number.isNaN(one.estimate)) return one;
    const parts = sides.map((name, s) => {
      const on = own.filter((row) => correct[row] >= 0 && side[row] === s);
      const right = on.filter((row) => correct[row] === 1).length;
      // An unread reply may be right.
      const decided = (row: number) =>
        side[row] !== s || correct[row] < 0 || choice[row] === VERDICT.tie
          ? NaN
          : Number(choice[row] <= VERDICT.B && correct[row] === 0);
      const wrong = infer([{ name, weight: 1, range: [0, 1], value: decided }], own, codes, { level });
      const errs = wrong.low > 0.5 ? undefined : `errs more often where the ${kinds[s]} answer is right`;
      return { name, n: on.length, right, clusters: new Set(on.map((row) => codes[row])).size, errs };
    });
    const least = Math.min(...parts.map(({ n }) => n)), [first, second] = parts;
    const note = parts.map(({ name, n, right, clusters }) =>
      `${fixed(100 * right / n, 0)}% of ${countText(n)} ${name}${
        n === least ? ` (on ${inWords(clusters, unit)})` : ""
      }`
    ).join(", ");
    return {
      ...{ ...one, note },
      said: { ...second.errs && { above: second.errs }, ...first.errs && { below: first.errs } },
    };
  });
}

function accuracyGap(
  split: "informativeness" | "length" | "image" | null,
  ...[metric, columns, rowsOf = mainRows]: Parameters<typeof of>
): ReturnType<typeof of> {
  return (frame, by, context) => {
    const rows = rowsOf(frame), ask = of(metric, columns), found = ask(rows, by, context);
    const told = split === null || split === "image"
      ? found
      : withSides(rows, by, found, split, context.level);
    const without = () => ask(readable(rows, DECIDED), by, context);
    return withReplies(rows, by, told, { split, without });
  };
}

const IRS = {
  ...ESTIMATES.irs,
  note: ({ n_unmatched: lone }: Record<string, unknown>) =>
    Number(lone) > 0 ? `${inWords(Number(lone), "row")} judged in one of the two ways only left out` : "",
};
const ibOf = accuracyGap("informativeness", informativenessBias, ESTIMATES.ib);
const lbOf = accuracyGap("length", lengthBias, ESTIMATES.lb);
const accuracyOf = of(pairAccuracy, ESTIMATES.accuracy, mainRows);
const slotOf: Question["estimates"] = (frame, by, context) => {
  const rows = mainRows(frame), used = readable(rows), rowsOf = rowsByGroup(used, by);
  const { correct, choice } = pairOutcomes("report", used);
  const partner = used.columns.includes("swapped") ? matchRows("report", used, "swapped").partner : [];
  const isOnce = ({ group }: Estimate) => {
    const own = rowsOf(group)?.filter((row) => correct[row] >= 0) ?? [];
    return own.some((row) => correct[row] === 0) && own.every((row) => choice[partner[row]] === choice[row]);
  };
  // Of judgments in both orders none of which changes, though some are wrong: 0 by construction where they are ratings of each answer.
  const found = of(slotPreference, ESTIMATES.slot)(used, by, context).map((one) =>
    isOnce(one)
      ? { ...one, ...NOTHING, n: one.n, clusters: one.clusters, warning: said("never_changes") }
      : one
  );
  const swapped = used.columns.includes("swapped") ? used.getColumn("swapped").toArray() : [];
  const isOneOrder = ({ group }: Estimate) => new Set(rowsOf(group)?.map((row) => swapped[row])).size < 2;
  const ordered = found.map((one) =>
    Number.isNaN(one.estimate) || !isOneOrder(one) ? one : { ...one, said: CLAIMS.one_order }
  );
  return withReplies(rows, by, ordered, { split: "slot", does: " and name no slot, and are left out" });
};

/** A share of verdicts (or pairs in both orders) of which what lacks one could belong to either side. */
const ofShare = (
  ask: Question["estimates"],
  openOf: (rows: pl.DataFrame, choice: Uint8Array) => Pick<Open, "isBehind" | "isOpen" | "said">,
  rowsOf = mainRows,
): Question["estimates"] =>
(frame, by, context) => {
  const rows = oncePerCall("report", rowsOf(frame), by), { choice } = pairOutcomes("report", rows);
  return withOpen(rows, by, ask(frame, by, context), { ends: shareEnds, ...openOf(rows, choice) });
};

const ofReplies =
  (isUnlike: (rows: pl.DataFrame) => (row: number) => boolean): Parameters<typeof ofShare>[1] =>
  (rows, choice) => {
    const isIn = isUnlike(rows);
    return {
      isOpen: (row) => choice[row] === VERDICT.missing,
      isBehind: (row) => choice[row] !== VERDICT.tie && isIn(row),
      said: ["replies", "are unread", " and are left out"],
    };
  };

const ofBoth =
  (what: string, isIn: (one: number, other: number) => boolean): Parameters<typeof ofShare>[1] =>
  (rows, choice) => {
    const { first, partner } = matchRows("report", rows, "swapped"), isFirst = new Set(first);
    const isOpen = (row: number) => [choice[row], choice[partner[row]]].includes(VERDICT.missing);
    return {
      isOpen,
      isBehind: (row) => isFirst.has(row) && (isOpen(row) || isIn(choice[row], choice[partner[row]])),
      said: [
        what,
        "have no verdict in one of the two",
        " and are left out, though these may be the hard ones",
      ],
    };
  };

export const PAIR_QUESTIONS = asks({
  ib: {
    estimates: ibOf,
    looks: [
      ...inParts(ibOf, "pair_runs"),
      look("without_image", of(informativenessBias, ESTIMATES.ib, (frame) => judgedRows(frame, frame, true))),
    ],
  },
  ib_equal_length: {
    estimates: (frame, by, { alpha }) => {
      const rows = mainRows(frame);
      const test = (own: pl.DataFrame) => biasAtEqualLength(own, { alpha, condition: {} });
      const found = fromTests(rows, by, test, "IB at the same length difference");
      return withReplies(rows, by, found, { split: "informativeness", isAbout: true });
    },
    looks: [WAYS],
  },
  lb: { estimates: lbOf, looks: inParts(lbOf, "pair_runs") },
  slot: { estimates: slotOf, looks: inParts(slotOf, "pair_runs") },
  longer_wins: ofShare(
    of(longerWins, ESTIMATES.longer_wins, mainRows),
    ofReplies((rows) => {
      const [a, b] = ["words_a", "words_b"].map((name) => columnNumbers(rows.getColumn(name)));
      return (row) => Math.abs(a[row] - b[row]) > 0;
    }),
  ),
  first_wins: ofShare(
    of(slotPreference, {
      ...ESTIMATES.first_wins,
      note: ({ human_share_first: people, n_order_unknown: untold }) =>
        [
          Number.isFinite(people) && `people prefer the first in ${fixed(100 * Number(people), 1)}%`,
          Number(untold) > 0 && `${inWords(Number(untold), "row")} left out, for nobody knows their order`,
        ].filter(Boolean).join("; "),
    }, mainRows),
    ofReplies((rows) => {
      const swapped = swappedRows(rows);
      return (row) => swapped[row] !== SLOT.unknown;
    }),
  ),
  order: {
    estimates: ofShare(
      of(orderConsistency, ESTIMATES.order, mainRows),
      ofBoth(
        "judgments in both orders that may change with the order",
        (one, other) => Math.max(one, other) <= VERDICT.B && one !== other,
      ),
    ),
    looks: [{
      ...look("consistency", of(orderConsistency, ESTIMATES.consistency, mainRows)),
      unit: "percent",
    }],
  },
  irs: accuracyGap("image", imageReliance, IRS, original),
  verbosity: ofShare(
    of(verbosityRobustness, ESTIMATES.verbosity),
    ofBoth("padded pairs", () => true),
    (frame) => only(frame, { variant: "verbose" }),
  ),
  accuracy: {
    estimates: accuracyGap(null, pairAccuracy, ESTIMATES.accuracy),
    looks: inParts(accuracyOf, "pair_runs"),
  },
});
