import { abstentionRatio } from "../../metrics/abstention_ratio.ts";
import { mmJudgeBiasAbstention, PROMPT_JUDGES } from "../../papers/mm_judgebias.ts";
import { BIAS_DIMENSIONS, BIAS_TAXONOMY } from "../../results/bias_taxonomy.ts";
import type { Drawing, FigureContext } from "../figure_spec.ts";
import { mmJudgebiasFigure } from "./mm_judgebias_figure.ts";
import { experimentRows, withPrompt } from "./score_rows.ts";
import {
  meanColumns,
  type ScoreColumn,
  scoreTable,
  type ScoreTableRow,
  typeColumns,
  withBest,
} from "./score_table.ts";
import { publishedPromptValues, type ScoreValue, scoreValuesOf } from "./score_values.ts";

/** Names of the prompts in rows and columns. */
export const PROMPT_LABELS: Record<string, string> = {
  score: "Original",
  abstention: "+ N/A",
  score_guided: "+ Score guide",
  constraints: "+ Constraints",
  reasoning: "+ Reasoning",
};

/** The scopes of a ratio as quantities, apart from those of BD and BC. */
const RATIO = "ratio ";

/** Values of the wanted prompts: of Table 14 or 16, or computed; bold is the best prompt of each judge. */
export async function promptValues(
  context: FigureContext,
  table: "Table 14" | "Table 16",
  prompts: readonly string[],
): Promise<ScoreValue[]> {
  if (context.source === "published") return publishedPromptValues(table);
  const values = await scoreValuesOf(context, "prompts");
  return withBest(values.filter(({ prompt }) => prompts.includes(prompt)), ({ judge }) => judge);
}

/** The three judges of the paper in its order, then others. */
export function promptJudges(values: readonly ScoreValue[]): string[] {
  const known = Object.keys(PROMPT_JUDGES);
  const found = new Set(values.map(({ judge }) => judge));
  return [
    ...known.filter((judge) => found.has(judge)),
    ...[...found].filter((judge) => !known.includes(judge)).sort(),
  ];
}

/** Rows of judges with their prompts below. */
function promptRows(values: readonly ScoreValue[], prompts: readonly string[]): ScoreTableRow[] {
  return promptJudges(values).flatMap((judge) =>
    prompts.filter((prompt) => values.some((value) => value.judge === judge && value.prompt === prompt))
      .map((prompt, p) => ({
        judge,
        prompt,
        label: PROMPT_LABELS[prompt],
        ...(p === 0 ? { heading: judge } : {}),
      }))
  );
}

async function abstentionValues(context: FigureContext): Promise<ScoreValue[]> {
  const rest = { prompt: "abstention", noise: NaN, bold: false, spread_provenance: null };
  if (context.source === "published") {
    return mmJudgeBiasAbstention().map(({ judge, scope, ratio }) => ({
      ...rest,
      judge,
      quantity: RATIO + scope,
      value: ratio,
      low: NaN,
      high: NaN,
      n: NaN,
      provenance: "published",
    }));
  }
  const frame = withPrompt("table", await experimentRows(context, "prompts"), "abstention");
  type Row = Record<"ratio" | "low" | "high" | "n", number> & Record<"judge" | "scope", string>;
  return (abstentionRatio(frame).toRecords() as unknown as Row[]).map((
    { judge, scope, ratio, low, high, n },
  ) => ({
    ...rest,
    judge,
    quantity: RATIO + scope,
    value: ratio,
    low,
    high,
    n,
    provenance: context.origin,
  }));
}

export const table3 = mmJudgebiasFigure({
  file: "prompt_tables.ts",
  number: "Table 3",
  title: "Judges that may abstain",
  kind: "table",
  needs: ["abstention"],
  available: ["published", "simulated"],
  build: async (context): Promise<Drawing> => {
    const prompts = ["score", "abstention"];
    const values = await promptValues(context, "Table 14", prompts);
    return scoreTable(context, [...values, ...await abstentionValues(context)], {
      first: "Prompt",
      rows: promptRows(values, prompts),
      columns: [
        ...meanColumns().map(({ group: _, ...column }) => ({ ...column, label: LONG[column.quantity] })),
        { quantity: `${RATIO}overall`, label: "Abstained", decimals: 3 },
      ],
      caption:
        "Means of BD (Integrality, Congruity) and BC (Robustness), and of all nine bias types, without and with the option to answer " +
        "N/A; abstained: share of all perturbed samples. Samples abstained from are left out of BD and BC. Bold: better of the two.",
      footnotes: [
        "Table 14 prints Qwen3-VL's original ImgDom. and ImgMis. as 0.541 and 0.214, Table 2 as 0.210 and 0.529: the two look " +
        "exchanged. Exchanged back, its original Integrality would be 0.268 and Congruity 0.767, and the option would lower Congruity.",
      ],
      alt:
        "Table of integrality, congruity, robustness and overall reliability of three judges without and with the option to abstain.",
    });
  },
});

const LONG: Record<string, string> = {
  integrality: "Integrality",
  congruity: "Congruity",
  robustness: "Robustness",
  overall: "Overall",
};

const PROMPTS = ["score", "score_guided", "constraints", "reasoning"];

export const table4 = mmJudgebiasFigure({
  file: "prompt_tables.ts",
  number: "Table 4",
  title: "Reliability by prompt",
  kind: "table",
  needs: ["prompts"],
  available: ["published", "simulated"],
  build: async (context): Promise<Drawing> => {
    const values = await promptValues(context, "Table 16", PROMPTS);
    const columns: ScoreColumn[] = PROMPTS.filter((prompt) => values.some((value) => value.prompt === prompt))
      .map((prompt) => ({ quantity: "overall", prompt, label: PROMPT_LABELS[prompt], decimals: 3 }));
    return scoreTable(context, values, {
      first: "Judge",
      rows: promptJudges(values).map((judge) => ({ judge, prompt: "score", label: judge })),
      columns,
      caption:
        "Mean of BD and BC over the nine bias types with four judging prompts. Bold: best prompt of a judge.",
      footnotes: [
        "For LLaVA-Critic constraints lower the mean (0.600 against 0.647), which appendix K does not say. " +
        "The mean of Qwen3-VL's nine original values is 0.6594, printed as 0.660.",
      ],
      alt: "Table of overall reliability of three judges with four prompts.",
    });
  },
});

const EXCHANGED =
  "Qwen3-VL, original: ImgDom. 0.541 and ImgMis. 0.214, in Table 2 0.210 and 0.529: the columns look exchanged (undone, Integrality " +
  "is 0.268 and Congruity 0.767). GPT-5 mini, original: all but RespDom. differ from Table 2 by up to 0.014.";

export const table14 = mmJudgebiasFigure({
  file: "prompt_tables.ts",
  number: "Table 14",
  title: "Judges that may abstain, by bias type",
  kind: "table",
  needs: ["abstention"],
  available: ["published", "simulated"],
  build: async (context): Promise<Drawing> => {
    const prompts = ["score", "abstention"];
    const values = await promptValues(context, "Table 14", prompts);
    return scoreTable(context, values, {
      first: "Prompt",
      rows: promptRows(values, prompts),
      columns: [...typeColumns(), ...meanColumns()],
      short: true,
      caption:
        "BD (Integrality, Congruity) and BC (Robustness) without and with the option to answer N/A, over the samples that were judged. Bold: better of the two.",
      footnotes: [EXCHANGED],
      alt:
        "Table of bias deviation and conformity by bias type of three judges without and with the option to abstain.",
    });
  },
});

export const table15 = mmJudgebiasFigure({
  file: "prompt_tables.ts",
  number: "Table 15",
  title: "How often judges abstain",
  kind: "table",
  needs: ["abstention"],
  available: ["published", "simulated"],
  build: async (context): Promise<Drawing> => {
    const values = await abstentionValues(context);
    const ratio = ({ quantity, ...column }: ScoreColumn) => ({ ...column, quantity: RATIO + quantity });
    return scoreTable(context, values, {
      first: "Judge",
      rows: promptJudges(values).map((judge) => ({ judge, prompt: "abstention", label: judge })),
      columns: [
        ...typeColumns().map((column) => ({
          ...ratio(column),
          group: column.group!.replace(/, B[DC]$/, ""),
        })),
        ...meanColumns().map((column) => ({ ...ratio(column), group: "Pooled" })),
      ],
      short: true,
      caption:
        "Share of perturbed samples from which a judge abstains, by bias type, and pooled over the samples of a dimension and of all.",
      footnotes: [
        "Qwen3-VL: 0.226 and 0.451 are no shares of 204 and 202 samples (nearest: 46/204 = 0.2255, 91/202 = 0.4505); several runs, or " +
        "lost outputs, would explain them. Dimensions and total are pooled over samples, unlike the means of Table 14.",
      ],
      alt:
        `Table of abstention ratios of three judges in ${BIAS_TAXONOMY.length} bias types and ${BIAS_DIMENSIONS.length} dimensions.`,
    });
  },
});

export const table16 = mmJudgebiasFigure({
  file: "prompt_tables.ts",
  number: "Table 16",
  title: "Reliability by prompt and bias type",
  kind: "table",
  needs: ["prompts"],
  available: ["published", "simulated"],
  build: async (context): Promise<Drawing> => {
    const values = await promptValues(context, "Table 16", PROMPTS);
    return scoreTable(context, values, {
      first: "Prompt",
      rows: promptRows(values, PROMPTS),
      columns: [...typeColumns(), ...meanColumns()],
      short: true,
      caption:
        "BD (Integrality, Congruity) and BC (Robustness) with four judging prompts. Bold: best prompt of a judge.",
      footnotes: [
        EXCHANGED,
        "Bold as printed: of GPT-5 mini's ImgDom. 0.208 (constraints) is bold, though the original has 0.222. Appendix K says that " +
        "constraints and reasoning raise Integrality and Congruity: not so for LLaVA-Critic with constraints (0.246 and 0.666 against " +
        "0.308 and 0.705), nor, as printed, for Qwen3-VL's Integrality (0.362 against 0.377).",
        "Six means differ by 0.001 from the mean of the printed values.",
      ],
      alt: "Table of bias deviation and conformity by bias type of three judges with four prompts.",
    });
  },
});
