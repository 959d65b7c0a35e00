import { biasBeyondPeople } from "../../hypotheses/bias_beyond_people.ts";
import { biasByThreshold } from "../../hypotheses/bias_by_threshold.ts";
import { takeRows } from "../../results/take_rows.ts";
import { equalizedBias } from "../../hypotheses/equalized_bias.ts";
import { metricFrame } from "../../metrics/metric_table.ts";
import { factor } from "../../results/factor.ts";
import { only, preferring } from "../../results/only.ts";
import { grouped } from "../../stats/grouped.ts";
import type { Specs } from "../figure.ts";
import { countRange, rangeText, signed } from "../theme.ts";
import { computed } from "../values/computed.ts";
import { known, namesOf, pick, rekeyed, type Value, valueOf } from "../values/value.ts";
import { JUDGES, lengthened, NAMED, PLAIN, shownJudges, votedPairs } from "./numbers.ts";
import { inWords } from "../../progress/show.ts";
import pl from "nodejs-polars";

const MEASURED = "against the majority of the others", EVEN = "where people are evenly split";
const JUDGE = "the judge", PERSON = "a person, held out";

/** Judges beside the same people have these in a row of their own, once. */
function personOnce(values: readonly Value[]): readonly Value[] {
  const people = pick(values, { of: PERSON }), [first] = people;
  if (people.length < 2 || people.some(({ value, n }) => value !== first.value || n !== first.n)) {
    return values;
  }
  return [...pick(values, { of: JUDGE }), ...rekeyed([first], ({ keys }) => ({ ...keys, judge: PERSON }))];
}

const place = ({ keys }: Value) => (JUDGES as readonly string[]).indexOf(keys.judge);

/** The least and the largest change by a step, in points. */
function changes(values: readonly Value[], step: string): string {
  const own = values.filter(({ keys }) => keys.step.startsWith(step)).map(({ value }) => 100 * value);
  return rangeText(own, (value) => signed(value, 1));
}

function stepsOf(pairs: pl.DataFrame): pl.DataFrame {
  const by = ["benchmark", "judge"];
  const rows = lengthened(pairs, by).flatMap(({ key, rows, isLengthened }) =>
    !isLengthened
      ? []
      : equalizedBias(takeRows(pairs, rows)).steps.map(({ name, pValue, clusters, ...step }) => ({
        ...{ ...key, ...step, step: name, p_value: pValue, n_clusters: clusters },
      }))
  );
  return metricFrame(by, "step:key estimate low high p_value n:count n_clusters:count", rows);
}

/** Largest differences that are kept, and all pairs. */
const LIMITS = [0, 1, 2, 3, 5, 8, 10, 15, 20, 30, 50, 80], ALL = "all";

const SERIES = [["original", "as they are"], ["length_equalized", "lengthened"]] as const;

/** Pairs from which on a sentence rests on a set. */
const ENOUGH = 30;

/** How far IB changes from the first set with enough pairs to all, in points, of the pairs as they are and of those lengthened. */
function steepest(values: readonly Value[]): string {
  const found = SERIES.flatMap(([series, name]) => {
    const changes = changesOf(values.filter(({ keys, n }) => keys.series === series && n >= ENOUGH));
    const steps = [...grouped(changes, ({ by }) => signed(by, 0))];
    if (steps.length === 0) return [];
    const ends = steps.length === 1 ? steps : [steps[0], steps.at(-1)!];
    return [
      `${
        ends.map(([by, own]) =>
          `${by} (${own.length > NAMED ? `${own.length} judges` : own.map(({ judge }) => judge).join(", ")})`
        ).join(" to ")
      } ${name}`,
    ];
  });
  return found.length === 0
    ? ""
    : `From the first ${ENOUGH} pairs or more to all, IB changes in points by ${found.join(", by ")}. `;
}

/** Of every judge whose first set is smaller than all. */
function changesOf(values: readonly Value[]): { judge: string; by: number }[] {
  return namesOf(values, "judge").flatMap((judge) => {
    const own = known(pick(values, { judge })), [all] = pick(own, { threshold: ALL });
    const first = [...LIMITS, ALL].flatMap((limit) => pick(own, { threshold: `${limit}` }))[0];
    return all && first.n < all.n ? [{ judge, by: 100 * (all.value - first.value) }] : [];
  }).sort((a, b) => a.by - b.by);
}

/** Charts of what hypotheses ask. */
export const charts: Specs = {
  "hypotheses-beside-people": {
    computed: async (context) => {
      const pairs = preferring(await votedPairs(context), PLAIN);
      return factor(pairs.getColumn("judge")).levels.flatMap((judge) => {
        const found = biasBeyondPeople(only(pairs, { judge: String(judge) }), { condition: {} });
        const [own, person] = found.sensitivity;
        return ([[MEASURED, JUDGE, own], [MEASURED, PERSON, person], [EVEN, JUDGE, found]] as const)
          .filter(([, , look]) => look !== undefined && !Number.isNaN(look.estimate))
          .map(([asks, of, { estimate: value, low, high, n, pValue }]) =>
            valueOf({
              keys: { judge: String(judge), asks, of },
              quantity: "IB",
              ...{ value, low, high, n, more: { p_value: pValue } },
            })
          );
      });
    },
    marks: personOnce,
    words: (values, { source }) => {
      const even = pick(values, { asks: EVEN }), persons = pick(values, { of: PERSON });
      const [more, less] = [even.filter(({ low }) => low > 0), even.filter(({ high }) => high < 0)];
      const who = (some: readonly Value[]) =>
        some.length === 0 || some.length > NAMED ? "" : ` (${namesOf(some, "judge").join("; ")})`;
      const is = !persons.length
        ? ""
        : persons.every(({ low }) => low > 0)
        ? "have an IB too"
        : persons.every(({ high }) => high < 0)
        ? "have an IB below 0"
        : "";
      return {
        who: who(more),
        people: is && `${source === "simulated" ? "Simulated people" : "People"} ${is}. `,
        they: is ? "they" : "people",
        count: `${more.length} of ${inWords(even.length, "judge")} ${
          even.length === 1 ? "favours" : "favour"
        }`,
        less: less.length === 0 ? "" : `, ${less.length} the less informative one${who(less)}`,
      };
    },
  },
  "hypotheses-equalization-steps": {
    computed: async (context) =>
      computed(stepsOf(preferring(await context.frame("pairs"), { pipeline: "base", image: true })), {
        ...{ value: "estimate", quantity: "IB", more: ["p_value"] },
        keys: ["benchmark", "judge", "step"],
        // In the paper's order, so that a judge without a name has one letter here and beside it.
      }).sort((a, b) => place(a) - place(b)),
    words: (values) => ({
      equalised: changes(values, "equalisation"),
      selected: changes(values, "selection"),
    }),
  },
  "hypotheses-length-threshold": {
    computed: async (context) =>
      shownJudges(await context.frame("pairs")).flatMap(({ judge, benchmark, pairs }) => {
        const frame = biasByThreshold(pairs, { thresholds: [...LIMITS, null] });
        const named = frame.getColumn("threshold").toArray().map((limit) => `${limit ?? ALL}`);
        return computed(frame.withColumns(pl.Series("threshold", named, pl.Utf8)), {
          ...{ value: "ib", quantity: "IB" },
          keys: {
            ...{ benchmark: { is: benchmark }, judge: { is: judge } },
            ...{ series: "series", threshold: "threshold" },
          },
        });
      }),
    words: (values) => ({
      change: steepest(values),
      bands: values.some(({ interval }) => interval === "95%") ? "; bands: 95% intervals" : "",
      pairs: ["0", "5", ALL].map((limit) => {
        const both = namesOf(values, "series").length > 1;
        const own = SERIES.flatMap(([series, name]) => {
          const found = pick(values, { series, threshold: limit });
          return found.length === 0
            ? []
            : [`${countRange(found.map(({ n }) => n)).replace("n = ", "")}${both ? ` ${name}` : ""}`];
        });
        return `${limit === ALL ? "without limit" : `up to ${limit} words`}: ${own.join(", ")}`;
      }).join("; "),
    }),
  },
};
