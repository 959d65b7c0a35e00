import { figure, type NamedFigure } from "../figure.ts";
import { type NumberColumn, table } from "../recipes/table.ts";
import { displayName } from "../display_names.ts";
import { lastSetting } from "./numbers.ts";
import { BENCHMARKS, CAPTIONS, computedSteps, fittedPomms, printedSteps } from "./pomms_values.ts";

const BIAS = { unit: "number", decimals: 2 } as const;

const COLUMNS: readonly NumberColumn[] = [
  { label: "τ-b", quantity: "tau_b" },
  { label: "τ-c", quantity: "tau_c" },
  { label: "Φ-score", quantity: "phi_score", ...BIAS },
  { label: "of members", quantity: "over_members", ...BIAS },
];

export const table1: NamedFigure<"philautia-table1"> = figure("philautia-table1", {
  title: "Single models and ensembles: agreement and bias",
  ownTitle: "Agreement of single evaluators and ensembles with humans",
  notebook: "03_pomms",
  frames: ["ratings"],
  needs: ["splits"],
  published: printedSteps,
  // Results are ratings alone here; of an ensemble's preferences `pommsReport` and our own chart speak.
  computed: (context) => computedSteps(context, context.source === "simulated"),
  recipe: (values, look) => {
    const printed = values.every(({ provenance }) => provenance === "published");
    return table({
      rows: ["group", "evaluators"],
      head: "Evaluators",
      groups: "dataset",
      order: { groups: [...BENCHMARKS, CAPTIONS] },
      names: printed ? {} : { [CAPTIONS]: "Mean entry of Φ̃" },
      columns: COLUMNS.map((column) => ({
        ...column,
        ...(printed ? { best: column.unit === "number" ? "least" : "max" } : {}),
      })),
    })(values, look);
  },
  words: async (values, context) => {
    const published = context.source === "published",
      bias = values.some(({ keys }) => keys.dataset === CAPTIONS);
    const setting = published || !bias ? "ref_free" : await lastSetting(context);
    const left = published ? 0 : (await fittedPomms(context)).left;
    return {
      caption: `Kendall’s τ-b and τ-c × 100 with human scores${
        bias ? `, and ${displayName(setting).toLowerCase()} philautia scores` : ""
      }.`,
      footnotes: published
        ? [
          "Bold: best, underlined: second best; of philautia scores nearest to 0. How the paper makes one philautia score of an ensemble’s twelve is not said; no plain mean gives its 0.15.",
        ]
        : [
          ...(left > 0
            ? [`${left} test judgments that some evaluator did not score are left out of all values.`]
            : []),
          "Steps share their rows: differences between them are surer than the overlap of their intervals suggests." +
          (bias
            ? " The last column is the mean of the ensemble’s column of Φ̃ over its members; a single model has its own entry."
            : ""),
        ],
      alt: "Table of Kendall’s τ-b and τ-c of single models and of growing ensembles on rated captions.",
    };
  },
});
