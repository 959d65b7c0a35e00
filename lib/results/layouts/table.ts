import { judgeBench } from "./judge_bench.ts";
import { judgeBenchTable } from "./judge_bench_table.ts";
import type { Layout } from "./layout.ts";
import { mllmAsAJudge } from "./mllm_as_a_judge.ts";
import { vlRewardBench } from "./vl_reward_bench.ts";

/** The layouts that readers know, by the name that the option `format` takes. The first that knows a file has it. */
export const LAYOUTS = {
  "mllm-as-a-judge": mllmAsAJudge,
  "vl-rewardbench": vlRewardBench,
  judgebench: judgeBench,
  "judgebench-table": judgeBenchTable,
} satisfies Record<string, Layout>;

/** Name of a layout. */
export type LayoutName = keyof typeof LAYOUTS;
