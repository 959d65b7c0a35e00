import { told } from "../progress/told.ts";
import type pl from "nodejs-polars";
import { VERDICT, verdictCodes } from "../metrics/pair_outcomes.ts";
import { factor, frameCodes } from "../results/factor.ts";
import { requireColumns } from "../results/require_valid_frame.ts";
import { grouped } from "../stats/grouped.ts";
import type { SplitVote } from "../stats/split_vote.ts";
import { requireList } from "../progress/require.ts";

/** A pair as the judge and the reference saw it, counted towards the more informative answer. */
export interface SeenPair extends SplitVote {
  row: number;
  /** How often a vote held out went towards the more informative answer where the others' majority did (IDS) or did not (CDS). */
  heldOut: Record<"ids" | "cds", { rows: number; votes: number }>;
}

/** Pairs with their votes and the judge's verdict, counted towards the more informative answer. */
export function seenPairs(
  pairs: pl.DataFrame,
  reference: "annotator" | readonly string[],
): SeenPair[] {
  const action = "biasBeyondPeople", isPeople = reference === "annotator";
  if (!isPeople) requireList(action, 'the reference "annotator" or judges', reference, "string");
  requireColumns(action, pairs, [
    "item_id",
    "human",
    "choice",
    "more_informative",
    ...isPeople ? ["annotator"] : ["judge"],
  ]);
  if (!isPeople && reference.length < 2) {
    throw new RangeError(
      `${action}: wanted two reference judges or more, found ${told(reference)}`,
    );
  }
  const [human, choice, informative] = ["human", "choice", "more_informative"].map((name) =>
    verdictCodes(action, pairs, name)
  );
  const judges = pairs.columns.includes("judge") ? factor(pairs.getColumn("judge")) : null;
  const isReference = (row: number) =>
    !isPeople && reference.includes(String(judges!.levels[judges!.codes[row]]));
  const rows = Array.from({ length: pairs.height }, (_, row) => row);
  const tested = new Set(
    rows.filter((row) => !isReference(row)).map((row) => judges?.codes[row] ?? 0),
  );
  if (tested.size > 1) {
    throw new RangeError(
      `${action}: wanted the rows of one judge${
        isPeople ? "" : " beside the reference"
      }, found ${tested.size} (\`hypothesisTable\` asks each)`,
    );
  }
  const key = ["benchmark", "item_id", "run", "swapped"].filter((name) => pairs.columns.includes(name));
  const { codes } = frameCodes(pairs, key);
  const found = grouped(rows.filter((row) => informative[row] <= VERDICT.B), (row) => codes[row]);
  if (rows.length > 0 && found.size === 0) {
    throw new TypeError(
      `${action}: wanted informativeness labels (A or B in the column more_informative), found none`,
    );
  }
  const toward = (verdicts: Uint8Array) => (row: number) =>
    verdicts[row] > VERDICT.B ? NaN : verdicts[row] === informative[row] ? 1 : 0;
  return [...found.values()].map((own) => {
    const votes = own.filter((row) => isPeople || isReference(row)).map(toward(isPeople ? human : choice))
      .filter((vote) => !Number.isNaN(vote));
    const judge = own.filter((row) => !isReference(row)).map(toward(choice)).at(-1) ?? NaN;
    const sum = votes.reduce((a, b) => a + b, 0);
    const heldOut = { ids: { rows: 0, votes: 0 }, cds: { rows: 0, votes: 0 } };
    for (const vote of votes) {
      const others = 2 * (sum - vote) - (votes.length - 1);
      if (others === 0) continue; // no majority
      const side = heldOut[others > 0 ? "ids" : "cds"];
      side.rows++;
      side.votes += vote;
    }
    return { row: own[0], votes: sum, of: votes.length, judge, heldOut };
  });
}
