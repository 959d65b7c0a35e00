import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { CRITERIA_METRICS, referenceJudges } from "@/metrics/reference_judges.ts";
import { criteriaFrame, item } from "./criteria_fixture.ts";

type Row = { reference: string; metric: string; value: number; n: number };
const LABELS = ["AAB", "AABB", "AAA", "B", "ABAAA", "BB", "B=A", "."];
const frame = criteriaFrame(LABELS.flatMap((human, i) => item(`${i}`, human, human.replace(/./g, "."))));
const references = referenceJudges(frame, { by: [] }).toRecords() as unknown as Row[];
const value = (reference: string, metric: string) =>
  references.find((row) => row.reference === reference && row.metric === metric)!.value;

Deno.test("referenceJudges: hand-worked closed forms", () => {
  // Seven items have a label; K = 3, 4, 3, 1, 5, 2, 2; conflicts on items 1, 2, 5, 7.
  assert.equal(
    value("random", "pluralistic_accuracy"),
    (1 / 8 + 1 / 16 + 1 / 8 + 1 / 2 + 1 / 32 + 1 / 4 + 1 / 4) / 7,
  );
  assert.equal(value("random", "tradeoff_sensitivity"), (3 / 4 + 7 / 8 + 15 / 16 + 1 / 2) / 4);
  assert.equal(value("one_side", "pluralistic_accuracy"), 3 / 7 / 2);
  assert.equal(value("majority_side", "pluralistic_accuracy"), 3 / 7);
  assert.deepEqual(
    references.slice(0, 4).map(({ metric, n }) => [metric, n]),
    CRITERIA_METRICS.map((metric, i) => [metric, [7, 4, 2 + 4 + 4 + 1, 20][i]]),
  );
  // Majority: completeness 1, ½, 1, 1, 1, 1, ½ · grounding 1, ½, 1, 0, 1 · no_hallucination 0, ½, 1, 1, ½ · expressiveness ½, 1 · clarity 1.
  const macro = (6 / 7 + 3.5 / 5 + 3 / 5 + 1.5 / 2 + 1) / 5;
  assert.ok(Math.abs(value("majority_side", "criterion_average") - macro) < 1e-15);
});

Deno.test("referenceJudges: no conflict gives NaN, no rows give no group", () => {
  const plain = criteriaFrame(item("1", "AA", "AB"));
  const found = referenceJudges(plain, { by: [] }).toRecords() as unknown as Row[];
  assert.ok(Number.isNaN(found[1].value) && found[1].n === 0);
  assert.equal(referenceJudges(plain.filter(pl.lit(false))).height, 0);
});
