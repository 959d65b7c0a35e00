import pl from "nodejs-polars";
import { publishedCells } from "../../papers/published_table.ts";
import { figure, type NamedFigure } from "../figure.ts";

/** The paper's columns under its own heads. */
const COLUMNS = [["model", "Model"], ["params", "#Param"], ["vision_encoder", "Vision Encoder"], [
  "llm_backbone",
  "LLM backbone",
]] as const;

export const tableA: NamedFigure<"philautia-tableA"> = figure("philautia-tableA", {
  title: "The twelve models, each generator and evaluator",
  kind: "table",
  draw: () => {
    const rows = publishedCells("philautia-tableA").map(({ cells }) =>
      Object.fromEntries(COLUMNS.map(([key]) => [key, cells[key] ?? "-"]))
    );
    return {
      body: {
        kind: "table",
        table: {
          gap: 24,
          columns: COLUMNS.map(([key, label]) => ({
            key,
            label,
            ...(key === "params" ? {} : { align: "left" as const }),
          })),
          rows: rows.map((row) => ({
            cells: Object.fromEntries(
              Object.entries(row).map(([key, text]) => [key, text === "-" ? "–" : text]),
            ),
          })),
        },
      },
      data: pl.DataFrame(rows.map((row) => ({ ...row, provenance: "published" }))),
      caption:
        "Parameters, vision encoder and language model; the two proprietary models’ architectures are not disclosed (section 6.4).",
      footnotes: ["Two different LLaVA models are printed with the same 7.06B."],
      alt: "Table of twelve models with parameters, vision encoder and language model.",
    };
  },
});
