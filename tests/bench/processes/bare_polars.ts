// What philautia.ts is compared with: the means of the same file's cells, nothing checked, nothing standardised.
import pl from "nodejs-polars";

const means = pl.scanParquet(Deno.args[0]).groupBy(["setting", "generator", "evaluator"])
  .agg(pl.col("score").mean()).collectSync();
console.log(means.height);
