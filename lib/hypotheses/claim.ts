import { requireNoMore } from "../progress/require_no_more.ts";
import type pl from "nodejs-polars";
import { conditionsInWords } from "../results/only.ts";
import { rowsWhere } from "../metrics/metric_table.ts";
import { POINTS } from "../metrics/undecided.ts";
import { BEHIND, saysSimulated } from "../results/frame.ts";
import { filled, ownFacts } from "../progress/own_facts.ts";
import { requireBetween, requireOptions } from "../progress/require.ts";
import { sayingPValue } from "../progress/show.ts";
import { remembered } from "../stats/grouped.ts";
import { type ClusterCodes, type Estimand, infer, type Inference } from "../stats/infer.ts";
import { hypothesisHtml, hypothesisText, inText } from "./hypothesis_display.ts";
import { inBothWays, looksWithout, type Undecided } from "./left_out.ts";
import type { HypothesisResult, SensitivityRow, TestOptions } from "./hypothesis_types.ts";
import { requireDelta } from "./verdict.ts";

/** δ unless told otherwise, by unit: 5 percentage points; a quarter of a standard deviation over evaluators. */
export const DELTA = { points: POINTS, percent: POINTS, number: 0.25 };

/** An estimate with its interval at the claim's level, and the p of any null value that belongs to it. */
export type Look = Pick<Inference, "estimate" | "low" | "high" | "df" | "n" | "clusters" | "pOf" | "warning">;

const limits = { estimate: NaN, low: NaN, high: NaN };

export const NOTHING = { ...limits, df: NaN, pOf: () => NaN } as const;

export interface ClaimPart {
  name: string;
  nullValue: number;
  look: Look;
  /** The same of some rows of the claim's frame. */
  within?: (rows: Int32Array) => Look;
}

export interface ClaimDeclaration
  extends
    Pick<HypothesisResult, "hypothesis" | "claim" | "effect" | "method" | "alpha">,
    Partial<Pick<HypothesisResult, "claimIs" | "unit" | "delta" | "assumptions">> {
  sensitivity?: () => readonly SensitivityRow[];
  /** What the claim is about. Of several all must lie above their null values. */
  parts: readonly ClaimPart[];
  /** What `absent` is said of; by default the part that lies lowest. */
  absent?: ClaimPart;
  /** Why the data cannot show absence, whatever the limits: a warning, and never `absent`. */
  caution?: string;
  /** What a reader of the verdict should see beside it, in its warning. */
  remark?: string;
  /** Why nothing can be said: parts are untestable then, and looks have no value. */
  silent?: string;
  undecided?: Undecided;
  frames: readonly pl.DataFrame[];
  /** Columns whose values are compared with each other, and so do not count as one. */
  compares?: readonly string[];
}

/**
 * A claim's result: estimate, interval, p of the direction and of equivalence, the verdict that follows from them, provenance, and the display that notebooks
 * show (`await show(result)`). `low` and `high` are the interval at level 1 − alpha.
 *
 * A claim of several parts says that all of them lie above their null values (intersection–union, Berger 1982): p of it is the largest of
 * theirs, without correction; p of the opposite, that one at least lies below, the smallest times their number (Bonferroni). `pValue` is twice the smaller
 * one-sided p. What is shown is the least certain part with its own interval, as it stands in `parts`: above the null value where the claim is supported; below
 * it where it is contradicted, and also where p of the opposite, times the number of parts, leaves that open.
 */
export function claim(
  { parts, claimIs = "above", absent, caution = "", silent = "", unit = "points", undecided, ...declared }:
    ClaimDeclaration,
): HypothesisResult {
  const { hypothesis, alpha, delta = DELTA[unit], method, frames, assumptions = [], compares = [] } =
    declared;
  requireBetween(hypothesis, "an alpha", alpha);
  requireDelta(hypothesis, delta, unit);
  const looks = parts.map(({ look }) => silent ? { ...look, ...NOTHING, warning: silent } : look);
  /** One-sided p of a part: small where the data speak for above, or for below. */
  const sidesAt = (part: number, shift: number) => {
    const value = parts[part].nullValue + shift, { estimate, pOf } = looks[part], half = pOf(value) / 2;
    return estimate > value ? { above: half, below: 1 - half } : { above: 1 - half, below: half };
  };
  const joint = (shift: number, chosen = [...parts.keys()]) => {
    const sides = chosen.map((part) => sidesAt(part, shift));
    return {
      above: Math.max(...sides.map(({ above }) => above)),
      below: Math.min(1, chosen.length * Math.min(...sides.map(({ below }) => below))),
    };
  };
  const { above, below } = joint(0), pValue = Math.min(1, 2 * Math.min(above, below));
  const one = absent ? [parts.indexOf(absent)] : undefined;
  const within = Math.max(joint(-delta, one).above, joint(delta, one).below);
  const certainty = parts.map((_, part) => sidesAt(part, 0).above);
  const least = certainty.reduce(
    (least, above, part) => !(above <= certainty[least]) && !Number.isNaN(certainty[least]) ? part : least,
    0,
  );
  const { estimate, low, high, df, n, clusters, warning } = looks[least], { nullValue } = parts[least];
  const empty = n === 0 && frames.every(({ height }) => height === 0) ? "the frame has no row" : "";
  const place = above > below ? "least likely to hold" : "least certain";
  const direction = parts.length > 1 ? above <= below ? 1 : -1 : Math.sign(estimate - nullValue);
  const { leftOut, pEquivalence, verdict, open } = inBothWays(
    { estimate, pValue, pEquivalence: caution ? NaN : within, direction, claimIs },
    silent ? undefined : undecided,
    { unit, delta, alpha },
  );
  const result: HypothesisResult = {
    ...{ hypothesis, claim: declared.claim, estimate, low, high, n, clusters, pValue },
    effect: { ...declared.effect, ...silent ? { value: NaN } : {} },
    verdict,
    method: parts.length === 1
      ? method
      : `${method}; shown: ${parts[least].name}, the ${place} of ${parts.length}, with its own interval`,
    assumptions: [...new Set([...assumptions, ...pooled(frames, compares)])],
    sensitivity: [
      ...(declared.sensitivity?.() ?? []).map((row) => silent ? { ...row, ...limits, pValue: NaN } : row),
      ...leftOut ? looksWithout(leftOut) : [],
    ],
    provenance: frames.some(saysSimulated) ? "simulated" : "results",
    ...{ unit, alpha, df, delta, pEquivalence },
    // Where nothing can be tested nobody takes it for absence.
    warning: [
      empty,
      warning || looks.find((look) => look.warning)?.warning,
      pValue >= 0 && open,
      pValue >= 0 && caution,
      pValue >= 0 && declared.remark,
    ].filter(Boolean).join("; "),
    nullValue,
    ...leftOut && { leftOut },
    ...parts.length === 1 ? {} : {
      parts: parts.map((one, part) => {
        const { name, nullValue } = one, { estimate, low, high, n, clusters, df, pOf } = looks[part];
        const told = { name, nullValue, estimate, low, high, n, clusters, df, pValue: pOf(nullValue) };
        return { ...told, ...one === absent ? { decidesAbsent: true } : {} };
      }),
    },
    claimIs,
    direction,
  };
  P_OF.set(result, looks.map(({ pOf }) => pOf));
  for (const row of [...result.sensitivity, ...result.parts ?? []]) {
    const value = { simulated: result.provenance === "simulated", level: 1 - alpha };
    Object.defineProperty(row, BEHIND, { value, configurable: true });
  }
  return inText(sayingPValue(result), hypothesisText, hypothesisHtml);
}

/** p of any null value, of each part of a result: what a plan asks of its pilot. */
export const P_OF = new WeakMap<HypothesisResult, readonly Look["pOf"][]>();

type Words = Required<Pick<ClaimDeclaration, "hypothesis" | "claim" | "method" | "assumptions">>;

const WORDS = ownFacts<Record<string, Words>>("claims");

/** What a claim says of itself, by its name (`data/facts/claims.json`), with what was found in its places. */
export function worded(name: string, found: object = {}): Words {
  const { hypothesis, claim, method, assumptions } = WORDS[name], say = (text: string) => filled(text, found);
  return {
    ...{ hypothesis: say(hypothesis), claim: say(claim), method: say(method) },
    assumptions: assumptions.map(say),
  };
}

export type ClaimedOn =
  & Omit<ClaimDeclaration, "alpha" | "frames">
  & Partial<Pick<ClaimDeclaration, "frames">>;

export function claimOn(
  action: string,
  called: IArguments,
  given: pl.DataFrame,
  asked: TestOptions & { condition?: object },
  own: readonly string[],
) {
  const { where, delta, alpha = 0.05 } = requireOptions(action, asked, [...own, "where", "delta", "alpha"]);
  requireNoMore(action, called);
  requireBetween(action, "an alpha", alpha);
  const frame = rowsWhere(action, given, where), only = conditionsInWords({ ...where, ...asked.condition });
  return {
    frame,
    level: 1 - alpha,
    result: ({ hypothesis, method, ...declared }: ClaimedOn) =>
      claim({
        hypothesis: only ? `${hypothesis} (${only})` : hypothesis,
        ...delta === undefined ? {} : { delta },
        frames: [frame],
        ...declared,
        ...askedAgain.has(given) && { sensitivity: undefined },
        method: where === undefined ? method : `${method}; only rows with ${conditionsInWords(where)}`,
        alpha,
      }),
  };
}

/** Rows of which a claim is asked again without replies that name no answer: what stands beside its test is not looked at. */
export const askedAgain = new WeakSet<pl.DataFrame>();

export function looksAt(rows: number, clusters: ClusterCodes, level: number) {
  const found = remembered((estimand: Estimand) => infer(estimand, rows, clusters, { level }));
  return {
    found,
    part: (name: string, estimand: Estimand, nullValue = 0) => ({ name, nullValue, look: found(estimand) }),
    /** Another look; a null value of NaN for what has none, and so no p. */
    also: (name: string, estimand: Estimand, nullValue = 0) => alsoOf(name, found(estimand), nullValue),
  };
}

export function alsoOf(
  name: string,
  { estimate, low, high, n, clusters, pOf }: Omit<Look, "df" | "warning">,
  nullValue = 0,
): SensitivityRow {
  const look = { name, estimate, low, high, n, clusters };
  // What has no null value is no difference: a level, in percent where differences are in points.
  return Number.isNaN(nullValue)
    ? { ...look, pValue: NaN, unit: "percent" }
    : { ...look, pValue: pOf(nullValue), nullValue };
}

function pooled(frames: readonly pl.DataFrame[], compares: readonly string[]): string[] {
  return ["judge", "benchmark"].filter((column) => !compares.includes(column)).flatMap((column) => {
    const frame = frames.find((frame) => frame.columns.includes(column));
    const count = frame?.getColumn(column).nUnique() ?? 1;
    return count > 1 ? [`${count} ${column}s count as one (\`hypothesisTable\` tells them apart)`] : [];
  });
}

/** Cohen's h of two shares, 2·asin√p − 2·asin√q: 0.2 small, 0.5 medium, 0.8 large (Cohen 1988). */
export function cohensH(p: number, q: number): { measure: string; value: number } {
  return { measure: "Cohen's h", value: 2 * Math.asin(Math.sqrt(p)) - 2 * Math.asin(Math.sqrt(q)) };
}
