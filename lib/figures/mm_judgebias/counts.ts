import pl from "nodejs-polars";
import { mmJudgeBiasDifficulties, mmJudgeBiasDomains } from "../../papers/mm_judgebias.ts";
import { BIAS_TAXONOMY } from "../../results/bias_taxonomy.ts";
import type { FigureContext } from "../figure_spec.ts";
import { inOrder } from "../in_order.ts";
import { levelsOf } from "../recipes/recipe.ts";
import { counted } from "../theme.ts";
import { type Value, valueOf } from "../values/value.ts";
import { experimentRows, ORDER } from "./numbers.ts";

/** What samples are counted by: two keys, the second within the first. */
const KEYS = { domains: ["task_type", "domain"], difficulties: ["bias_type", "difficulty"] } as const;

/** What samples are counted by. */
export type Kind = keyof typeof KEYS;

/** Names of the sums, as the paper has them. */
export const SUBTOTAL = "Subtotal", TOTAL = "Total";

function count(kind: Kind, [group, part]: readonly string[], samples: number, more: Partial<Value>): Value {
  const [first, second] = KEYS[kind];
  return valueOf({
    keys: { [first]: group, [second]: part },
    quantity: "samples",
    value: samples,
    provenance: "published",
    ...more,
  });
}

/** The samples of Table 5 (by task and domain) or 6 (by bias type and difficulty), without their sums. */
export function printedCounts(kind: Kind): Value[] {
  const rows = kind === "domains"
    ? mmJudgeBiasDomains().map(({ task, domain, samples }) => [task, domain, samples] as const)
    : mmJudgeBiasDifficulties().map(({ type, difficulty, samples }) => [type, difficulty, samples] as const);
  return rows.map(([group, part, samples]) =>
    count(kind, [group, part], samples, { printed: counted(samples) })
  );
}

/** The same, counted in a `score pairs` frame. */
export async function counts(context: FigureContext, kind: Kind): Promise<Value[]> {
  const [group, part] = KEYS[kind];
  const frame = (await experimentRows(context, "main")).filter(
    pl.col("bias_type").neq(pl.lit("blank_image")).and(pl.col(group).isNotNull()).and(
      pl.col(part).isNotNull(),
    ),
  );
  const samples = frame.select(...new Set(["sample_id", "bias_type", group, part])).unique();
  const found = new Map<string, number>();
  for (const row of samples.toRecords()) {
    const key = `${row[group]}\n${row[part]}`;
    found.set(key, (found.get(key) ?? 0) + 1);
  }
  const order = kind === "domains"
    ? mmJudgeBiasDomains().map(({ task, domain }) => `${task}\n${domain}`)
    : BIAS_TAXONOMY.flatMap(({ type }) => ORDER.difficulties.map((difficulty) => `${type}\n${difficulty}`));
  return inOrder(found.keys(), order).map((key) =>
    count(kind, key.split("\n"), found.get(key)!, { provenance: context.origin })
  );
}

/** Counts with their sums: of every group and of all, of difficulties also over the groups. The paper prints these too. */
export function withSums(values: readonly Value[], kind: Kind): Value[] {
  const [group, part] = KEYS[kind];
  const sum = (own: readonly Value[], keys: readonly string[]) => {
    const samples = own.reduce((all, { value }) => all + value, 0), { provenance } = own[0];
    return count(kind, keys, samples, {
      provenance,
      ...(provenance === "published" ? { printed: counted(samples) } : {}),
    });
  };
  if (values.length === 0) return [];
  const groups = levelsOf(group, values), parts = kind === "difficulties" ? levelsOf(part, values) : [];
  return [
    ...groups.flatMap((name) => {
      const own = values.filter(({ keys }) => keys[group] === name);
      return [...own, sum(own, [name, kind === "domains" ? SUBTOTAL : TOTAL])];
    }),
    sum(values, ["All", TOTAL]),
    ...parts.map((name) => sum(values.filter(({ keys }) => keys[part] === name), ["All", name])),
  ];
}

/** The sum of counts that are no sums. */
export const total = (values: readonly Value[]): number =>
  values.filter(({ keys }) => keys.domain !== SUBTOTAL && keys.domain !== TOTAL && keys.difficulty !== TOTAL)
    .reduce((sum, { value }) => sum + value, 0);
