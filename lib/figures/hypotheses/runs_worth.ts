import { repeatability } from "../../metrics/repeatability.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { curves } from "../recipes/curves.ts";
import { type Value, valueOf } from "../values/value.ts";
import { judgeRows, judgesOf, namedPairs } from "./numbers.ts";

/** Runs on the axis, and how much wider than with endless runs an error may be for more runs not to be worth their price. */
const MOST = 34, WORTH = 1.05;

/** Judges that a caption names one by one. */
const MANY = 4;

/** How many times the error of endless runs the error of a mean over items is, with so many runs of each. */
const factor = (runShare: number, runs: number) =>
  Math.sqrt((1 - runShare + runShare / runs) / (1 - runShare));

export const runsWorth: NamedFigure<"hypotheses-runs-worth"> = figure("hypotheses-runs-worth", {
  title: "How many runs are worth paying for",
  notebook: "13_correct_for_the_judge",
  needs: ["pair_runs", "labelled"],
  computed: async (context) => {
    const pairs = await namedPairs(context), by = judgesOf(pairs);
    return repeatability(pairs, { by }).toRecords().flatMap((row): Value[] => {
      const [share, low, high] = ["run_share", "run_share_low", "run_share_high"].map((name) =>
        Number(row[name])
      );
      if (!(share < 1)) return [];
      return Array.from({ length: MOST }, (_, i) =>
        valueOf({
          keys: Object.fromEntries(by.map((name) => [name, String(row[name])])),
          quantity: "error, times that of endless runs",
          value: factor(share, i + 1),
          low: factor(low, i + 1),
          high: factor(high, i + 1),
          n: Number(row.n),
          clusters: Number(row.n_clusters),
          more: { runs: i + 1, runs_worth: Number(row.runs_worth ?? NaN), run_share: share },
          provenance: context.origin,
        }));
    });
  },
  recipe: (values, look) =>
    curves({
      x: { of: "runs", label: "Runs of every item", ticks: ticksOf(values) },
      y: { label: "Error of the accuracy, times that of endless runs" },
      series: "judge",
      panels: judgeRows(values).length > 1 ? "benchmark" : [],
      unit: "number",
      decimals: 2,
      at: [{ y: WORTH, label: "" }],
      ends: false,
      height: 300,
    })(values, look),
  words: (values) => {
    const worth: [string, number][] = [
      ...new Map(values.map(({ keys, more }) => [Object.values(keys).join(", "), more.runs_worth])),
    ];
    return {
      caption: `The line: 5% above endless runs, reached with ${runsText(worth)}.`,
      footnotes: [
        "From the share of the variance of right or wrong that lies between runs of the same item; the number of items is held. Where few runs reach the line, further items are the better buy.",
      ],
      alt:
        "Curves that fall with the number of runs, one per judge: the error of an accuracy relative to endless runs.",
    };
  },
});

/** One run, and every fifth. */
function ticksOf(values: readonly Value[]): Record<number, string> {
  const most = Math.max(...values.map(({ more }) => more.runs));
  const runs = [1, ...Array.from({ length: Math.floor(most / 5) }, (_, i) => 5 * (i + 1))];
  return Object.fromEntries(runs.map((count) => [count, String(count)]));
}

/** How many runs reach the line: of a few judges each, of many the range. */
export function runsText(worth: readonly (readonly [judge: string, runs: number])[]): string {
  const none = worth.filter(([, runs]) => Number.isNaN(runs)).map(([judge]) => judge);
  const known = worth.filter(([, runs]) => !Number.isNaN(runs));
  const count = (runs: number) => `${runs} ${runs === 1 ? "run" : "runs"}`;
  const all = known.map(([, runs]) => runs), least = Math.min(...all), most = Math.max(...all);
  const said = known.length === 0
    ? []
    : known.length > MANY
    ? [least === most ? count(most) : `${least} to ${count(most)}`]
    : known.map(([judge, runs]) => `${count(runs)} by ${judge}`);
  return [...said, ...none.length > 0 ? [`no number of runs by ${none.join(", ")}`] : []].join(", ");
}
