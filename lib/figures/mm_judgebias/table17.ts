import { publishedTable } from "../../papers/published_table.ts";
import type { NamedFigure } from "../figure.ts";
import { textTable } from "./text_table.ts";

/** What the paper's groups of studies have in common. */
const GROUPS: Record<string, string> = {
  "[A]": "A: biases of judges that read text",
  "[B]": "B: biases of vision-language models that generate",
  "[C]": "C: how well vision-language models judge",
  "[D]": "D: biases of vision-language models that judge",
};

/** The paper's marks. */
const MARKS: Record<string, string> = { O: "yes", X: "no", "△": "partly" };

/** Biases as the paper lists them, with commas. */
const listed = (text: string) =>
  text.replaceAll(" / ", ", ").replace("Instruction- Misalignment", "Instruction-Misalignment")
    .replace("Response-dominance", "Response-Dominance");

export const table17: NamedFigure<"mm-judgebias-table17"> = textTable("mm-judgebias-table17", {
  title: "Comparison with prior work",
  columns: [
    { key: "study", label: "Study" },
    { key: "multimodal", label: "Pictures", align: "center" },
    { key: "judge", label: "Judges", align: "center" },
    { key: "bias_eval", label: "Measures\nbias", align: "center" },
    { key: "domain_task", label: "Limited to", wrap: 100 },
    { key: "text_bias", label: "Text bias", wrap: 140 },
    { key: "multimodal_bias", label: "Multimodal bias", wrap: 165 },
  ],
  rows: () =>
    publishedTable("mm-judgebias-table17").map(({ group, study, ...row }) => ({
      group: GROUPS[group],
      cells: {
        study: study === "Ours" ? "MM-JudgeBias" : study,
        multimodal: MARKS[row.multimodal],
        judge: MARKS[row.judge],
        bias_eval: MARKS[row.bias_eval],
        domain_task: row.domain_task.replaceAll(" only", "").replace("T2I", "text to image"),
        text_bias: listed(row.text_bias),
        multimodal_bias: listed(row.multimodal_bias),
      },
    })),
  caption:
    "Twelve studies as the paper compares them, its signs O, X and △ as words. –: none, or no restriction.",
  footnotes: ["Integrity as printed in this table; elsewhere the dimension is Integrality."],
  alt:
    "Table of twelve studies in four groups: whether they concern pictures, judges and bias, and which biases.",
});
