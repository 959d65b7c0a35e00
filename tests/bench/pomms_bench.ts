import pl from "nodejs-polars";
import { fitPomms } from "@/ensemble/fit_pomms.ts";
import { columnNumbers } from "@/results/factor.ts";
import { ratingEvaluators } from "@/results/rating_evaluators.ts";
import { loadSimulatedRatings } from "@/simulate/load.ts";
import { elasticNetCV } from "@/stats/elastic_net_cv.ts";
import { kendallInterval, kendallTau } from "@/stats/kendall.ts";

const ratings = (await loadSimulatedRatings()).filter(pl.col("benchmark").eq(pl.lit("Nebula")));
const split = (name: string) => ratings.filter(pl.col("split").eq(pl.lit(name)));
const train = split("train"), validation = split("validation");
const x = columnNumbers(ratings.getColumn("GPT-4o")), y = columnNumbers(ratings.getColumn("human"));

/** τ-b by Knight's merge sort, as textbooks and compiled libraries have it. */
function knight(x: Float64Array, y: Float64Array): number {
  const n = x.length, order = Array.from(x.keys()).sort((a, b) => x[a] - x[b] || y[a] - y[b]);
  const ties = (same: (a: number, b: number) => boolean, rows: number[]) => {
    let pairs = 0, run = 0;
    for (let k = 1; k < n; k++) {
      run = same(rows[k], rows[k - 1]) ? run + 1 : 0;
      pairs += run;
    }
    return pairs;
  };
  const tiesX = ties((a, b) => x[a] === x[b], order);
  const tiesBoth = ties((a, b) => x[a] === x[b] && y[a] === y[b], order);
  let swaps = 0;
  const sorted = (rows: number[]): number[] => {
    if (rows.length < 2) return rows;
    const left = sorted(rows.slice(0, rows.length >> 1)), right = sorted(rows.slice(rows.length >> 1));
    const merged: number[] = [];
    for (let i = 0, j = 0; i < left.length || j < right.length;) {
      if (j >= right.length || (i < left.length && y[left[i]] <= y[right[j]])) merged.push(left[i++]);
      else {
        merged.push(right[j++]);
        swaps += left.length - i;
      }
    }
    return merged;
  };
  const tiesY = ties((a, b) => y[a] === y[b], sorted(order)), pairs = n * (n - 1) / 2;
  return (pairs - tiesX - tiesY + tiesBoth - 2 * swaps) / Math.sqrt((pairs - tiesX) * (pairs - tiesY));
}

Deno.bench("kendallTau, τ-b and p-value of 32,978 rows", { group: "kendall", baseline: true }, () => {
  kendallTau(x, y);
});

Deno.bench("kendallInterval, the same", { group: "kendall" }, () => {
  kendallInterval(x, y);
});

Deno.bench("textbook: Knight's merge sort", { group: "kendall" }, () => {
  knight(x, y);
});

// A tenth of the rows: multiply by 100
Deno.bench("textbook: all pairs of 3,298 rows", { group: "kendall" }, () => {
  let score = 0;
  for (let i = 0; i < 3298; i++) {
    for (let j = 0; j < i; j++) score += Math.sign(x[i] - x[j]) * Math.sign(y[i] - y[j]);
  }
});

const members = ratingEvaluators(ratings).slice(0, 6);
const columns = members.map((name) => columnNumbers(train.getColumn(name)));
const human = columnNumbers(train.getColumn("human"));
const rows = human.length;
const matrix = { rows, columns: 6, data: Float64Array.from(columns.flatMap((column) => [...column])) };

Deno.bench("elasticNetCV, 26,382 rows, 6 columns, 100 alphas, 5 folds", {
  group: "elastic net",
  baseline: true,
}, () => {
  elasticNetCV(matrix, human, { l1Ratio: 0.5 });
});

// One fold of five and ten alphas of a hundred: multiply by 50
Deno.bench(
  "textbook: coordinate descent on the rows, 1 fold, 10 alphas, 20 sweeps",
  { group: "elastic net" },
  () => {
    const centred = (values: Float64Array) => {
      const mean = values.reduce((sum, value) => sum + value, 0) / rows;
      return values.map((value) => value - mean);
    };
    const X = columns.map(centred), rest = centred(human), b = new Float64Array(6);
    for (let k = 0; k < 10; k++) {
      const alpha = 0.05 * 0.5 ** k;
      for (let sweep = 0; sweep < 20; sweep++) {
        for (let j = 0; j < 6; j++) {
          let along = 0, square = 0;
          for (let i = 0; i < rows; i++) {
            along += X[j][i] * (rest[i] + b[j] * X[j][i]);
            square += X[j][i] ** 2;
          }
          const value = Math.sign(along) * Math.max(0, Math.abs(along) / rows - alpha / 2) /
            (square / rows + alpha / 2);
          for (let i = 0; i < rows; i++) rest[i] -= (value - b[j]) * X[j][i];
          b[j] = value;
        }
      }
    }
  },
);

Deno.bench("fitPomms: 12 candidates, 78 fits with their τ-b, 26,382 and 3,298 rows", {
  group: "pomms",
  baseline: true,
}, () => {
  fitPomms({ train, validation });
});

// The last of 78 candidate fits alone: the others have fewer columns, 78 of them take about 40 times as long
Deno.bench(
  "textbook: one of the 78, elasticNetCV on all 12 columns and Knight's τ",
  { group: "pomms" },
  () => {
    const all = ratingEvaluators(ratings).map((name) => columnNumbers(train.getColumn(name)));
    const X = Array.from({ length: rows }, (_, i) => all.map((column) => column[i]));
    const { coefficients, intercept } = elasticNetCV(X, human, { l1Ratio: 0.5 });
    const scores = ratingEvaluators(ratings).map((name) => columnNumbers(validation.getColumn(name)));
    const predicted = scores[0].map((_, i) =>
      scores.reduce((sum, column, m) => sum + coefficients[m] * column[i], intercept)
    );
    knight(predicted, columnNumbers(validation.getColumn("human")));
  },
);
