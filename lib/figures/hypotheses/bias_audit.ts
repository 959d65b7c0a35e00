import { biasAudit } from "../../hypotheses/bias_audit.ts";
import { grouped } from "../../stats/grouped.ts";
import type { Specs } from "../figure.ts";
import { computed } from "../values/computed.ts";
import { known, namesOf, pick, type Value } from "../values/value.ts";
import { shownJudges, votedPairs } from "./numbers.ts";

type Verdict = "supported" | "contradicted";

/** More judges are counted, not named. */
const NAMED = 4;

/** In how many of the ways asked the bias is supported, and of whom, the most first; and where it is one to the less informative answer. */
function supported(asked: readonly Value[]): string {
  const turned = pick(asked, { verdict: "contradicted" });
  const others = turned.length === 0
    ? ""
    : `; one to the less informative answer in ${said(asked, namesOf(turned, "judge"), "contradicted")}`;
  return `${said(asked, namesOf(asked, "judge"), "supported")}${others}`;
}

function said(asked: readonly Value[], judges: readonly string[], verdict: Verdict): string {
  const found = grouped(judges, (judge) => waysOf(asked, judge, verdict));
  return [...found].sort(([a], [b]) => parseInt(b) - parseInt(a)).map(([ways, of]) =>
    `${ways} ways with ${
      judges.length > NAMED ? `${of.length} of ${judges.length} judges` : of.join(" and ")
    }`
  ).join(", in ");
}

function waysOf(asked: readonly Value[], judge: string, verdict: Verdict = "supported"): string {
  return `${pick(asked, { judge, verdict }).length} of ${pick(asked, { judge }).length}`;
}

export const biasAuditFigure: Specs = {
  "hypotheses-bias-audit": {
    computed: async (context) =>
      shownJudges(await votedPairs(context)).flatMap(({ judge, benchmark, pairs }) =>
        computed(biasAudit(pairs), {
          ...{ value: "estimate", quantity: "IB", more: ["p_value"] },
          keys: { benchmark: { is: benchmark }, judge: { is: judge }, asks: "asks", verdict: "verdict" },
        })
      ),
    // Where more stand beside each other, numbers would leave the marks no room.
    options: (values) => ({ numbers: namesOf(values, "judge").length <= 3 }),
    marks: known,
    words: (values) => {
      const asked = known(values);
      const open = namesOf(values, "asks").filter((line) => asked.every(({ keys }) => keys.asks !== line));
      const counts = (free: boolean) =>
        namesOf(asked, "judge").filter((judge) => judge.endsWith("no bias") === free)
          .map((judge) => waysOf(asked, judge)).join(" and ");
      return {
        ...{ found: supported(asked), biased: counts(false), others: counts(true) },
        open: open.length > 0 ? `Without an estimate from these results: ${open.join("; ")}.` : "",
        judges: namesOf(values, "judge").map((judge) =>
          `${judge}: ${pick(asked, { judge }).map(({ keys }) => `${keys.asks} ${keys.verdict}`).join(", ")}`
        ).join("; "),
      };
    },
  },
};
