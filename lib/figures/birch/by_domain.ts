import pl from "nodejs-polars";
import type { FigureContext } from "../figure_spec.ts";
import { computed } from "../values/computed.ts";
import type { Value } from "../values/value.ts";
import { ORDER } from "./numbers.ts";

/** What a metric by domain is taken by. */
export const BY_DOMAIN = ["benchmark", "judge", "domain"] as const;

/** A metric by domain, as a frame of its own, and which of its columns is the number. */
export interface DomainMetric {
  quantity: string;
  of: (pairs: pl.DataFrame) => pl.DataFrame;
  value: string;
  n: readonly string[];
}

/**
 * Metrics by domain of the base pipeline on one benchmark with domains (the paper's where it is among them), of the judges
 * named; of the user's results all. Sorted by the first metric, the largest first.
 */
export async function domainNumbers(
  context: FigureContext,
  { metrics, judges, also = [] }: {
    metrics: readonly DomainMetric[];
    judges: readonly string[];
    /** Further columns of the metrics that say what a row is of. */
    also?: readonly string[];
  },
): Promise<Value[]> {
  const is = (column: string, value: string) => pl.col(column).eq(pl.lit(value));
  const base = (await context.frame("pairs")).filter(
    is("pipeline", "base").and(is("variant", "original")).and(pl.col("domain").isNotNull()),
  );
  if (base.height === 0) {
    throw new RangeError("figure by domain: wanted rows of the base pipeline with a domain, found none");
  }
  const levels = (frame: pl.DataFrame, column: string) =>
    (frame.getColumn(column).unique().toArray() as string[]).sort();
  const benchmark = levels(base, "benchmark").find((name) => name === ORDER.benchmarks[0]) ??
    levels(base, "benchmark")[0];
  const inBenchmark = base.filter(is("benchmark", benchmark));
  const chosen = context.source === "results"
    ? inBenchmark
    : inBenchmark.filter(pl.col("judge").isIn([...judges]));
  const values = metrics.flatMap(({ of, ...metric }) =>
    computed(of(chosen), { ...metric, keys: [...BY_DOMAIN, ...also], provenance: context.origin })
  );
  const rank = (domain: string) => {
    const first = values.find(({ keys, quantity, value }) =>
      keys.domain === domain && quantity === metrics[0].quantity && !Number.isNaN(value)
    );
    return first ? -first.value : Infinity;
  };
  const ranks = new Map(values.map(({ keys }) => [keys.domain, rank(keys.domain)]));
  return values.sort((a, b) => ranks.get(a.keys.domain)! - ranks.get(b.keys.domain)!);
}
