import { biasAudit } from "../../hypotheses/bias_audit.ts";
import { biasBeyondPeople } from "../../hypotheses/bias_beyond_people.ts";
import { biasByThreshold } from "../../hypotheses/bias_by_threshold.ts";
import { takeRows } from "../../hypotheses/conditions.ts";
import { equalizedBias } from "../../hypotheses/equalized_bias.ts";
import { groupRows, metricFrame } from "../../metrics/metric_table.ts";
import { factor } from "../../results/factor.ts";
import { only, preferring } from "../../results/only.ts";
import { grouped } from "../../stats/grouped.ts";
import type { Specs } from "../figure.ts";
import { countRange, listText, rangeText, signed } from "../theme.ts";
import { computed } from "../values/computed.ts";
import { known, namesOf, pick, rekeyed, type Value, valueOf } from "../values/value.ts";
import { JUDGES, PLAIN, shownJudges, votedPairs } from "./numbers.ts";
import { inWords } from "../../progress/show.ts";
import pl from "nodejs-polars";

/** More judges are counted, not named. */
const NAMED = 4;

/** In how many of the ways that can be tested a bias is found, and of whom, the most first. */
function said(values: readonly Value[]): string {
  const judges = namesOf(values, "judge");
  const found = grouped(judges, (judge) => {
    const own = testable(pick(values, { judge })), less = pick(own, { verdict: "contradicted" }).length;
    const all = pick(own, { verdict: "supported" }).length + less;
    if (own.length === 0) return "none| (too little data to test)";
    const which = less === 0
      ? ""
      : ` (${less < all ? `${less} of them ` : ""}to the less informative answer)`;
    return `${all} of ${inWords(own.length, "way")}|${which}`;
  });
  return [...found].sort(([a], [b]) => parseInt(b) - parseInt(a)).map(([ways, of]) =>
    ways.replace("|", () => ` with ${named(of, judges.length)}`)
  ).join(", in ");
}

const testable = (values: readonly Value[]) => values.filter(({ keys }) => keys.verdict !== "untestable");

/** Which ways cannot be tested, with whom where not with all, and why. */
function untested(values: readonly Value[]): string {
  const none = pick(values, { verdict: "untestable" }), judges = namesOf(values, "judge");
  const ways = grouped(none, ({ keys: { asks, warning } }) => `${asks}\n${warning}`);
  const reasons = grouped([...ways.values()], (own) => {
    const of = namesOf(own, "judge"), [{ keys: { warning } }] = own;
    return `${of.length < judges.length ? ` with ${named(of, judges.length)}` : ""} (${warning})`;
  });
  return [...reasons].map(([why, own]) => own.map(([{ keys }]) => keys.asks).join("; ") + why).join("; ");
}

/** Judges in a sentence: by name where all together are few. */
const named = (of: readonly string[], all: number): string =>
  all > NAMED ? `${of.length} of ${all} judges` : listText(of);

/** What each way of asking takes for granted. */
const ASSUMED: readonly (readonly [way: string, said: string])[] = [
  ["all pairs", "of all pairs as they are, nothing (it says how verdicts fall, not why)"],
  ["length", "at a length difference, that IDS and CDS differ in nothing but length and order"],
  ["votes", "where votes are even, that they are independent given how a pair leans"],
  ["labels", "with wrong labels, that these have nothing to do with the verdict"],
];

/** What the audit warns of where a verdict is drawn: whose, and in which way of asking. */
function warnings(asked: readonly Value[]): string {
  const decided = pick(asked, { verdict: ["supported", "contradicted", "absent"] });
  const found = grouped(decided, ({ keys: { asks, warning } }) => warning && `${asks}, |: ${warning}.`);
  return [...found].map(([said, own]) =>
    said.replace("|", () => named(namesOf(own, "judge"), namesOf(asked, "judge").length))
  ).filter(Boolean).join(" ");
}

function waysOf(asked: readonly Value[], judge: string): string {
  return `${pick(asked, { judge, verdict: "supported" }).length} of ${pick(asked, { judge }).length}`;
}

/** With whom wrong labels alone would show an IB of the other sign, so that more than IB is left. */
function larger(asked: readonly Value[]): string {
  const of = namesOf(asked, "judge").filter((judge) => {
    const [[raw], [left]] = ["all pairs", "labels"].map((way) =>
      pick(asked, { judge }).filter(({ keys }) => keys.asks.includes(way))
    );
    return raw && left && raw.value * left.value > 0 && Math.abs(left.value) > Math.abs(raw.value);
  });
  return of.length === 0
    ? ""
    : `Wrong labels alone would show an IB of the other sign with ${
      named(of, namesOf(asked, "judge").length)
    }: more of it is left than is seen.`;
}

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
  const by = ["benchmark", "judge"],
    variant = factor(pairs.getColumn("variant")),
    code = variant.levels.indexOf("length_equalized");
  const rows = groupRows(pairs, by).flatMap(({ key, rows }) =>
    !rows.some((row) => variant.codes[row] === code)
      ? []
      : equalizedBias(takeRows(pairs, rows)).steps.map(({ name, pValue, clusters, ...step }) => ({
        ...key,
        ...step,
        step: name,
        p_value: pValue,
        n_clusters: clusters,
      }))
  );
  return metricFrame(by, "step:key estimate low high p_value n:count n_clusters:count", rows);
}

const PAPER = 5;

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
  "hypotheses-bias-audit": {
    computed: async (context) =>
      shownJudges(await votedPairs(context)).flatMap(({ judge, benchmark, pairs }) =>
        computed(biasAudit(pairs), {
          ...{ value: "estimate", quantity: "IB", more: ["p_value"] },
          keys: {
            ...{ benchmark: { is: benchmark }, judge: { is: judge } },
            ...{ asks: "asks", verdict: "verdict", warning: "warning" },
          },
        })
      ),
    // Where more stand beside each other, numbers would leave the marks no room.
    options: (values) => ({ numbers: namesOf(values, "judge").length <= 3 }),
    // A number that nothing can be said of stands in the CSV alone, unless there is no other.
    marks: (values) => {
      const shown = known(values), asked = testable(shown);
      return asked.length > 0 ? asked : shown;
    },
    words: (values) => {
      const asked = testable(known(values)), lines = namesOf(asked, "asks");
      const counts = (free: boolean) =>
        namesOf(asked, "judge").filter((judge) => judge.endsWith("no bias") === free)
          .map((judge) => waysOf(asked, judge)).join(" and ");
      const open = untested(values);
      return {
        ...{ found: said(values), biased: counts(false), others: counts(true) },
        assumed: ASSUMED.flatMap(([way, said]) => lines.some((line) => line.includes(way)) ? said : []).join(
          "; ",
        ),
        warnings: [warnings(asked), larger(asked)].filter(Boolean).join(" "),
        open: open === "" ? "" : `Not tested: ${open}.`,
        judges: namesOf(asked, "judge").map((judge) =>
          `${judge}: ${pick(asked, { judge }).map(({ keys }) => `${keys.asks} ${keys.verdict}`).join(", ")}`
        ).join("; "),
      };
    },
  },
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
      pairs: ["0", String(PAPER), ALL].map((limit) => {
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
