import { infer, type Inference } from "../stats/infer.ts";
import type { ClusterCodes, Estimand } from "../stats/infer.ts";
import { allOf, bothSides, sidesOf } from "./claims.ts";
import { DELTA, type HypothesisParts, type HypothesisResult, hypothesisResult } from "./hypothesis_result.ts";
import type { SensitivityRow } from "./hypothesis_types.ts";

/** An estimate with its interval at a level, and the p of any null value that belongs to it. */
export type Look = Pick<
  Inference,
  "estimate" | "low" | "high" | "df" | "n" | "clusters" | "pOf" | "warning"
>;

/** One of the quantities that a claim is about. */
export interface ClaimPart {
  /** What it is called. */
  name: string;
  /** Value of no effect. */
  nullValue: number;
  /** What the data say of it, with limits at a level. */
  at: (level: number) => Look;
}

/** What a claim is declared with. */
export interface ClaimDeclaration extends
  Omit<
    HypothesisParts,
    | keyof Look
    | "pValue"
    | "pEquivalence"
    | "direction"
    | "nullValue"
    | "claimIs"
    | "sensitivity"
    | "assumptions"
  > {
  /** What the claim is about. Of several all must lie above their null values. */
  parts: readonly ClaimPart[];
  /** Side of the null value; "above" by default, and always so of several parts. */
  claimIs?: HypothesisResult["claimIs"];
  /** Among how many the data chose what is tested; 1 by default. Limits and p pay for it. */
  picked?: number;
  /** What `absent` is said of; by default the part that lies lowest. */
  absent?: ClaimPart;
  assumptions?: readonly string[];
  sensitivity?: readonly SensitivityRow[];
}

/**
 * A claim's result: estimate, interval, p of the direction and of equivalence, and the verdict that follows from them.
 *
 * A claim of several parts says that all of them lie above their null values (intersection–union, Berger 1982, `allOf`): p of it is the largest of
 * theirs, without correction; p of the opposite, that one at least lies below, the smallest times their number. What is shown is the least
 * certain part, with the lower limit at the level of the one and the upper at that of the other: it leaves the null value out exactly
 * where the verdict has a direction.
 */
export function claim(
  { parts, claimIs = "above", picked = 1, absent, assumptions = [], sensitivity = [], ...declared }:
    ClaimDeclaration,
): HypothesisResult {
  const { alpha, unit = "points", delta = DELTA[unit], method } = declared;
  const against = Math.max(picked, parts.length);
  const looks = parts.map(({ at }) => at(1 - alpha / picked));
  const sidesAt = (part: number, shift: number) => {
    const value = parts[part].nullValue + shift, { estimate, pOf } = looks[part];
    return sidesOf({ estimate, pValue: pOf(value) }, value);
  };
  const joint = (shift: number, chosen = [...parts.keys()]) => {
    const { above, below } = allOf(chosen.map((part) => sidesAt(part, shift)));
    const paid = (p: number, times: number) => Math.min(1, p * times);
    return { above: paid(above, picked), below: paid(below, against / chosen.length) };
  };
  const { pValue, direction } = bothSides(joint(0));
  const one = absent ? [parts.indexOf(absent)] : undefined;
  const pEquivalence = Math.max(joint(-delta, one).above, joint(delta, one).below);
  const certainty = parts.map((_, part) => sidesAt(part, 0).above);
  const least = certainty.reduce(
    (least, above, part) => !(above <= certainty[least]) && !Number.isNaN(certainty[least]) ? part : least,
    0,
  );
  const { estimate, low, high, df, n, clusters, warning } = looks[least];
  return hypothesisResult({
    ...declared,
    claimIs,
    ...{ estimate, low, df, clusters },
    high: against === picked ? high : parts[least].at(1 - alpha / against).high,
    n: Math.max(n, ...looks.map((look) => look.n)),
    warning: warning || (looks.find((look) => look.warning)?.warning ?? ""),
    nullValue: parts[least].nullValue,
    ...{ pValue, pEquivalence, delta },
    direction: parts.length > 1 ? direction : Math.sign(estimate - parts[least].nullValue),
    method: parts.length === 1
      ? method
      : `${method}; shown: ${parts[least].name}, the least certain of ${parts.length}`,
    assumptions: [...assumptions],
    sensitivity: [...sensitivity],
  });
}

/** Parts of a claim from estimands over the same rows, and rows of its sensitivity. */
export function looksAt(rows: number, clusters: ClusterCodes, level: number) {
  const at = (estimand: Estimand) => (level: number) => infer(estimand, rows, clusters, { level });
  return {
    /** What a claim is about. */
    part: (name: string, estimand: Estimand, nullValue = 0) => ({ name, nullValue, at: at(estimand) }),
    /** Its estimate, with all that stands behind it. */
    found: (estimand: Estimand): Inference => at(estimand)(level),
    /** Another look; a null value of NaN for what has none, and so no p. */
    also: (name: string, estimand: Estimand, nullValue = 0): SensitivityRow =>
      alsoOf(name, at(estimand)(level), nullValue),
  };
}

/** A look as a row of the sensitivity. */
export function alsoOf(
  name: string,
  { estimate, low, high, n, pOf }: Pick<Look, "estimate" | "low" | "high" | "n" | "pOf">,
  nullValue = 0,
): SensitivityRow {
  return { name, estimate, low, high, n, pValue: Number.isNaN(nullValue) ? NaN : pOf(nullValue) };
}
