import { ownFacts } from "../progress/own_facts.ts";
import { BY_ORDER } from "../metrics/contrast_sets.ts";
import { inUnit, pText, SIGN, thousands } from "../progress/told.ts";
import type { Estimate, Unit } from "./report_types.ts";

export const WORDS = ownFacts<
  Record<
    "verdicts" | "tones" | "heads" | "in_full" | "taken" | "lacked" | "how_lacked",
    Record<string, string>
  >
>("report");

const AXES: Record<Unit, string> = { points: "percentage points", percent: "percent", number: "" };

export const axisText = (unit: Unit): string => AXES[unit];

export const valueText = (value: number, unit: Unit): string => inUnit(value, unit);

export function shortText(value: number, unit: Unit): string {
  return valueText(value, unit).replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");
}

export const amountText = (value: number, unit: Unit): string => `${shortText(value, unit)}${SIGN[unit]}`;

/** `5 points`, `5 points of 50%`: what counts as none, around a value other than 0. */
export function deltaText(delta: number, unit: Unit, around = 0): string {
  const of = around === 0 ? "" : ` of ${amountText(around, unit)}`;
  return `${shortText(delta, unit)}${unit === "number" ? "" : " points"}${of}`;
}

/** `12.3 [4.5, 20.1] points`; without limits where there are none, on request without the unit. */
export function intervalText(
  line: Record<"estimate" | "low" | "high", number | null>,
  unit: Unit,
  sign: string = SIGN[unit],
): string {
  const [estimate, low, high] = [line.estimate, line.low, line.high].map((value) =>
    valueText(value ?? NaN, unit)
  );
  return estimate && `${estimate}${low && high && ` [${low}, ${high}]`}${sign}`;
}

export function orderNotes(lines: readonly Pick<Estimate, "warning">[]): string[] {
  return [...new Set(lines.flatMap(({ warning }) => warning.split("; ")))].filter((one) =>
    one.endsWith(BY_ORDER)
  );
}

/** The p that a verdict and its words rest on, and what it is of: of an effect of δ or more where that is, or may be, ruled out, else against the null value where that is not 0. */
export function pBehind(
  { verdict, absence = false, unit = "number", whose }:
    & { verdict?: string | null; absence?: boolean }
    & Partial<Pick<Estimate, "unit" | "whose">>,
  p: number | null,
  equivalence: number | null,
  nullValue: number | null = null,
): { value: number; text: string; of: string } {
  const isAbsent = absence || verdict === "absent", value = (isAbsent ? equivalence : p) ?? NaN;
  const text = pText(value),
    against = nullValue ? `against ${amountText(nullValue, unit)}` : "",
    of = whose ? `of ${whose}` : against;
  return { value, text, of: text && (isAbsent ? "of equivalence" : of) };
}

export function adjustedP(
  line:
    & Parameters<typeof pBehind>[0]
    & Record<"p_adjusted" | "p_equivalence_adjusted" | "null_value", number | null>,
): string {
  const { text, of } = pBehind(line, line.p_adjusted, line.p_equivalence_adjusted, line.null_value);
  return `${text} ${of}`.trim();
}

/** A number as a report keeps it: of the last digits, which differ by the runtime, it knows nothing. */
export const kept = (value: number): number => Number(value.toPrecision(10));

export function countText(value: number | null): string {
  return value === null || Number.isNaN(value) ? "" : thousands(value);
}

const CODED = new Set("pipeline prompt bias_type setting mode metric rule".split(" "));

export function groupText(
  { group }: Pick<Estimate, "group">,
  leaveOut: ReadonlySet<string> = new Set(),
): string {
  const told = Object.entries(group).filter(([column]) => !leaveOut.has(column));
  return told.map(([column, value]) => {
    const name = value.trim() === value ? value : JSON.stringify(value);
    const said = column === "thinking" ? `${value === "true" ? "with" : "without"} thinking` : name;
    return CODED.has(column) ? said.replaceAll("_", " ") : said;
  }).join(" · ") || "all rows";
}

export const PAIRED = ["conditions", "judges"];

/** Columns in which all of several lines have the same value: no part of their names, but for what is compared with what. */
export function sharedColumns(lines: readonly Pick<Estimate, "group">[]): Set<string> {
  const columns = [...new Set(lines.flatMap(({ group }) => Object.keys(group)))];
  const shared = columns.filter((column) =>
    !PAIRED.includes(column) && new Set(lines.map(({ group }) => group[column])).size === 1
  );
  return new Set(lines.length < 2 || shared.length === columns.length ? [] : shared);
}
