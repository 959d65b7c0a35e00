import assert from "node:assert/strict";
import { BIRCH_BENCHMARKS, BIRCH_FACTS, canonicalJudge } from "@/papers/birch.ts";
import { publishedTable } from "@/papers/published_tables.ts";
import {
  birchTable1,
  birchTable2,
  birchTable3,
  birchTable4,
  birchTable8,
} from "../../data/solve/birch_tables.ts";

const ALL = [birchTable1(), birchTable2(), birchTable3(), birchTable4(), birchTable8()];

Deno.test("the eight judges of Table 3 are all that the other tables name, one spelling each", () => {
  const judges = new Set(birchTable3().map(({ judge }) => judge));
  assert.equal(judges.size, 8);
  for (const row of ALL.flat()) {
    assert.ok(judges.has(row.judge), `${row.judge} is one of them`);
    assert.ok((BIRCH_BENCHMARKS as readonly string[]).includes(row.benchmark), row.benchmark);
    assert.match(row.pipeline, /^(base|image_caption|standard_ref|birch)$/);
  }
});

Deno.test("canonicalJudge: all spellings of the paper; it is idempotent and leaves other names alone", () => {
  const cases = ["Llama-3.2-V-90B", "Llama-3.2-90B", "LLaMA-3.2-Vision-Instruct-90B", "Llama-3.2-Vision-90B"];
  for (const name of cases) assert.equal(canonicalJudge(name), "Llama-3.2-Vision-90B");
  for (const name of ["LLaVA-OV-1.5-8B", "LLaVA-One-Vision-1.5-8B", "LLaVA-OneVision-1.5-8B"]) {
    assert.equal(canonicalJudge(name), "LLaVA-OneVision-1.5-8B");
  }
  assert.equal(canonicalJudge("llama"), "llama");
  // Names that every object has are no aliases.
  assert.equal(canonicalJudge("constructor"), "constructor");
});

Deno.test("every value is known to its printed decimals, and no cell comes twice", () => {
  for (const rows of ALL) {
    const cells = rows.map((row) => [row.judge, row.benchmark, row.pipeline, row.quantity].join("|"));
    assert.equal(new Set(cells).size, rows.length);
    for (const { printed, value, decimals } of rows) assert.equal(value.toFixed(decimals), printed);
  }
});

Deno.test("tables that print the same number agree: Acc of Tables 4 and 8 with Table 3, IB with Table 2", () => {
  for (const row of [...birchTable4(), ...birchTable8()].filter(({ quantity }) => quantity === "Acc")) {
    const same = birchTable3().find((other) =>
      other.judge === row.judge && other.benchmark === row.benchmark && other.pipeline === row.pipeline
    )!;
    assert.ok(Math.abs(same.value - row.value) <= 0.05 + 1e-9, `${row.judge} ${row.pipeline}`);
  }
  for (const row of birchTable2().filter(({ quantity }) => quantity === "before")) {
    const same = birchTable8().find((other) =>
      other.judge === row.judge && other.benchmark === row.benchmark && other.pipeline === "base" &&
      other.quantity === "IB"
    );
    if (same) assert.equal(same.printed, row.printed, row.judge);
  }
});

Deno.test("the stated facts are those of stated-values.csv", () => {
  const stated = (quantity: string) =>
    Number(
      publishedTable("stated-values").find((row) =>
        row.paper === "birch" && row.quantity.startsWith(quantity)
      )!.value,
    );
  assert.equal(BIRCH_FACTS.cdsShare, stated("CDS share of MLLM-as-a-Judge"));
  assert.equal(BIRCH_FACTS.largestImageGap, stated("largest IB(no image) - IB(with image)"));
});

Deno.test("Tables 5 and 6 as printed; the change in seconds is their difference", () => {
  const scores = publishedTable("birch-table5").map((row) => row.average_score);
  assert.deepEqual(scores, [3.1034, 3.2126, 4.3793, 3.7364]);
  const [base, birch] = publishedTable("birch-table6");
  const change = birch.inference_time_s - base.inference_time_s;
  assert.equal(change.toFixed(1), birch.delta_printed!.toFixed(1)); // 7.47 − 3.87 = 3.60
});
