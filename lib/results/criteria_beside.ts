import { grouped } from "../stats/grouped.ts";
import { CRITERIA_SETS } from "./criteria_sets.ts";
import { isOfPeople, plain } from "./other_names.ts";

/** Criteria by names that are no judge's. */
const KNOWN = new Set([
  ...Object.values(CRITERIA_SETS).flatMap((set) => set.map(({ id }) => id)),
  ..."accuracy correctness coherence fluency faithfulness helpfulness relevance conciseness consistency detail overall quality safety"
    .split(" "),
]);

/** Ends of names that tell orders, runs or what a column holds. */
const OTHERS =
  /^(\P{L}*\p{L}{0,2}\P{L}*|first|second|run.?\d*|pass.?\d*|order.?\d*|orig(inal)?|swap(ped)?|rev(ersed?)?|scores?|ratings?|grades?|labels?|choices?|verdicts?|votes?|pref(erence|erred)?|winner|answer|reply|mini|pro|flash|max|high|low)$/u;

/** Columns that stand for one criterion each, of people and of judges. */
export interface CriteriaBeside {
  /** The criteria, in the order of the file. */
  criteria: string[];
  /** All such columns. */
  columns: string[];
  /** The columns of the first criterion: people's, and the judges'. */
  people: string[];
  judges: string[];
}

/** Which of two parts of a name is the criterion: the last (`gpt_clarity`) or the first (`clarity_gpt`). */
const FORMS = [/^(?<who>.+?)[\s._-]+(?<criterion>[^\s.-]+)$/, /^(?<criterion>[^\s._-]+)[\s._-]+(?<who>.+)$/];

/**
 * The criteria of columns of verdicts or scores that are named by who judged and on what (`gpt_clarity`, `human_clarity`, `gpt_grounding`): each of
 * several people or judges has at least two, the same ones, or these are usual names of criteria. Undefined where columns are named otherwise.
 */
export function criteriaBeside(columns: readonly string[]): CriteriaBeside | undefined {
  for (const form of FORMS) {
    const named = columns.flatMap((column) => {
      const { who, criterion = "" } = form.exec(column)?.groups ?? {}, name = plain(criterion);
      return who === undefined || OTHERS.test(name) ? [] : [{ column, who, criterion: name }];
    });
    const byWho = [...grouped(named, ({ who }) => who).values()].filter(({ length }) => length > 1);
    const isKnown = (own: typeof named) => own.every(({ criterion }) => KNOWN.has(criterion));
    const ofPeople = byWho.find(([{ who }]) => isOfPeople(who)),
      first = ofPeople ?? byWho.find(isKnown) ?? [];
    const criteria = first.map(({ criterion }) => criterion);
    const all = byWho.filter((own) => own.every(({ criterion }) => criteria.includes(criterion)));
    if (first.length === 0 || all.length < 2 && !isKnown(first)) continue;
    const of = all.flat().filter(({ criterion }) => criterion === criteria[0]).map(({ column }) => column);
    return {
      criteria,
      columns: all.flat().map(({ column }) => column),
      people: of.filter(isOfPeople),
      judges: of.filter((one) => !isOfPeople(one)),
    };
  }
  return undefined;
}
