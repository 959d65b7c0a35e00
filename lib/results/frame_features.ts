import type pl from "nodejs-polars";

/** What a `pairs` frame may hold beside plain verdicts; metrics and figures ask for some of it. */
export const FEATURES = {
  informativeness: "informativeness labels (readPairs(path, { labels }))",
  lengths: "word counts, or the answers' texts",
  no_image: "rows with and without image",
  swapped: "rows in both answer orders",
  domains: "domains",
  pipelines: "other pipelines than base",
  length_equalized: "rows of the variant length_equalized",
} as const;

/** Name of something that a `pairs` frame may hold. */
export type Feature = keyof typeof FEATURES;

/**
 * What a `pairs` frame holds of what metrics and figures can ask for.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { frameFeatures } from "@/results/frame_features.ts";
 * import { readPairs } from "@/results/read_pairs.ts";
 *
 * const features = frameFeatures(readPairs("data/examples/pairs.csv"));
 * assert.ok(features.has("informativeness") && !features.has("length_equalized"));
 * ```
 */
export function frameFeatures(pairs: pl.DataFrame): Set<Feature> {
  const known = (column: string) =>
    pairs.columns.includes(column) ? pairs.getColumn(column).unique().toArray() : [];
  const verdicts = known("more_informative");
  const filled = (column: string) => known(column).some((value) => value !== null);
  const found: Record<Feature, boolean> = {
    informativeness: verdicts.includes("A") || verdicts.includes("B"),
    lengths: filled("words_a") && filled("words_b"),
    no_image: known("image").length > 1,
    swapped: known("swapped").length > 1,
    domains: filled("domain"),
    pipelines: known("pipeline").some((value) => value !== "base"),
    length_equalized: known("variant").includes("length_equalized"),
  };
  return new Set((Object.keys(FEATURES) as Feature[]).filter((feature) => found[feature]));
}
