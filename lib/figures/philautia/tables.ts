import { POMMS_COLUMN } from "../../ensemble/pomms_philautia.ts";
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
};
