import { alpacaEval } from "./alpaca_eval.ts";
import { arenaHard, wildvision } from "./arena_hard.ts";
import { genaiBench } from "./genai_bench.ts";
import { inspectLog } from "./inspect_log.ts";
import type { Layout } from "./layout.ts";
import { llmbar } from "./llmbar.ts";
import { lmEval, lmmsLlavaWild, lmmsVlRewardBench } from "./lm_eval.ts";
import { mllmAsAJudge, mllmBatch, mllmScores } from "./mllm_as_a_judge.ts";
import { mmJudgeBias } from "./mm_judge_bias.ts";
import { multiCrit } from "./multi_crit.ts";
import { mtBenchHuman, mtBenchPair, mtBenchSingle } from "./mt_bench.ts";
import { promptfoo, promptfooSelect } from "./promptfoo.ts";
import { flickr8kExpert, polaris } from "./rated_captions.ts";
import { mmrb, mmrb2, rewardBench, rewardBench2, rewardBenchScores } from "./reward_bench.ts";
import { viescore, viescoreRatings } from "./viescore.ts";
import { vlmevalkitPairs, vlmevalkitRatings } from "./vlmevalkit.ts";
import { judgeBench, vlRewardBench } from "./vl_reward_bench.ts";

/** The layouts that readers know, by the name that the option `format` takes. The first that knows a file has it. */
export const LAYOUTS = {
  "mllm-as-a-judge": mllmAsAJudge,
  "mllm-as-a-judge-batch": mllmBatch,
  "mllm-as-a-judge-scores": mllmScores,
  "vl-rewardbench": vlRewardBench,
  judgebench: judgeBench,
  "genai-bench": genaiBench,
  llmbar,
  "arena-hard": arenaHard,
  wildvision,
  viescore,
  "viescore-ratings": viescoreRatings,
  polaris,
  "flickr8k-expert": flickr8kExpert,
  "mt-bench-pair": mtBenchPair,
  "mt-bench-single": mtBenchSingle,
  "mt-bench-human": mtBenchHuman,
  "alpaca-eval": alpacaEval,
  "lmms-eval-vl-rewardbench": lmmsVlRewardBench,
  "lmms-eval-llava-in-the-wild": lmmsLlavaWild,
  "lm-eval": lmEval,
  "vlmevalkit-vl-rewardbench": vlmevalkitPairs,
  vlmevalkit: vlmevalkitRatings,
  "multimodal-rewardbench": mmrb,
  mmrb2,
  rewardbench: rewardBench,
  "rewardbench-scores": rewardBenchScores,
  "rewardbench-2": rewardBench2,
  inspect: inspectLog,
  promptfoo,
  "promptfoo-select": promptfooSelect,
  "multi-crit": multiCrit,
  "mm-judgebias": mmJudgeBias,
} satisfies Record<string, Layout>;

/** The name of a layout, as the option `format` takes it. */
export type LayoutName = keyof typeof LAYOUTS;

export const LAYOUT_NAMES = Object.keys(LAYOUTS) as LayoutName[];
