import { inWords } from "../progress/show.ts";
import type pl from "nodejs-polars";
import { medianSorted } from "simple-statistics";
import { imageSums } from "../metrics/preference_matrix.ts";
import { philautiaOfMatrix, type PhilautiaOptions } from "../metrics/philautia.ts";
import { jackknifeStandardized, LEAST_EVALUATORS } from "../metrics/philautia_intervals.ts";
import { studentPValue, studentQuantile } from "../stats/distributions.ts";
import { alsoOf, type ClaimedOn, claimOn, type ClaimPart, type Look, NOTHING } from "./claim.ts";
import type { HypothesisResult, TestOptions } from "./hypothesis_types.ts";
import { said } from "../metrics/said.ts";

/** What the tests of self-preference have in common. */
export type PhilautiaTestOptions =
  & Omit<TestOptions, "clusters">
  & Pick<PhilautiaOptions, "setting" | "exclude">;

const ASSUMPTIONS = [
  "images are independent",
  "Φ̃ takes out the quality of captions and the habits of evaluators, as Philautia-Eval means it to",
  "better writers do not see better: where they do, they rate well what is good, their own among it",
];

/**
 * What every test on Φ̃ begins with: options checked, Φ̃, and the jackknife over images of averages of its entries (`philautiaIntervals`): no mean of rows,
 * so that `infer` has no part in it. Fewer than `LEAST_EVALUATORS` evaluators, one image, or images all alike give values without interval and p.
 */
export function philautiaLooks(
  action: string,
  called: IArguments,
  captionScores: pl.DataFrame,
  options: PhilautiaTestOptions,
  own: readonly string[],
) {
  const known = [...own, "setting", "exclude"];
  const { frame, level, result } = claimOn(action, called, captionScores, options, known);
  const { setting, exclude, alpha = 0.05 } = options;
  const sums = imageSums(action, frame, { setting, exclude });
  const { generators, evaluators, images } = sums, width = evaluators.length;
  const { phiTilde } = philautiaOfMatrix(sums, { setting });
  const untested = { low: NaN, high: NaN, n: images, clusters: images, pValue: NaN };
  const isFew = width < LEAST_EVALUATORS, named = inWords(width, "evaluator");
  const warning = isFew ? said("few_entries", { evaluators: width, least: LEAST_EVALUATORS }) : "";
  return {
    ...{ generators, evaluators, phiTilde, images, alpha },
    models: evaluators.filter((name) => generators.includes(name)),
    /** A claim's result; its parts, and values without a test, stand in the sensitivity. */
    result: (declared: ClaimedOn, values: readonly (readonly [string, number])[]): HypothesisResult =>
      result({
        ...declared,
        unit: "number",
        method: `${declared.method}; ${inWords(images, "image")}, ${named}`,
        assumptions: [...ASSUMPTIONS, ...declared.assumptions ?? []],
        sensitivity: () => [
          ...declared.parts.map(({ name, look }) => alsoOf(name, look)),
          ...values.map(([name, estimate]) => ({ name, estimate, ...untested })),
        ],
      }),
    /** Averages of some entries each (generator and evaluator): as the paper computes them, and looks freed from the noise of the means. */
    averages: (lists: readonly (readonly (readonly [string, string])[])[]) => {
      const placeOf = ([g, e]: readonly [string, string]) =>
        generators.indexOf(g) * width + evaluators.indexOf(e);
      const places = lists.map((list) => list.map(placeOf));
      const { averages, groups } = jackknifeStandardized(sums, { level: 0.95, ddof: 0, averages: places });
      const df = isFew || groups < 2 ? NaN : groups - 1;
      return lists.map((_, a) => {
        const value = averages.value[a], estimate = Number.isNaN(df) ? value : averages.corrected[a];
        const error = [df, averages.low[a]].some(Number.isNaN) ? NaN : averages.se[a];
        const half = Number.isNaN(error) ? NaN : studentQuantile(0.5 + level / 2, df) * error;
        const pOf: Look["pOf"] = (nullValue, size = 1) =>
          Number.isNaN(error)
            ? NaN
            : studentPValue((estimate - nullValue) / error * Math.sqrt(size), size * df);
        const limits = { estimate, low: estimate - half, high: estimate + half };
        return { value, look: { ...limits, df, n: images, clusters: images, warning, pOf } };
      });
    },
  };
}

const ROUNDING = 1e-12;

/**
 * A place among rearrangements as a look. Each rearrangement has a threshold: the value that would have to be taken off what is tested for it to
 * be no higher than the rearranged one. The shares of thresholds below and above a null value, with the actual arrangement among them, are the
 * one-sided p-values of a permutation test, and the interval holds the values that it does not reject.
 *
 * @param ties rearrangements that change nothing
 */
export function placement(
  name: string,
  thresholds: readonly number[],
  { images, alpha }: { images: number; alpha: number },
  ties = 0,
): ClaimPart {
  const sorted = Float64Array.from(thresholds).sort(), N = sorted.length, all = 1 + N + ties;
  const pOf = (value: number) => {
    const upTo = sorted.filter((one) => one <= value + ROUNDING).length;
    const from = sorted.filter((one) => one >= value - ROUNDING).length;
    return Math.min(1, 2 * (1 + ties + Math.min(upTo, from)) / all);
  };
  const least = Math.min(1, 2 * (1 + ties) / all), estimate = N === 0 ? NaN : medianSorted([...sorted]);
  // So many thresholds may lie beyond a value that is still rejected.
  const beyond = Math.ceil(alpha * all / 2 - 1 - ties - ROUNDING);
  const limits = beyond > 0 && beyond <= N
    ? { low: sorted[beyond - 1], high: sorted[N - beyond] }
    : { low: NaN, high: NaN };
  const why = `${name}: among ${all} arrangements p is ${least.toFixed(3)} at least, untestable at ${alpha}`;
  const none = least >= alpha ? { ...NOTHING, estimate, warning: why } : {};
  const look = { estimate, ...limits, df: NaN, n: images, clusters: images, warning: "", pOf, ...none };
  return { name, nullValue: 0, look };
}
