import type { HypothesisResult, SensitivityRow } from "./hypothesis_types.ts";

type Shown = Pick<HypothesisResult, "unit">;

/** The level of a result's intervals: `95%`. */
function level({ alpha }: HypothesisResult): string {
  return `${Number((100 * (1 - alpha)).toPrecision(6))}%`;
}

/** A result with the two faces that consoles and notebooks ask for, without listing them among its fields. */
export function displayed(result: HypothesisResult): HypothesisResult {
  return Object.defineProperties(result, {
    toString: { value: () => hypothesisText(result), enumerable: false },
    [Symbol.for("Jupyter.display")]: {
      value: () => ({ "text/plain": hypothesisText(result), "text/html": hypothesisHtml(result) }),
      enumerable: false,
    },
  });
}

/** Which of a claim's several parts the estimate and its interval are of: ` (the change on IDS)`. */
function partShown({ parts = [], ...shown }: HypothesisResult): string {
  const same = ["estimate", "low", "nullValue"] as const;
  const part = parts.find((part) => same.every((name) => Object.is(part[name], shown[name])));
  return part ? ` (${part.name})` : "";
}

/** Which of a claim's several parts must be near its null value for `absent`. */
function partAbsent({ parts = [] }: HypothesisResult): string {
  const part = parts.find(({ absent }) => absent);
  return part ? ` (${part.name})` : "";
}

/** A result in a few lines of text. */
export function hypothesisText(result: HypothesisResult): string {
  const note = result.provenance === "simulated" ? " (simulated: describes the simulation)" : "";
  return [
    `${result.hypothesis}${note}: ${result.verdict}`,
    `  claim: ${result.claim}`,
    `  estimate${partShown(result)}: ${interval(result, result)}; p: ${
      pText(result.pValue)
    }; n = ${result.n}, clusters = ${result.clusters}`,
    `  none within${partAbsent(result)}: ±${
      interval({ estimate: result.delta, low: NaN, high: NaN }, result)
    }; p: ${pText(result.pEquivalence)}`,
    ...result.warning ? [`  warning: ${result.warning}`] : [],
    `  effect: ${result.effect.measure} ${decimal(result.effect.value, 2)}`,
    `  method: ${result.method}`,
    ...result.assumptions.map((line) => `  assumes: ${line}`),
    ...result.sensitivity.map((row) =>
      `  also: ${row.name}: ${interval(row, result)}; p: ${pText(row.pValue)}; n = ${row.n}`
    ),
  ].join("\n");
}

/** A result as a small HTML table, its sensitivity below. */
export function hypothesisHtml(result: HypothesisResult): string {
  const simulated = result.provenance === "simulated";
  const facts: [string, string][] = [
    ["claim", result.claim],
    ["verdict", `${simulated ? "simulated: " : ""}${result.verdict} (alpha = ${result.alpha})`],
    [
      `estimate${partShown(result)}, ${level(result)} interval`,
      `${interval(result, result)}${simulated ? " (simulated)" : ""}`,
    ],
    ["p", `${pText(result.pValue)}${simulated ? " (simulated)" : ""}`],
    [
      `absent within ±δ${partAbsent(result)}`,
      `±${interval({ estimate: result.delta, low: NaN, high: NaN }, result)}, p ${
        pText(result.pEquivalence)
      }`,
    ],
    ["n, clusters", `${count(result.n)}, ${count(result.clusters)}`],
    ["effect", `${result.effect.measure} ${decimal(result.effect.value, 2)}`],
    ["method", result.method],
  ];
  if (result.warning) facts.push(["warning", result.warning]);
  const head = `<caption style="text-align:left;font-weight:bold">${escaped(result.hypothesis)}${
    simulated ? " · simulated" : ""
  }</caption>`;
  const rows = facts.map(([name, text]) => row([name, text]));
  const assumptions = result.assumptions.length === 0
    ? ""
    : `<p>Assumes:</p><ul>${result.assumptions.map((line) => `<li>${escaped(line)}</li>`).join("")}</ul>`;
  return `<table>${head}<tbody>${rows.join("")}</tbody></table>${assumptions}${sensitivityTable(result)}`;
}

function sensitivityTable(result: HypothesisResult): string {
  if (result.sensitivity.length === 0) return "";
  const rows = result.sensitivity.map((other) =>
    row([other.name, interval(other, result), pText(other.pValue), count(other.n)])
  );
  const note = result.provenance === "simulated" ? " (simulated)" : "";
  const head = ["sensitivity", `estimate, ${level(result)} interval${note}`, `p${note}`, "n"].map((name) =>
    `<th style="text-align:left">${name}</th>`
  );
  return `<table><thead><tr>${head.join("")}</tr></thead><tbody>${rows.join("")}</tbody></table>`;
}

function row(cells: string[]): string {
  return `<tr>${cells.map((text) => `<td style="text-align:left">${escaped(text)}</td>`).join("")}</tr>`;
}

/** `20.0 points [10.0, 30.0]`. */
function interval(
  { estimate, low, high }: Pick<SensitivityRow, "estimate" | "low" | "high">,
  { unit }: Shown,
): string {
  const value = (x: number) => unit === "number" ? decimal(x, 3) : decimal(100 * x, 1);
  const limits = Number.isNaN(low) && Number.isNaN(high) ? "" : ` [${value(low)}, ${value(high)}]`;
  const name = Number.isNaN(estimate) ? "" : { points: " points", percent: "%", number: "" }[unit];
  return `${value(estimate)}${name}${limits}`;
}

function pText(p: number): string {
  if (Number.isNaN(p)) return "n/a";
  return p < 0.0001 ? "< 0.0001" : p.toFixed(4);
}

function decimal(value: number, digits: number): string {
  if (Number.isNaN(value)) return "n/a";
  const text = Number.isFinite(value) ? Math.abs(value).toFixed(digits) : "∞";
  return value < 0 && Number(text) !== 0 ? `−${text}` : text; // never −0.0
}

function count(value: number): string {
  return Number.isNaN(value) ? "n/a" : value.toLocaleString("en-US");
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]!);
}
