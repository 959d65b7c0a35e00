import { PROMPT_JUDGES } from "../../papers/mm_judgebias.ts";
import { BIAS_DIMENSIONS } from "../../results/bias_taxonomy.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { dots } from "../recipes/dots.ts";
import type { RowOptions } from "../recipes/row_chart.ts";
import { type Value, valueOf } from "../values/value.ts";
import { PROMPT_LABELS, promptJudges, promptValues } from "./prompt_tables.ts";
import { DIMENSIONS } from "./score_rows.ts";
import { findScore, publishedPromptValues, type ScoreValue } from "./score_values.ts";

const PROMPTS = ["score", "score_guided", "constraints", "reasoning"];

const QUANTITIES: readonly string[] = [...BIAS_DIMENSIONS, "overall"];

/** Printed means that rest on two cells which look exchanged. */
const SUSPECT = { judge: Object.keys(PROMPT_JUDGES)[1], quantities: ["integrality", "congruity"] };

/** Whether a change is one against a mean that may be misprinted. */
const suspect = ({ keys, quantity, provenance }: Value) =>
  provenance === "computed from published" && keys.judge === SUSPECT.judge &&
  SUSPECT.quantities.includes(quantity);

/** What every prompt but the original one changes, for the means of each dimension and of all bias types. */
export function promptChanges(values: readonly ScoreValue[]): Value[] {
  return values.filter(({ prompt, quantity }) => prompt !== "score" && QUANTITIES.includes(quantity)).flatMap(
    (value) => {
      const original = findScore(values, { ...value, prompt: "score" });
      if (!original) return [];
      const { judge, prompt, quantity, provenance } = value;
      return [valueOf({
        keys: { judge, prompt },
        quantity,
        // Printed numbers have three decimals, so has their difference.
        value: Number((value.value - original.value).toFixed(10)),
        n: Math.min(value.n, original.n),
        more: { original: original.value, with_prompt: value.value },
        provenance: provenance === "published" ? "computed from published" : provenance,
      })];
    },
  );
}

/** A row per judge and prompt, a chart per dimension. */
export const PROMPT_ROWS: RowOptions = {
  rows: ["judge", "prompt"],
  panels: "quantity",
  series: "judge",
  order: { panels: QUANTITIES },
  names: {
    ...PROMPT_LABELS,
    ...Object.fromEntries(BIAS_DIMENSIONS.map((one) => [one, DIMENSIONS[one].label])),
    overall: "All nine types",
  },
  unit: "number",
  decimals: 3,
};

export const promptSlopes: NamedFigure<"mm-judgebias-prompt-slopes"> = figure("mm-judgebias-prompt-slopes", {
  title: "What a judging prompt changes",
  frames: ["score pairs"],
  needs: ["prompts"],
  published: () => ordered(publishedPromptValues("Table 16")),
  computed: async (context) => ordered(await promptValues(context, "Table 16", PROMPTS)),
  recipe: dots({
    ...PROMPT_ROWS,
    signed: true,
    reach: [0],
    label: "Change of BD or BC",
    hollow: { where: suspect, label: "against a mean that looks misprinted" },
  }),
  words: (values, { source }) => ({
    caption: `${
      source === "published" ? `${reasoningSentence(values)} ` : ""
    }Change against the original prompt, over the same samples: of BD (Integrality, Congruity), of BC (Robustness), of the mean of all.`,
    footnotes: source === "published"
      ? [
        "Qwen3-VL, original: Integrality and Congruity rest on ImgDom. 0.541 and ImgMis. 0.214, which look exchanged (Table 2: 0.210 " +
        "and 0.529); exchanged back they would be 0.268 and 0.767, and the hollow marks would lie 0.109 further right and 0.163 further left.",
      ]
      : ["Without intervals: those of two prompts are not independent, for the samples are the same."],
    alt:
      "Change of integrality, congruity, robustness and overall reliability with three prompts, per judge.",
  }),
});

/** Changes by judge, the paper's first, and by prompt. */
function ordered(values: readonly ScoreValue[]): Value[] {
  const judges = promptJudges(values);
  const place = ({ keys }: Value) => 10 * judges.indexOf(keys.judge) + PROMPTS.indexOf(keys.prompt);
  return promptChanges(values).sort((a, b) => place(a) - place(b));
}

/** What reasoning does to robustness, where it does the same to all judges. */
function reasoningSentence(values: readonly Value[]): string {
  const own = values.filter(({ keys, quantity }) => keys.prompt === "reasoning" && quantity === "robustness");
  const lowered = own.filter(({ value }) => value < 0).length;
  return `Reasoning lowers the robustness of ${lowered} of ${own.length} judges.`;
}
