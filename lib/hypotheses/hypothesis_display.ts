import { percentOf } from "../results/frame.ts";
import { escaped, folded, inHtml } from "../progress/shown_text.ts";
import { fixed, pText as shownP, rowsInWords, thousands } from "../progress/told.ts";
import type { ClaimedPart, HypothesisResult, SensitivityRow } from "./hypothesis_types.ts";
import type { Verdict } from "./verdict.ts";

type Shown = Pick<HypothesisResult, "unit">;

/** A value with the faces that consoles and notebooks ask for, without listing them among its fields. */
export function inText<T extends object>(value: T, text: (of: T) => string, html?: (of: T) => string): T {
  const face = () => text(value), ofTerminal = () => folded(face());
  const faces = {
    toString: face,
    [Symbol.for("Deno.customInspect")]: ofTerminal,
    [Symbol.for("nodejs.util.inspect.custom")]: ofTerminal,
    [Symbol.for("Jupyter.display")]: () => ({
      "text/plain": ofTerminal(),
      ...html && { "text/html": html(value) },
    }),
  };
  for (const name of Reflect.ownKeys(faces)) {
    Object.defineProperty(value, name, { value: Reflect.get(faces, name), enumerable: false });
  }
  for (const [name, way] of "pValue" in value ? Object.entries(ELSEWHERE) : []) {
    const get = () => {
      throw new TypeError(`${name}: wanted a field of a claim, found none; ${way}`);
    };
    Object.defineProperty(value, name, { get, enumerable: false, configurable: true });
  }
  return value;
}

/** What other libraries call what a claim's result says. */
const ELSEWHERE = {
  ...{ p_value: "is it pValue?", pvalue: "is it pValue?", p: "is it pValue?" },
  ...{ conf_int: "its limits are low and high", summary: "await show(result) says all of it" },
  head: "it is no frame: await show(result) says all of it, hypothesisTable makes rows of claims",
};

/** Of a claim of several parts the one that it shows, the least certain. */
export function shownPart({ parts = [], ...result }: HypothesisResult): ClaimedPart | undefined {
  const same = ["estimate", "low", "nullValue"] as const;
  return parts.find((part) => same.every((name) => Object.is(part[name], result[name])));
}

/** What the verdict is about: the estimate, or each part of a claim of several, with its own interval and p. */
function facts(result: HypothesisResult) {
  const { parts = [] } = result;
  if (parts.length === 0) {
    const p = pIs(result.pValue);
    return [{ name: "estimate", interval: interval(result, result), p, decides: true }];
  }
  const least = shownPart(result);
  return parts.map((part) => {
    const { nullValue, pValue } = part,
      against = nullValue === 0 ? "" : ` against ${bare(nullValue, result)}`;
    return {
      name: part === least
        ? `${part.name} (${result.direction < 0 ? "least likely to hold" : "least certain"}, decides)`
        : part.name,
      interval: interval(part, result),
      p: Number.isNaN(pValue) ? "" : pIs(pValue, `p${against}`),
      decides: part === (least ?? parts[0]),
    };
  });
}

/** The row of the sensitivity that says the same as a part. */
function twin({ sensitivity }: HypothesisResult, part: ClaimedPart): SensitivityRow | undefined {
  return sensitivity.find(({ estimate, low }) => estimate === part.estimate && low === part.low);
}

/** Looks beside what the verdict is about. */
function others(result: HypothesisResult): SensitivityRow[] {
  const told = (result.parts ?? []).map((part) => twin(result, part));
  return result.sensitivity.filter((row) => !told.includes(row));
}

/** A number in the result's unit. */
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
  const part = parts.find(({ decidesAbsent }) => decidesAbsent),
    unit = result.unit === "percent" ? "points" : result.unit;
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
  return direction > 0
    ? [["p of the claim, two-sided", `${pText(pValue)} (twice the one-sided p of the least certain part)`]]
    : [[
      "p of the opposite",
      `${pText(pValue)} (${parts.length} times the smallest of the parts, for each alone could contradict)`,
    ]];
}

/** What a result says beside its verdict, each under its name. */
function lines(result: HypothesisResult): (readonly [string, string])[] {
  const counts = `n = ${thousands(result.n)}, clusters = ${thousands(result.clusters)}`;
  return [
    ["claim", result.claim],
    ...facts(result).map(({ name, interval, p, decides }) =>
      [name, [interval, p, decides ? counts : ""].filter(Boolean).join("; ")] as const
    ),
    ...pOfAll(result),
    ...ruledOut(result),
    ...result.warning ? [["warning", result.warning] as const] : [],
    ["effect", effectText(result.effect)],
    ["method", result.method],
    ...result.assumptions.map((line) => ["assumes", line] as const),
  ];
}

function effectText({ measure, value, why }: HypothesisResult["effect"]): string {
  return Number.isNaN(value) && why ? `${measure}: ${why}` : `${measure} ${decimal(value, 2)}`;
}

/** Of a claim of either side that is supported the side that it was: `above 0`. */
export function sideShown(
  { claimIs, nullValue, direction, ...result }: HypothesisResult,
  verdict: Verdict = result.verdict,
): string {
  if (claimIs !== "either" || verdict !== "supported") return "";
  return `${direction > 0 ? "above" : "below"} ${nullValue === 0 ? 0 : bare(nullValue, result)}`;
}

/** The verdict under the hypothesis' name. */
function title(result: HypothesisResult): string {
  const { hypothesis, provenance, verdict } = result, side = sideShown(result);
  const note = provenance === "simulated" ? " (simulated: describes the simulation)" : "";
  return `${hypothesis}${note}: ${verdict}${side && `, ${side}`}`;
}

/** A result in a few lines of text. */
export function hypothesisText(result: HypothesisResult): string {
  return [
    title(result) + (result.alpha === 0.05 ? "" : ` (${percentOf(1 - result.alpha)} intervals)`),
    ...lines(result).map(([name, text]) => `  ${name}: ${text}`),
    ...others(result).map((row) =>
      `  also: ${row.name}: ${interval(row, result)}; ${pIs(row.pValue, pOf(row, result))}; n = ${
        thousands(row.n)
      }`
    ),
  ].join("\n");
}

/** A result as a small HTML table, its sensitivity below. */
export function hypothesisHtml(result: HypothesisResult): string {
  const said = `${title(result)} (alpha = ${result.alpha}, ${percentOf(1 - result.alpha)} intervals)`;
  const head = `<caption style="text-align:left;font-weight:bold">${escaped(said)}</caption>`;
  const rows = lines(result).map(([name, text]) => row([name, text]));
  return `<table>${head}<tbody>${rows.join("")}</tbody></table>${sensitivityTable(result)}`;
}

function sensitivityTable(result: HypothesisResult): string {
  const looks = others(result);
  if (looks.length === 0) return "";
  const rows = looks.map((other) =>
    row([
      other.name,
      interval(other, result),
      [pText(other.pValue), pOf(other, result).slice("p ".length)].filter(Boolean).join(" "),
      Number.isNaN(other.n) ? "n/a" : thousands(other.n),
    ])
  );
  const note = result.provenance === "simulated" ? `<p>${rowsInWords(looks.length)}, simulated</p>` : "";
  const head = row(["sensitivity", `estimate, ${percentOf(1 - result.alpha)} interval`, "p", "n"], "th");
  return `<table><thead>${head}</thead><tbody>${rows.join("")}</tbody></table>${note}`;
}

/** Names and sentences at the left, the numbers of three columns or more at the right. */
function row(cells: string[], kind = "td"): string {
  const all = cells.map((text, c) => {
    const side = c > 0 && cells.length > 2 ? "right;white-space:nowrap" : "left";
    return `<${kind} style="text-align:${side}">${inHtml(text)}</${kind}>`;
  });
  return `<tr>${all.join("")}</tr>`;
}

/** `20.0 points [10.0, 30.0]`; a level among differences in percent. */
export function interval(
  { estimate, low, high, ...own }: Pick<SensitivityRow, "estimate" | "low" | "high"> & Partial<Shown>,
  result: Shown,
): string {
  const { unit = result.unit } = own;
  const value = (x: number) => unit === "number" ? decimal(x, 3) : decimal(100 * x, 1);
  const limits = Number.isNaN(low) && Number.isNaN(high) ? "" : ` [${value(low)}, ${value(high)}]`;
  const name = Number.isNaN(estimate) ? "" : { points: " points", percent: "%", number: "" }[unit];
  return `${value(estimate)}${name}${limits}`;
}

/** A look in one phrase: its name, interval and p. */
export function lookText(row: Omit<SensitivityRow, "n" | "clusters">, result: Shown): string {
  return `${row.name} ${interval(row, result)}, ${pIs(row.pValue, pOf(row, result))}`;
}

/** What p of a look is called: `p against −5.0 points` where it is held against another value than 0, and its name does not say so. */
function pOf({ name, nullValue = 0, pValue }: Omit<SensitivityRow, "n" | "clusters">, result: Shown): string {
  const isTold = nullValue === 0 || Number.isNaN(pValue) || name.includes("p against");
  return isTold ? "p" : `p against ${bare(nullValue, result)}`;
}

const pText = (p: number) => shownP(p) || "n/a";

/** `p = 0.0432`, `p < 0.0001`. */
const pIs = (p: number, of = "p") => `${of} ${p < 0.0001 ? "" : "= "}${pText(p)}`;

function decimal(value: number, digits: number): string {
  return Number.isFinite(value) ? fixed(value, digits) : Number.isNaN(value) ? "n/a" : value < 0 ? "−∞" : "∞";
}
