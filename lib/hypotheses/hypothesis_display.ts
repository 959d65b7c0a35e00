import { percentOf } from "../results/frame.ts";
import { limitsText } from "../progress/estimate_cells.ts";
import { escaped, folded, inHtml, withFaces } from "../progress/shown_text.ts";
import { inUnit, pText as shownP, SIGN, thousands } from "../progress/told.ts";
import type { ClaimedPart, HypothesisResult, SensitivityRow } from "./hypothesis_types.ts";
import type { Verdict } from "./verdict.ts";

type Shown = Pick<HypothesisResult, "unit">;

export function inText<T extends object>(value: T, text: (of: T) => string, html?: (of: T) => string): T {
  const face = () => folded(text(value));
  Object.defineProperty(value, "toString", { value: () => text(value), configurable: true });
  return withFaces(value, face, () => ({ "text/plain": face(), ...html && { "text/html": html(value) } }));
}

/** Of a claim of several parts the one that it shows, the least certain. */
export function shownPart({ parts = [], ...result }: HypothesisResult): ClaimedPart | undefined {
  const same = ["estimate", "low", "nullValue"] as const;
  return parts.find((part) => same.every((name) => Object.is(part[name], result[name])));
}

function facts(result: HypothesisResult) {
  const { parts = [] } = result;
  const countsOf = ({ n, clusters }: Pick<HypothesisResult, "n" | "clusters">) =>
    `n = ${thousands(n)}, clusters = ${thousands(clusters)}`;
  if (parts.length === 0) {
    const p = pIs(result.pValue);
    return [{ name: "estimate", interval: interval(result, result), p, counts: countsOf(result) }];
  }
  const least = shownPart(result), place = result.direction < 0 ? "least likely to hold" : "least certain";
  return parts.map((part) => {
    const { nullValue, pValue, name } = part;
    const against = nullValue === 0 ? "" : ` against ${bare(nullValue, result)}`;
    return {
      name: part === least ? `${name} (${place}, decides)` : name,
      interval: interval(part, result),
      p: Number.isNaN(pValue) ? "" : pIs(pValue, `p${against}`),
      counts: countsOf(part),
    };
  });
}

function looks(result: HypothesisResult): (readonly [string, string])[] {
  const { sensitivity, parts = [] } = result;
  const others = sensitivity.filter((row) =>
    !parts.some(({ estimate, low }) => row.estimate === estimate && row.low === low)
  );
  return others.map((row) => {
    const n = Number.isNaN(row.n) ? "n/a" : thousands(row.n);
    return [`also: ${row.name}`, `${interval(row, result)}; ${pIs(row.pValue, pOf(row, result))}; n = ${n}`];
  });
}

export function bare(value: number, result: Shown): string {
  return interval({ estimate: value, low: NaN, high: NaN }, result);
}

/**
 * Whether an effect of δ (a difference, whatever the estimate is) or more is ruled out, of several parts in that which must be near its null value, and at
 * which p; nothing where an effect is shown that may be as large.
 */
function ruledOut(
  { pEquivalence: p, parts = [], ...result }: HypothesisResult,
): (readonly [string, string])[] {
  const part = parts.find(({ decidesAbsent }) => decidesAbsent);
  const unit = result.unit === "percent" ? "points" : result.unit;
  const name = `an effect of ${bare(result.delta, { unit })} or more${part ? ` (${part.name})` : ""}`;
  if (result.verdict === "untestable") return [[name, "cannot be tested"]];
  const isOut = p < result.alpha;
  if (!isOut && result.verdict !== "undecided") return [];
  if (Number.isNaN(p)) return [[name, "not tested: the warning says why"]];
  return [[name, `${isOut ? "" : "not "}ruled out; ${pIs(p)}`]];
}

/** The p of a claim of several parts, as `pValue` and tables have it: it is not that of a part. */
function pOfAll({ parts = [], direction, pValue }: HypothesisResult): (readonly [string, string])[] {
  if (parts.length === 0 || Number.isNaN(pValue)) return [];
  const [name, why] = direction > 0
    ? ["p of the claim, two-sided", "twice the one-sided p of the least certain part"]
    : [
      "p of the opposite",
      `${parts.length} times the smallest of the parts, for each alone could contradict`,
    ];
  return [[name, `${pText(pValue)} (${why})`]];
}

function lines(result: HypothesisResult): (readonly [string, string])[] {
  return [
    ["claim", result.claim],
    ...facts(result).map(({ name, interval, p, counts }) =>
      [name, [interval, p, counts].filter(Boolean).join("; ")] as const
    ),
    ...pOfAll(result),
    ...ruledOut(result),
    ...result.warning ? [["warning", result.warning] as const] : [],
    ["effect", `${result.effect.measure} ${inUnit(result.effect.value, "number", 2) || "n/a"}`],
    ["method", result.method],
    ...result.assumptions.map((line) => ["assumes", line] as const),
  ];
}

/** Of a claim of either side that is supported the side that it was: `above 0`. */
export function sideShown(
  { claimIs, nullValue, direction, ...result }: HypothesisResult,
  verdict: Verdict = result.verdict,
): string {
  if (claimIs !== "either" || verdict !== "supported") return "";
  return `${direction > 0 ? "above" : "below"} ${nullValue === 0 ? 0 : bare(nullValue, result)}`;
}

function title(result: HypothesisResult): string {
  const { hypothesis, provenance, verdict } = result, side = sideShown(result);
  const note = provenance === "simulated" ? " (simulated: describes the simulation)" : "";
  return `${hypothesis}${note}: ${verdict}${side && `, ${side}`} (${percentOf(1 - result.alpha)} intervals)`;
}

export function hypothesisText(result: HypothesisResult): string {
  return [
    title(result),
    ...[...lines(result), ...looks(result)].map(([name, text]) => `  ${name}: ${text}`),
  ].join("\n");
}

export function hypothesisHtml(result: HypothesisResult): string {
  const head = `<caption style="text-align:left;font-weight:bold">${escaped(title(result))}</caption>`;
  const cell = (text: string) => `<td style="text-align:left">${inHtml(text)}</td>`;
  const rows = [...lines(result), ...looks(result)].map((row) => `<tr>${row.map(cell).join("")}</tr>`);
  return `<table>${head}<tbody>${rows.join("")}</tbody></table>`;
}

/** `20.0 points [10.0, 30.0]`; a level among differences in percent. */
export function interval(
  { estimate, low, high, ...own }: Pick<SensitivityRow, "estimate" | "low" | "high"> & Partial<Shown>,
  result: Shown,
): string {
  const { unit = result.unit } = own, value = (x: number) => inUnit(x, unit) || "n/a";
  const limits = Number.isNaN(low) && Number.isNaN(high) ? "" : ` ${limitsText(value(low), value(high))}`;
  return `${value(estimate)}${Number.isNaN(estimate) ? "" : SIGN[unit]}${limits}`;
}

/** What p of a look is called: `p against −5.0 points` where it is held against another value than 0, and its name does not say so. */
function pOf({ name, nullValue = 0, pValue }: Omit<SensitivityRow, "n" | "clusters">, result: Shown): string {
  const isTold = nullValue === 0 || Number.isNaN(pValue) || name.includes("p against");
  return isTold ? "p" : `p against ${bare(nullValue, result)}`;
}

const pText = (p: number) => shownP(p) || "n/a";

const pIs = (p: number, of = "p") => `${of} ${p < 0.0001 ? "" : "= "}${pText(p)}`;
