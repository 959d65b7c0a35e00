import type pl from "nodejs-polars";
import { ownFacts } from "../../progress/own_facts.ts";
import { levels, preferring } from "../../results/only.ts";
import { fromMetric, type MetricEstimate, UNTESTED } from "../estimates.ts";
import type { Estimate, Look, Question } from "../report_types.ts";

/** Differences of fewer points than this are taken for none. */
export const POINTS = 0.05;

/** Judgments of the whole input: with the image and the answers as they were, where there are such rows. */
export const MAIN = { image: true, variant: "original" } as const;

/** What a question says, whom it is asked of and what it needs; a null value or δ of null is none. */
type Said =
  & Pick<Question, "frame" | "title" | "question" | "unit" | "method">
  & Partial<Omit<Question, "nullValue" | "delta">>
  & Partial<Record<"nullValue" | "delta", number | null>>;

/** How a question is answered: its estimates, or these with further looks and what must be given beside the frame. */
export type Asked =
  | Question["estimates"]
  | Pick<Question, "estimates" | "allowed"> & Partial<Pick<Question, "looks" | "isQuiet" | "unfit">>;

/** Answers by the ids of their questions. */
export type Asks = Readonly<Record<string, Asked>>;

const { looks: LOOKS, ...SAID } = ownFacts<
  Record<"questions" | "changes" | "judges", Record<string, Said>> & {
    looks: Record<string, Omit<Look, "estimates">>;
  }
>("questions");

/** The questions of a list (`data/facts/questions.json`) in its order. */
export function questions(list: keyof typeof SAID, asks: Asks): Question[] {
  return Object.entries(SAID[list]).map(([id, said]) => ({
    ...question(id, said, asks[id]),
    isChange: list !== "questions",
  }));
}

/** A question that claims something (`above`) is compared with 0 within five points; one that does not is described only. */
export function question(id: string, { nullValue, delta, ...said }: Said, asked: Asked): Question {
  const { above = "" } = said, own = nullValue === undefined ? above === "" ? null : 0 : nullValue;
  return {
    ...{ id, above, needs: [], allow: "", looks: [], cite: [], ...said },
    nullValue: own ?? NaN,
    delta: (delta === undefined && own !== null ? POINTS : delta) ?? NaN,
    ...typeof asked === "function" ? { estimates: asked } : asked,
  };
}

/** Another look at a question, by its id in the list of looks. */
export function look(id: string, estimates: Look["estimates"]): Look {
  return { ...LOOKS[id], estimates };
}

/** The other ways in which a test asked the same question, as a look. */
export const WAYS: Look = look(
  "ways",
  (_frame, _by, { main }) =>
    // Which part decides is the main line's.
    main.flatMap(({ group: { part: _, ...group }, sensitivity = [] }) =>
      sensitivity.map(({ name, ...found }) => ({ group, quantity: name, ...UNTESTED, ...found }))
    ),
);

/** Whether the user says which models are of one family. */
export const hasFamilies: Question["allowed"] = ({ families }) => Object.keys(families).length > 0;

/** The estimates of a metric; with `wanted`, of the rows that have these values, where there are any. */
export function of(
  metric: (frame: pl.DataFrame, options: { by: readonly string[] }) => pl.DataFrame,
  columns: MetricEstimate,
  wanted: Record<string, string | boolean> = {},
): (frame: pl.DataFrame, by: readonly string[]) => Estimate[] {
  return (frame, by) => fromMetric(metric(preferring(frame, wanted), { by }), by, columns);
}

/** Looks at the same estimate in parts of the data. */
export function inParts(
  estimates: (frame: pl.DataFrame, by: readonly string[]) => Estimate[],
  runs: "pair_runs" | "runs",
): Look[] {
  return [
    // One domain alone is the whole.
    look(
      "by_domain",
      (frame, by) => levels(frame, "domain").length > 1 ? estimates(frame, [...by, "domain"]) : [],
    ),
    { ...look("by_run", (frame, by) => estimates(frame, [...by, "run"])), needs: [runs] },
  ];
}
