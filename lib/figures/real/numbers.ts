import { findings } from "../../findings/findings.ts";
import type { DataSourceName } from "../../results/data_sources.ts";
import { type Value, valueOf } from "../values/value.ts";

/** How judges, tasks and quantities are written. */
export const NAMES: Readonly<Record<string, string>> = {
  "gemini-1.5-pro": "Gemini 1.5 Pro",
  gpt4o: "GPT-4o",
  llava: "LLaVA",
  llavanext: "LLaVA-NeXT",
  "minicpm-V-2.5": "MiniCPM-V 2.5",
  videollava: "Video-LLaVA",
  instructblip: "InstructBLIP",
  idefics1: "Idefics",
  idefics2: "Idefics2",
  qwenVL: "Qwen-VL",
  cogvlm: "CogVLM",
  blip2: "BLIP-2",
  emu2: "Emu2",
  kosmos2: "Kosmos-2",
  "mantis-8b-idefics2": "Mantis",
  otterimage: "Otter (image)",
  ottervideo: "Otter (video)",
  random: "random (the source’s)",
  image_generation: "pictures made",
  image_edition: "pictures edited",
  video_generation: "videos made",
  acc_first: "people prefer the left",
  acc_second: "people prefer the right",
  "gpt4o-0": "GPT-4o",
  "gpt4o-1": "GPT-4o, one example",
  "gpt4v-0": "GPT-4V",
  "gpt4v-1": "GPT-4V, one example",
  "gemini-0": "Gemini",
  "gemini-1": "Gemini, one example",
  "blip2-1": "BLIP-2, one example",
  "llava-0": "LLaVA",
  "llava-1": "LLaVA, one example",
  "qwenvl-0": "Qwen-VL",
  "qwenvl-1": "Qwen-VL, one example",
  tau: "judge with a person",
  ceiling: "person with another",
  accuracy_wrong: "counted as wrong",
  accuracy_dropped: "dropped",
  accuracy_random: "drawn by lot",
  accuracy_best: "right (best case)",
  accuracy_last_label: "read by the last label",
  judged_rate: "the judge alone",
  mean_ppi: "corrected with 200 labels",
};

/** What a row of `data/findings` holds. */
export interface FindingRow {
  judge: string;
  condition: string;
  quantity: string;
  estimate: number | null;
  low: number | null;
  high: number | null;
  n: number;
  n_clusters: number | null;
  p_adjusted: number | null;
  counts: string | null;
}

/** The committed rows of a source for which `keep` holds. */
export function rowsOf(source: DataSourceName, keep: (row: FindingRow) => boolean): FindingRow[] {
  return (findings(source).toRecords() as unknown[] as FindingRow[]).filter(keep);
}

/** A single number of a judge in a source; NaN where there is none. */
export function findingOf(source: DataSourceName, judge: string, quantity: string): number {
  const [row] = rowsOf(source, (one) => one.judge === judge && one.quantity === quantity);
  return row?.estimate ?? NaN;
}

/** Findings as values, keyed by judge and condition unless `keys` says otherwise. */
export function valuesOf(
  rows: readonly FindingRow[],
  keys: (row: FindingRow) => Record<string, string> = ({ judge, condition }) => ({ judge, condition }),
): Value[] {
  return rows.map((row) =>
    valueOf({
      keys: keys(row),
      quantity: row.quantity,
      value: row.estimate ?? NaN,
      low: row.low ?? NaN,
      high: row.high ?? NaN,
      n: row.n,
      clusters: row.n_clusters ?? NaN,
      provenance: "results",
    })
  );
}

/** Where the numbers come from, for a caption. */
export function credit(source: DataSourceName): string {
  return `Computed from the public verdicts of ${CREDITS[source]}.`;
}

const CREDITS: Record<DataSourceName, string> = {
  "genai-bench": "GenAI-Bench (TIGER-AI-Lab, MIT), clustered by prompt",
  viescore: "VIEScore (TIGER-AI-Lab, MIT), clustered by picture",
  llmbar: "LLMBar (princeton-nlp, MIT), clustered by instruction",
  wildvision: "WildVision-Bench (WildVision-AI, MIT), clustered by question",
};
