import { PROMPT_NAMES } from "@/papers/mm_judgebias.ts";
import { publishedTable } from "@/papers/published_tables.ts";
import { BIAS_TAXONOMY, type BiasSpec } from "@/results/bias_taxonomy.ts";
import { grouped } from "@/stats/grouped.ts";

const LABELS = new Map(BIAS_TAXONOMY.map(({ label, type }) => [label, type]));

/** What a row of Tables 14 to 16 speaks of: a bias type, a dimension or `overall`. */
const scopeOf = ({ bias_type, dimension }: { bias_type: string; dimension: string }) =>
  LABELS.get(bias_type) ?? dimension.toLowerCase();

/** A row of Table 2 as `mmJudgeBiasTable2` gives it. */
export type PublishedJudge = ReturnType<typeof mmJudgeBiasTable2>[number];

/** Columns of Table 2 beside those of the bias types, by the page's name of their metric. */
const SUMMARIES: Record<string, string> = {
  Avg: "average",
  variance_inter_run: "interRun",
  variance_inter_sample: "interSample",
};

/**
 * Table 2 as the project page prints it (the same numbers): 30 judges in the order of the table. `judge` is unique: the page's name,
 * which says `(think)` where a model occurs twice; `bold` are the columns in which the row is printed in bold.
 */
export function mmJudgeBiasTable2() {
  const rows = publishedTable("mm-judgebias-site-leaderboard").filter(({ model }) => !model.startsWith("("));
  return [...grouped(rows, ({ model }) => model)].map(([judge, own]) => {
    const named = own.map((row) => ({ ...row, column: LABELS.get(row.bias_type) ?? SUMMARIES[row.metric] }));
    const { average, interRun, interSample, ...values } = Object.fromEntries(
      named.map(({ column, value }) => [column, value]),
    );
    return {
      judge,
      category: own[0].category,
      thinking: own[0].thinking === "yes",
      values: values as Record<BiasSpec["type"], number>,
      ...{ average, interRun, interSample },
      bold: new Set(named.filter(({ bold }) => bold).map(({ column }) => column)),
    };
  });
}

/**
 * Tables 16 (`score`, `score_guided`, `constraints`, `reasoning`) and 14 (`score` again, `abstention`): BD or BC of three judges; a
 * scope is a bias type, a dimension or `overall` (means).
 */
export function mmJudgeBiasPrompts() {
  const tables = [["Table 16", "mm-judgebias-table16"], ["Table 14", "mm-judgebias-table14"]] as const;
  return tables.flatMap(([table, name]) =>
    publishedTable(name).map((row) => ({
      table,
      judge: row.model,
      prompt: PROMPT_NAMES[row.setting],
      scope: scopeOf(row),
      value: row.value,
      bold: row.bold === 1,
    }))
  );
}

/** Table 15: share of samples from which a judge abstains, by bias type, dimension (pooled) and `overall` (pooled). */
export function mmJudgeBiasAbstention(): { judge: string; scope: string; ratio: number }[] {
  return publishedTable("mm-judgebias-table15").map((row) => ({
    judge: row.model,
    scope: scopeOf(row),
    ratio: row.abstention_ratio,
  }));
}

/** Table 13: BC between inputs without image, with an unrelated and with a blank one (settings A, B, C). */
export function mmJudgeBiasAblation(): { judge: string; setting: string; bc: number }[] {
  return publishedTable("mm-judgebias-table13").map((row) => ({
    judge: row.model,
    setting: row.setting.replace(/[[\]]/g, ""),
    bc: row.bc,
  }));
}
