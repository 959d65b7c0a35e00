import { BIRCH_BENCHMARKS, BIRCH_METHODS, canonicalJudge } from "@/papers/birch.ts";
import { publishedCells, publishedTable } from "@/papers/published_tables.ts";

/** A published number with its printed decimals; in percent or points, as printed. */
export interface PrintedValue {
  /** Name of the judge. */
  judge: string;
  /** Name of the benchmark. */
  benchmark: string;
  /** `base`, `image_caption`, `standard_ref` or `birch`. */
  pipeline: string;
  /** What is measured, as the table calls it. */
  quantity: string;
  /** The number, in percent or points. */
  value: number;
  /** As printed: 59.0 has one decimal. */
  printed: string;
  /** Printed decimals: the number is known to ± half a unit of the last. */
  decimals: number;
}

/**
 * Table 1: accuracy with image, without image, and IRS of six judges on both benchmarks (percent, points).
 */
export function birchTable1(): PrintedValue[] {
  return publishedCells("birch-table1").map((row) =>
    printed(row.model, row.benchmark, "Base", row.quantity, row.value)
  );
}

/** Table 2: IB before and after equalising lengths (`before`, `after_length_equalisation`) of four judges, in points. */
export function birchTable2(): PrintedValue[] {
  return publishedCells("birch-table2").map((row) =>
    printed(row.model, row.benchmark, "Base", row.state, row.IB)
  );
}

/** Table 3: accuracy of four pipelines, eight judges, both benchmarks (percent), with the judges' group. */
export function birchTable3(): (PrintedValue & { group: string })[] {
  return publishedCells("birch-table3").map((row) => ({
    ...printed(row.model, row.benchmark, row.method, "Acc", row.acc),
    group: row.group,
  }));
}

/** Table 4: Acc, Acc_IDS, Acc_CDS, IB, LB of GPT-4o with three pipelines on MLLM-as-a-Judge, and the printed changes. */
export function birchTable4(): (PrintedValue & { change: string | null })[] {
  return metricsTable("birch-table4");
}

/** Table 8: Acc, Acc_IDS, Acc_CDS, IB, LB of five judges with Base and BIRCH on MLLM-as-a-Judge, and the printed changes. */
export function birchTable8(): (PrintedValue & { change: string | null })[] {
  return metricsTable("birch-table8");
}

/** Table 7: agreement of human and GPT-4o informativeness labels (`Match rate` and `Cohen’s kappa`). */
export function birchTable7(): { quantity: string; benchmark: string; value: number }[] {
  return publishedTable("birch-table7");
}

function metricsTable(name: "birch-table4" | "birch-table8") {
  return publishedCells(name).map((row) => ({
    ...printed(row.model, BIRCH_BENCHMARKS[0], row.method, row.quantity, row.value),
    change: row.delta_vs_base_printed || null,
  }));
}

function printed(
  model: string,
  benchmark: string,
  method: string,
  quantity: string,
  text: string,
): PrintedValue {
  return {
    judge: canonicalJudge(model),
    benchmark,
    pipeline: BIRCH_METHODS[method],
    quantity,
    value: Number(text),
    printed: text,
    decimals: text.split(".")[1]?.length ?? 0,
  };
}
