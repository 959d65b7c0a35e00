import { biasAudit } from "../../hypotheses/bias_audit.ts";
import { grouped } from "../../stats/grouped.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { intervals } from "../recipes/rows.ts";
import type { Value } from "../values/value.ts";
import { JUDGES, shownJudges, tested, votedPairs } from "./numbers.ts";

/** A verdict's colour: what is claimed stands out, what is open is pale. */
const COLORS = {
  supported: "#b04a00",
  contradicted: "#6b3fa0",
  absent: "#00766c",
  undecided: "#8a96a3",
};

export const biasAuditFigure: NamedFigure<"hypotheses-bias-audit"> = figure("hypotheses-bias-audit", {
  title: "Informativeness bias, asked five ways",
  ownTitle: "Informativeness bias, asked in several ways",
  notebook: "08_length_equalized",
  needs: ["informativeness"],
  oneBenchmark: true,
  computed: async (context) =>
    shownJudges(await votedPairs(context)).flatMap(({ judge, benchmark, pairs }) =>
      tested(context, biasAudit(pairs), { value: "estimate", keys: ["asks", "verdict"], more: ["p_value"] }, {
        benchmark,
        judge,
      }).map((value) => ({ ...value, quantity: "IB" }))
    ),
  recipe: (values, look) => {
    const judges = new Set(values.map(({ keys }) => keys.judge)).size;
    return intervals({
      rows: "asks",
      panels: "judge",
      series: "verdict",
      colors: COLORS,
      order: { panels: JUDGES, series: Object.keys(COLORS) },
      names: { supported: "bias found" },
      // Of the simulation it is known where the intervals lie.
      ...(look.coarse ? { ticks: [-20, 0, 20, 40, 60] } : {}),
      unit: "points",
      // Where more stand beside each other, numbers would leave the marks no room.
      numbers: judges <= 3,
      label: "IB (percentage points)",
    })(values.filter(({ value }) => !Number.isNaN(value)), look);
  },
  words: (values, { source }) => {
    const asked = values.filter(({ value }) => !Number.isNaN(value));
    const open = [...new Set(values.map(({ keys }) => keys.asks))]
      .filter((line) => asked.every(({ keys }) => keys.asks !== line));
    const judges = [...new Set(values.map(({ keys }) => keys.judge))];
    return {
      caption: `${source === "results" ? `${values[0].keys.benchmark}. ` : ""}Bias found in ${
        supported(asked)
      }.${source === "simulated" ? " Without bias: false alarms." : ""}`,
      footnotes: [
        "Colours are verdicts at the 5% level, each by itself. What each way assumes: of all pairs as they are, nothing (it says how " +
        "verdicts fall, not why); at a length difference, that IDS and CDS differ in nothing but length and order; where votes are even, that " +
        "they are independent given how a pair leans; with wrong labels, that these have nothing to do with the verdict.",
        ...open.length > 0 ? [`Not asked of these results: ${open.join("; ")}.`] : [],
      ],
      alt:
        `Forest plot per judge, a row for each way of asking for informativeness bias, coloured by verdict. ${
          judges.map((judge) =>
            `${judge}: ${ofJudge(asked, judge).map(({ keys }) => `${keys.asks} ${keys.verdict}`).join(", ")}`
          ).join("; ")
        }.`,
    };
  },
});

/** More judges are counted, not named. */
const NAMED = 4;

/** In how many of the ways asked the bias is supported, and of whom, the most first. */
function supported(asked: readonly Value[]): string {
  const judges = [...new Set(asked.map(({ keys }) => keys.judge))];
  const found = grouped(judges, (judge) => {
    const own = ofJudge(asked, judge);
    return `${own.filter(({ keys }) => keys.verdict === "supported").length} of ${own.length}`;
  });
  return [...found].sort(([a], [b]) => parseInt(b) - parseInt(a)).map(([ways, of]) => {
    const who = judges.length > NAMED
      ? `${of.length} of ${judges.length} judges`
      : of.map((judge) => `“${judge}”`).join(", ");
    return `${ways} ways: ${who}`;
  }).join("; ");
}

function ofJudge(values: readonly Value[], judge: string): Value[] {
  return values.filter(({ keys }) => keys.judge === judge);
}
