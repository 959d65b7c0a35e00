import { fixed } from "../../progress/told.ts";
import type pl from "nodejs-polars";
import { groupRows } from "../../metrics/metric_table.ts";
import { type Behind, rowsBehind } from "../../metrics/rows_behind.ts";
import { FRAMES } from "../../results/frames.ts";
import { isOpposed } from "../../results/opposition.ts";
import { rowsHolding } from "../../results/only.ts";
import { takeRows } from "../../results/take_rows.ts";
import { COMPARED } from "../compare.ts";
import { groupOf, NOTHING } from "../estimates.ts";
import { costs, countText, intervalText, UNSHOWN, valueText } from "../number_text.ts";
import { VERDICTS } from "../report_words.ts";
import type { Estimate } from "../report_types.ts";
import { mainRows, of, POINTS } from "./common.ts";
import { withReach, withSides } from "./reach.ts";

/** The rows with the verdicts named, or where none are named with whichever there is. */
export function readable(pairs: pl.DataFrame, choice?: readonly (string | null)[]): pl.DataFrame {
  return takeRows(pairs, rowsHolding(pairs, { choice: choice ?? FRAMES.pairs.columns.choice.values }));
}

/** From this share of unread replies on a line warns: they alone can move a difference by as much, which is the δ of `absent`. */
export const UNREAD = POINTS;

/** Below this share of replies that could be read a line carries it wherever it is named. */
const HALF = 0.5;

/** What is asked of verdicts that agree with people on surely less than half: of these no effect is ruled out. */
export const REVERSED = "are they read in reverse?";

/** What unread replies mean for a line that shows no effect. */
export const HIDES = "; as many could hide an effect";

/** And for one whose sign they could turn. */
export const TURNS = "; as many could turn the effect";

/** What is known of the replies behind a difference. */
interface Replies {
  behind: Behind;
  /** The same differences without the replies that could not be read. */
  without?: () => readonly Estimate[];
  /** What these replies do to the difference, where `without` does not tell. */
  says?: string;
  /** What the two sides of a comparison are called. */
  sides?: readonly [string, string];
  /** Whether ties are looked at in their place. */
  ofTies?: boolean;
}

/**
 * Differences of accuracies where an unread reply (a tie) counts as wrong. Without one readable reply they say nothing; from 5% unread on the
 * line warns, says what they do to it and what it is without them, and is never called free of a bias; nor is one of verdicts that look
 * reversed. One of which no verdict names an answer says nothing either.
 */
export function fromReplies(
  rows: pl.DataFrame,
  by: readonly string[],
  estimates: readonly Estimate[],
  { behind, without, says = "", sides, ofTies = false }: Replies,
): Estimate[] {
  const kind = ofTies ? "ties" : "unread replies",
    isKind = (row: number) => choices[row] === (ofTies ? "tie" : null);
  const [choices, human, items] = ["choice", "human", "item_id"].map((name) =>
    rows.getColumn(name).toArray() as (string | null)[]
  );
  const side = sides && rows.getColumn(COMPARED).toArray().map((one) => Number(one === "after"));
  const counted = new Set(rowsBehind("report", rows, behind).rows);
  const keyOf = (group: Record<string, unknown>) => JSON.stringify(groupOf(group, by));
  const counts = new Map(
    groupRows(rows, by).map(({ key, rows: own }) => [
      keyOf(key),
      (sides ?? [""]).map((name, s) => {
        const all = Array.from(own).filter((row) => counted.has(row) && (!side || side[row] === s));
        const of = name && ` of ${name}`;
        const told = all.filter((row) => choices[row] === "A" || choices[row] === "B");
        return {
          ...{ of, all: all.length, unread: all.filter(isKind).length, rows: told.length },
          right: told.filter((row) => choices[row] === human[row]).length,
          items: new Set(told.map((row) => items[row])).size,
        };
      }),
    ]),
  );
  let bares: readonly Estimate[] | undefined;
  return estimates.map((estimate) => {
    const key = keyOf(estimate.group);
    const told = counts.get(key) ?? [];
    const many = told.filter(({ all, unread }) => unread > 0 && unread >= UNREAD * all);
    // What two results differ by is there also where one of them has ties alone.
    const isSilent = ({ all, unread, rows }: typeof told[number]) =>
      all > 0 && (sides ? unread === all : rows === 0);
    const silent = ofTies ? undefined : told.find(isSilent);
    if (silent) {
      const { group, quantity, n, clusters } = estimate,
        warning = silent.unread === silent.all
          ? `no reply${silent.of} could be read`
          : "no verdict names one of the answers";
      return { group, quantity, ...NOTHING, n, clusters, warning };
    }
    if (Number.isNaN(estimate.estimate)) return estimate;
    const opposed = (ofTies ? [] : told).filter(isOpposed).map(({ of, rows, right }) =>
      `the verdicts${of} agree with people on ${Math.round(100 * right / rows)}% of ${
        countText(rows)
      }: ${REVERSED}`
    );
    const isSure = opposed.length + (ofTies ? 0 : many.length) === 0;
    const warnings = [...estimate.warning.split("; "), ...opposed].filter(Boolean);
    const found = { ...estimate, ...!isSure && { pEquivalence: NaN }, warning: warnings.join("; ") };
    if (many.length === 0) return found;
    const bare: Omit<Estimate, "group" | "quantity"> | undefined = without &&
      ((bares ??= without()).find(({ group }) => keyOf(group) === key) ?? NOTHING);
    const counting = many.map(({ of, all, unread }) =>
      `${countText(unread)} of ${countText(all)} replies${of}`
    ).join(" and ");
    // A claim is not one number: what it is without them is its verdict, with all its parts.
    const isClaim = bare?.verdict !== undefined;
    const own = `${counting} are ${ofTies ? kind : "unread"}; ${
      isClaim ? "they count as wrong" : bare ? wrongReplies(estimate.estimate, bare.estimate) : says
    }${ofTies ? "" : HIDES}`;
    // What the metric says of them all says this of these.
    const others = warnings.filter((text) => ofTies || !/unread repl/.test(text));
    const isSaid = ofTies && warnings.some((text) => /\bties? of .* as wrong/.test(text));
    const isShown = !bare ||
      (isClaim ? bare.verdict === estimate.verdict : estimate.estimate > 0 ? bare.low > 0 : bare.high < 0);
    const number = bare && intervalText(bare, "points");
    const few = many.flatMap(({ of, all, unread }) =>
      !ofTies && all - unread < HALF * all
        ? `${fixed(100 * (1 - unread / all), 0)}% of replies${of} readable`
        : []
    );
    const beside = bare &&
      `${
        isClaim && number ? `${VERDICTS[bare.verdict!]} by itself` : number || "nothing to compare"
      } without ${kind}${isClaim && number ? `: ${bare.note}` : ""}`;
    // Unread replies have a reach: each is right or wrong, a tie is neither.
    const untied = ofTies && bare && Number.isFinite(bare.estimate)
      ? { untied: { estimate: bare.estimate, why: `${counting} are ties` } }
      : {};
    return {
      ...found,
      ...untied,
      warning: [...others, ...isSaid ? [] : [own]].join("; "),
      ...few.length > 0 || beside
        ? { without: [estimate.without, ...few, beside].filter(Boolean).join("; ") }
        : {},
      ...isShown ? {} : { isGood: undefined, cost: costs(estimate.cost, `${UNSHOWN} ${kind}`) },
    };
  });
}

/** The same of unread replies, then of ties, with the differences of the rows that have some verdicts alone. */
export function fromBoth(
  rows: pl.DataFrame,
  by: readonly string[],
  found: readonly Estimate[],
  { without, ...told }: Pick<Replies, "behind" | "sides"> & {
    without: (choices: readonly (string | null)[]) => readonly Estimate[];
  },
): Estimate[] {
  const read = fromReplies(rows, by, found, { ...told, without: () => without(["A", "B", "tie"]) });
  return fromReplies(rows, by, read, { ...told, without: () => without(["A", "B", null]), ofTies: true });
}

/** A difference of accuracies, where a reply that cannot be read is wrong. */
export function accuracyGap(
  behind: Behind,
  ...[metric, columns, rowsOf = mainRows]: Parameters<typeof of>
): ReturnType<typeof of> {
  return (frame, by, context) => {
    const rows = rowsOf(frame), ask = of(metric, columns);
    const told = fromBoth(rows, by, ask(rows, by, context), {
      behind,
      without: (choices) => ask(readable(rows, choices), by, context),
    });
    const split = behind.splits?.[0];
    return withReach(
      rows,
      by,
      split ? withSides(rows, by, told, split, context.level) : told,
      split ?? "image",
    );
  };
}

/** What replies that count as wrong do to a difference, told from the difference without them. */
function wrongReplies(found: number, without: number): string {
  if (Number.isNaN(without)) return "they count as wrong, and without them there is nothing to compare";
  const [shown, bare] = [found, without].map((value) => valueText(value, "points"));
  const pulled = found * without >= 0 && Math.abs(found) < Math.abs(without);
  if (shown === bare) return "they count as wrong, which leaves the difference as it is";
  const how = pulled ? "which pulls the difference towards 0" : "and not alike on both sides";
  return `they count as wrong, ${how} (${bare} without them)`;
}
