import { biasAudit } from "../../hypotheses/bias_audit.ts";
import { grouped } from "../../stats/grouped.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { intervals } from "../recipes/rows.ts";
import { namesOf, type Value } from "../values/value.ts";
import { JUDGES, shownJudges, tested, votedPairs } from "./numbers.ts";

/** A verdict's colour: what is claimed stands out, what is open is pale. */
const COLORS = {
  supported: "#b04a00",
  contradicted: "#6b3fa0",
  absent: "#00766c",
  undecided: "#8a96a3",
};

export const biasAuditFigure: NamedFigure<"hypotheses-bias-audit"> = figure("hypotheses-bias-audit", {
  file: "bias_audit",
  title: "Informativeness bias, asked five ways",
  ownTitle: "Informativeness bias, asked in several ways",
  notebook: "08_length_equalized",
  needs: ["informativeness"],
  oneBenchmark: true,
  computed: async (context) =>
    shownJudges(await votedPairs(context)).flatMap(({ judge, benchmark, pairs }) =>
      tested(biasAudit(pairs), { value: "estimate", keys: ["asks", "verdict"], more: ["p_value"] }, {
        benchmark,
        judge,
      }).map((value) => ({ ...value, quantity: "IB" }))
    ),
  recipe: (values, look) => {
    return intervals({
      rows: "asks",
      panels: "judge",
      series: "verdict",
      colors: COLORS,
      order: { panels: JUDGES, series: Object.keys(COLORS) },
      names: { supported: "bias found", contradicted: "bias to the less informative" },
      // Of the simulation it is known where the intervals lie.
      ...(look.coarse ? { ticks: [-20, 0, 20, 40, 60] } : {}),
      unit: "points",
      // Where more stand beside each other, numbers would leave the marks no room.
      numbers: namesOf(values, "judge").length <= 3,
      label: "IB (percentage points)",
    })(values.filter(({ value }) => !Number.isNaN(value)), look);
  },
  words: (values) => {
    const asked = values.filter(({ value }) => !Number.isNaN(value));
    const open = namesOf(values, "asks").filter((line) => asked.every(({ keys }) => keys.asks !== line));
    const counts = (free: boolean) =>
      namesOf(asked, "judge").filter((judge) => judge.endsWith("no bias") === free)
        .map((judge) => waysOf(asked, judge)).join(" and ");
    return {
      ...{ found: supported(asked), biased: counts(false), others: counts(true) },
      open: open.length > 0 ? `Without an estimate from these results: ${open.join("; ")}.` : "",
      judges: namesOf(values, "judge").map((judge) =>
        `${judge}: ${ofJudge(asked, judge).map(({ keys }) => `${keys.asks} ${keys.verdict}`).join(", ")}`
      ).join("; "),
    };
  },
});

/** More judges are counted, not named. */
const NAMED = 4;

/** In how many of the ways asked the bias is supported, and of whom, the most first; and where it is one to the less informative answer. */
function supported(asked: readonly Value[]): string {
  const turned = asked.filter(({ keys }) => keys.verdict === "contradicted");
  const others = turned.length === 0
    ? ""
    : `; one to the less informative answer in ${said(asked, namesOf(turned, "judge"), "contradicted")}`;
  return `${said(asked, namesOf(asked, "judge"), "supported")}${others}`;
}

function said(asked: readonly Value[], judges: readonly string[], verdict: keyof typeof COLORS): string {
  const found = grouped(judges, (judge) => waysOf(asked, judge, verdict));
  return [...found].sort(([a], [b]) => parseInt(b) - parseInt(a)).map(([ways, of]) =>
    `${ways} ways with ${
      judges.length > NAMED ? `${of.length} of ${judges.length} judges` : of.join(" and ")
    }`
  ).join(", in ");
}

function waysOf(
  asked: readonly Value[],
  judge: string,
  verdict: keyof typeof COLORS = "supported",
): string {
  const own = ofJudge(asked, judge);
  return `${own.filter(({ keys }) => keys.verdict === verdict).length} of ${own.length}`;
}

function ofJudge(values: readonly Value[], judge: string): Value[] {
  return values.filter(({ keys }) => keys.judge === judge);
}
