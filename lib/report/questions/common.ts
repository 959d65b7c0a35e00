import pl from "nodejs-polars";
import { ownFacts } from "../../progress/own_facts.ts";
import { levels, preferring, rowsHolding } from "../../results/only.ts";
import { repliesIn } from "../../results/votes.ts";
import { isOpposed } from "../../results/opposition.ts";
import { takeRows } from "../../results/take_rows.ts";
import { POINTS } from "../../metrics/undecided.ts";
import { type FrameName, FRAMES } from "../../results/frames.ts";
import { remembered } from "../../stats/grouped.ts";
import { COMPARED } from "../compare.ts";
import { fromMetric, held, type MetricEstimate, rowsByGroup, UNTESTED } from "../estimates.ts";
import type { Estimate, Look, Question } from "../report_types.ts";
import { said } from "../said.ts";
import { type Open, withOpen } from "./replies.ts";

/**
 * Judgments that most questions are about: the answers as they were, where there are such rows, and no ablation, which a row without the image is
 * where its item was judged with it too (in `known`, by whichever judge). With `ablations` those that are.
 */
export function judgedRows(pairs: pl.DataFrame, known = pairs, ablations = false): pl.DataFrame {
  if (!pairs.columns.includes("image") || known.getColumn("image").nUnique() < 2) return original(pairs);
  const image = pl.col("image"), item = ["benchmark", "pipeline", "variant", "condition"];
  const names = item.filter((name) => pairs.columns.includes(name));
  const all = known === pairs ? pairs : pl.concat([known.select(...pairs.columns), pairs]);
  const ablation = image.not().and(image.max().over("item_id", ...names)).alias("ablation");
  const rows = rowsHolding(all.select(ablation).tail(pairs.height), { ablation: ablations });
  return original(takeRows(pairs, rows));
}

/** The same, all of one kind: those that were never judged with an image stand beside those that were. */
export function mainRows(pairs: pl.DataFrame, known = pairs): pl.DataFrame {
  const rows = judgedRows(pairs, known);
  const isMixed = rows.columns.includes("image") && rows.getColumn("image").nUnique() > 1;
  return isMixed ? rows.withColumns(pl.lit(true).alias("image")) : rows;
}

export const original = (pairs: pl.DataFrame) => preferring(pairs, { variant: "original" });

export const DECIDED = ["A", "B"] as const;

export function readable(pairs: pl.DataFrame, choice?: readonly (string | null)[]): pl.DataFrame {
  return takeRows(pairs, rowsHolding(pairs, { choice: choice ?? FRAMES.pairs.columns.choice.values }));
}

type Said =
  & Pick<Question, "frame" | "title" | "question" | "unit" | "method">
  & Partial<Omit<Question, "nullValue" | "delta">>
  & Partial<Record<"nullValue" | "delta", number | null>>;

/** How a question is answered: its estimates, or these with further looks and what must be given beside the frame. */
export type Asked =
  | Question["estimates"]
  | Pick<Question, "estimates" | "allowed">
    & Partial<Pick<Question, "looks" | "isQuiet" | "unfit">>;

export type Asks = Readonly<Record<string, Asked>>;

export const asks = <Id extends string>(list: Record<Id, Asked>): Record<Id, Asked> => list;

/** Which column of its metric a question shows and what it is called, what a line claims in the place of its question, and what the two sides of a difference are called. */
export const {
  estimates: ESTIMATES,
  claims: CLAIMS,
  splits: SPLITS,
  looks: LOOKS,
  lacking: LACKING,
  ...SAID
} = ownFacts<
  Record<"questions" | "changes" | "judges", Record<string, Said>> & {
    looks: Record<string, Omit<Look, "estimates">>;
    /** What rows without a verdict or score are called, what they lack, and what becomes of them. */
    lacking: Record<FrameName, Open["said"]>;
    estimates: Record<string, MetricEstimate>;
    claims: Record<"one_order" | "tradeoffs" | "lost", NonNullable<Estimate["said"]>>;
    splits: Record<"informativeness" | "length" | "slot", Record<"sides" | "parts" | "kinds", string[]>>;
  }
>("questions");

export function questions(list: keyof typeof SAID, asks: Asks): Question[] {
  return Object.entries(SAID[list]).map(([id, said]) => ({
    ...question(id, said, asks[id], list !== "questions"),
    isChange: list !== "questions",
  }));
}

/** What is asked of verdicts that agree with people on surely less than half. */
export const REVERSED = "are they read in reverse?";

/** So few verdicts that agree with people are those of a good judge in reverse as likely as a bad one's. */
const FEW = 1 / 3;

/**
 * Lines of verdicts that surely agree with people on less than half: each says so, for in reverse it is another one, and rules nothing out; what agrees on a
 * third or less shows nothing either, unless all verdicts of the judge in the same results agree more often: a file is read in one way.
 */
function withDoubt(ask: Question["estimates"], isCompared: boolean): Question["estimates"] {
  return (frame, by, context) => {
    const found = ask(frame, by, context);
    if (!frame.columns.includes("human")) return found;
    const main = mainRows(frame, context.whole ?? frame);
    const rows = takeRows(main, rowsHolding(main, { human: DECIDED, choice: DECIDED }));
    const [item, human, choice, result] = ["item_id", "human", "choice", isCompared ? COMPARED : "judge"]
      .map((name) => rows.getColumn(name).toArray());
    const [rowsOf, ofJudge] = [rows.columns, ["judge"]].map((names) => rowsByGroup(rows, names));
    const doubtsOf = (own: readonly number[] = []) =>
      (isCompared ? context.sides : [""]).flatMap((side, s) => {
        const made = own.filter((row) => side === "" || result[row] === ["before", "after"][s]);
        const right = made.filter((row) => human[row] === choice[row]).length, share = right / made.length;
        const items = new Set(made.map((row) => item[row])).size, of = side && ` of ${side}`;
        const found = { of, percent: Math.round(100 * share), rows: made.length, reversed: REVERSED };
        const warning = said("verdicts_doubted", found);
        return isOpposed({ right, rows: made.length, items }) ? [{ share, warning }] : [];
      });
    return found.map((one) => {
      const doubts = Number.isNaN(one.estimate) ? [] : doubtsOf(rowsOf(one.group));
      if (doubts.length === 0) return one;
      const isShut = [doubts, doubtsOf(ofJudge(one.group))]
        .every((all) => all.some(({ share }) => share <= FEW));
      const warning = doubts.map((one) => one.warning).join("; ");
      return held(one, { warning, ...isShut && { hangs: said("may_be_reversed") } });
    });
  };
}

const VALUES = ["choice", "unbiased", "biased", "score"];

/** Lines that do not say themselves what rows without a verdict or score (a rating of an evaluator that people gave) could make of them say how many these are. */
function withUnread(
  ask: Question["estimates"],
  frame: FrameName,
  rowsOf: (frame: pl.DataFrame) => pl.DataFrame,
  isCompared = false,
): Question["estimates"] {
  return (given, by, context) => {
    const rows = rowsOf(isCompared ? context.whole ?? given : given);
    const cells = remembered((name: string) =>
      rows.columns.includes(name) ? rows.getColumn(name).toArray() : []
    );
    const lacks = (name: string, row: number) =>
      row in cells(name) && (cells(name)[row] ?? NaN) !== cells(name)[row];
    return withOpen(rows, rows.columns, ask(given, by, context), {
      isOpen: (row, { group }) =>
        (frame === "ratings" ? [group.evaluator] : VALUES).some((name) => lacks(name, row)),
      isBehind: (row) => frame !== "ratings" || !lacks("human", row),
      said: LACKING[frame],
      ...{ ...frame === "pairs" && { each: repliesIn(rows) }, ...isCompared && { sides: context.sides } },
    });
  };
}

/** A question that claims something (`above`) is compared with 0 within five points; one that does not is described only. */
export function question(
  id: string,
  { nullValue, delta, ...said }: Said,
  asked: Asked,
  isCompared?: boolean,
): Question {
  const { above = "" } = said, own = nullValue === undefined ? above === "" ? null : 0 : nullValue;
  const told = typeof asked === "function" ? { estimates: asked } : asked;
  // A test of one's own is of all rows that it is given.
  const isMain = said.frame === "pairs" && isCompared !== undefined;
  const estimates = withUnread(told.estimates, said.frame, isMain ? mainRows : (frame) => frame, isCompared);
  return {
    ...{ id, above, needs: [], allow: "", looks: [], cite: [], ...said },
    nullValue: own ?? NaN,
    delta: (delta === undefined && own !== null ? POINTS : delta) ?? NaN,
    ...told,
    ...{ estimates: said.frame === "pairs" ? withDoubt(estimates, isCompared ?? false) : estimates },
  };
}

export const look = (id: string, estimates: Look["estimates"]): Look => ({ ...LOOKS[id], estimates });

export const WAYS: Look = look(
  "ways",
  (_frame, _by, { main }) =>
    main.flatMap(({ group: { part: _, ...group }, sensitivity = [] }) =>
      sensitivity.map(({ name, ...found }) => ({ group, quantity: name, ...UNTESTED, ...found }))
    ),
);

export const hasFamilies: Question["allowed"] = ({ families }) => Object.keys(families).length > 0;

export function of(
  metric: (frame: pl.DataFrame, options: { by: readonly string[]; level: number }) => pl.DataFrame,
  columns: MetricEstimate,
  rowsOf: (frame: pl.DataFrame) => pl.DataFrame = (frame) => frame,
): Question["estimates"] {
  return (frame, by, { level }) => fromMetric(metric(rowsOf(frame), { by, level }), by, columns);
}

export function inParts(
  estimates: Question["estimates"],
  runs: "pair_runs" | "runs",
): Look[] {
  const inEach = (column: string) =>
    look(`by_${column}`, (frame, by, more) => {
      const isOne = by.includes(column) || levels(frame, column).length < 2;
      return isOne ? [] : estimates(frame, [...by, column], more);
    });
  return [
    ...["benchmark", "domain"].map(inEach),
    { ...look("by_run", (frame, by, more) => estimates(frame, [...by, "run"], more)), needs: [runs] },
  ];
}
