import pl from "nodejs-polars";
import { publishedTable } from "../../papers/published_table.ts";
import { philautiaFigure } from "./philautia_figure.ts";

export const tableA = philautiaFigure({
  file: "tableA_models.ts",
  number: "Table A",
  title: "The twelve models, each generator and evaluator",
  kind: "table",
  frames: [],
  available: ["published"],
  build: () => {
    const models = publishedTable("philautia-tableA");
    return Promise.resolve({
      body: {
        kind: "table",
        table: {
          columns: [
            { key: "model", label: "Model", align: "left" },
            { key: "params", label: "Parameters" },
            { key: "vision_encoder", label: "Vision encoder", align: "left" },
            { key: "llm_backbone", label: "Language model", align: "left" },
            { key: "family", label: "Family", align: "left" },
          ],
          rows: models.map(({ family_inferred_from_text, ...model }) => ({
            cells: {
              model: model.model,
              params: model.params === "-" ? "–" : model.params,
              vision_encoder: model.vision_encoder === "-" ? "–" : model.vision_encoder,
              llm_backbone: model.llm_backbone === "-" ? "–" : model.llm_backbone,
              family: family_inferred_from_text?.replace(";", ", ") ?? "",
            },
          })),
        },
      },
      data: pl.DataFrame(models.map((model) => ({ ...model, provenance: "published" }))),
      caption:
        "Size, vision encoder and language model as published; nothing is known of the two behind interfaces. All entries are as published.",
      footnotes: [
        "Families as section 6.2 of the paper groups them. Two different LLaVA models are printed with the same 7.06B.",
      ],
      alt: "Table of twelve models with parameters, vision encoder and language model.",
    });
  },
});
