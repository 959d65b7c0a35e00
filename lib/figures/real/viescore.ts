import { fixed } from "../../progress/told.ts";
import type { FindingRow } from "../../findings/finding_text.ts";
import { saturation as saturated } from "../../metrics/saturation.ts";
import { grouped } from "../../stats/grouped.ts";
import type { Specs } from "../figure.ts";
import { signed } from "../theme.ts";
import { computed } from "../values/computed.ts";
import { known, ranked, type Value } from "../values/value.ts";
import { findingOf, NAMES, rowsOf, valuesOf } from "./numbers.ts";

/** Evaluators with fewer readable scores are left out: of agreement, and of saturation. */
const FEWEST = 4000, FEWEST_SATURATED = 1000;

/** Wider intervals span nearly all that an entry of nine can be, −√8 to √8: nothing is known. */
const WIDEST = 4;

const isClear = ({ low, high }: Value) => low > 0 || high < 0;

/** The end of an interval; what is clear of 0 does not read 0. */
const endText = (end: number) =>
  [1, 2].map((digits) => fixed(end, digits)).find((text) => /[1-9]/.test(text)) ?? (end < 0 ? "<0" : ">0");

/** Rows of generators of whom at least half is known. */
const ofKnownRows = (values: readonly Value[]) =>
  [...grouped(values, ({ keys }) => keys.generator).values()]
    .filter((row) => known(row).length >= row.length / 2).flat();

const SHARE = "most_frequent_share";

/** Evaluators with the value that they give most, where that is one; all with as many decimals. */
function withFavourites(values: readonly Value[]): Record<string, string> {
  const digits = values.every(({ more }) => Number.isInteger(more.most_frequent)) ? 0 : 2;
  return Object.fromEntries([...grouped(values, ({ keys }) => keys.evaluator)].map(([name, own]) => {
    const favourites = new Set(own.map(({ more }) => fixed(more.most_frequent, digits)));
    return [name, `${NAMES[name] ?? name} (${[...favourites].join(", ")})`];
  }));
}

export const viescore: Specs = {
  "real-ceiling": {
    findings: () =>
      valuesOf(
        rowsOf("viescore", ({ condition, quantity, n }) =>
          condition === "all tasks" && ["tau", "ceiling"].includes(quantity) && n >= FEWEST),
      ),
  },
  "real-matrix": {
    findings: () =>
      valuesOf(
        rowsOf("viescore", ({ quantity }) => quantity === "phi_tilde").map((row): FindingRow =>
          row.low !== null && row.high !== null && row.high - row.low <= WIDEST
            ? row
            : { ...row, estimate: null, low: null, high: null }
        ),
        ({ judge, condition }) => ({ generator: condition.split("/")[1], evaluator: judge }),
      ),
    options: {
      text: ({ value }) => Number.isNaN(value) ? "" : signed(value, 1),
      note: (value: Value) => isClear(value) ? `[${endText(value.low)}, ${endText(value.high)}]` : "",
      colored: isClear,
    },
    marks: ofKnownRows,
  },
  "real-saturation": {
    findings: () =>
      valuesOf(
        rowsOf("viescore", ({ quantity, n }) => quantity === SHARE && n >= FEWEST_SATURATED),
        ({ judge }) => ({ evaluator: judge, setting: "" }),
      ).map((value) => ({
        ...value,
        more: {
          most_frequent: findingOf("viescore", value.keys.evaluator, "most_frequent_value"),
          n_values: findingOf("viescore", value.keys.evaluator, "values_used"),
        },
      })),
    computed: async (context) => {
      const scores = await context.frame("caption scores");
      return computed(saturated(scores).rename({ value: "most_frequent" }), {
        value: "share",
        quantity: SHARE,
        keys: ["evaluator", "setting"].filter((name) => scores.columns.includes(name)),
        more: ["most_frequent", "n_values"],
      }).filter(({ n }) => n > 0);
    },
    options: (values) => ({
      order: { rows: ranked(values, SHARE, "evaluator") },
      panels: new Set(values.map(({ keys }) => keys.setting)).size > 1 ? "setting" : [],
      names: { ...NAMES, ...withFavourites(values) },
    }),
  },
};
