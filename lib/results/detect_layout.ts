import type { TableFile } from "./find_files.ts";
import { judgeBench } from "./judge_bench.ts";
import { judgeBenchTable } from "./judge_bench_table.ts";
import { firstRecord, type Layout } from "./layout.ts";
import { mllmAsAJudge } from "./mllm_as_a_judge.ts";
import { vlRewardBench } from "./vl_reward_bench.ts";

/** Official layouts of pairwise results by name. */
export const LAYOUTS = {
  "mllm-as-a-judge": mllmAsAJudge,
  "vl-rewardbench": vlRewardBench,
  judgebench: judgeBench,
  "judgebench-table": judgeBenchTable,
} satisfies Record<string, Layout>;

/** Layouts that `readPairs` knows. */
export type PairsFormat = "native" | keyof typeof LAYOUTS;

/**
 * Tells the layout of pairwise results from the first record of the first JSONL file. Anything else is native; so is a
 * file whose columns the caller maps.
 */
export function detectLayout(files: readonly TableFile[], mapped: boolean): PairsFormat {
  const first = files.find(({ kind }) => kind === "jsonl");
  if (mapped || !first) return "native";
  const record = firstRecord(first);
  if (!record || "item_id" in record) return "native";
  const inner = typeof record["0"] === "object" && record["0"] !== null
    ? record["0"] as Record<string, unknown>
    : record;
  const found = (Object.entries(LAYOUTS) as [PairsFormat, Layout][]).find(([, layout]) =>
    layout.matches(inner)
  );
  return found?.[0] ?? "native";
}
