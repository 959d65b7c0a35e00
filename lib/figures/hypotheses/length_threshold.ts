import pl from "nodejs-polars";
import { biasByThreshold } from "../../hypotheses/bias_by_threshold.ts";
import type { Specs } from "../figure.ts";
import { countRange, signed } from "../theme.ts";
import { grouped } from "../../stats/grouped.ts";
import { computed } from "../values/computed.ts";
import { pick, type Value } from "../values/value.ts";
import { shownJudges } from "./numbers.ts";

/** The threshold of the informativeness-bias paper. */
const PAPER = 5;

/** Largest differences that are kept, and all pairs. */
const LIMITS = [0, 1, 2, 3, 5, 8, 10, 15, 20, 30, 50, 80], ALL = "all";

/** Both lines, and what the words call their pairs. */
const SERIES = [["original", "as they are"], ["length_equalized", "lengthened"]] as const;

/** Pairs from which on a sentence rests on a set. */
const ENOUGH = 30;

/** How far IB changes from equal lengths to all pairs, in points, of the pairs as they are and of those lengthened. */
function steepest(values: readonly Value[]): string {
  const found = SERIES.flatMap(([series, name]) => {
    const ends = changesOf(values.filter(({ keys, n }) => keys.series === series && n >= ENOUGH));
    return ends.length === 0 ? [] : [
      `${name} ${
        [...grouped(ends, ({ by }) => signed(by, 0))].map(([by, own]) =>
          `${by} (${own.map(({ judge }) => judge).join(", ")})`
        ).join(" to ")
      }`,
    ];
  });
  return found.length === 0
    ? ""
    : `From the first set of ${ENOUGH} pairs or more to all, IB changes in points: ${found.join("; ")}.`;
}

/** The least and the largest change among the judges. */
function changesOf(values: readonly Value[]): { judge: string; by: number }[] {
  const own = (limit: string) =>
    new Map(
      values.filter(({ keys }) => keys.threshold === limit).map(({ keys, value }) => [keys.judge, value]),
    );
  const least = own(
    LIMITS.map(String).find((limit) => [...own(limit).values()].some((value) => !Number.isNaN(value))) ?? "0",
  );
  const changes = [...own(ALL)].map(([judge, value]) => ({
    judge,
    by: 100 * (value - (least.get(judge) ?? NaN)),
  })).filter(({ by }) => !Number.isNaN(by)).sort((a, b) => a.by - b.by);
  return changes.length < 2 ? changes : [changes[0], changes.at(-1)!];
}

export const lengthThreshold: Specs = {
  "hypotheses-length-threshold": {
    computed: async (context) =>
      shownJudges(await context.frame("pairs")).flatMap(({ judge, benchmark, pairs }) => {
        const frame = biasByThreshold(pairs, { thresholds: [...LIMITS, null] });
        const named = frame.getColumn("threshold").toArray().map((limit) =>
          limit === null ? ALL : `${limit}`
        );
        return computed(frame.withColumns(pl.Series("threshold", named, pl.Utf8)), {
          ...{ value: "ib", quantity: "IB" },
          keys: {
            benchmark: { is: benchmark },
            judge: { is: judge },
            series: "series",
            threshold: "threshold",
          },
        });
      }),
    words: (values) => ({
      change: steepest(values),
      pairs: ["0", String(PAPER), ALL].map((limit) => {
        const own = SERIES.flatMap(([series, name]) => {
          const found = pick(values, { series, threshold: limit });
          return found.length === 0
            ? []
            : [`${countRange(found.map(({ n }) => n)).replace("n = ", "")} ${name}`];
        });
        return `${limit === ALL ? "without limit" : `up to ${limit} words`}: ${own.join(", ")}`;
      }).join("; "),
    }),
  },
};
