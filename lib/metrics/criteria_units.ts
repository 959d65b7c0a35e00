import { inWords } from "../progress/told.ts";
import { grouped } from "../stats/grouped.ts";
import { annotated, type CriteriaOutcomes } from "./criteria_outcomes.ts";
import { VERDICT } from "./pair_outcomes.ts";

/** What a share is taken over: items, or pairs of criteria, each 0 or 1. */
export interface CriteriaUnits {
  /** What names a unit whoever judged it: the item, or item and pair of criteria. */
  keys: number[];
  values: number[];
  rows: number[];
  items: number;
  /** Units that a missing answer takes away. */
  leftOut: number;
}

export type CriteriaRule = (outcomes: CriteriaOutcomes, rows: Int32Array) => CriteriaUnits;

/** A rule that goes through the judgments of one item by one judge: their annotated rows, and the first of all. */
function perItem(
  add: (units: CriteriaUnits, outcomes: CriteriaOutcomes, labelled: number[], first: number) => void,
): CriteriaRule {
  return (outcomes, rows) => {
    const units = noUnits();
    for (const all of grouped(rows, (row) => outcomes.units[row]).values()) {
      const before = units.keys.length;
      add(units, outcomes, annotated(outcomes, all), all[0]);
      if (units.keys.length > before) units.items++;
    }
    return units;
  };
}

/** Items with at least one annotated criterion; 1 where the judge is right on all of them. A missing answer is wrong. */
export const pluralisticUnits = perItem((units, { choice, human, items }, labelled) => {
  if (labelled.length === 0) return;
  add(units, items[labelled[0]], labelled.every((row) => choice[row] === human[row]), labelled[0]);
});

/** Items on which the human prefers different responses by criteria that the judge's answers can be used on (a tie can, and prefers neither); 1 where the judge does too. */
export const tradeoffUnits = perItem((units, { choice, human, items }, labelled, first) => {
  const usable = labelled.filter((row) => choice[row] !== VERDICT.missing);
  if (differ(usable, human)) add(units, items[first], differ(usable, choice), first);
  else if (differ(labelled, human)) units.leftOut++;
});

/** Pairs of criteria of one item with opposite human preferences; 1 where the judge is right on both. */
export const conflictUnits = perItem((units, { choice, human, items, criterion }, labelled) => {
  labelled.forEach((one, a) => {
    for (const two of labelled.slice(a + 1)) {
      if (human[one] === human[two]) continue;
      if (choice[one] === VERDICT.missing || choice[two] === VERDICT.missing) {
        units.leftOut++;
        continue;
      }
      const [low, high] = [criterion.codes[one], criterion.codes[two]].sort((x, y) => x - y);
      const key = (items[one] * criterion.levels.length + low) * criterion.levels.length + high;
      add(units, key, choice[one] === human[one] && choice[two] === human[two], one);
    }
  });
});

/** Single judgments with a human A or B: 1 where the judge is right. */
const judgmentUnits: CriteriaRule = ({ items, criterion, right }, rows) => {
  const units = noUnits(), levels = criterion.levels.length;
  for (const row of rows) {
    const value = right.value(row);
    if (!Number.isNaN(value)) add(units, items[row] * levels + criterion.codes[row], value === 1, row);
  }
  return { ...units, items: new Set(units.rows.map((row) => items[row])).size };
};

export const CRITERIA_UNITS = {
  pluralistic_accuracy: pluralisticUnits,
  tradeoff_sensitivity: tradeoffUnits,
  conflict_matching_rate: conflictUnits,
  criterion_average: judgmentUnits,
};

export type CriteriaMetric = keyof typeof CRITERIA_UNITS;

export const CRITERIA_METRICS = Object.keys(CRITERIA_UNITS) as CriteriaMetric[];

/** In words, how many items have units of which another judge, mode or condition was asked more criteria: they are easier, or harder, than its. */
export function fewerCriteria(
  { items, lacking }: CriteriaOutcomes,
  rule: CriteriaRule,
  { rows }: CriteriaUnits,
): string {
  // A judgment, or a pair of them, is the same whatever else was asked.
  if (rule !== pluralisticUnits && rule !== tradeoffUnits) return "";
  const fewer = rows.filter((row) => lacking()[row] > 0), n = new Set(fewer.map((row) => items[row])).size;
  return n === 0
    ? ""
    : `${inWords(n, "item")} judged by fewer criteria than another judge, mode or condition judged ` +
      `${n === 1 ? "it" : "them"} by: what is asked differs (compareCriteria keeps to what both have)`;
}

function noUnits(): CriteriaUnits {
  return { keys: [], values: [], rows: [], items: 0, leftOut: 0 };
}

function add(units: CriteriaUnits, key: number, value: boolean, row: number): void {
  units.keys.push(key);
  units.values.push(value ? 1 : 0);
  units.rows.push(row);
}

function differ(rows: readonly number[], verdicts: Uint8Array): boolean {
  return rows.some((row) => verdicts[row] === VERDICT.A) && rows.some((row) => verdicts[row] === VERDICT.B);
}
