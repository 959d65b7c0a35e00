import { quantileSorted } from "simple-statistics";
import { SIDE } from "../metrics/pair_outcomes.ts";
import { clusterContrast } from "../stats/cluster_contrast.ts";
import { type OverlapContrast, overlapContrast } from "../stats/overlap_contrast.ts";
import { curveBasis, type LengthStudy, ownCurves, varies } from "./length_model.ts";
import type { LengthRows } from "./length_rows.ts";

/** The doubly robust estimate over the common support, or why there is none. */
export function doublyRobust(
  { design, model }: LengthStudy,
  level: number,
): { found: OverlapContrast | null; leftOut: number; failure: string } {
  const { subset, y } = design, n = y.length;
  const gap = design.gaps[model.scale];
  const range = [1, 0].map((side) => {
    let low = Infinity, high = -Infinity;
    for (let i = 0; i < n; i++) {
      if (subset[i] !== side) continue;
      low = Math.min(low, gap[i]);
      high = Math.max(high, gap[i]);
    }
    return { low, high };
  });
  const low = Math.max(range[0].low, range[1].low), high = Math.min(range[0].high, range[1].high);
  const kept = Int32Array.from({ length: n }, (_, i) => i).filter((i) => gap[i] >= low && gap[i] <= high);
  const leftOut = n === 0 ? NaN : 1 - kept.length / n;
  const pick = (column: Float64Array) => Float64Array.from(kept, (i) => column[i]);
  const own = pick(subset),
    gaps = { words: pick(design.gaps.words), "log ratio": pick(design.gaps["log ratio"]) };
  const other = model.scale === "words" ? "log ratio" : "words";
  const order = pick(design.preferredFirst);
  // The chance of IDS may hang on either scale; the outcome's curves are those of the regression.
  const basis = curveBasis(gaps[model.scale]);
  const propensity = [...basis, gaps[other], order].filter(varies);
  const curves = (group: Float64Array) => [...ownCurves(basis, group, model.terms), order];
  const places = curves(own).flatMap((column, j) => varies(column) ? [j] : []);
  const outcome = (group: Float64Array) => {
    const all = curves(group);
    return places.map((j) => all[j]);
  };
  try {
    return {
      found: overlapContrast({
        y: pick(y),
        group: own,
        propensity,
        outcome,
        clusters: Int32Array.from(kept, (i) => design.clusters[i]),
        level,
      }),
      leftOut,
      failure: "",
    };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { found: null, leftOut, failure: error.message };
  }
}

export function stratified(
  { outcomes, rows, difference }: LengthRows,
  { strata, weighting, level }: { strata: number; weighting: "total" | "overlap"; level: number },
) {
  const sorted = Float64Array.from(difference).sort();
  const cuts = rows.length === 0 ? [] : [
    ...new Set(
      Array.from({ length: strata - 1 }, (_, k) => quantileSorted(sorted as never, (k + 1) / strata)),
    ),
  ];
  const stratum = Int32Array.from(difference, (d) => cuts.filter((cut) => d > cut).length);
  const made = cuts.length + 1;
  const counts = Array.from({ length: made }, () => [0, 0]);
  const sideOf = (row: number) => outcomes.informativeness[row] === SIDE.first ? 0 : 1;
  rows.forEach((row, i) => counts[stratum[i]][sideOf(row)]++);
  const sizes = counts.map(([ids, cds]) =>
    ids === 0 || cds === 0 ? 0 : weighting === "total" ? ids + cds : ids * cds / (ids + cds)
  );
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const usable = [...sizes.keys()].filter((s) => sizes[s] > 0);
  const place = sizes.map((_, s) => usable.indexOf(s));
  const contrast = clusterContrast({
    values: Float64Array.from(rows, (row) => outcomes.correct[row]),
    parts: Int32Array.from(
      rows,
      (row, i) => place[stratum[i]] < 0 ? -1 : 2 * place[stratum[i]] + sideOf(row),
    ),
    clusters: Int32Array.from(rows, (row) => outcomes.clusters[row]),
    weights: usable.length === 0 ? [1] : usable.flatMap((s) => [sizes[s] / total, -sizes[s] / total]),
    bounds: [-1, 1],
    level,
  });
  const mean = (side: number) =>
    usable.reduce((sum, s, k) => sum + sizes[s] / total * contrast.means[2 * k + side], total > 0 ? 0 : NaN);
  return { contrast, stratum, made, used: usable.length, ids: mean(0), cds: mean(1) };
}
