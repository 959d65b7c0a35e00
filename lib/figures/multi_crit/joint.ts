import { figure, type NamedFigure } from "../figure.ts";
import { dumbbells } from "../recipes/row_chart.ts";
import { referenceJudges } from "../../metrics/reference_judges.ts";
import {
  comparedWays,
  COMPARISONS,
  DIFFERENCE,
  NAMES,
  ORDER,
  printedComparison,
  withExactInterval,
} from "./numbers.ts";

const { from, to } = COMPARISONS.mode;

export const joint: NamedFigure<"multi-crit-joint"> = figure("multi-crit-joint", {
  title: "From single to joint judging",
  needs: ["modes"],
  published: () =>
    printedComparison("mode").filter(({ keys }) => keys.way !== DIFFERENCE).map(withExactInterval),
  computed: async (context) => {
    const values = await comparedWays(context, "mode");
    const rows = referenceJudges(await context.frame("criteria")).toRecords() as {
      split: string;
      reference: string;
      metric: string;
      value: number;
    }[];
    const coin = rows.filter(({ reference }) => reference === "random");
    return values.filter(({ keys }) => keys.way !== DIFFERENCE).map((value) => ({
      ...value,
      more: {
        coin: coin.find((row) => row.split === value.keys.split && row.metric === value.quantity)?.value ??
          NaN,
      },
    }));
  },
  // Two decimals, as printed, are for the table: the marks lie close to each other.
  recipe: (values, look) =>
    dumbbells({
      rows: ["split", "judge"],
      series: "way",
      panels: "quantity",
      columns: 2,
      from,
      to,
      names: NAMES,
      order: { panels: ORDER.metrics },
      label: "%",
      tick: { of: "coin", label: "a coin for every criterion" },
    })(values.map((value) => ({ ...value, printed: null })), look),
  words: (values) => ({
    caption:
      "Each criterion in a call of its own, or all in one call. Between the marks: joint − single, in points.",
    published: [
      "PAcc and TOS are whole counts of items (299 and 206; 126 and 109, Gemini-2.5-Pro single 108): Wilson’s intervals. For CMR and the " +
      "average no counts of independent items are printed. Overlapping intervals do not decide about a paired difference.",
    ],
    computed: ["Whether a difference can be chance, Table 18 says: its Δ are paired."],
    alt: `Pairs of marks from single to joint judging for ${
      [...new Set(values.map(({ keys }) => keys.judge))].join(", ")
    }: four metrics, two splits.`,
  }),
});
