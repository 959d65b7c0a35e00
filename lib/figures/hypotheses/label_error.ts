import { labelError } from "../../hypotheses/label_error.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { curves } from "../recipes/curves.ts";
import { fixed, INK } from "../theme.ts";
import { type Value, valueOf, withoutInterval } from "../values/value.ts";
import { JUDGES, shownJudges, tested } from "./numbers.ts";

/** Curves of a judge without the bias, and what is seen. */
const NAMES = {
  human: "unbiased judge, human labels wrong",
  informativeness_follows_choice: "unbiased judge, informativeness labels follow its choices",
  observed: "observed IB",
};

/** The share of wrong human labels that explains all. */
const EXPLAINS = "share that explains the observed IB";

export const labelErrorFigure: NamedFigure<"hypotheses-label-error"> = figure("hypotheses-label-error", {
  title: "IB that wrong labels alone would show",
  needs: ["informativeness"],
  oneBenchmark: true,
  computed: async (context) =>
    shownJudges(await context.frame("pairs")).flatMap(({ judge, benchmark, pairs }) => {
      const kinds = (["human", "informativeness_follows_choice"] as const).map((kind) => ({
        kind,
        ...labelError(pairs, { kind }),
      }));
      const [{ explaining, sensitivity: [ib], curve, n }] = kinds;
      const last = Math.max(...curve.getColumn("share").toArray() as number[], 0);
      const observed = (share: number, quantity: string, more = {}): Value =>
        valueOf({
          keys: { benchmark, judge, curve: "observed" },
          quantity,
          value: ib.estimate,
          low: ib.low,
          high: ib.high,
          n,
          more: { share, ...more },
          provenance: context.origin,
        });
      return [
        ...kinds.flatMap(({ kind, curve }) =>
          tested(context, curve, { value: "ib", quantity: "IB", keys: [], more: ["share"] }, {
            benchmark,
            judge,
            curve: kind,
          }).filter(({ more }) => more.share <= last)
        ),
        observed(0, "IB"),
        observed(last, "IB"),
        ...(Number.isNaN(explaining.estimate) ? [] : [
          withoutInterval(observed(explaining.estimate, EXPLAINS, {
            share_low: explaining.low,
            share_high: Math.min(last, explaining.high),
          })),
        ]),
      ];
    }),
  recipe: curves({
    x: { of: "share", times: 100, label: "Wrong labels (%)" },
    y: { label: "Apparent IB (percentage points)" },
    series: "curve",
    panels: "judge",
    order: { panels: JUDGES, series: Object.keys(NAMES) },
    names: NAMES,
    colors: { human: "#0b4f8a", informativeness_follows_choice: "#e08a2e", observed: INK.text },
    dashed: ["observed"],
    marks: {
      when: ({ quantity }) => quantity === EXPLAINS,
      label: EXPLAINS,
      across: ["share_low", "share_high"],
    },
    at: [{ y: 0, label: "" }],
    ends: false,
  }),
  words: (values) => ({
    caption: `${
      values[0].keys.benchmark
    }: IB of a judge without the bias, of the same accuracy, were a share of the labels wrong.`,
    footnotes: [
      `Explains all: ${
        explained(values)
      }. Informativeness labels that are wrong at random show no IB at any share.`,
    ],
    alt:
      "Apparent informativeness bias of an unbiased judge against the share of wrong labels, with the observed IB, per judge.",
  }),
});

/** The share of wrong human labels that explains the bias of every judge, in words. */
function explained(values: readonly Value[]): string {
  return [...new Set(values.map(({ keys }) => keys.judge))].map((judge) => {
    const found = values.find(({ keys, quantity }) => keys.judge === judge && quantity === EXPLAINS);
    if (!found) return `${judge} no share of wrong human labels`;
    const [share, low, high] = ["share", "share_low", "share_high"].map((name) =>
      fixed(100 * found.more[name], 1)
    );
    return `${judge} ${share}% [${low}, ${high}]`;
  }).join("; ");
}
