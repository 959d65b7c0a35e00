import pl from "nodejs-polars";
import { POMMS_COLUMN } from "../../ensemble/pomms_philautia.ts";
import { publishedCells } from "../../papers/published_table.ts";
import { displayName } from "../display_names.ts";
import type { Specs } from "../figure.ts";
import { pick, rekeyed, type Value } from "../values/value.ts";
import {
  CAPTIONS,
  computedSteps,
  ensembleMatrix,
  fittedPomms,
  printedEnsemble,
  printedSteps,
} from "./pomms_values.ts";
import { isSelf, lastSetting, matrixOf, printedEntries } from "./numbers.ts";

function rowsOf(single: readonly Value[], ensemble: readonly Value[]): Value[] {
  const self = rekeyed(single.filter(isSelf), ({ keys }) => ({ ...keys, evaluator: "Self" }));
  return [...self, ...pick(ensemble, { evaluator: POMMS_COLUMN })];
}

const MODEL_COLUMNS = [
  ...[["model", "Model"], ["params", "#Param (B)"]] as const,
  ...[["vision_encoder", "Vision encoder"], ["llm_backbone", "LLM backbone"]] as const,
];

/** Models that the table names otherwise than the paper's figures do. */
const MODEL_NAMES: Readonly<Record<string, string>> = {
  "Gemini 2.5 Pro": "Gemini-2.5-Pro",
  "Gemma-3-4B-IT": "Gemma3-4B-IT",
  "Molmo-7B-D-0924": "Molmo-7B-D",
};

export const tables: Specs = {
  "philautia-table1": {
    published: printedSteps,
    // Results are ratings alone here; of an ensemble's preferences `pommsReport` and our own chart speak.
    computed: (context) => computedSteps(context, context.source === "simulated"),
    words: async (values, context) => {
      const bias = values.some(({ keys }) => keys.dataset === CAPTIONS);
      const left = context.source === "published" ? 0 : (await fittedPomms(context)).left;
      return {
        bias: bias ? `; Φ: ${displayName(await lastSetting(context)).toLowerCase()}` : "",
        left: left > 0
          ? `${left} test judgments that some evaluator did not score are left out of all values.`
          : "",
        steps: values.some(({ keys }) => keys.group === POMMS_COLUMN)
          ? "Steps share their rows: differences between them are surer than the overlap of their intervals suggests."
          : "",
        last: bias
          ? " The last column is the mean of the ensemble’s column of Φ̃ over its members; a single model has its own entry."
          : "",
      };
    },
  },
  "philautia-table2": {
    published: () => rowsOf(printedEntries("ref_free"), printedEnsemble()),
    computed: async (context) => {
      const setting = await lastSetting(context);
      return rowsOf(await matrixOf(setting, context), (await ensembleMatrix(context)).values);
    },
    words: (values) => ({ setting: displayName(values[0].keys.setting).toLowerCase() }),
  },
  "philautia-tableA": {
    draw: () => {
      const rows = publishedCells("philautia-tableA").map((cells) =>
        Object.fromEntries(MODEL_COLUMNS.map(([key]) => [key, cells[key] || "-"]))
      );
      return {
        body: {
          kind: "table",
          table: {
            columns: MODEL_COLUMNS.map(([key, label]) => (
              { key, label, align: key === "params" ? "right" : "left" }
            )),
            rows: rows.map((row) => {
              const { model, params, ...others } = row;
              const cells = {
                ...others,
                model: MODEL_NAMES[model] ?? model,
                params: params.replace(/B$/, ""),
              };
              return {
                cells: Object.fromEntries(
                  Object.entries(cells).map(([key, text]) => [key, text === "-" ? "–" : text]),
                ),
              };
            }),
          },
        },
        data: pl.DataFrame(rows.map((row) => ({ ...row, provenance: "published" }))),
        told: { names: Object.keys(MODEL_NAMES).join(", ") },
      };
    },
  },
};
