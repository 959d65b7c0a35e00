import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { correctionFindings, CORRECTIONS } from "@/findings/correction.ts";
import { close } from "../stats/golden.ts";

/** 600 pairs of 300 prompts, judged by four judges who agree with people wherever they do not tie, as they do on half of the pairs. */
const pairs = pl.DataFrame(
  ["gpt4o", "gemini-1.5-pro", "llava", "random"].flatMap((judge) =>
    Array.from({ length: 600 }, (_, i) => {
      const human = i % 4 < 2 ? "A" : "B";
      return {
        ...{ item_id: String(i), image_id: String(i >> 1), domain: "image_generation", judge, human },
        choice: i % 2 === 0 ? "tie" : human,
      };
    })
  ),
);

Deno.test("correction: a judge that only ties more often than people prefers no side, and its interval holds theirs", () => {
  const found = correctionFindings(pairs, 60);
  for (const { condition } of Object.values(CORRECTIONS)) {
    const of = (quantity: string) =>
      found.find((one) => one.judge === "gpt4o" && one.condition === condition && one.quantity === quantity)!;
    for (const quantity of ["true_rate", "judged_rate"]) {
      close(of(quantity).estimate, 0.5, { absolute: 1e-12 });
    }
    const { estimate, low, high, n_clusters } = of("judged_excess");
    close(estimate, 0, { absolute: 1e-12 });
    assert.ok(low! < 1e-12 && high! > -1e-12 && n_clusters === 300);
    assert.ok(of("coverage_naive").estimate > 0.9 && of("coverage_ppi").estimate > 0.9);
  }
});

Deno.test("correction: a judge that always names the left is above people by what they lack, labels mend it and it adds nothing", () => {
  const found = correctionFindings(pairs.withColumns(pl.lit("A").alias("choice")), 60);
  const of = (quantity: string) =>
    found.find((one) => one.condition === CORRECTIONS.halves.condition && one.quantity === quantity)!;
  close(of("judged_excess").estimate, 0.5, { absolute: 1e-12 });
  assert.ok(of("judged_excess").low! > 0.3 && of("judged_excess").high! < 0.7);
  assert.equal(of("coverage_naive").estimate, 0);
  assert.ok(of("coverage_ppi").estimate > 0.9);
  close(of("width_ppi").estimate, of("width_labels").estimate, { relative: 1e-9 });
});

Deno.test("correction: no studies with 200 labels are drawn from 200 pairs", () => {
  const few = pairs.filter(pl.col("item_id").str.lengths().lt(pl.lit(3))); // 0 to 99
  assert.throws(
    () => correctionFindings(few),
    /wanted more than 200 pairs of gpt4o, .*ties as half, found 100/,
  );
});
