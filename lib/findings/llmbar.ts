import pl from "nodejs-polars";
import { honestLeaderboard } from "../metrics/honest_leaderboard.ts";
import { lengthBias } from "../metrics/length_bias.ts";
import { longerWins } from "../metrics/longer_wins.ts";
import { orderConsistency } from "../metrics/order_consistency.ts";
import { pairAccuracy } from "../metrics/pair_accuracy.ts";
import { slotPreference } from "../metrics/slot_preference.ts";
import { readPairs } from "../results/read_pairs.ts";
import { adjusted } from "./adjusted.ts";
import { type Finding, findingsOf } from "./finding.ts";

/** What the subsets stand for. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  natural: ["Natural"],
  adversarial: ["Neighbor", "GPTInst", "GPTOut", "Manual"],
  "case study": ["Constraint", "Negation", "Normal", "Base_9", "Base_10"],
};
const BY = ["judge", "condition"];

/**
 * What six text judges with 8 to 15 prompts each make of pairs with an objectively right answer, in both orders
 * (LLMBar).
 */
export function llmbarFindings(path: string): { findings: Finding[]; frame: pl.DataFrame } {
  const read = readPairs(path);
  const part = Object.fromEntries(
    Object.entries(PARTS).flatMap(([name, subsets]) => subsets.map((s) => [s, name])),
  );
  const pairs = read.withColumns(
    pl.Series(
      "condition",
      (read.getColumn("domain").toArray() as string[]).map((subset) => part[subset]),
      pl.Utf8,
    ),
  );
  const stored = pairs.withColumns(pl.col("source_choice").alias("choice"));
  const condition = (row: Record<string, string>) => row.condition;
  // Ratings were given to each answer alone: they have no order, and the source's two rows are one.
  const compared = pairs.filter(pl.col("strategy").str.contains("^Rating").not());
  const main = pairs.filter(pl.col("condition").neq(pl.lit("case study")));
  const findings = [
    ...findingsOf(pairAccuracy(stored, { by: BY }), {
      condition,
      quantities: { source_accuracy: "accuracy" },
      counts: ["n_unparsed"],
    }),
    ...findingsOf(pairAccuracy(pairs, { by: BY }), {
      condition,
      quantities: { accuracy: "accuracy" },
      counts: ["n_tie", "n_unparsed"],
    }),
    ...findingsOf(orderConsistency(compared, { by: BY }), {
      condition,
      quantities: {
        consistency: "consistency",
        first_when_inconsistent: "first_when_inconsistent",
        fairness: "fairness",
      },
      counts: ["n_incomplete", "n_inconsistent", "n_one_tie", "n_both_tie"],
    }),
    ...findingsOf(slotPreference(compared, { by: BY }), {
      condition,
      quantities: { share_first: "share_first" },
      counts: ["n_tie", "n_unparsed"],
    }),
    ...findingsOf(lengthBias(pairs, { by: BY }), {
      condition,
      quantities: {
        length_bias: "lb",
        acc_longer: ["acc_longer", "n_longer"],
        acc_shorter: ["acc_shorter", "n_shorter"],
      },
      counts: ["n_longer", "n_shorter", "n_equal_length"],
    }),
    ...findingsOf(longerWins(pairs, { by: BY }), {
      condition,
      quantities: { longer_wins: "share" },
      counts: ["n_equal_length", "n_tie", "n_unparsed"],
    }),
    ...findingsOf(honestLeaderboard(main, { by: ["condition"] }), {
      condition,
      quantities: { rank: "rank" },
      counts: ["with_first", "n_shared"],
    }),
  ];
  const tested = ["length_bias", "fairness"].reduce(
    (all, quantity) => adjusted(all, { quantity }),
    findings as Finding[],
  );
  return { findings: tested, frame: pairs };
}
