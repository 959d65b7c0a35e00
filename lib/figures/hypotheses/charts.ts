import pl from "nodejs-polars";
import { groupRows, metricFrame } from "../../metrics/metric_table.ts";
import { factor } from "../../results/factor.ts";
import { only, preferring } from "../../results/only.ts";
import { takeRows } from "../../results/take_rows.ts";
import { simulateModelPairs, simulateVotedPairs } from "../../simulate/solved_frames.ts";
import { ORDER } from "../birch/numbers.ts";
import type { FigureContext } from "../figure_spec.ts";
import { inOrder } from "../paper_order.ts";
import { biasAudit } from "../../hypotheses/bias_audit.ts";
import { biasBeyondPeople } from "../../hypotheses/bias_beyond_people.ts";
import { biasByThreshold } from "../../hypotheses/bias_by_threshold.ts";
import { equalizedBias } from "../../hypotheses/equalized_bias.ts";
import { grouped } from "../../stats/grouped.ts";
import type { Specs } from "../figure.ts";
import { listText } from "../theme.ts";
import { computed } from "../values/computed.ts";
import { known, namesOf, pick, rekeyed, type Value, valueOf } from "../values/value.ts";

export const JUDGES = ORDER.judge;

const NAMED = 4;

function lengthened(pairs: pl.DataFrame, by: readonly string[]) {
  const variant = pairs.columns.includes("variant") ? factor(pairs.getColumn("variant")) : null;
  const code = variant?.levels.indexOf("length_equalized") ?? -1;
  return groupRows(pairs, by).map((group) => ({
    ...group,
    isLengthened: code >= 0 && group.rows.some((row) => variant!.codes[row] === code),
  }));
}

function shownJudges(pairs: pl.DataFrame): { judge: string; benchmark: string; pairs: pl.DataFrame }[] {
  const groups = lengthened(pairs, ["benchmark", "judge"].filter((name) => pairs.columns.includes(name)));
  const usable = groups.some(({ isLengthened }) => isLengthened)
    ? groups.filter(({ isLengthened }) => isLengthened)
    : groups;
  const { benchmark } = usable.reduce((a, b) => b.rows.length > a.rows.length ? b : a).key;
  const shown = usable.filter(({ key }) => key.benchmark === benchmark).map(({ key, rows }) => ({
    ...{ judge: String(key.judge ?? "judge"), benchmark: String(benchmark ?? "") },
    pairs: takeRows(pairs, rows),
  }));
  const order = inOrder(shown.map(({ judge }) => judge), JUDGES);
  return shown.sort((a, b) => order.indexOf(a.judge) - order.indexOf(b.judge));
}

export const PLAIN = { pipeline: "base", image: true, variant: "original" };

/** Pairs whose writers are named, in plain judging: the user's, else simulated models that judge each other (the papers' name none). */
export async function namedPairs(context: FigureContext): Promise<pl.DataFrame> {
  if (context.source !== "results") return await context.once("pairs of models", () => simulateModelPairs());
  return preferring(await context.frame("pairs"), PLAIN);
}

/** Pairs on which people voted, in plain judging: the user's, else those of invented judges that read quality as people do (the papers' simulated pairs have no votes). */
async function votedPairs(context: FigureContext): Promise<pl.DataFrame> {
  if (context.source !== "results") return await context.once("pairs with votes", () => simulateVotedPairs());
  return await context.frame("pairs");
}

const MEASURED = "against the majority of the others", EVEN = "where people are evenly split";
const JUDGE = "the judge", PERSON = "a person, held out";

function personOnce(values: readonly Value[]): readonly Value[] {
  const people = pick(values, { of: PERSON }), [first] = people;
  if (people.length < 2 || people.some(({ value, n }) => value !== first.value || n !== first.n)) {
    return values;
  }
  return [...pick(values, { of: JUDGE }), ...rekeyed([first], ({ keys }) => ({ ...keys, judge: PERSON }))];
}

const place = ({ keys }: Value) => (JUDGES as readonly string[]).indexOf(keys.judge);

function stepsOf(pairs: pl.DataFrame): pl.DataFrame {
  const by = ["benchmark", "judge"];
  const rows = lengthened(pairs, by).flatMap(({ key, rows, isLengthened }) =>
    (isLengthened ? equalizedBias(takeRows(pairs, rows)).steps : []).map(
      ({ name: step, pValue: p_value, clusters: n_clusters, ...numbers }) => ({
        ...{ ...key, ...numbers, step, p_value, n_clusters },
      }),
    )
  );
  return metricFrame(by, "step:key estimate low high p_value n:count n_clusters:count", rows);
}

const LIMITS = [0, 1, 2, 3, 5, 8, 10, 15, 20, 30, 50, 80], ALL = "all";

function unsure(values: readonly Value[]): string[] {
  const told = values.filter(({ keys: { verdict, warning } }) => warning && verdict !== "undecided");
  const found = grouped(
    told,
    ({ keys: { asks, verdict, warning } }) =>
      `${asks}, |: ${verdict === "untestable" ? "not tested, " : ""}${warning}.`,
  );
  const all = namesOf(values, "judge").length;
  return [...found].map(([said, own]) => {
    const of = namesOf(own, "judge");
    return said.replace("|", () => all > NAMED ? `${of.length} of ${all} judges` : listText(of));
  });
}

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
      const shown = known(values), asked = shown.filter(({ keys }) => keys.verdict !== "untestable");
      return asked.length > 0 ? asked : shown;
    },
    notes: unsure,
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
  },
  "hypotheses-equalization-steps": {
    computed: async (context) =>
      computed(stepsOf(preferring(await context.frame("pairs"), { pipeline: "base", image: true })), {
        ...{ value: "estimate", quantity: "IB", more: ["p_value"] },
        keys: ["benchmark", "judge", "step"],
        // In the paper's order, so that a judge without a name has one letter here and beside it.
      }).sort((a, b) => place(a) - place(b)),
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
  },
};
