import { POMMS_COLUMN } from "../../ensemble/pomms_philautia.ts";
import type { Specs } from "../figure.ts";
import { pick, rekeyed, type Value } from "../values/value.ts";
import { computedSteps, ensembleMatrix, fittedPomms, printedEnsemble, printedSteps } from "./pomms_values.ts";
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
    notes: async (_, context) => {
      const left = context.source === "published" ? 0 : (await fittedPomms(context)).left;
      return left > 0
        ? [`${left} test judgments that some evaluator did not score are left out of all values.`]
        : [];
    },
  },
  "philautia-table2": {
    published: () => rowsOf(printedEntries("ref_free"), printedEnsemble()),
    computed: async (context) => {
      const setting = await lastSetting(context);
      return rowsOf(await matrixOf(setting, context), (await ensembleMatrix(context)).values);
    },
  },
};
