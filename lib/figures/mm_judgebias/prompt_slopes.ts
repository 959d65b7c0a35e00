import { PROMPT_JUDGES } from "../../papers/mm_judgebias.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { dots } from "../recipes/row_chart.ts";
import { findValue, type Value, valueOf } from "../values/value.ts";
import { MEAN_NAMES, MEANS, NAMES, printedPrompts, promptScores } from "./numbers.ts";
import { COMPARED } from "./tables.ts";

/** Printed means that rest on two cells which look exchanged. */
const SUSPECT = { judge: Object.keys(PROMPT_JUDGES)[1], quantities: ["integrality", "congruity"] };

/** Whether a change is one against a mean that may be misprinted. */
export const suspectMean = ({ keys, quantity, provenance }: Value) =>
  provenance === "computed from published" && keys.judge === SUSPECT.judge &&
  SUSPECT.quantities.includes(quantity);

/** What every prompt but the original one changes, for the means of each dimension and of all bias types. */
export function promptChanges(values: readonly Value[]): Value[] {
  return values.filter(({ keys, quantity }) => keys.prompt !== "score" && MEANS.includes(quantity)).flatMap(
    ({ keys, quantity, value, n, provenance }) => {
      const original = findValue(values, quantity, { ...keys, prompt: "score" });
      if (!original) return [];
      return [valueOf({
        keys,
        quantity,
        // Printed numbers have three decimals, so has their difference.
        value: Number((value - original.value).toFixed(10)),
        n: Math.min(n, original.n),
        more: { original: original.value, with_prompt: value },
        provenance: provenance === "published" ? "computed from published" : provenance,
      })];
    },
  );
}

export const promptSlopes: NamedFigure<"mm-judgebias-prompt-slopes"> = figure("mm-judgebias-prompt-slopes", {
  title: "What a judging prompt changes",
  needs: ["prompts"],
  published: () => promptChanges(printedPrompts("Table 16")),
  computed: async (context) => promptChanges(await promptScores(context, COMPARED)),
  recipe: dots({
    rows: ["judge", "prompt"],
    panels: "quantity",
    series: "judge",
    order: { panels: MEANS },
    names: { ...NAMES, ...MEAN_NAMES },
    unit: "number",
    decimals: 3,
    signed: true,
    reach: [0],
    label: "Change of the mean",
    hollow: { where: suspectMean, label: "against a mean that looks misprinted" },
  }),
  words: (values, { source }) => ({
    caption: `${
      source === "published" ? `${reasoningSentence(values)} ` : ""
    }Change against the original prompt, over the same samples: of BD (Integrality, Congruity), of BC (Robustness), of the mean of all.`,
    published: [
      "Qwen3-VL, original: Integrality and Congruity rest on ImgDom. 0.541 and ImgMis. 0.214, which look exchanged (Table 2: 0.210 " +
      "and 0.529); exchanged back they would be 0.268 and 0.767, and the hollow marks would lie 0.109 further right and 0.163 further left.",
    ],
    computed: ["Without intervals: those of two prompts are not independent, for the samples are the same."],
    alt:
      "Change of integrality, congruity, robustness and overall reliability with three prompts, per judge.",
  }),
});

/** What reasoning does to robustness. */
function reasoningSentence(values: readonly Value[]): string {
  const own = values.filter(({ keys, quantity }) => keys.prompt === "reasoning" && quantity === "robustness");
  const lowered = own.filter(({ value }) => value < 0).length;
  return `Reasoning lowers the robustness of ${lowered} of ${own.length} judges.`;
}
