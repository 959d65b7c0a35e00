import { bradleyTerry } from "../../metrics/bradley_terry.ts";
import { frameFeatures } from "../../results/frame_features.ts";
import { DISPLAY_NAMES } from "../display_names.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { namedPairs } from "../hypotheses/numbers.ts";
import { dots } from "../recipes/rows.ts";
import { computed } from "../values/computed.ts";
import type { Value } from "../values/value.ts";
import { credit, rowsOf, valuesOf } from "./numbers.ts";

/** WildVision's models as their makers call them. */
const MODELS: Readonly<Record<string, string>> = DISPLAY_NAMES.wildvision;

const PLAIN = "strength", EQUAL = "strength_at_equal_length";

export const strengths: NamedFigure<"real-strengths"> = figure("real-strengths", {
  title: "Strengths that a judge finds, and at equal length",
  ownTitle: "How strong the judges find models",
  notebook: "13_correct_for_the_judge",
  needs: ["models"],
  findings: () =>
    valuesOf(
      rowsOf("wildvision", ({ quantity }) => quantity === PLAIN || quantity === EQUAL),
      ({ judge, condition }) => ({ judge, model: condition.split("/").at(-1)! }),
    ),
  computed: async (context) => {
    const pairs = await namedPairs(context), columns = { value: "strength", keys: ["judge", "model"] };
    const strength = (quantity: string, covariates: string[]) =>
      computed(bradleyTerry(pairs, { by: ["judge"], covariates }), {
        ...columns,
        quantity,
        provenance: context.origin,
      });
    return [
      ...strength(PLAIN, []),
      ...frameFeatures(pairs).has("lengths") ? strength(EQUAL, ["words"]) : [],
    ];
  },
  recipe: (values, look) =>
    dots({
      rows: "model",
      series: "quantity",
      panels: judges(values) > 1 ? "judge" : [],
      columns: 3,
      order: { series: [PLAIN, EQUAL], rows: strongestFirst(values) },
      names: { ...MODELS, ...risen(values), [PLAIN]: "as judged", [EQUAL]: "at equal length" },
      unit: "number",
      decimals: 1,
      signed: true,
      numbers: judges(values) === 1,
      reach: [0],
      label: judges(values) > 1 ? "Strength (logits)" : "Strength (logits; 0: the mean of the models)",
    })(values, look),
  words: (values, { source }) => {
    const swapped = overtaken(values);
    const known = values.some(({ quantity }) => quantity === EQUAL);
    const judge = values[0].keys.judge;
    return {
      caption: `${source === "findings" ? `GPT-4o’s verdicts on answers to the same baseline. ` : ""}${
        !known
          ? "Without word counts there is no strength at equal length."
          : swapped.length === 0
          ? "At equal length no model passes the one above."
          : `At equal length ${named(swapped, source === "findings" ? MODELS : {})} (▲) ${
            swapped.length === 1 ? "passes" : "pass"
          } the model above.`
      }`,
      footnotes: [
        (source === "findings" ? `${credit("wildvision")} ` : "") +
        "A difference of 1.1 logits is three wins to one. Length may be a part of quality: strength at equal length answers another question, not a better one.",
      ],
      alt: `Strengths of models with intervals, as judged and at equal length${
        judge ? `, by ${judge}` : ""
      }.`,
    };
  },
});

/** A few by their names, many by their number. */
function named(models: readonly string[], names: Readonly<Record<string, string>>): string {
  const all = models.map((model) => names[model] ?? model);
  if (all.length > 6) return `${all.length} models`;
  return all.length === 1 ? all[0] : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
}

const judges = (values: readonly Value[]) => new Set(values.map(({ keys }) => keys.judge)).size;

/** Names of the models that pass the one above, with a mark. */
const risen = (values: readonly Value[]): Record<string, string> =>
  judges(values) > 1
    ? {}
    : Object.fromEntries(overtaken(values).map((model) => [model, `${MODELS[model] ?? model} ▲`]));

/** Models by their strength as judged, over all judges. */
function strongestFirst(values: readonly Value[]): string[] {
  const sums = new Map<string, { sum: number; n: number }>();
  for (const { keys, quantity, value } of values) {
    if (quantity !== PLAIN || Number.isNaN(value)) continue;
    const own = sums.get(keys.model) ?? { sum: 0, n: 0 };
    sums.set(keys.model, { sum: own.sum + value, n: own.n + 1 });
  }
  const mean = (model: string) => sums.get(model)!.sum / sums.get(model)!.n;
  return [...sums.keys()].sort((a, b) => mean(b) - mean(a));
}

/** Models that at equal length are stronger than the one next above them as judged. */
export function overtaken(values: readonly Value[]): string[] {
  const judges = [...new Set(values.map(({ keys }) => keys.judge))];
  return judges.flatMap((judge) => {
    const of = (quantity: string) =>
      new Map(
        values.filter((one) => one.keys.judge === judge && one.quantity === quantity).map((
          { keys, value },
        ) => [keys.model, value]),
      );
    const plain = of(PLAIN), equal = of(EQUAL);
    const order = [...plain.keys()].sort((a, b) => plain.get(b)! - plain.get(a)!);
    return order.slice(1).flatMap((model, i) => equal.get(model)! > equal.get(order[i])! ? [model] : []);
  });
}
