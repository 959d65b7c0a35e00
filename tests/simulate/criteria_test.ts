import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { conflictMatchingRate } from "@/metrics/criteria_shares.ts";
import { multiCritValues } from "@/papers/multi_crit.ts";
import { readCriteria } from "@/results/read_criteria.ts";
import { writeFrame } from "@/results/write_frame.ts";
import { simulateCriteria } from "@/simulate/solved_frames.ts";
import { calibration, solvedFrame } from "@/simulate/solution.ts";
import { solveCriteria } from "../../data/solve/solve_criteria.ts";
import { tempFolder } from "../judge/temp_folder.ts";

const criteria = solvedFrame("criteria");
type Row = Record<string, number> & {
  judge: string;
  mode: string;
  thinking: boolean;
  split: string;
  criterion_a: string;
  criterion_b: string;
  metric: string;
};
const rows = (frame: pl.DataFrame) => frame.toRecords() as unknown as Row[];

Deno.test("every number of Tables 16 and 18 prints the same digits", () => {
  const found = calibration("criteria").toRecords(), printed = multiCritValues();
  assert.equal(found.length, printed.length);
  printed.forEach((value, i) => {
    assert.equal(found[i].published, value.printed);
    assert.equal(Number(found[i].simulated).toFixed(2), value.printed, String(found[i].of));
  });
});

Deno.test("one judge alone has the same rows; another seed of the solver meets the same numbers", () => {
  const again = simulateCriteria({ judges: ["o4-mini"] });
  const before = criteria.filter(pl.col("judge").eq(pl.lit("o4-mini")));
  assert.deepEqual(again.getColumn("judge").unique().toArray(), ["set to o4-mini"]);
  assert.deepEqual(again.drop("judge").rows(), before.drop("judge").rows());
  for (const seed of [1, 2, 3]) {
    const other = solveCriteria({ seed, judges: ["Qwen3-VL-8B-Instruct", "o4-mini"] });
    assert.notDeepEqual(other.getColumn("human").toArray(), criteria.getColumn("human").toArray());
    const found = rows(conflictMatchingRate(other)).map((row) => row.n_matched);
    assert.deepEqual(found, [92, 54, 201, 157, 216, 185]);
  }
  assert.throws(() => simulateCriteria({ seed: 2 } as never), /simulateCriteria: .*seed/);
  assert.throws(() => simulateCriteria({ judges: ["GPT-6"] }), /wanted some of InternVL3.5-8B.*found GPT-6/);
});

Deno.test("the frame says that it is simulated, and reads back as it is", () => {
  assert.deepEqual(criteria.getColumn("provenance").unique().toArray(), ["simulated"]);
  using at = tempFolder();
  const path = `${at.path}/criteria.csv`;
  writeFrame(criteria, path);
  assert.deepEqual(readCriteria(path).select(...criteria.columns).rows(), criteria.rows());
});
