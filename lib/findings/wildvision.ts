import pl from "nodejs-polars";
import { bradleyTerry, styleEffects } from "../metrics/bradley_terry.ts";
import { longerWins } from "../metrics/longer_wins.ts";
import { pairAccuracy } from "../metrics/pair_accuracy.ts";
import { readPairs } from "../results/read_pairs.ts";
import { type Finding, findingsOf } from "./finding.ts";

/**
 * What GPT-4o makes of the answers of 21 models, each against the same baseline, which is always shown first
 * (WildVision-Bench).
 */
export function wildvisionFindings(path: string): { findings: Finding[]; frame: pl.DataFrame } {
  const all = readPairs(path);
  // The baseline also meets itself; it is no rival.
  const pairs = all.filter(pl.col("model_a").neq(pl.col("model_b")));
  const judge = (row: Record<string, string>) => row.judge ?? "gpt-4o";
  const model = (row: Record<string, string>) => row.model_b;
  // A game that could not be read counts as not won, as in the source.
  const won = pairs.withColumn(pl.lit("B").alias("human"));
  const strengths = (covariates: readonly string[], quantity: string) => {
    // Strongest first: the place is the rank of the estimate.
    const frame = bradleyTerry(pairs, { by: ["judge"], covariates });
    const rank = pl.Series("rank", Array.from({ length: frame.height }, (_, i) => i + 1), pl.Float64);
    return findingsOf(frame.withColumns(rank), {
      condition: (row) => row.model,
      quantities: {
        [quantity]: "strength",
        [`${quantity}_rank`]: "rank",
      },
    });
  };
  const findings = [
    ...findingsOf(pairAccuracy(won, { by: ["judge", "model_b"] }), {
      judge,
      condition: model,
      quantities: { win_rate: "accuracy" },
      counts: ["n_tie", "n_unparsed"],
    }),
    ...findingsOf(longerWins(pairs, { by: ["judge", "model_b"] }), {
      judge,
      condition: model,
      quantities: {
        longer_wins: "share",
        length_excess: "excess",
      },
      counts: ["n_equal_length", "n_tie", "n_unparsed"],
    }),
    ...findingsOf(longerWins(pairs, { by: ["judge"], within: "model_b" }), {
      condition: () => "all models",
      quantities: {
        longer_wins: "share",
        length_excess: "excess",
        length_within: "within",
        length_between: "between",
      },
      counts: ["n_equal_length", "n_tie", "n_unparsed", "n_levels"],
    }),
    ...strengths([], "strength"),
    ...strengths(["words"], "strength_at_equal_length"),
    ...findingsOf(styleEffects(pairs, { by: ["judge"], covariates: ["words"] }), {
      condition: () => "all models",
      quantities: { length_effect: "effect" },
    }),
  ];
  return { findings, frame: all };
}
