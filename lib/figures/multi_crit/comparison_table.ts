import type { MultiCritMetric } from "../../papers/multi_crit.ts";
import type { Drawing, FigureContext } from "../figure_spec.ts";
import type { TableCell } from "../table_spec.ts";
import { counted, fixed, signed } from "../theme.ts";
import { type Comparison, type JudgeValue, judgeValueFrame, judgeValues } from "./judge_values.ts";
import { orderedSplits, provenanceNote, SPLIT_NAMES } from "./multi_crit_figure.ts";

/** Metrics in the order of the paper's columns. */
const METRICS: readonly MultiCritMetric[] = [
  "pluralistic_accuracy",
  "conflict_matching_rate",
  "tradeoff_sensitivity",
  "criterion_average",
];

/** Heads of the columns, as the paper has them. */
const HEADS: Record<MultiCritMetric, string> = {
  pluralistic_accuracy: "Pluralistic",
  conflict_matching_rate: "Conflict",
  tradeoff_sensitivity: "Tradeoff",
  criterion_average: "Crit. Avg.",
};

/** A table that compares two ways of judging of several judges: a row for each, and one for the paired difference. */
export async function comparisonTable(
  context: FigureContext,
  comparison: Comparison,
  { second, first, caption, footnotes }: {
    second: string;
    first: string;
    caption: string;
    footnotes: string[];
  },
): Promise<Drawing> {
  const values = await judgeValues(context, comparison);
  const published = context.source === "published";
  const splits = orderedSplits(values.map(({ split }) => split));
  const note = context.origin === "simulated" && !published ? "\n(simulated)" : "";
  const rows = [...new Set(values.map(({ pair }) => pair))].flatMap((pair) =>
    (["second", "first", "difference"] as const).map((role, r) => ({
      ...(r === 0 ? { heading: pair } : {}),
      cells: {
        way: { second, first, difference: `Difference${note}` }[role],
        ...Object.fromEntries(splits.flatMap((split) =>
          METRICS.map((metric) => {
            const value = values.find((one) =>
              one.pair === pair && one.role === role && one.split === split && one.metric === metric
            );
            return [`${split} ${metric}`, value ? cell(value) : "–"];
          })
        )),
      },
    }))
  );
  const sizes = splits.map((split) => {
    const size = (metric: MultiCritMetric) => {
      const own = values.filter((one) =>
        one.split === split && one.metric === metric && one.role !== "difference"
      );
      const low = Math.min(...own.map(({ n }) => n)), high = Math.max(...own.map(({ n }) => n));
      return low === high ? counted(low) : `${counted(low)}–${counted(high)}`;
    };
    return `${SPLIT_NAMES[split].toLowerCase()}: ${size("pluralistic_accuracy")} items, ${
      size("tradeoff_sensitivity")
    } with a conflict, ${size("conflict_matching_rate")} conflicting pairs`;
  });
  return {
    body: {
      kind: "table",
      table: {
        columns: [
          { key: "way", label: "", align: "left" },
          ...splits.flatMap((split) =>
            METRICS.map((metric) => ({
              key: `${split} ${metric}`,
              label: HEADS[metric],
              group: SPLIT_NAMES[split],
            }))
          ),
        ],
        rows,
      },
    },
    data: judgeValueFrame(values),
    caption: `${caption} Percent; differences in points.` +
      (published
        ? ""
        : ` n: ${
          sizes.join("; ")
        }. In brackets 95% intervals clustered by item; differences are paired, over what both answered, p by ` +
          "McNemar’s test (PAcc, TOS) or sign flips of whole items, not corrected for their number.") +
      ` ${provenanceNote([published ? "published" : context.origin], context)}`,
    footnotes: published ? footnotes : [],
    alt: `Table of four metrics per judge and split, ${second} and ${first}, with differences.`,
  };
}

function cell({ value, printed, low, high, p_value, role }: JudgeValue): TableCell {
  if (printed !== null) return { text: printed.replace("-", "−") };
  if (Number.isNaN(value)) return { text: "–" };
  const text = role === "difference" ? signed(100 * value, 2) : fixed(100 * value, 2);
  const limits = Number.isNaN(low) ? "" : `\n[${fixed(100 * low, 0)}, ${fixed(100 * high, 0)}]`;
  const p = role === "difference" ? `\n${p_value < 0.001 ? "p < 0.001" : `p ${fixed(p_value, 3)}`}` : "";
  return { text: `${text}${limits}${p}` };
}
