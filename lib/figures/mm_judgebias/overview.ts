import { BIASES } from "../../papers/biases.ts";
import {
  MM_JUDGEBIAS_FACTS,
  mmJudgeBiasDifficulties,
  mmJudgeBiasDomains,
  mmJudgeBiasTable2,
  RESPONSE_GENERATORS,
} from "../../papers/mm_judgebias.ts";
import { publishedTable } from "../../papers/published_tables.ts";
import type { Made } from "../schematic/tree.ts";
import { card, row, stack, words } from "../schematic/layout.ts";
import { counted, INK, SIZE } from "../theme.ts";
import { DIMENSION_COLOR } from "./numbers.ts";

const sum = (all: readonly { samples: number }[]) => all.reduce((total, { samples }) => total + samples, 0);

const different = (all: readonly string[]) => new Set(all).size;

const small = (text: string) => words(text, { size: SIZE.note });

/** Counts and shapes of Figure 2, with which the project page opens too. */
export function mmJudgeBiasOverview(): Made {
  const domains = mmJudgeBiasDomains(), rows = mmJudgeBiasTable2(), difficulties = mmJudgeBiasDifficulties();
  const tasks = [...new Set(domains.map(({ task }) => task))];
  const textSubtasks = publishedTable("mm-judgebias-table12-text-subtasks");
  const of = (level: string) => sum(difficulties.filter(({ difficulty }) => difficulty === level));
  const lists = (["Integrality", "Congruity", "Robustness"] as const).map((dimension) => {
    const own = BIASES.filter((one) => one.dimension === dimension);
    return stack([
      words(`**${dimension}** {soft:${own[0].metric}}`, { color: DIMENSION_COLOR[dimension] }),
      ...own.map(({ name }) => small(name)),
    ], { gap: 2 });
  });
  return {
    counts: {
      tasks: tasks.length,
      domains: domains.length,
      sources: different(publishedTable("mm-judgebias-table7-sources").map((one) => one.source_benchmark)),
      subtasks: publishedTable("mm-judgebias-table18-subtasks").length,
      text_subtasks: textSubtasks.length,
      text_domains: different(textSubtasks.map((one) => one.domain_type)),
      samples: sum(domains),
      bias_types: BIASES.length,
      judges: different(rows.map(({ judge }) => judge.replace(/ \((no-)?think\)$/, ""))),
      judge_rows: rows.length,
      runs: MM_JUDGEBIAS_FACTS.runs,
    },
    more: { easy: of("easy"), moderate: of("moderate"), hard: of("hard") },
    art: {
      tasks: stack([
        words("Samples by task type:", { size: SIZE.note, color: INK.soft }),
        ...tasks.map((task) =>
          row([
            small(task),
            { ...small(counted(sum(domains.filter((one) => one.task === task)))), width: 30 },
          ], { top: true })
        ),
      ], { gap: 2 }),
      generators: row(
        RESPONSE_GENERATORS.map((name) =>
          card(words(name, { align: "middle" }), { padding: 6, fill: INK.faint })
        ),
      ),
      biases: row(lists, { gap: 18, top: true }),
    },
  };
}
