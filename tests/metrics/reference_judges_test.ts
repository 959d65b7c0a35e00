import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { criteriaMetrics } from "@/metrics/criteria_metrics.ts";
import { CRITERIA_METRICS, referenceJudges } from "@/metrics/reference_judges.ts";
import { random } from "@/stats/random.ts";
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

Deno.test("referenceJudges: what the metrics make of such judges, drawn many times, is the closed form", () => {
  const generator = random(3), draws = 400;
  const coin = () => generator.integer(2) === 0 ? "A" : "B";
  const chooser: Record<string, (human: string) => string> = {
    random: (human) => human.replace(/./g, coin),
    one_side: (human) => human.replace(/./g, coin()),
    majority_side: (human) => {
      const balance = [...human].reduce(
        (sum, letter) => sum + (letter === "A" ? 1 : letter === "B" ? -1 : 0),
        0,
      );
      return human.replace(/./g, balance > 0 ? "A" : balance < 0 ? "B" : coin());
    },
    human: (human) => human,
  };
  for (const [reference, choose] of Object.entries(chooser)) {
    // Every draw is an item table of its own under another judge, so that all are one frame.
    const drawn = criteriaFrame(
      Array.from(
        { length: draws },
        (_, d) => LABELS.flatMap((human, i) => item(`${i}`, human, choose(human), { judge: `${d}` })),
      ).flat(),
    );
    const found = criteriaMetrics(drawn, { by: ["judge"] }).toRecords();
    CRITERIA_METRICS.forEach((metric) => {
      const wanted = value(reference, metric);
      const values = found.filter((row) => row.metric === metric).map((row) => row.value);
      const mean = values.reduce((a, b) => a + b) / draws;
      const error = Math.sqrt(values.reduce((a, b) => a + (b - mean) ** 2, 0) / draws / draws);
      assert.ok(
        Math.abs(mean - wanted) <= 4 * error + 1e-12,
        `${reference} ${metric}: ${mean}, ${wanted}`,
      );
    });
  }
});

Deno.test("referenceJudges: no conflict gives NaN, no rows give no group", () => {
  const plain = criteriaFrame(item("1", "AA", "AB"));
  const found = referenceJudges(plain, { by: [] }).toRecords() as unknown as Row[];
  assert.ok(Number.isNaN(found[1].value) && found[1].n === 0);
  assert.equal(referenceJudges(plain.filter(pl.lit(false))).height, 0);
});
