import { fixed } from "../../progress/told.ts";
import { POMMS_COLUMN } from "../../ensemble/pomms_philautia.ts";
import { displayName, inOrder } from "../display_names.ts";
import type { Specs } from "../figure.ts";
import { findValue, known, pick, type Value } from "../values/value.ts";
import { lastSetting } from "./numbers.ts";
import { BENCHMARKS, CAPTIONS, computedSteps, printedSteps } from "./pomms_values.ts";

/** τ-b on the first benchmark, and one number of bias. */
function bothOf(values: readonly Value[]): Value[] {
  const [benchmark] = inOrder(values.map(({ keys }) => keys.dataset), BENCHMARKS).filter((name) =>
    name !== CAPTIONS
  );
  return values.filter(({ keys, quantity }) =>
    quantity === "tau_b" ? keys.dataset === benchmark : /^(phi_score|over_members)$/.test(quantity)
  ).map((value) => ({ ...value, quantity: value.quantity === "tau_b" ? "tau_b" : "bias" }));
}

function best(values: readonly Value[]): string {
  const agreement = known(pick(values, { quantity: "tau_b" }));
  const most = Math.max(...agreement.map(({ value }) => value));
  const top = agreement.filter(({ value }) => value === most);
  const bias = top.map(({ keys: { evaluators } }) => findValue(values, "bias", { evaluators })?.value ?? NaN);
  if (top.length === 0 || bias.some(Number.isNaN)) return "";
  // Of an ensemble its number.
  const named = ({ keys: { evaluators } }: Value) =>
    /^\([ivx]+\)/.exec(evaluators)?.[0] ?? displayName(evaluators);
  const names = top.map(named), many = names.length > 1;
  const kind = names.every((name) => name.startsWith("(")) ? `Ensemble${many ? "s" : ""} ` : "";
  const [nearest] = known(pick(values, { quantity: "bias" }))
    .sort((a, b) => Math.abs(a.value) - Math.abs(b.value));
  const least = top.some(({ keys }) => keys.evaluators === nearest.keys.evaluators)
    ? "none is nearer to 0"
    : `that of ${named(nearest)} is nearest to 0, ${fixed(nearest.value, 2)}`;
  return `${kind}${names.join(" and ")} ${many ? "agree" : "agrees"} most with people (${
    fixed(100 * most, 1)
  }), with a preference of ${bias.map((one) => fixed(one, 2)).join(" and ")}; ${least}.`;
}

export const agreementBias: Specs = {
  "philautia-agreement-bias": {
    published: () => bothOf(printedSteps()),
    computed: async (context) => bothOf(await computedSteps(context, true)),
    options: (values) => ({
      names: {
        tau_b: `Agreement on ${values.find(({ quantity }) => quantity === "tau_b")?.keys.dataset}`,
        bias: "Philautia (Φ̃)",
      },
    }),
    words: async (values, context) => ({
      best: best(values),
      ensemble: values.some(({ keys }) => keys.group === POMMS_COLUMN)
        ? ", and the mean of an ensemble’s entries of Φ̃ for its members"
        : "",
      setting: displayName(await lastSetting(context)).toLowerCase(),
    }),
  },
};
