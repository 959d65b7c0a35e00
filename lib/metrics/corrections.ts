import { requireList, requireOptions } from "../progress/require.ts";
import { inWords, told } from "../progress/told.ts";
import { grouped, mean } from "../stats/grouped.ts";
import { infer, NUMBER, type Term } from "../stats/infer.ts";
import { labelCodes } from "../stats/estimand.ts";
import { levelQuantile } from "../stats/wilson.ts";
import { said } from "./said.ts";

/** Verdicts with, per row, what they belong to. */
export interface Verdicts {
  /** The judge's verdict on each row, 0 or 1 (with "ppi" any number); NaN where there is none. */
  predicted: ArrayLike<number>;
  /** Cluster of each row (its image, its item); without them every row is independent. */
  clusters?: ArrayLike<number | string>;
  /** Stratum of each row, given for both sides or for none. */
  strata?: ArrayLike<number | string>;
}

type Labelled = Verdicts & { truth: ArrayLike<number> };

type VerdictSides = ReturnType<typeof verdictSides>;

type Side = VerdictSides["labelled"];

export function verdictSides({ labelled, ...others }: Verdicts & { labelled: Labelled }) {
  const action = "correctedRate";
  requireOptions(`${action}: labelled`, labelled, ["predicted", "truth", "clusters", "strata"]);
  const sides = [{ ...others, truth: others.predicted }, labelled];
  const lists = sides.map(({ predicted, truth, clusters = predicted, strata = predicted }) => {
    const all: ArrayLike<unknown>[] = [predicted, truth, clusters, strata];
    for (const list of all) requireList(action, "verdicts, truth, clusters and strata each", list);
    return all;
  });
  const strange = lists.flatMap(([predicted, truth]) => [...Array.from(predicted), ...Array.from(truth)])
    .find((one) => typeof one === "string" && Number.isNaN(Number(one)));
  if (strange !== undefined) throw new TypeError(said("as_numbers", { strange: told(strange) }));
  const isUneven = lists.some((all) => all.some(({ length }) => length !== all[0].length));
  if (isUneven || (others.strata === undefined) !== (labelled.strata === undefined)) {
    const [some, known, truths] = [others.predicted, labelled.predicted, labelled.truth].map((one) =>
      one.length
    );
    throw new TypeError(said("every_row", { some, known, truths }));
  }
  const [some, known] = sides.map(wholeRows);
  const isBinary = (column: Float64Array) => column.every((one) => one === 0 || one === 1);
  const areBinary = [known.values, known.truth].every(isBinary), other = some.values.find((one) => one !== 0);
  if (known.n > 0 && areBinary && other !== undefined && some.values.every((one) => one === 0 || one > 1)) {
    throw new RangeError(said("one_scale", { other }));
  }
  const inside = (column: Float64Array) => column.every((value) => value >= 0 && value <= 1);
  const isInside = [some.values, known.values, known.truth].every(inside);
  // Clusters by their names on both sides: where none are named each row is one by itself, and meets no other.
  const namesOf = ({ names, n }: typeof known) => names ?? Array.from({ length: n }, () => ({}));
  const { codes } = labelCodes(action, [...namesOf(some), ...namesOf(known)]);
  return {
    unlabelled: { ...some, alone: !some.names, clusters: codes.subarray(0, some.n) },
    labelled: { ...known, alone: !known.names, clusters: codes.subarray(some.n) },
    missing: others.predicted.length + labelled.predicted.length - some.n - known.n,
    binary: areBinary && isBinary(some.values),
    bounds: (isInside ? [0, 1] : [-Infinity, Infinity]) as [number, number],
  };
}

function wholeRows({ predicted, truth, clusters, strata }: Labelled) {
  const all = [predicted, truth].map((list) => Float64Array.from(list, (one) => Number(one ?? NaN)));
  const rows = [...all[0].keys()].filter((row) => all.every((list) => !Number.isNaN(list[row])));
  const pick = <T>(list?: ArrayLike<T>) => list && rows.map((row) => list[row]);
  const [values, truths] = all.map((list) => Float64Array.from(rows, (row) => list[row]));
  return { n: rows.length, values, truth: truths, strata: pick(strata), names: pick(clusters) };
}

export function answersOf({ values, truth }: Side): { sensitivity: number; specificity: number } {
  const [specificity, sensitivity] = [0, 1].map((kind) => {
    const own = values.filter((_, row) => truth[row] === kind);
    return own.filter((value) => value === kind).length / own.length;
  });
  return { sensitivity, specificity };
}

const NONE = { estimate: NaN, low: NaN, high: NaN };

export function roganGladen({ unlabelled, labelled }: VerdictSides, level: number) {
  /** The share of hits among some rows, and as many independent rows as would have its error. */
  const part = (name: string, side: Side, isIn: (row: number) => boolean, hit: 0 | 1) => {
    const value = (row: number) => isIn(row) ? Number(side.values[row] === hit) : NaN;
    const found = infer([{ name, weight: 1, value }], side.n, side.clusters);
    const { estimate, standardError, n, clusters, warning } = found;
    if (side.alone) return { share: estimate, n, warning };
    // All alike: as many as there are clusters.
    const effective = standardError > 0 ? estimate * (1 - estimate) / standardError ** 2 : clusters;
    return { share: estimate, n: clusters < n ? Math.min(n, effective) : n, warning };
  };
  const p = part("the unlabelled side", unlabelled, () => true, 1);
  const se = part("the sensitivity", labelled, (row) => labelled.truth[row] === 1, 1);
  const sp = part("the specificity", labelled, (row) => labelled.truth[row] === 0, 0);
  const none = (warning: string) => ({ ...NONE, warning });
  if (p.n === 0 || se.n === 0 || sp.n === 0) return none(said("both_kinds"));
  const index = se.share + sp.share - 1, z = levelQuantile(level);
  const spread = Math.sqrt(se.share * (1 - se.share) / se.n + sp.share * (1 - sp.share) / sp.n);
  const sum = (se.share + sp.share).toFixed(2);
  if (index <= 0) return none(said("tells_nothing", { sum }));
  const raw = (p.share + sp.share - 1) / index;
  // Lang and Reiczigel: z²/2 pseudo-verdicts of either kind, one pseudo-label of either outcome.
  const n = p.n + z * z, n1 = se.n + 2, n0 = sp.n + 2;
  const q = (p.n * p.share + z * z / 2) / n, s1 = (se.n * se.share + 1) / n1, s0 = (sp.n * sp.share + 1) / n0;
  const j = s1 + s0 - 1, centre = (q + s0 - 1) / j;
  const shift = 2 * z * z * (centre * s1 * (1 - s1) / n1 - (1 - centre) * s0 * (1 - s0) / n0);
  const error =
    Math.sqrt(q * (1 - q) / n + (1 - centre) ** 2 * s0 * (1 - s0) / n0 + centre ** 2 * s1 * (1 - s1) / n1) /
    Math.abs(j);
  const cut = (value: number) => Math.min(1, Math.max(0, value));
  const warnings = [
    index - z * spread <= 0 && said("chance_not_excluded", { sum }),
    (raw < 0 || raw > 1) && said("rate_outside", { rate: raw.toFixed(2) }),
    ...[se.warning, sp.warning],
  ];
  return {
    ...{ estimate: cut(raw), low: cut(centre + shift - z * error), high: cut(centre + shift + z * error) },
    warning: warnings.filter(Boolean).join("; "),
  };
}

/** Prediction-powered inference by strata (`correctedRate`): Σ_s w_s·(λ·mean verdict of the unlabelled + mean of truth − λ·verdict of the labelled), a sum of means like any other. */
export function predictionPowered(
  { unlabelled, labelled, bounds }: VerdictSides,
  fixed: number | undefined,
  level: number,
) {
  const N = unlabelled.n, none = { ...NONE, lambda: NaN };
  if (N === 0) return { ...none, warning: "no unlabelled verdicts" };
  const [strata, known] = [unlabelled, labelled].map(({ n, strata }) =>
    grouped(Array(n).keys(), (row) => strata?.[row] ?? null)
  );
  const isInside = bounds.every(Number.isFinite), { values, truth } = labelled;
  // What each row is worth in the estimate, times the rows of its side: rows are numbered on, the unlabelled first.
  const judged = new Float64Array(N).fill(NaN), lambdas = new Float64Array(labelled.n);
  const weights = new Float64Array(labelled.n);
  const parts: { weight: number; rows: number[]; judge: number }[] = [];
  for (const [stratum, own] of strata) {
    const rows = known.get(stratum) ?? [], n = rows.length;
    if (n < 2) {
      const where = stratum === null ? "" : ` in stratum ${stratum}`;
      return { ...none, warning: `${inWords(n, "labelled row")}${where}: no correction is possible` };
    }
    const weight = own.length / N;
    const judge = fixed ?? tunedLambda(
      own.map((row) => unlabelled.values[row]),
      rows.map((row) => values[row]),
      rows.map((row) => truth[row]),
    );
    for (const row of own) judged[row] = judge * unlabelled.values[row];
    for (const row of rows) [lambdas[row], weights[row]] = [judge, weight / n];
    parts.push({ weight, rows, judge });
  }
  const lambda = parts.reduce((sum, { weight, judge }) => sum + weight * judge, 0);
  const used = parts.reduce((sum, { rows }) => sum + rows.length, 0);
  const judges = parts.map(({ judge }) => judge), least = Math.min(...judges), greatest = Math.max(...judges);
  /** A mean of the labelled rows by strata: each row moves it by its share of its stratum. */
  const stratified = (weight: number, value: (row: number) => number, most: number): Term => {
    const moves = new Float64Array(labelled.n).fill(NaN);
    let estimate = 0;
    for (const { weight, rows } of parts) {
      const centre = mean(rows.map(value));
      estimate += weight * centre;
      // A mean of n rows fits them too well: n − 1 below the root.
      const small = parts.length > 1 ? Math.sqrt(rows.length / (rows.length - 1)) : 1;
      for (const row of rows) moves[row] = used * weights[row] * (value(row) - centre) * small;
    }
    const range = isInside ? [0, most] as const : NUMBER;
    const moved = (row: number) => row < N ? NaN : moves[row - N];
    return { name: "the labelled side", weight, estimate, range, value: moved };
  };
  const terms: Term[] = lambda === 0 ? [] : [{
    name: "the unlabelled side",
    weight: 1,
    value: (row) => row < N ? judged[row] : NaN,
    range: isInside ? [0, greatest] : NUMBER,
  }];
  // Truth − λ·verdict = (1 − λ)·truth + λ·(what the verdict falls short by − what it exceeds by): the same seen from the other answer. Misses and
  // false alarms are rare where the judge is good, and err towards the middle.
  if (!isInside) terms.push(stratified(1, (row) => truth[row] - lambdas[row] * values[row], 1));
  else {
    const short = (row: number, sign: number) =>
      lambdas[row] * Math.max(0, sign * (truth[row] - values[row]));
    if (least < 1) terms.push(stratified(1, (row) => (1 - lambdas[row]) * truth[row], 1 - least));
    if (greatest > 0) {
      terms.push(stratified(1, (row) => short(row, 1), greatest));
      terms.push(stratified(-1, (row) => short(row, -1), greatest));
    }
  }
  const clusters = new Int32Array(N + labelled.n);
  clusters.set(unlabelled.clusters);
  clusters.set(labelled.clusters, N);
  const { estimate, low, high, warning } = infer(terms, clusters.length, clusters, { level });
  const apart = labelled.n - used;
  const left = apart > 0 && `${apart} labelled rows are of strata without unlabelled ones and take no part`;
  return {
    ...{ estimate, low: Math.max(bounds[0], low), high: Math.min(bounds[1], high), lambda },
    warning: [warning, left].filter(Boolean).join("; "),
  };
}

function tunedLambda(unlabelled: number[], verdicts: number[], truth: number[]): number {
  const n = truth.length, all = [...unlabelled, ...verdicts], centre = mean(all);
  const variance = all.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (all.length - 1);
  if (variance === 0) return 0;
  const meanY = mean(truth), meanF = mean(verdicts);
  const covariance = truth.reduce((sum, own, i) => sum + (own - meanY) * (verdicts[i] - meanF), 0) / n;
  return Math.min(1, Math.max(0, covariance / ((1 + n / unlabelled.length) * variance)));
}
