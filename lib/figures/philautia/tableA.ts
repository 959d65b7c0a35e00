import pl from "nodejs-polars";
import { publishedCells } from "../../papers/published_table.ts";
import { figure, type NamedFigure } from "../figure.ts";

/** The paper's columns under its own heads. */
const COLUMNS = [["model", "Model"], ["params", "#Param (B)"], ["vision_encoder", "Vision Encoder"], [
  "llm_backbone",
  "LLM backbone",
]] as const;

/** Models that the table names otherwise than the paper's figures do. */
const NAMES: Readonly<Record<string, string>> = {
  "Gemini 2.5 Pro": "Gemini-2.5-Pro",
  "Gemma-3-4B-IT": "Gemma3-4B-IT",
  "Molmo-7B-D-0924": "Molmo-7B-D",
};

export const tableA: NamedFigure<"philautia-tableA"> = figure("philautia-tableA", {
  title: "The twelve models, each generator and evaluator",
  draw: () => {
    const rows = publishedCells("philautia-tableA").map(({ cells }) =>
      Object.fromEntries(COLUMNS.map(([key]) => [key, cells[key] ?? "-"]))
    );
    return {
      body: {
        kind: "table",
        table: {
          columns: COLUMNS.map(([key, label]) => ({
            key,
            label,
            ...(key === "params" ? {} : { align: "left" as const }),
          })),
          rows: rows.map((row) => ({
            cells: Object.fromEntries(
              Object.entries({
                ...row,
                model: NAMES[row.model] ?? row.model,
                params: row.params.replace(/B$/, ""),
              }).map(([key, text]) => [key, text === "-" ? "–" : text]),
            ),
          })),
          gap: 28,
        },
      },
      data: pl.DataFrame(rows.map((row) => ({ ...row, provenance: "published" }))),
      caption:
        "Parameters (billions), vision encoder and language model; the two proprietary models’ architectures are not disclosed (section 6.4).",
      footnotes: [
        "Two different LLaVA models are printed with the same 7.06 billion.",
        `Names as in the figures; the paper’s table has ${Object.keys(NAMES).join(", ")}.`,
      ],
      alt: "Table of twelve models with parameters, vision encoder and language model.",
    };
  },
});
