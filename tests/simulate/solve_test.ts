import assert from "node:assert/strict";
import type { FrameName } from "judgebias";
import { calibration } from "judgebias/simulate";
import { solvedFrame } from "@/simulate/solution.ts";
import { solution } from "../../data/solve/simulated_frame.ts";
import { simulationCalibration } from "../../data/solve/simulation_calibration.ts";
import { FRAMES_SOLVED, SOLUTIONS } from "../../data/solve/solve.ts";

for (const [name, solve] of Object.entries(SOLUTIONS)) {
  Deno.test(`data/simulated/${name}.json is what its solver gives`, () => {
    assert.deepEqual(solution(name), JSON.parse(JSON.stringify(solve())));
  });
}

for (const [name, solve] of Object.entries(FRAMES_SOLVED)) {
  Deno.test(`data/simulated/${name}.parquet is what its solver gives`, () => {
    const [committed, solved] = [solvedFrame(name.replace("_", " ") as FrameName), solve()];
    assert.deepEqual(committed.columns, solved.columns);
    for (const column of solved.columns) {
      assert.ok(committed.getColumn(column).seriesEqual(solved.getColumn(column), true), column);
    }
  });
}

Deno.test("data/simulated/calibration.csv is what the frames give", () => {
  const [committed, computed] = [calibration(), simulationCalibration()].map((frame) => frame.toRecords());
  assert.equal(committed.length, computed.length);
  computed.forEach((row, i) => {
    for (const [column, value] of Object.entries(row)) {
      const kept = committed[i][column];
      const isSame = typeof value === "number" && !Number.isNaN(value)
        ? Math.abs(value - Number(kept)) < 1e-9
        : String(value) === String(kept) || Number.isNaN(value) && kept === null;
      assert.ok(
        isSame,
        `${row.source}, ${row.of}, ${row.quantity}: ${column} is ${kept}, and ${value} from the frames`,
      );
    }
  });
  const said = /wanted some of pairs, score pairs, caption scores, ratings, criteria, found labels/;
  assert.throws(() => calibration("labels"), said);
});
