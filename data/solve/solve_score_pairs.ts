import pl from "nodejs-polars";
import type { FrameOf } from "@/results/frame_types.ts";
import { FRAMES } from "@/results/frames.ts";
import { ablationExperiment } from "./ablation_experiment.ts";
import { mainExperiment } from "./main_experiment.ts";
import { promptExperiment } from "./prompt_experiment.ts";
import { scoreSamples } from "./samples.ts";

/** The seed of everything that the project draws from this simulation. */
export const SCORES_SEED = 20261;

/** Experiments of the paper that the simulation repeats, in the column `experiment`. */
const EXPERIMENTS = ["main", "prompts", "ablation"] as const;

/** The frame of `simulateScorePairs`. */
export function solveScorePairs({ seed = SCORES_SEED }: { seed?: number } = {}): FrameOf<"score pairs"> {
  const samples = scoreSamples(seed);
  const main = mainExperiment(samples, seed);
  const columns = Object.keys(FRAMES["score pairs"].columns);
  const frames: pl.DataFrame[] = [];
  const add = (
    rows: pl.DataFrame,
    { experiment, judge, prompt = "score", run = 1, unbiased, biased }: Rows,
  ) => {
    const scores = Array.from(biased);
    const status = pl.when(pl.col("biased").isNull()).then(pl.lit("abstained")).otherwise(pl.lit("scored"));
    const frame = rows.withColumns(
      pl.lit(judge).alias("judge"),
      pl.lit(prompt).alias("prompt"),
      pl.lit(run).cast(pl.Int32).alias("run"),
      pl.Series("unbiased", Array.from(unbiased), pl.Float64),
      pl.Series("biased", scores, pl.Float64),
      pl.lit("scored").alias("unbiased_status"),
      pl.lit(experiment).alias("experiment"),
      pl.lit("simulated").alias("provenance"),
      pl.lit(null).cast(pl.Utf8).alias("condition"),
    );
    frames.push(
      frame.withColumns(status.alias("biased_status")).select(...columns, "experiment", "provenance"),
    );
  };
  for (const { judge, unbiased, biased } of main) {
    unbiased.forEach((scores, r) =>
      add(samples.frame, { experiment: "main", judge, run: r + 1, unbiased: scores, biased: biased[r] })
    );
  }
  for (const scores of promptExperiment(samples, main, seed)) {
    add(samples.frame, { experiment: "prompts", ...scores });
  }
  for (const { judge, members, text, unrelated, blank } of ablationExperiment(samples, main, seed)) {
    const rows = samples.frame.select(pl.all().gather(members));
    const own = { experiment: "ablation" as const, judge: `${judge}, Table 13`, unbiased: text };
    add(rows, { ...own, biased: unrelated });
    add(rows.withColumns(pl.lit("blank_image").alias("bias_type")), { ...own, biased: blank });
  }
  return pl.concat(frames);
}

interface Rows {
  experiment: (typeof EXPERIMENTS)[number];
  judge: string;
  prompt?: string;
  run?: number;
  unbiased: ArrayLike<number>;
  biased: ArrayLike<number | null>;
}
