import type pl from "nodejs-polars";
import { imageSums } from "../metrics/image_sums.ts";
import { philautiaOfMatrix } from "../metrics/philautia.ts";
import { LEAST_EVALUATORS } from "../metrics/philautia_intervals.ts";
import { jackknifeStandardized } from "../metrics/philautia_jackknife.ts";
import { optionNames } from "../results/require_options.ts";
import { studentPValue } from "../stats/distributions.ts";
import type { TestOptions } from "./hypothesis_types.ts";

/** What the tests of self-preference have in common. */
export interface PhilautiaTestOptions extends Omit<TestOptions, "where"> {
  /** Only caption scores of this setting: "ref_free" or "ref_based". */
  setting: string;
  /** Evaluators to leave out, by name; their captions stay as rows. */
  exclude?: readonly string[];
  /** 0, the default: population standard deviation, as in the paper; 1: the sample's. */
  ddof?: number;
}

/** Their names. */
export const PHILAUTIA_TEST_OPTIONS: readonly string[] = optionNames<PhilautiaTestOptions>()([
  "setting",
  "exclude",
  "ddof",
  "delta",
  "alpha",
]);

/** A matrix of Φ̃ and averages of its entries with intervals over images. */
export interface PhilautiaContrast {
  generators: string[];
  evaluators: string[];
  phiTilde: number[][];
  images: number;
  /** Degrees of freedom of the intervals. */
  df: number;
  /** Whether images, one or all alike, tell nothing of others. */
  still: boolean;
  /** Why nothing can be tested, where that is so. */
  warning: string;
  /** One per average asked for: as the paper computes it, and freed from the noise of the means, with its interval. */
  averages: { value: number; estimate: number; low: number; high: number; pValue: number }[];
}

/**
 * Averages of entries of Φ̃ with jackknife intervals over images (the method of `philautiaIntervals`, for averages of entries).
 *
 * Fewer than `LEAST_EVALUATORS` evaluators give values without interval and p.
 *
 * @param entries which entries each average is over, as generator and evaluator
 * @throws {RangeError} as `philautia`
 */
export function philautiaContrast(
  action: string,
  captionScores: pl.DataFrame,
  { setting, exclude, ddof = 0, alpha = 0.05 }: PhilautiaTestOptions,
  entries: (
    models: { generators: string[]; evaluators: string[] },
  ) => readonly (readonly [string, string])[][],
): PhilautiaContrast {
  const sums = imageSums(action, captionScores, { setting, exclude });
  const { generators, evaluators, images } = sums, width = evaluators.length;
  const means = sums.means(sums.totals);
  const phi = generators.map((_, g) => Array.from(means.subarray(g * width, (g + 1) * width)));
  const { phiTilde } = philautiaOfMatrix({ generators, evaluators, phi }, { ddof, setting });
  const places = entries({ generators, evaluators }).map((list) =>
    list.map(([g, e]) => generators.indexOf(g) * width + evaluators.indexOf(e))
  );
  const { averages, groups } = jackknifeStandardized(sums, { level: 1 - alpha, ddof, averages: places });
  const { value, corrected, se, low, high } = averages;
  const df = width < LEAST_EVALUATORS ? 0 : groups - 1;
  return {
    generators,
    evaluators,
    phiTilde,
    images,
    df: df < 1 ? NaN : df,
    still: groups < 2 || df >= 1 && low.every(Number.isNaN),
    warning: width < LEAST_EVALUATORS
      ? `${width} evaluators: Φ̃ of fewer than ${LEAST_EVALUATORS} cannot be tested, its entries are large whatever the scores`
      : "",
    averages: places.map((_, a) => ({
      value: value[a],
      estimate: df < 1 ? value[a] : corrected[a],
      low: df < 1 ? NaN : low[a],
      high: df < 1 ? NaN : high[a],
      pValue: df < 1 || Number.isNaN(low[a])
        ? NaN
        : studentPValue(action, corrected[a] / se[a], df, "two-sided"),
    })),
  };
}
