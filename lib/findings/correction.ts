import pl from "nodejs-polars";
import { frameClusters } from "../metrics/pair_rows.ts";
import { correctedRate } from "../metrics/corrected_rate.ts";
import { clusterInterval } from "../stats/cluster_interval.ts";
import { grouped } from "../stats/grouped.ts";
import { requireRight } from "../progress/require.ts";
import { random } from "../stats/random.ts";
import type { Finding } from "./findings.ts";

const JUDGES = ["gpt4o", "gemini-1.5-pro", "llava", "random"];
const TASK = "image_generation";
export const LABELS = 200;
export const DRAWS = 400;

const LEFT: Readonly<Record<string, number>> = { A: 1, tie: 0.5, B: 0 };

/** Judge and people are compared on the same pairs, in two ways; only shares of decided pairs suit Rogan and Gladen. */
export const CORRECTIONS = {
  halves: { condition: `${TASK}, ties as half`, verdicts: ["A", "tie", "B"], binary: false },
  decided: { condition: `${TASK}, both decide`, verdicts: ["A", "B"], binary: true },
} as const;

/**
 * What labels mend in a judge's rate, where the truth is known: the share of the left picture by the judge's verdicts
 * and by people's votes on the same pairs, their difference, and how often a corrected interval holds people's share.
 *
 * Every draw is a study of its own: as many prompts as there are, drawn with replacement, 200 of their pairs labelled
 * and the others left to the judge, intervals clustered by prompt. This shows what labels mend in these data, not how
 * the methods do in general (the tests simulate that).
 */
export function correctionFindings(pairs: pl.DataFrame, studies = DRAWS): Finding[] {
  return Object.values(CORRECTIONS).flatMap(({ condition, verdicts, binary }) =>
    JUDGES.flatMap((judge) => {
      const isAsked = pl.col("judge").eq(pl.lit(judge)).and(pl.col("domain").eq(pl.lit(TASK)));
      const areRead = ["human", "choice"].map((of) => pl.col(of).isIn([...verdicts]));
      const rows = pairs.filter(areRead.reduce((all, one) => all.and(one), isAsked));
      const wanted = `more than ${LABELS} pairs of ${judge}, ${condition}`;
      requireRight(rows.height > LABELS, "correctionFindings", wanted, rows.height);
      const column = (name: string) =>
        Float64Array.from(rows.getColumn(name).toArray() as string[], (x) => LEFT[x]);
      const [truth, predicted] = ["human", "choice"].map(column);
      const population = { truth, predicted, clusters: frameClusters(rows).codes };
      return [...wholePopulation(population, binary), ...draws(population, binary, studies)]
        .map((finding) => ({ judge, condition, ...finding }));
    })
  );
}

type Population = Record<"truth" | "predicted", Float64Array> & { clusters: Int32Array };

type Part = Omit<Finding, "judge" | "condition">;

function wholePopulation({ truth, predicted, clusters }: Population, binary: boolean): Part[] {
  const n = truth.length;
  const part = (quantity: string, ...sides: Float64Array[]): Part => {
    const { estimate, low, high, df, clusters: n_clusters } = clusterInterval({
      values: Float64Array.from(sides.flatMap((side) => [...side])),
      parts: new Int8Array(n * sides.length).map((_, i) => Math.floor(i / n)),
      clusters: Int32Array.from(sides.flatMap(() => [...clusters])),
      weights: [1, -1].slice(0, sides.length),
    });
    return { quantity, estimate, low, high, n, n_clusters, df };
  };
  const share = (quantity: string, of: 0 | 1): Part => {
    const rows = predicted.filter((_, i) => truth[i] === of);
    return { quantity, estimate: rows.filter((value) => value === of).length / rows.length, n: rows.length };
  };
  return [
    part("true_rate", truth),
    part("judged_rate", predicted),
    part("judged_excess", predicted, truth),
    ...(binary ? [share("sensitivity", 1), share("specificity", 0)] : []),
  ];
}

function draws({ truth, predicted, clusters }: Population, binary: boolean, n: number): Part[] {
  const share = truth.reduce((sum, value) => sum + value, 0) / truth.length;
  const prompts = [...grouped(truth.keys(), (row) => clusters[row]).values()];
  const methods = ["naive", ...binary ? ["rogan_gladen"] as const : [], "labels", "ppi"] as const;
  const totals = methods.map((method) => ({ method, covered: 0, width: 0, warned: 0, estimate: 0 }));
  const generator = random(1);
  for (let draw = 0; draw < n; draw++) {
    const drawn = prompts.map(() => prompts[generator.integer(prompts.length)]);
    const rows = drawn.flat(), cluster = drawn.flatMap((own, c) => own.map(() => c));
    const order = generator.shuffle(Int32Array.from(rows.keys()));
    const side = (from: number, to?: number) => {
      const at = [...order.slice(from, to)], of = (values: Float64Array) => at.map((i) => values[rows[i]]);
      return { predicted: of(predicted), truth: of(truth), clusters: at.map((i) => cluster[i]) };
    };
    const { truth: _, ...rest } = side(LABELS), labelled = side(0, LABELS);
    for (const total of totals) {
      const { method } = total,
        how = method === "labels" ? { method: "ppi", lambda: 0 } as const : { method };
      const found = correctedRate({ ...rest, labelled, ...how }), { low, high } = found;
      if (low <= share && share <= high) total.covered++;
      if (found.warning !== "") total.warned++;
      total.width += (Number.isNaN(low) ? 1 : high - low) / n;
      total.estimate += (Number.isNaN(found.estimate) ? 0.5 : found.estimate) / n;
    }
  }
  return totals.flatMap(({ method, covered, warned, width, estimate }) => {
    const counts = `labels ${LABELS}; warned ${warned}`;
    return [
      { quantity: `coverage_${method}`, estimate: covered / n, n, counts },
      { quantity: `width_${method}`, estimate: width, n },
      { quantity: `mean_${method}`, estimate, n },
    ];
  });
}
