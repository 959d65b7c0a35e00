import { fixed } from "../../progress/told.ts";
import { POMMS_COLUMN } from "../../ensemble/pomms_philautia.ts";
import { PHILAUTIA_FACTS, PHILAUTIA_FAMILIES, pommsColumn } from "../../papers/philautia.ts";
import type { Specs } from "../figure.ts";
import {
  derivedValue,
  differences,
  namesOf,
  pick,
  printedValue,
  rekeyed,
  type Value,
} from "../values/value.ts";
import {
  allMatrices,
  computedSteps,
  DIFFERENCE,
  ensembleMatrix,
  fittedPomms,
  isPrinted,
  isScore,
  isSelf,
  lastSetting,
  MATRIX,
  matrixOf,
  ofTwo,
  ORDER,
  printedAndSigns,
  printedEnsemble,
  printedEntries,
  printedSteps,
} from "./numbers.ts";

/** The model of the LLaVA family whose entries for others are printed, and who scores captions where their writer does. */
const MEMBER = "LLaVA-1.5-13B", OWN = "by itself";

const isOfLlava = ({ keys }: Value) => keys.generator === MEMBER;

const scoredBy = (values: readonly Value[]): Value[] =>
  rekeyed(values, (value) => ({ ...value.keys, by: isSelf(value) ? OWN : `by ${value.keys.evaluator}` }));

const asRows = (values: readonly Value[]): Value[] =>
  rekeyed(values, (value) => ({
    ...value.keys,
    kind: isSelf(value) ? OWN : "by another",
    entry: isSelf(value) ? value.keys.generator : `${value.keys.generator} by ${value.keys.evaluator}`,
  }));

const FAMILIES: readonly (readonly [name: string, members: readonly string[]])[] = [
  ["(i) Qwen-based", PHILAUTIA_FAMILIES.Qwen],
  ["(ii) LLaVA", PHILAUTIA_FAMILIES.LLaVA],
];

function withDifferences(values: readonly Value[]): Value[] {
  const others = values.filter((value) => !isSelf(value));
  const own = ({ keys: { generator } }: Value) => pick(values, { generator }).find(isSelf);
  return [
    ...values,
    ...differences(others, own, `${DIFFERENCE} evaluators`, ({ keys: { evaluator: _, ...keys } }) => keys),
  ];
}

function within(values: readonly Value[], families: typeof FAMILIES): Value[] {
  return families.flatMap(([family, members]) =>
    rekeyed(pick(values, { generator: members, evaluator: members }), ({ keys }) => ({ family, ...keys }))
  );
}

function familiesOf(models: readonly string[]): typeof FAMILIES {
  const own = (members: readonly string[]) => members.filter((model) => models.includes(model));
  const known = FAMILIES.map(([name, members]) => [name, own(members)] as const)
    .filter(([, members]) => members.length > 1);
  return known.length > 0 ? known : [["All models", models]];
}

/**
 * The philautia scores of the matrix with Pomms as a thirteenth evaluator. Columns are standardised one by one, so the other
 * twelve stay as they are, and a row of twelve entries x that is joined by q becomes (x − q/13)/s, s² = (156 + 12q²)/169. Pomms'
 * own entry p = 12q/√(156 + 12q²) is printed (Table 2), hence q² = 13p²/(12 − p²). Sure to ±0.01.
 */
function besidePomms(): Value[] {
  const column = new Map(pommsColumn().map(({ model, value }) => [model, value])), M = ORDER.generator.length;
  return printedEntries("ref_free").map((value) => {
    const p = column.get(value.keys.generator)!;
    const q = Math.sign(p) * Math.sqrt((M + 1) * p ** 2 / (M - p ** 2));
    const s = Math.sqrt(M * (M + 1) + M * q ** 2) / (M + 1);
    return derivedValue(value.keys, value.quantity, (value.value - q / (M + 1)) / s);
  });
}

const MOLMO = "Molmo-7B-D";

function rowsOf(single: readonly Value[], ensemble: readonly Value[]): Value[] {
  const self = rekeyed(single.filter(isSelf), ({ keys }) => ({ ...keys, evaluator: "Self" }));
  return [...self, ...pick(ensemble, { evaluator: POMMS_COLUMN })];
}

export const matrices: Specs = {
  "philautia-fig4": {
    published: printedAndSigns,
    computed: allMatrices,
    options: (values) => isPrinted(values) ? {} : MATRIX,
    marks: (values) => isPrinted(values) ? asRows(values) : values,
    notes: (_, context) => ofTwo(context),
  },
  "philautia-fig6": {
    // The paper names no setting; the two entries that it quotes for (ii) are those without references. Of (i) it prints a count alone.
    published: () => withDifferences(within(printedEntries("ref_free"), FAMILIES.slice(1))),
    computed: async (context) => {
      const values = await matrixOf(await lastSetting(context), context);
      const evaluators = namesOf(values, "evaluator");
      const models = namesOf(values, "generator").filter((name) => evaluators.includes(name));
      return models.length > 1 ? within(values, familiesOf(models)) : [];
    },
    options: (values) =>
      isPrinted(values)
        ? {
          at: values.filter(isOfLlava).map(({ value: x }) => ({
            x,
            label: `${MEMBER} ${OWN} ${fixed(x, 2)}`,
          })),
        }
        : { ...MATRIX, panels: "family", framed: isSelf },
    marks: (values) =>
      isPrinted(values) ? scoredBy(values.filter((value) => isScore(value) && !isOfLlava(value))) : values,
    notes: (_, context) => ofTwo(context),
  },
  "philautia-figD": {
    published: () => [
      ...besidePomms().map((value) =>
        value.keys.generator === MOLMO && isSelf(value)
          ? printedValue(value.keys, value.quantity, PHILAUTIA_FACTS.molmoWithPomms.toFixed(2))
          : value
      ),
      ...printedEnsemble(),
    ],
    computed: ensembleMatrix,
    // Of 156 cells most are not known: what is stands in rows.
    options: (values) =>
      isPrinted(values)
        ? {}
        : { ...MATRIX, names: { ref_free: "Reference-free", ref_based: "Reference-based" } },
    marks: (values) => isPrinted(values) ? scoredBy(values) : values,
  },
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
      return rowsOf(await matrixOf(setting, context), await ensembleMatrix(context));
    },
  },
};
