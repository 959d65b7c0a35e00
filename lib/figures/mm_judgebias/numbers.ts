import { refusing } from "../../results/said.ts";
import pl from "nodejs-polars";
import { abstentionRatio } from "../../metrics/self_enhancement.ts";
import { noiseFloor, scoreVariance } from "../../metrics/noise_floor.ts";
import { reliability, reliabilitySummary } from "../../metrics/reliability.ts";
import {
  mmJudgeBiasDifficulties,
  mmJudgeBiasDomains,
  mmJudgeBiasTable2,
  PROMPT_JUDGES,
} from "../../papers/mm_judgebias.ts";
import { BIAS_DIMENSIONS, BIAS_TAXONOMY } from "../../results/bias_taxonomy.ts";
import { levels, preferring, rowsHolding } from "../../results/only.ts";
import { takeRows } from "../../results/take_rows.ts";
import { grouped } from "../../stats/grouped.ts";
import { DISPLAY_NAMES, inOrder, NAMES as PAPER_NAMES, ORDERS } from "../paper_order.ts";
import { printedOf } from "../figure_entry.ts";
import type { FigureContext } from "../figure_spec.ts";
import { computed } from "../values/computed.ts";
import { derivedValue, findValue, namesOf, pick, type Value, valueOf } from "../values/value.ts";
import type { Specs } from "../figure.ts";
import { levelsOf } from "../recipes/recipe.ts";
import { counted } from "../theme.ts";

export const NAMES: Readonly<Record<string, string>> = PAPER_NAMES["mm-judgebias"];

export const MEAN_NAMES: Readonly<Record<string, string>> = DISPLAY_NAMES["mm-judgebias-means"];

export const ORDER = ORDERS["mm-judgebias"], MEANS: readonly string[] = ORDER.quantity;

export const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

export const judgesOf = (values: readonly Value[]): string[] =>
  inOrder(
    namesOf(values, "judge"),
    [...Object.keys(PROMPT_JUDGES), ...mmJudgeBiasTable2().map(({ judge }) => judge)],
  );

type Experiment = "main" | "prompts" | "ablation";

/** The user's rows, or of the simulation those of an experiment; of a prompt where one is named. */
export async function experimentRows({ frame }: FigureContext, experiment: Experiment, prompt?: string) {
  const rows = preferring(await frame("score pairs"), { experiment });
  if (prompt === undefined) return rows;
  const asked = rowsHolding(rows, { prompt });
  if (asked.length > 0) return takeRows(rows, asked);
  throw refusing("rows_of_prompt", { prompt, found: levels(rows, "prompt") });
}

/**
 * BD and BC by bias type, their means by dimension and over all types, and both variances: of every judge and prompt of an
 * experiment. `noise` is what the judge's noise from run to run gives by itself: the least that BD can be, the most that BC can.
 */
export function scores(context: FigureContext, experiment: Experiment, prompt?: string): Promise<Value[]> {
  return context.once(`scores of ${experiment}, ${prompt ?? "all prompts"}`, async () => {
    const rows = await experimentRows(context, experiment, prompt);
    const keys = ["judge", "prompt"];
    const noise = new Map(
      noiseFloor(rows, { by: [...keys, "bias_type"] }).toRecords().map((row) => [
        `${row.judge}\n${row.prompt}\n${row.bias_type}`,
        metricOf(String(row.bias_type)) === "bd" ? row.bd_floor : row.bc_ceiling,
      ]),
    );
    const summary = reliabilitySummary(rows), variance = scoreVariance(rows);
    const of = (frame: pl.DataFrame, value: string) => computed(frame, { value, keys, n: ["n"] });
    const types = computed(reliability(rows), { value: "value", keys, metric: "bias_type", n: ["n"] }).map(
      (value) => ({
        ...value,
        more: { noise: noise.get(`${value.keys.judge}\n${value.keys.prompt}\n${value.quantity}`) ?? NaN },
      }),
    );
    return [
      ...types,
      ...MEANS.flatMap((mean) => of(summary, mean)),
      ...["inter_run", "inter_sample"].flatMap((one) => of(variance, one)),
    ].filter(({ value }) => !Number.isNaN(value));
  });
}

const metricOf = (bias: string) => BIAS_TAXONOMY.find(({ type }) => type === bias)?.metric;

export function withinNoise({ quantity, value, more: { noise } }: Value): boolean {
  const metric = metricOf(quantity);
  return metric === "bd" ? value <= noise : metric === "bc" && value >= noise;
}

/**
 * Marks the best value of every column as bold, within groups of rows that have the same key; a variance has none, nor have a single
 * row and rows that are all equal. */
export function withBest(values: readonly Value[], group: (value: Value) => string = () => ""): Value[] {
  const key = (value: Value) => `${group(value)}\n${value.quantity}`;
  const columns = grouped(values, key);
  const isBest = (value: Value) => {
    const own = columns.get(key(value))!.map((one) => one.value), best = Math.max(...own);
    return value.value === best && Math.min(...own) < best;
  };
  return values.map((value) => ({
    ...value,
    more: { ...value.more, bold: Number(!value.quantity.startsWith("inter_") && isBest(value)) },
  }));
}

export const isBold = ({ more }: Value): boolean => more.bold === 1;

export const printedMain = (): Value[] =>
  printedOf("mm-judgebias-table2").filter(({ keys }) => !keys.judge.startsWith("("));

export function printedMeans(): Value[] {
  const types = printedMain();
  return namesOf(types, "judge").flatMap((judge) => [
    ...BIAS_DIMENSIONS.map((dimension) => {
      const own = BIAS_TAXONOMY.filter((one) => one.dimension === dimension)
        .map(({ type }) => findValue(types, type, { judge })!.value);
      return derivedValue({ judge, prompt: "score" }, dimension, Number(meanOf(own).toFixed(4)));
    }),
    findValue(types, "overall", { judge })!,
  ]);
}

export const promptScores = async (context: FigureContext, prompts: readonly string[]): Promise<Value[]> =>
  withBest(byJudge(pick(await scores(context, "prompts"), { prompt: prompts })), ({ keys }) => keys.judge);

export const RATIO = "ratio ";

export async function ratios(context: FigureContext): Promise<Value[]> {
  const frame = abstentionRatio(await experimentRows(context, "prompts", "abstention"));
  const values = computed(frame, { value: "ratio", keys: ["judge", "prompt"], metric: "scope" });
  return byJudge(values.map((value) => ({ ...value, quantity: RATIO + value.quantity })));
}

export function byJudge(values: readonly Value[]): Value[] {
  const judges = judgesOf(values);
  const place = ({ keys }: Value) => 10 * judges.indexOf(keys.judge) + ORDER.prompt.indexOf(keys.prompt);
  return [...values].sort((a, b) => place(a) - place(b));
}

const KEYS = { domains: ["task_type", "domain"], difficulties: ["bias_type", "difficulty"] } as const;

export type Kind = keyof typeof KEYS;

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
  return kind === "domains"
    ? mmJudgeBiasDomains().map(({ task, domain, samples }) =>
      count(kind, [task, domain], samples, "published")
    )
    : mmJudgeBiasDifficulties().map(({ type, difficulty, samples }) =>
      count(kind, [type, difficulty], samples, "published")
    );
}

export async function counts(context: FigureContext, kind: Kind): Promise<Value[]> {
  const [group, part] = KEYS[kind];
  const frame = (await experimentRows(context, "main")).dropNulls([group, part])
    .filter(pl.col("bias_type").neq(pl.lit("blank_image")));
  const samples = frame.select(...new Set(["sample_id", group, part])).unique().toRecords();
  const found = grouped(samples, (row) => `${row[group]}\n${row[part]}`);
  const order = kind === "domains"
    ? mmJudgeBiasDomains().map(({ task, domain }) => `${task}\n${domain}`)
    : BIAS_TAXONOMY.flatMap(({ type }) => ORDER.difficulty.map((difficulty) => `${type}\n${difficulty}`));
  return inOrder(found.keys(), order).map((key) => count(kind, key.split("\n"), found.get(key)!.length));
}

/** Says so where samples stand in several bias types, in each of which they count. */
export async function each(values: readonly Value[], context: FigureContext): Promise<string[]> {
  if (context.source === "published") return [];
  const samples = (await experimentRows(context, "main")).filter(pl.col("difficulty").isNotNull())
    .getColumn("sample_id").nUnique();
  return samples === total(values) ? [] : [`${samples} samples count once for each of their bias types.`];
}

export function withSums(values: readonly Value[], kind: Kind): Value[] {
  const [group, part] = KEYS[kind];
  const sum = (own: readonly Value[], keys: readonly string[]) =>
    count(kind, keys, total(own), own[0].provenance);
  const groups = levelsOf(group, values), parts = kind === "difficulties" ? levelsOf(part, values) : [];
  return [
    ...groups.flatMap((name) => {
      const own = pick(values, { [group]: name });
      return [...own, sum(own, [name, kind === "domains" ? SUBTOTAL : TOTAL])];
    }),
    sum(values, [ALL, TOTAL]),
    ...parts.map((name) => sum(pick(values, { [part]: name }), [ALL, name])),
  ];
}

export const total = (values: readonly Value[]): number =>
  values.filter(({ keys }) =>
    ![SUBTOTAL, TOTAL].includes(keys.domain ?? keys.difficulty) && keys.bias_type !== ALL
  ).reduce((sum, { value }) => sum + value, 0);

export const countTables: Specs = {
  "mm-judgebias-table5": {
    published: () => withSums(printedCounts("domains"), "domains"),
    computed: async (context) => withSums(await counts(context, "domains"), "domains"),
    options: { names: { [ALL]: "" }, total: (row) => [SUBTOTAL, TOTAL].includes(row.split("\n")[1]) },
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
