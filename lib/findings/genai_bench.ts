import pl from "nodejs-polars";
import { honestLeaderboard } from "../metrics/honest_leaderboard.ts";
import { pairAccuracy } from "../metrics/pair_accuracy.ts";
import { slotPreference } from "../metrics/slot_preference.ts";
import { unparsedAudit } from "../metrics/unparsed_audit.ts";
import { readPairs } from "../results/read_pairs.ts";
import { adjusted } from "./adjusted.ts";
import { correctionFindings } from "./correction.ts";
import { type Finding, findingsOf } from "./finding.ts";

const BY = ["judge", "domain"];
const task = (row: Record<string, string>) => row.domain;

/** The source's baseline, which draws one of the four labels: no test is made of it. */
export const RANDOM_JUDGE = "random";

/** What 17 judges and a random one make of pairs of generated pictures and videos, each shown once (GenAI-Bench). */
export function genaiBenchFindings(path: string): { findings: Finding[]; frame: pl.DataFrame } {
  const tie = pl.when(pl.col("last_vote").eq(pl.lit("bothbad"))).then(pl.lit("tie")).otherwise(
    pl.col("last_vote"),
  );
  const pairs = readPairs(path).withColumns(tie.alias("last_choice"));
  const preferring = (slot: string) => pairs.filter(pl.col("human").eq(pl.lit(slot)));
  const accuracy = (frame: pl.DataFrame, quantity: string) =>
    findingsOf(pairAccuracy(frame, { by: BY }), {
      condition: task,
      quantities: { [quantity]: "accuracy" },
      counts: ["n_tie", "n_unparsed"],
    });
  const slots = findingsOf(slotPreference(pairs, { by: BY }), {
    condition: task,
    quantities: {
      share_first: "share_first",
      // The pairs on which people preferred one of the two.
      human_share_first: ["human_share_first", "n_first", "n_second"],
      gap: "gap",
    },
    counts: ["n_tie", "n_unparsed", "n_first", "n_second"],
  });
  const audit = unparsedAudit(pairs, { by: BY, seed: 1, readings: { last_label: "last_choice" } });
  const audited = findingsOf(audit, {
    condition: task,
    quantities: { accuracy: "accuracy" },
    called: (quantity, { rule }) => `${quantity}_${rule}`,
    counts: ["n_unparsed"],
  });
  const board = findingsOf(honestLeaderboard(pairs, { by: ["domain"] }), {
    condition: task,
    quantities: { rank: "rank" },
    counts: ["with_first", "n_shared"],
  });
  const decided = new Set(
    slots.filter(({ quantity, estimate }) => quantity === "share_first" && !Number.isNaN(estimate)).map(
      place,
    ),
  );
  const findings = [
    ...published(pairs),
    ...accuracy(pairs, "accuracy"),
    ...accuracy(preferring("A"), "acc_first"),
    ...accuracy(preferring("B"), "acc_second"),
    ...adjusted(slots, {
      quantity: "gap",
      leaveOut: (one) => one.judge === RANDOM_JUDGE || !decided.has(place(one)),
    }),
    ...audited,
    ...board,
    ...labelLists(pairs),
    ...correctionFindings(pairs),
  ];
  // A judge without one readable verdict has no slot that it prefers; its accuracy of 0 stands among the accuracies.
  const said = findings.filter((one) => !SLOT_QUANTITIES.includes(one.quantity) || decided.has(place(one)));
  return { findings: said, frame: pairs };
}

const SLOT_QUANTITIES = ["share_first", "human_share_first", "gap", "acc_first", "acc_second"];

function place({ judge, condition }: Finding): string {
  return `${judge}\n${condition}`;
}

/** The accuracy that the source prints: four labels, everything that could not be read wrong. */
function published(pairs: pl.DataFrame): Finding[] {
  const right = pairs.withColumns(
    pl.when(pl.col("correct").eq(pl.lit("1"))).then(pl.lit("A")).otherwise(pl.lit("B")).alias("choice"),
    pl.lit("A").alias("human"),
  );
  return findingsOf(pairAccuracy(right, { by: BY }), {
    condition: task,
    quantities: { four_way_accuracy: "accuracy" },
  });
}

/** How often a reply names three or more of the four labels, so that the first one is no verdict. */
function labelLists(pairs: pl.DataFrame): Finding[] {
  const lists = pairs.withColumns(
    pl.when(pl.col("labels_named").gt(pl.lit(2))).then(pl.lit("A")).otherwise(pl.lit("B")).alias("choice"),
    pl.lit("A").alias("human"),
  );
  return findingsOf(pairAccuracy(lists, { by: BY }), {
    condition: task,
    quantities: { names_three_labels: "accuracy" },
  });
}
