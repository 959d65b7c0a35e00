import { figure, type NamedFigure } from "../figure.ts";
import { findValue, type Value } from "../values/value.ts";
import { printedPrompts, promptScores } from "./numbers.ts";
import { MEAN_COLUMNS, noiseNote, scoreTable, TYPE_COLUMNS } from "./score_table.ts";
import { EXCHANGED } from "./table14.ts";
import { COMPARED } from "./table4.ts";

/** Behind a mean that is not as the paper's text says. */
const AGAINST = "*";

/** Means that the text says a prompt raises. */
const RAISED = { prompts: ["constraints", "reasoning"], quantities: ["integrality", "congruity"] };

/** Whether a printed mean that the text says a prompt raises is below the original prompt's. */
const against = ({ keys, quantity, value }: Value) =>
  RAISED.prompts.includes(keys.prompt) && RAISED.quantities.includes(quantity) &&
  value < findValue(printedPrompts("Table 16"), quantity, { judge: keys.judge, prompt: "score" })!.value;

export const table16: NamedFigure<"mm-judgebias-table16"> = figure("mm-judgebias-table16", {
  title: "Prompt variants by bias type",
  needs: ["prompts"],
  published: () => printedPrompts("Table 16"),
  computed: (context) => promptScores(context, COMPARED),
  recipe: scoreTable({
    rows: ["judge", "prompt"],
    head: "Prompt",
    columns: [...TYPE_COLUMNS, ...MEAN_COLUMNS],
    mark: (value) => value.provenance === "published" && against(value) ? AGAINST : "",
  }),
  words: (values, { source }) => ({
    caption: `BD (Integrality, Congruity) and BC (Robustness) with four judging prompts. Bold${
      source === "published" ? ", as printed" : ""
    }: best prompt of a judge.`,
    footnotes: noiseNote(values),
    published: [
      EXCHANGED,
      `${AGAINST} Lower than with the original prompt, though appendix K says that constraints and reasoning raise Integrality and ` +
      "Congruity. Of GPT-5 mini’s ImgDom. 0.208 is bold, though the original has 0.222. Six means differ by 0.001 from that of their values.",
    ],
    alt: "Table of bias deviation and conformity by bias type of three judges with four prompts.",
  }),
});
