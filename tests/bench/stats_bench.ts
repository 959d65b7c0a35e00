import { bootstrap } from "@/stats/bootstrap.ts";
import { clusterInterval } from "@/stats/cluster_interval.ts";
import { random } from "@/stats/random.ts";

/** Sizes of the largest table of the informativeness-bias paper. */
const ROWS = 7756, RIGHT = 5154, DRAWS = 3102;

Deno.bench(
  "10,000 hypergeometric draws of 3,102 in 7,756",
  { group: "hypergeometric", baseline: true },
  () => {
    const generator = random(1);
    for (let i = 0; i < 10_000; i++) generator.hypergeometric(RIGHT, ROWS - RIGHT, DRAWS);
  },
);

// A hundredth of the draws: multiply by 100
Deno.bench("textbook: 100 times shuffle the rows and count", { group: "hypergeometric" }, () => {
  const generator = random(1), rows = Uint8Array.from({ length: ROWS }, (_, i) => i < RIGHT ? 1 : 0);
  for (let i = 0; i < 100; i++) {
    generator.shuffle(rows).subarray(0, DRAWS).reduce((sum, row) => sum + row, 0);
  }
});

const generator = random(2);
const values = Float64Array.from({ length: ROWS }, () => generator.integer(2));
const parts = Int8Array.from({ length: ROWS }, () => generator.integer(3) - 1);
const clusters = Int32Array.from({ length: ROWS }, () => generator.integer(4000));

function mean(rows: Int32Array): number {
  let sum = 0;
  for (let i = 0; i < rows.length; i++) sum += values[rows[i]];
  return sum / rows.length;
}

const bootstrapOptions = { statistic: mean, replicates: 200, seed: 1, method: "percentile" } as const;

Deno.bench("bootstrap, 200 replicates of 7,756 rows", { group: "bootstrap", baseline: true }, () => {
  bootstrap({ ...bootstrapOptions, rows: ROWS });
});

Deno.bench("bootstrap, 200 replicates of 4,000 clusters", { group: "bootstrap" }, () => {
  bootstrap({ ...bootstrapOptions, clusters });
});

Deno.bench("textbook: new arrays for every replicate", { group: "bootstrap" }, () => {
  const generator = random(1), replicates: number[] = [];
  for (let r = 0; r < 200; r++) {
    const drawn = Array.from({ length: ROWS }, () => values[generator.integer(ROWS)]);
    replicates.push(drawn.reduce((sum, value) => sum + value, 0) / ROWS);
  }
  replicates.sort((a, b) => a - b);
});

const rows = { values, parts, clusters, weights: [1, -1] };

Deno.bench("clusterInterval, 7,756 rows", { group: "cluster interval", baseline: true }, () => {
  clusterInterval(rows);
});

Deno.bench(
  "textbook: rows grouped by cluster in a Map, filtered by part",
  { group: "cluster interval" },
  () => {
    const taking = Array.from(values, (y, i) => ({ y, part: parts[i], cluster: clusters[i] })).filter((row) =>
      row.part >= 0
    );
    const size = [0, 1].map((part) => taking.filter((row) => row.part === part).length);
    const means = [0, 1].map((part) =>
      taking.filter((row) => row.part === part).reduce((sum, row) => sum + row.y, 0) / size[part]
    );
    const groups = Map.groupBy(taking, (row) => row.cluster);
    const sums = [...groups.values()].map((group) =>
      group.reduce((sum, { y, part }) => sum + rows.weights[part] * (y - means[part]) / size[part], 0)
    );
    Math.sqrt(sums.length / (sums.length - 1) * sums.reduce((sum, u) => sum + u * u, 0));
  },
);

const MANY = 1_296_000;
const many = {
  values: Float64Array.from({ length: MANY }, () => generator.uniform()),
  parts: Int8Array.from({ length: MANY }, () => generator.integer(2)),
  clusters: Int32Array.from({ length: MANY }, () => generator.integer(9000)),
  weights: [1, -1],
  share: false,
};

Deno.bench("clusterInterval, 1,296,000 rows", { group: "cluster interval of a large frame" }, () => {
  clusterInterval(many);
});
