import { PROMPT_JUDGES } from "../../papers/mm_judgebias.ts";
import { BIAS_DIMENSIONS } from "../../results/bias_taxonomy.ts";
import { isThinking, THINKING_MARK } from "../../results/frame_features.ts";
import type { Specs } from "../figure.ts";
import { printedOf } from "../figure_entry.ts";
import { DISPLAY_NAMES } from "../paper_order.ts";
import { findValue, pick, rekeyed, type Value, valueOf } from "../values/value.ts";
import { byJudge, MEAN_NAMES, MEANS, printedMeans, promptScores, scores } from "./numbers.ts";
import { COMPARED } from "./tables.ts";

function ranked(values: readonly Value[]): Value[] {
  const mean = ({ keys }: Value) => findValue(values, "overall", { judge: keys.judge })?.value ?? -Infinity;
  return pick(values, { quantity: MEANS }).sort((a, b) => mean(b) - mean(a));
}

const FAMILIES = Object.entries(DISPLAY_NAMES["mm-judgebias-families"]);

const QUANTITIES = ["integrality", "robustness"];

const both = (values: readonly Value[]): Value[] =>
  byJudge(
    values.filter(({ quantity, keys }) =>
      QUANTITIES.includes(quantity) && QUANTITIES.every((one) => findValue(values, one, keys))
    ),
  );

const SUSPECT = { judge: Object.keys(PROMPT_JUDGES)[1], quantities: ["integrality", "congruity"] };

export const suspectMean = ({ keys, quantity, provenance }: Value): boolean =>
  provenance === "computed from published" && keys.judge === SUSPECT.judge &&
  SUSPECT.quantities.includes(quantity);

export function promptChanges(values: readonly Value[]): Value[] {
  return values.filter(({ keys, quantity }) => keys.prompt !== "score" && MEANS.includes(quantity)).flatMap(
    ({ keys, quantity, value, n, provenance }) => {
      const original = findValue(values, quantity, { ...keys, prompt: "score" });
      if (!original) return [];
      return [valueOf({
        ...{ keys, quantity, n: Math.min(n, original.n) },
        // Printed numbers have three decimals, so has their difference.
        value: Number((value - original.value).toFixed(10)),
        more: { original: original.value, with_prompt: value },
        provenance: provenance === "published" ? "computed from published" : provenance,
      })];
    },
  );
}

const OFF = "does not think", ON = "thinks first";

function paired(values: readonly Value[]): Value[] {
  const named = rekeyed(pick(values, { quantity: MEANS }), ({ keys: { judge } }) => ({
    judge: judge.replace(THINKING_MARK, ""),
    thinking: isThinking(judge) ? ON : OFF,
  }));
  return named.filter(({ keys, quantity }) =>
    [OFF, ON].every((thinking) => findValue(named, quantity, { ...keys, thinking }))
  );
}

export const own: Specs = {
  "mm-judgebias-leaderboard": {
    published: () => ranked(printedMeans()),
    computed: async (context) => ranked(await scores(context, "main", "score")),
    options: (values) => ({
      together: values.every(({ interval }) => interval === null),
      names: MEAN_NAMES,
      tick: { of: "overall", label: MEAN_NAMES.overall },
    }),
  },
  "mm-judgebias-integrality-robustness": {
    published: () => both(printedMeans()),
    computed: async (context) => both(await scores(context, "main", "score")),
    options: {
      groups: {
        of: ({ keys }) => FAMILIES.find(([, of]) => new RegExp(of, "i").test(keys.judge))?.[0] ?? "others",
        order: FAMILIES.map(([name]) => name),
      },
    },
  },
  "mm-judgebias-prompt-slopes": {
    published: () => promptChanges(printedOf("mm-judgebias-table16")),
    computed: async (context) => promptChanges(await promptScores(context, COMPARED)),
    options: {
      names: MEAN_NAMES,
      hollow: {
        where: suspectMean,
        label: "the same, where the original’s mean rests on cells that look exchanged",
        filled: "change of a judge’s mean",
      },
    },
  },
  "mm-judgebias-table2-better": {
    published: () => paired(printedMeans()),
    computed: async (context) => paired(await scores(context, "main", "score")),
    options: { names: MEAN_NAMES, order: { panels: ["overall", ...BIAS_DIMENSIONS] } },
  },
};
