import { type PublishedCells, publishedCells } from "./published_tables.ts";

/** What follows of the two parts of the benchmark from the appendix's percentages (denominators). */
export const MULTI_CRIT_FACTS = {
  open_ended: { items: 299, conflictItems: 206 },
  reasoning: { items: 126, conflictItems: 109 },
} as const;

const MULTI_CRIT_SPLITS = { "Open-ended": "open_ended", "Verifiable Reasoning": "reasoning" } as const;

const MULTI_CRIT_METRICS = {
  "Pluralistic": "pluralistic_accuracy",
  "Conflict": "conflict_matching_rate",
  "Tradeoff": "tradeoff_sensitivity",
  "Criterion Avg.": "criterion_average",
} as const;

export type MultiCritMetric = (typeof MULTI_CRIT_METRICS)[keyof typeof MULTI_CRIT_METRICS];

/** Tables 16 (thinking) and 18 (joint against single) of the appendix in percent as printed; `pair` is what two rows of a judge share. */
export function multiCritValues() {
  return ([16, 18] as const).flatMap((table) =>
    rowsOf(table, false).map((cells) => ({
      table,
      judge: cells.model.replace(/ \((no-)?think\)$/, ""),
      pair: pairName(cells.model),
      mode: table === 18 && cells.mode.startsWith("joint") ? "joint" as const : "single" as const,
      thinking: /\(think\)$|-Thinking$/.test(cells.model),
      ...number(cells),
    }))
  );
}

export function multiCritDifferences() {
  return ([16, 18] as const).flatMap((table) =>
    rowsOf(table, true).map((cells) => ({
      table,
      pair: pairName(cells.model.replace(/^delta: (.*) - .*$/, "$1")),
      ...number(cells),
    }))
  );
}

function rowsOf(table: 16 | 18, differences: boolean) {
  const named = table === 16 ? "model" : "mode";
  return publishedCells(`multi-crit-appendix-table${table}`)
    .filter((cells) => cells[named].startsWith("delta") === differences);
}

/** What a model and its thinking twin have in common: `InternVL3.5-8B` for two rows, `Qwen3-VL-8B` for two models. */
export function pairName(model: string): string {
  return model.replace(/ \((no-)?think\)$|-Instruct$|-Thinking$/, "");
}

function number(cells: PublishedCells) {
  return {
    split: MULTI_CRIT_SPLITS[cells.split as keyof typeof MULTI_CRIT_SPLITS],
    metric: MULTI_CRIT_METRICS[cells.metric as keyof typeof MULTI_CRIT_METRICS],
    value: Number(cells.value),
    printed: cells.value,
  };
}
