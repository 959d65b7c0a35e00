import { mean } from "simple-statistics";
import { bradleyTerry } from "../../metrics/bradley_terry.ts";
import { frameFeatures } from "../../results/frame_features.ts";
import { grouped } from "../../stats/grouped.ts";
import { DISPLAY_NAMES } from "../display_names.ts";
import type { Specs } from "../figure.ts";
import { namedPairs } from "../hypotheses/numbers.ts";
import { computed } from "../values/computed.ts";
import { known, namesOf, pick, ranked, type Value } from "../values/value.ts";
import { rowsOf, valuesOf } from "./numbers.ts";

/** WildVision's models as their makers call them. */
const MODELS: Readonly<Record<string, string>> = DISPLAY_NAMES.wildvision;

const PLAIN = "strength", EQUAL = "strength_at_equal_length";

const judges = (values: readonly Value[]) => namesOf(values, "judge").length;

const risen = (values: readonly Value[]): Record<string, string> =>
  judges(values) > 1
    ? {}
    : Object.fromEntries(climbers(values).map(({ model }) => [model, `${MODELS[model] ?? model} ▲`]));

function strongestFirst(values: readonly Value[]): string[] {
  const found = grouped(known(pick(values, { quantity: PLAIN })), ({ keys }) => keys.model);
  const of = (model: string) => mean(found.get(model)!.map(({ value }) => value));
  return [...found.keys()].sort((a, b) => of(b) - of(a));
}

/** Models that at equal length are further up in a judge's list than as judged, with their places. */
export function climbers(values: readonly Value[]) {
  return namesOf(values, "judge").flatMap((judge) => {
    const order = (quantity: string) => ranked(known(pick(values, { judge })), quantity, "model");
    const equal = order(EQUAL);
    return order(PLAIN).map((model, i) => ({ model, from: i + 1, to: equal.indexOf(model) + 1, judge }))
      .filter(({ from, to }) => to > 0 && to < from);
  });
}

export const strengths: Specs = {
  "real-strengths": {
    findings: () =>
      valuesOf(
        rowsOf("wildvision", ({ quantity }) => quantity === PLAIN || quantity === EQUAL),
        ({ judge, condition }) => ({ judge, model: condition.split("/").at(-1)! }),
      ),
    computed: async (context) => {
      const pairs = await namedPairs(context), columns = { value: "strength", keys: ["judge", "model"] };
      const strength = (quantity: string, covariates: string[]) =>
        computed(bradleyTerry(pairs, { by: ["judge"], covariates }), { ...columns, quantity });
      return [
        ...strength(PLAIN, []),
        ...frameFeatures(pairs).has("lengths") ? strength(EQUAL, ["words"]) : [],
      ];
    },
    options: (values) => ({
      panels: judges(values) > 1 ? "judge" : [],
      order: { series: [PLAIN, EQUAL], rows: strongestFirst(values) },
      names: { ...MODELS, ...risen(values), [PLAIN]: "as judged", [EQUAL]: "at equal length" },
      numbers: judges(values) === 1,
      label: judges(values) > 1 ? "Strength (logits)" : "Strength (logits; 0: the mean of the models)",
    }),
  },
};
