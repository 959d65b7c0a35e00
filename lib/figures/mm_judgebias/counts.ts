import pl from "nodejs-polars";
import { mmJudgeBiasDifficulties, mmJudgeBiasDomains } from "../../papers/mm_judgebias.ts";
import { BIAS_TAXONOMY } from "../../results/bias_taxonomy.ts";
import type { FigureContext } from "../figure_spec.ts";
import type { Specs } from "../figure.ts";
import { inOrder } from "../display_names.ts";
import { levelsOf } from "../recipes/recipe.ts";
import { counted } from "../theme.ts";
import { type Value, valueOf } from "../values/value.ts";
import { experimentRows, NAMES, ORDER } from "./numbers.ts";

const KEYS = { domains: ["task_type", "domain"], difficulties: ["bias_type", "difficulty"] } as const;

export type Kind = keyof typeof KEYS;

/** Names of the sums, as the paper has them, and of all groups together. */
export const SUBTOTAL = "Subtotal", TOTAL = "Total", ALL = "All";

function count(
  kind: Kind,
  [group, part]: readonly string[],
  samples: number,
  provenance: Value["provenance"] = "results",
): Value {
  const [first, second] = KEYS[kind], printed = provenance === "published" ? counted(samples) : null;
  const keys = { [first]: group, [second]: part };
  return valueOf({ keys, quantity: "samples", value: samples, provenance, printed });
}

export function printedCounts(kind: Kind): Value[] {
  const rows = kind === "domains"
    ? mmJudgeBiasDomains().map(({ task, domain, samples }) => [task, domain, samples] as const)
    : mmJudgeBiasDifficulties().map(({ type, difficulty, samples }) => [type, difficulty, samples] as const);
  return rows.map(([group, part, samples]) => count(kind, [group, part], samples, "published"));
}

/** The same, counted in a `score pairs` frame. */
export async function counts(context: FigureContext, kind: Kind): Promise<Value[]> {
  const [group, part] = KEYS[kind];
  const frame = (await experimentRows(context, "main")).filter(
    pl.col("bias_type").neq(pl.lit("blank_image")).and(pl.col(group).isNotNull()).and(
      pl.col(part).isNotNull(),
    ),
  );
  const found = new Map<string, number>();
  for (const row of frame.select(...new Set(["sample_id", group, part])).unique().toRecords()) {
    const key = `${row[group]}\n${row[part]}`;
    found.set(key, (found.get(key) ?? 0) + 1);
  }
  const order = kind === "domains"
    ? mmJudgeBiasDomains().map(({ task, domain }) => `${task}\n${domain}`)
    : BIAS_TAXONOMY.flatMap(({ type }) => ORDER.difficulty.map((difficulty) => `${type}\n${difficulty}`));
  return inOrder(found.keys(), order).map((key) => count(kind, key.split("\n"), found.get(key)!));
}

/** Says so where samples stand in several bias types, in each of which they count. */
export async function each(values: readonly Value[], context: FigureContext): Promise<string[]> {
  if (context.source === "published") return [];
  const samples = (await experimentRows(context, "main")).filter(pl.col("difficulty").isNotNull())
    .getColumn("sample_id").nUnique();
  return samples === total(values) ? [] : [`${samples} samples count once for each of their bias types.`];
}

/** Counts with their sums: of every group and of all, of difficulties also over the groups. The paper prints these too. */
export function withSums(values: readonly Value[], kind: Kind): Value[] {
  const [group, part] = KEYS[kind];
  const sum = (own: readonly Value[], keys: readonly string[]) =>
    count(kind, keys, total(own), own[0].provenance);
  if (values.length === 0) return [];
  const groups = levelsOf(group, values), parts = kind === "difficulties" ? levelsOf(part, values) : [];
  return [
    ...groups.flatMap((name) => {
      const own = values.filter(({ keys }) => keys[group] === name);
      return [...own, sum(own, [name, kind === "domains" ? SUBTOTAL : TOTAL])];
    }),
    sum(values, [ALL, TOTAL]),
    ...parts.map((name) => sum(values.filter(({ keys }) => keys[part] === name), [ALL, name])),
  ];
}

/** The sum of counts that are no sums. */
export const total = (values: readonly Value[]): number =>
  values.filter(({ keys }) =>
    ![SUBTOTAL, TOTAL].includes(keys.domain ?? keys.difficulty) && keys.bias_type !== ALL
  ).reduce((sum, { value }) => sum + value, 0);

export const countTables: Specs = {
  "mm-judgebias-table5": {
    published: () => withSums(printedCounts("domains"), "domains"),
    computed: async (context) => withSums(await counts(context, "domains"), "domains"),
    options: {
      names: { [ALL]: "" },
      total: (row) => [SUBTOTAL, TOTAL].includes(row.split("\n")[1]),
    },
  },
  "mm-judgebias-table6": {
    published: () => withSums(printedCounts("difficulties"), "difficulties"),
    computed: async (context) => withSums(await counts(context, "difficulties"), "difficulties"),
    options: (values) => ({
      columns: levelsOf("difficulty", values, ORDER.difficulty).filter((one) => one !== TOTAL)
        .concat(TOTAL).map((difficulty) => ({
          label: NAMES[difficulty] ?? difficulty,
          quantity: "samples",
          keys: { difficulty },
        })),
      names: { [ALL]: TOTAL },
      total: (row) => row === ALL,
      bold: ({ keys }) => keys.difficulty === TOTAL,
    }),
    notes: each,
  },
};
