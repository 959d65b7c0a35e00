import { fixed } from "../figures/theme.ts";
import type { Estimate, Unit } from "./report_types.ts";

const DIGITS: Record<Unit, number> = { points: 1, percent: 1, number: 3 };

/** A number in a report's unit, with a true minus sign; empty where there is none. */
export function valueText(value: number, unit: Unit): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "" : value > 0 ? "∞" : "−∞";
  return fixed(unit === "number" ? value : 100 * value, DIGITS[unit]);
}

/** `12.3 [4.5, 20.1] points`; without limits where there are none. */
export function intervalText(
  { estimate, low, high }: Pick<Estimate, "estimate" | "low" | "high">,
  unit: Unit,
): string {
  if (Number.isNaN(estimate)) return "";
  const limits = Number.isNaN(low) || Number.isNaN(high)
    ? ""
    : ` [${valueText(low, unit)}, ${valueText(high, unit)}]`;
  return `${valueText(estimate, unit)}${limits}${{ points: " points", percent: "%", number: "" }[unit]}`;
}

/** A p-value to four digits. */
export function pText(p: number): string {
  if (Number.isNaN(p)) return "";
  return p < 0.0001 ? "< 0.0001" : p.toFixed(4);
}

/** A whole number with separators, the same in every locale. */
export function countText(value: number): string {
  return Number.isNaN(value) ? "" : String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}
