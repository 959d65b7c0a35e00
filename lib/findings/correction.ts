import pl from "nodejs-polars";
import { correctedRate } from "../metrics/corrected_rate.ts";
import { random } from "../stats/random.ts";
import type { Finding } from "./finding.ts";

/** Judges that the demonstration is made with: strong, middling, weak, and chance. */
const JUDGES = ["gpt4o", "gemini-1.5-pro", "llava", "random"];
const TASK = "image_generation";
const METHODS = ["naive", "rogan_gladen", "ppi"] as const;
/** Labels that are drawn, and how often. */
const LABELS = 200, DRAWS = 400;

/**
 * How often a rate from a judge's verdicts covers the truth, where the truth is known: the share of the first slot in
 * people's votes. Again and again 200 of the pairs are drawn as labelled, the others are left to the judge.
 *
 * The draws come from one set of pairs: this shows what labels mend in these data, not how the methods do in general
 * (the tests simulate that).
 */
export function correctionFindings(pairs: pl.DataFrame): Finding[] {
  return JUDGES.flatMap((judge) => {
    const rows = pairs.filter(
      pl.col("judge").eq(pl.lit(judge)).and(pl.col("domain").eq(pl.lit(TASK))).and(
        pl.col("human").isIn(["A", "B"]),
      ),
    );
    const column = (name: string) =>
      Int8Array.from(rows.getColumn(name).toArray() as (string | null)[], (x) => x === "A" ? 1 : 0);
    const truth = column("human"), predicted = column("choice"), n = truth.length;
    const share = truth.reduce((sum, x) => sum + x, 0) / n;
    const whole = correctedRate({ predicted, labelled: { predicted, truth }, method: "naive" });
    const totals = METHODS.map(() => ({ covered: 0, width: 0, warned: 0, estimate: 0 }));
    const generator = random(1), places = Int32Array.from(truth.keys());
    for (let draw = 0; draw < DRAWS; draw++) {
      const order = generator.shuffle(places);
      const take = (values: Int8Array, from: number, to: number) =>
        new Int8Array(to - from).map((_, i) => values[order[from + i]]);
      const rows = {
        predicted: take(predicted, LABELS, n),
        labelled: { predicted: take(predicted, 0, LABELS), truth: take(truth, 0, LABELS) },
      };
      METHODS.forEach((method, m) => {
        const { estimate, low, high, warning } = correctedRate({ ...rows, method });
        if (low <= share && share <= high) totals[m].covered++;
        if (warning !== "") totals[m].warned++;
        // Without an estimate everything from 0 to 1 is open.
        totals[m].width += (Number.isNaN(low) ? 1 : high - low) / DRAWS;
        totals[m].estimate += (Number.isNaN(estimate) ? 0.5 : estimate) / DRAWS;
      });
    }
    const common = { judge, condition: `${TASK}, ${LABELS} labels` };
    return [
      { ...common, quantity: "true_rate", estimate: share, n },
      { ...common, quantity: "sensitivity", estimate: whole.sensitivity, n },
      { ...common, quantity: "specificity", estimate: whole.specificity, n },
      { ...common, quantity: "judged_rate", estimate: whole.estimate, low: whole.low, high: whole.high, n },
      ...METHODS.flatMap((method, m) => [
        {
          ...common,
          quantity: `coverage_${method}`,
          estimate: totals[m].covered / DRAWS,
          n: DRAWS,
          counts: `warned ${totals[m].warned}`,
        },
        { ...common, quantity: `width_${method}`, estimate: totals[m].width, n: DRAWS },
        { ...common, quantity: `mean_${method}`, estimate: totals[m].estimate, n: DRAWS },
      ]),
    ];
  });
}
