import { compareCriteria } from "@/metrics/compare_criteria.ts";
import { conflictMatchingRate } from "@/metrics/conflict_matching_rate.ts";
import { pluralisticAccuracy } from "@/metrics/pluralistic_accuracy.ts";
import { tradeoffSensitivity } from "@/metrics/tradeoff_sensitivity.ts";
import { simulateCriteria } from "@/simulate/criteria.ts";

/** 32 tables of the real size: twelve judges, both splits, 23,000 judgments. */
const frame = simulateCriteria();

interface Row {
  judge: string;
  mode: string;
  thinking: boolean;
  split: string;
  item_id: string;
  human: string;
  choice: string | null;
}

Deno.bench("PAcc, TOS and CMR with intervals, 32 tables", { group: "criteria", baseline: true }, () => {
  pluralisticAccuracy(frame);
  tradeoffSensitivity(frame);
  conflictMatchingRate(frame);
});

Deno.bench("textbook: the same frame as row objects, filtered table by table; no interval", {
  group: "criteria",
}, () => {
  const rows = frame.toRecords() as unknown as Row[];
  const table = ({ judge, mode, thinking, split }: Row) => [judge, mode, thinking, split].join();
  for (const name of new Set(rows.map(table))) {
    const own = rows.filter((row) => table(row) === name);
    let right = 0, differs = 0, conflicts = 0, matched = 0;
    for (const id of new Set(own.map(({ item_id }) => item_id))) {
      const item = own.filter(({ item_id }) => item_id === id);
      if (item.every(({ human, choice }) => human === choice)) right++;
      const pairs = item.flatMap((a, i) => item.slice(i + 1).map((b) => [a, b])).filter(([a, b]) =>
        a.human !== b.human
      );
      if (pairs.length > 0 && item.some(({ choice }) => choice !== item[0].choice)) differs++;
      conflicts += pairs.length;
      matched += pairs.filter(([a, b]) => a.choice === a.human && b.choice === b.human).length;
    }
    if (right + differs + conflicts < matched) throw new Error("never");
  }
});

const first = { judge: "GPT-4o", mode: "joint" }, second = { judge: "GPT-4o", mode: "single" };
Deno.bench(
  "compareCriteria: joint against single, 9,999 permutations",
  { group: "paired differences" },
  () => {
    compareCriteria(frame, { first, second });
  },
);

Deno.bench("simulateCriteria: twelve judges, calibrated", { group: "simulation" }, () => {
  simulateCriteria();
});
