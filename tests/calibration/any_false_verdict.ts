import pl from "nodejs-polars";
import { hypothesisTable, type HypothesisTest } from "@/hypotheses/hypothesis_table.ts";
import { AT_MOST, rejects, type Scenario } from "./scenario.ts";

/** Judges in a table. */
export const JUDGES = 20;

/**
 * How often a table of many judges holds any false verdict, after Holm. Where nothing is true, every direction is false; `absent` only where the true
 * effect is δ or more, which `isFalse` says.
 */
export function anyFalseVerdict(
  name: string,
  test: HypothesisTest | HypothesisTest[],
  draw: (seed: number, judge: number) => pl.DataFrame,
  { isFalse = (verdict) => verdict === "supported" || verdict === "contradicted" }: {
    isFalse?: (verdict: string, judge: number, hypothesis: string) => boolean;
  } = {},
): Scenario {
  return rejects(
    `hypothesisTable of ${JUDGES} judges, any false verdict: ${name}`,
    (_, seed) => {
      const frame = pl.concat(
        Array.from(
          { length: JUDGES },
          (_, j) =>
            draw(seed * 97 + j, j).withColumns(pl.lit(`j${String(j).padStart(2, "0")}`).alias("group")),
        ),
      );
      const rows = hypothesisTable(frame, test, { by: ["group"] }).select("group", "verdict", "hypothesis")
        .toRecords() as { group: string; verdict: string; hypothesis: string }[];
      return rows.some(({ group, verdict, hypothesis }) =>
        isFalse(verdict, Number(group.slice(1)), hypothesis)
      );
    },
    AT_MOST,
  );
}
