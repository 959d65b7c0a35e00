import { ownFacts } from "../progress/own_facts.ts";
import { BIAS_TAXONOMY, type BiasSpec } from "../results/bias_taxonomy.ts";
import { publishedTable } from "./published_tables.ts";

const NAMES = ownFacts<Record<"prompt_judges" | "prompts", Record<string, string>>>("names");

/** Models that wrote the responses, in equal parts; the judges of Figure 4. */
export const RESPONSE_GENERATORS = ["GPT-5 mini", "Gemini-2.0-Flash-Lite", "Qwen2.5-VL-7B-Instruct"] as const;

export const PROMPT_JUDGES: Record<string, string> = NAMES.prompt_judges;
export const PROMPT_NAMES: Record<string, string> = NAMES.prompts;

const LABELS = new Map(BIAS_TAXONOMY.map(({ label, type }) => [label, type]));

/** The 30 judges of Table 2 in its order, with their mean: by the project page's names, which say `(think)` where a model occurs twice. */
export function mmJudgeBiasTable2() {
  return publishedTable("mm-judgebias-site-leaderboard")
    .filter(({ model, metric }) => metric === "Avg" && !model.startsWith("("))
    .map(({ model, category, thinking, value }) => (
      { judge: model, category, thinking: thinking === "yes", average: value }
    ));
}

export function mmJudgeBiasDifficulties(): { type: BiasSpec["type"]; difficulty: string; samples: number }[] {
  return publishedTable("mm-judgebias-table6").flatMap(({ bias_type, difficulty, samples }) => {
    const type = LABELS.get(bias_type);
    return type && difficulty !== "Total" ? [{ type, difficulty: difficulty.toLowerCase(), samples }] : [];
  });
}

export function mmJudgeBiasDomains(): { task: string; domain: string; samples: number }[] {
  return publishedTable("mm-judgebias-table5").flatMap(({ row_kind, task_type, domain_type, samples }) =>
    row_kind === "domain" ? [{ task: task_type!, domain: domain_type!, samples }] : []
  );
}
