import { unlessRefused } from "../progress/require.ts";
import { isMany, noAnswers } from "../metrics/undecided.ts";
import { percentOf } from "../results/frame.ts";
import { interval } from "./hypothesis_display.ts";
import type { FoundWithout, HypothesisResult, SensitivityRow } from "./hypothesis_types.ts";
import { adjustVerdicts, type Verdict } from "./verdict.ts";
import { said } from "../metrics/said.ts";

/** Replies that name no answer and count as wrong: how many, the largest share of a side that is unread, and the claim without them. */
export interface Undecided {
  unread: number;
  ties: number;
  share: number;
  without: () => HypothesisResult;
}

export const NOTHING = {
  ...{ estimate: NaN, low: NaN, high: NaN, n: 0, clusters: 0 },
  ...{ pValue: NaN, pEquivalence: NaN, direction: NaN, nullValue: NaN },
};

/**
 * What a claim says with replies that name no answer counted as wrong and with these left out: its verdict is that of both, `open` why it is not the one of
 * the first. From a share of δ on unread replies may hide an effect as large, whatever the others say: none is ruled out then.
 */
export function inBothWays(
  counted: Pick<HypothesisResult, "estimate" | "pValue" | "pEquivalence" | "direction" | "claimIs">,
  undecided: Undecided | undefined,
  { unit, delta, alpha }: Pick<HypothesisResult, "unit" | "delta" | "alpha">,
) {
  const isTested = !Number.isNaN(counted.pValue);
  const leftOut = isTested && undecided ? askedWithout(undecided) : undefined,
    { unread = 0, ties = 0, share = 0 } = undecided ?? {};
  const isHidden = unread > 0 && isMany(share, 1, delta),
    pEquivalence = isHidden ? NaN : counted.pEquivalence;
  const [both] = adjustVerdicts([{ ...counted, pEquivalence, leftOut }], { correction: "none", alpha });
  const open = [
    leftOut && both.verdict !== both.counted &&
    openWithout({ leftOut, unit }, both.counted, `the ${noAnswers(unread, ties)}`),
    isHidden && said("hidden", { share: percentOf(Number(share.toPrecision(2))) }),
  ].filter(Boolean).join("; ");
  return { leftOut, pEquivalence, verdict: both.verdict, open };
}

function askedWithout({ unread, ties, without }: Undecided): FoundWithout {
  const called = [...unread > 0 ? ["unread replies"] : [], ...ties > 0 ? ["ties"] : []].join(" and ");
  return unlessRefused<FoundWithout>(() => {
    const { estimate, low, high, n, clusters, pValue, pEquivalence, direction, nullValue, parts } = without();
    return { estimate, low, high, n, clusters, pValue, pEquivalence, direction, nullValue, parts, called };
  }, () => ({ ...NOTHING, called }));
}

export function looksWithout({ called, parts, ...whole }: FoundWithout): SensitivityRow[] {
  return (parts ?? [{ name: "", ...whole }])
    .map(({ name, estimate, low, high, n, clusters, pValue, nullValue }) => ({
      name: `${name} without ${called}`.trim(),
      ...{ estimate, low, high, n, clusters, pValue, nullValue },
    }));
}

/** What is not shown, or not ruled out, without replies that name no answer, and what is found there. */
export function openWithout(
  { leftOut: { parts, called, ...whole }, unit }: Required<Pick<HypothesisResult, "leftOut" | "unit">>,
  counted: Verdict,
  which = called,
): string {
  const open = { supported: "not shown", contradicted: "the opposite is not shown", absent: "not ruled out" };
  const found = (parts ?? [{ name: "", ...whole }])
    .map(({ name, ...one }) => `${name} ${interval(one, { unit })}`.trim()).join(", ");
  const told = Number.isNaN(whole.estimate) ? "nothing to compare" : found;
  return `${open[counted as keyof typeof open]} without ${which}: ${told}`;
}
