import { arenaHard } from "./arena_hard.ts";
import { genaiBench } from "./genai_bench.ts";
import { judgeBench } from "./judge_bench.ts";
import { judgeBenchTable } from "./judge_bench_table.ts";
import type { Layout } from "./layout.ts";
import { llmbar } from "./llmbar.ts";
import { mllmAsAJudge } from "./mllm_as_a_judge.ts";
import { flickr8kExpert, polaris } from "./rated_captions.ts";
import { viescore } from "./viescore.ts";
import { viescoreRatings } from "./viescore_ratings.ts";
import { vlRewardBench } from "./vl_reward_bench.ts";
import { wildvision } from "./wildvision.ts";

/** The layouts that readers know, by the name that the option `format` takes. The first that knows a file has it. */
export const LAYOUTS = {
  "mllm-as-a-judge": mllmAsAJudge,
  "vl-rewardbench": vlRewardBench,
  judgebench: judgeBench,
  "judgebench-table": judgeBenchTable,
  "genai-bench": genaiBench,
  llmbar,
  "arena-hard": arenaHard,
  wildvision,
  viescore,
  "viescore-ratings": viescoreRatings,
  polaris,
  "flickr8k-expert": flickr8kExpert,
} satisfies Record<string, Layout>;

/** Name of a layout. */
export type LayoutName = keyof typeof LAYOUTS;
