import pl from "nodejs-polars";
import { criterionConflicts, criterionCorrelation } from "../../metrics/criterion_pairs.ts";
import { pluralisticAccuracy, tradeoffSensitivity } from "../../metrics/criteria_shares.ts";
import { referenceJudges } from "../../metrics/compare_criteria.ts";
import { displayName } from "../paper_order.ts";
import type { FigureContext } from "../figure_spec.ts";
import type { Specs } from "../figure.ts";
import { counted } from "../theme.ts";
import { computed } from "../values/computed.ts";
import { findValue, known, pick, rekeyed, type Value, withoutInterval } from "../values/value.ts";
import {
  comparedWays,
  type Comparison,
  COMPARISONS,
  DIFFERENCE,
  NAMES,
  pairsOfWays,
  printedComparison,
  withExactInterval,
} from "./tables.ts";

async function humanLabels(context: FigureContext): Promise<pl.DataFrame> {
  const criteria = await context.frame("criteria");
  return await context.once("labels of people", () => {
    const key = ["split", "item_id", "criterion"];
    const more = ["human", "image_id", "pair_type"].filter((name) => criteria.columns.includes(name));
    return criteria.select(...key, ...more)
      .unique({ subset: key, keep: "first", maintainOrder: true })
      .withColumns(pl.col("human").alias("choice"));
  });
}

const PAIR = { split: "split", criterion_a: "criterion_a", criterion_b: "criterion_b" };

/** The paper's selection, and all items beside it: selecting conflicts pushes correlations down. */
const SELECTIONS = { conflict: tradeoffSensitivity, all: pluralisticAccuracy } as const;

const EXPERIMENTS = { thinking: "Thinking", mode: "Joint judging" } as const;

const BEFORE = "single, or without thinking", AFTER = "joint, or with thinking";

const inPlane = (values: readonly Value[], comparison: Comparison): Value[] => {
  const own = known(pick(values, { quantity: ["tradeoff_sensitivity", "conflict_matching_rate"] }));
  return rekeyed(own.filter(({ keys }) => keys.way !== DIFFERENCE), ({ keys: { judge, way, split } }) => ({
    ...{ experiment: EXPERIMENTS[comparison], judge, split },
    way: way === COMPARISONS[comparison].from ? BEFORE : AFTER,
  }));
};

const BOTH = ["thinking", "mode"] as const;

export const charts: Specs = {
  "multi-crit-fig8": {
    computed: async (context) => {
      const labels = await humanLabels(context);
      return (Object.keys(SELECTIONS) as (keyof typeof SELECTIONS)[]).flatMap((items) => {
        const sizes = SELECTIONS[items](labels, { by: ["split"] }).toRecords();
        return computed(criterionCorrelation(labels, { by: ["split"], items, coefficient: "phi" }), {
          ...{ value: "correlation", quantity: "φ" },
          keys: { items: { is: items }, ...PAIR },
        }).map((value) => ({
          ...value,
          more: { items_n: sizes.find(({ split }) => split === value.keys.split)?.n ?? 0 },
        }));
      });
    },
    options: (values, look) => {
      const most = Math.max(0.1, ...known(values).map(({ value }) => Math.abs(value)));
      const end = Math.ceil(10 * most) / 10;
      return {
        title: ([{ keys, more }]) => {
          const items = `${counted(more.items_n)} items`;
          return `${displayName(keys.split)}, ${
            keys.items === "all" ? `all ${items}` : `${items} with a conflict`
          }`;
        },
        domain: [-end, end],
        ...(look.coarse ? {} : { note: ({ n }: Value) => `n = ${counted(n)}` }),
      };
    },
  },
  "multi-crit-fig9": {
    computed: async (context) =>
      computed(criterionConflicts(await humanLabels(context), { by: ["split"] }), {
        ...{ value: "conflicts", keys: PAIR, more: ["share", "low", "high"] },
        // The interval of the metric is the share's.
      }).map((value) => ({
        ...withoutInterval(value),
        more: { share: value.more.share, share_low: value.low, share_high: value.high },
      })),
    options: (values, look) => ({
      domain: [0, 10 * Math.ceil(Math.max(1, ...values.map(({ value }) => value)) / 10)],
      ...(look.coarse ? {} : {
        note: ({ n }: Value) => `of ${counted(n)}`,
        title: (own) => {
          const all = counted(own.reduce((sum, { value }) => sum + value, 0));
          return `${displayName(own[0].keys.split)}: ${all} conflicting pairs of criteria`;
        },
      }),
    }),
  },
  "multi-crit-joint": {
    published: () =>
      printedComparison("mode").filter(({ keys }) => keys.way !== DIFFERENCE).map(withExactInterval),
    computed: async (context) => {
      const values = await comparedWays(context, "mode");
      const coin = computed(referenceJudges(await context.frame("criteria")), {
        ...{ value: "value", metric: "metric", keys: ["reference", "split"] },
      }).filter(({ keys }) => keys.reference === "random");
      return values.filter(({ keys }) => keys.way !== DIFFERENCE).map((value) => ({
        ...value,
        more: { coin: findValue(coin, value.quantity, { split: value.keys.split })?.value ?? NaN },
      }));
    },
    // Two decimals, as printed, are for the table: the marks lie close to each other.
    marks: (values) => values.map((value) => ({ ...value, printed: null })),
  },
  "multi-crit-tradeoff-map": {
    published: () =>
      BOTH.flatMap((comparison) => inPlane(printedComparison(comparison).map(withExactInterval), comparison)),
    computed: async (context) => {
      const criteria = await context.frame("criteria");
      const found = BOTH.filter((comparison) => pairsOfWays(criteria, comparison).length > 0);
      // Of judges in one way alone nothing is compared, and an error says so.
      const compared = (found.length > 0 ? found : BOTH).map(async (comparison) =>
        inPlane(await comparedWays(context, comparison), comparison)
      );
      return (await Promise.all(compared)).flat();
    },
    options: (values) => {
      const [joint, thinks] = [EXPERIMENTS.mode, EXPERIMENTS.thinking].map((experiment) =>
        values.some(({ keys }) => keys.experiment === experiment)
      );
      const said = (mode: string, thinking: string) =>
        [...(joint ? [mode] : []), ...(thinks ? [thinking] : [])].join(", or ");
      return {
        names: { [BEFORE]: said("single", "without thinking"), [AFTER]: said("joint", "with thinking") },
      };
    },
    marks: (values) =>
      rekeyed(values, ({ keys: { experiment, split, way, judge } }) => ({
        ...{ group: `${experiment} · ${displayName(split, NAMES).toLowerCase()}`, judge, way },
      })).map((value) => ({ ...value, printed: null })),
  },
};
