import type pl from "nodejs-polars";
import { bare, shownPart, sideShown } from "../hypotheses/hypothesis_display.ts";
import type { HypothesisResult } from "../hypotheses/hypothesis_types.ts";
import { resultOf } from "../hypotheses/hypothesis_table.ts";
import type { CellContrast } from "../metrics/contrast.ts";
import { metricFrame } from "../metrics/metric_table.ts";
import { type Behind, behindOf } from "../metrics/own_rows.ts";
import { isPlain, unframed } from "../progress/told.ts";
import { computedFrom } from "../results/frame.ts";
import { grouped } from "../stats/grouped.ts";
import { listText } from "./theme.ts";

type Result = HypothesisResult | CellContrast;

/** What claims and `contrast` give: one, several, or several by the names that they are called by. */
export type Results = Result | readonly Result[] | Readonly<Record<string, Result>>;

/** Results as a table with a row for each: contrasts with the means and counts of their sets, claims and contrasts among them with verdicts; undefined for what is none. */
export function tableOfResults(given: unknown): pl.DataFrame | undefined {
  const isNamed = isPlain(given) && !isResult(given);
  const named: [string, unknown][] = isNamed ? Object.entries(given) : [given].flat().map((one) => ["", one]);
  const results = named.flatMap(([name, one]) => isResult(one) ? [[name, one] as const] : []);
  if (results.length === 0 || results.length < named.length) return undefined;
  const kept = results.flatMap(([name, one]) => {
    const behind = behindOf(one);
    return behind ? [contrastRow(name, one, behind)] : [];
  });
  const rows = kept.length === results.length ? kept : results.map(claimRow);
  const numbers = Object.fromEntries(
    rows.flatMap((row) => Object.keys(row)).filter((name) => /^(n|mean)_(?!clusters$)/.test(name))
      .map((name) => [name, name.startsWith("n_") ? "count" : "estimate"] as const),
  );
  const limited = {
    estimate: "estimate",
    low: "estimate",
    high: "estimate",
    unit: "text",
    p: "estimate",
  } as const;
  const table = kept.length === results.length
    ? metricFrame([], { comparison: "text", ...numbers, ...limited, provenance: "text" }, rows)
    : metricFrame(
      [],
      { hypothesis: "text", ...limited, n: "count", clusters: "count", verdict: "text", provenance: "text" },
      rows,
    );
  const ofRow = (one: { claim: string; comparison?: string }) =>
    rows.length > 1 ? `${one.comparison ?? one.claim}: ` : "";
  const [level, ...others] = new Set(rows.map(({ level }) => level));
  const isShare = rows.every(({ unit }) => unit !== "number");
  return computedFrom(table, table, {
    level: others.length > 0 ? NaN : level,
    units: Object.fromEntries(isShare ? Object.keys(numbers).map((name) => [name, "percent" as const]) : []),
    warned: [...new Set(rows.flatMap((one) => one.warning ? ofRow(one) + one.warning : []))],
    notes: [
      ...[
        results.flatMap(([name, one]) => name && "hypothesis" in one ? `${name}: ${one.hypothesis}` : [])
          .join("; "),
      ]
        .filter(Boolean),
      ...ofParts(rows.map((one, i) => ({ ...one, row: `row ${i + 1}` }))),
    ],
  });
}

const isResult = (given: unknown): given is Result =>
  ["estimate", "low", "high", "pValue"].every((name) => typeof unframed(given)[name] === "number");

const against = (nullValue: number, unit: Behind["unit"]) =>
  nullValue ? ` (against ${bare(nullValue, { unit })})` : "";

function contrastRow(name: string, { pValue, ...one }: Result, { compared, nullValue, unit, level }: Behind) {
  const comparison = (name || compared) + against(nullValue, unit);
  return { ...one, comparison, unit, level, p: pValue, claim: "", part: undefined };
}

/** Of which part of its claim an estimate is; where rows of one claim differ the rarer parts name theirs. */
export function ofParts(rows: readonly { claim: string; part?: string | null; row: string }[]): string[] {
  return [...grouped(rows.filter(({ part }) => part), ({ claim }) => claim)].map(([claim, own]) => {
    const parts = [...grouped(own, ({ part }) => part!)].sort((a, b) => b[1].length - a[1].length);
    const others = parts.slice(1).map(([part, rows]) =>
      `; of “${part}” for ${listText(rows.map(({ row }) => row))}`
    );
    return `the estimate of “${claim}” is of its part “${parts[0][0]}”${others.join("")}`;
  });
}

function claimRow([name, given]: readonly [string, Result]) {
  const claim = resultOf("toLatex", given), { nullValue, verdict, alpha } = claim;
  const hypothesis = name || claim.hypothesis, part = shownPart(claim)?.name, side = sideShown(claim);
  return {
    ...{
      ...claim,
      hypothesis: hypothesis + against(nullValue, claim.unit),
      p: claim.pValue,
      level: 1 - alpha,
    },
    verdict: side ? `${verdict}, ${side}` : verdict,
    claim: hypothesis,
    part,
  };
}
