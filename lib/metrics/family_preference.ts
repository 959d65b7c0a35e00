import { combinations, factorial } from "simple-statistics";
import { requireCount, requireRight } from "../progress/require.ts";
import { isPlain, told } from "../progress/told.ts";
import { mean } from "../stats/grouped.ts";
import { random } from "../stats/random.ts";
import { entriesOf, type Philautia } from "./philautia.ts";
import { said } from "./said.ts";

/** How members of a family rate each other. */
export interface FamilyPreference {
  /** The models of the family, in the order of `phiTilde`. */
  members: string[];
  /** Φ̃ of the members: generators × evaluators. */
  phiTilde: number[][];
  /** Positive entries beside the diagonal, out of `pairs`. */
  positive: number;
  /** Entries beside the diagonal: ordered pairs of different members. */
  pairs: number;
  /** Mean of the entries beside the diagonal. */
  mean: number;
  /** All sets of as many models, this one among them, and how many of them have more positive entries. */
  families: number;
  /** Sets of as many models with more positive entries than this family. */
  morePositive: number;
  /** Place of this count among the different counts that occur: 1 for the largest, 2 for the second largest. */
  rank: number;
}

const MOST = 5_000_000;

/**
 * Preference within a family of models: the submatrix of Φ̃, its positive entries beside the diagonal, and how that count
 * compares with all other sets of as many models (495 sets of four among twelve). Source: philautia paper, section 6.2 and
 * figure 6.
 *
 * The comparison is a description, not a test: families are few, overlap, and were mostly picked for being related.
 *
 * @throws {TypeError} for anything but what `philautia` returns and a list of models
 * @throws {RangeError} for a member that is not both generator and evaluator or is named twice, fewer than two members, or
 *   more than 5 million sets
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { familyPreference } from "judgebias";
 *
 * const models = ["a", "b", "c"];
 * const phiTilde = [[1.2, 0, -1.2], [0.5, 0.9, -1.4], [-1.3, 0.2, 1.1]];
 * const { positive, families, morePositive } = familyPreference(
 *   { generators: models, evaluators: models, phiTilde }, ["a", "b"],
 * );
 * // b and c have one too, a and c none
 * assert.deepEqual([positive, families, morePositive], [1, 3, 0]);
 * ```
 */
export function familyPreference(
  found: Pick<Philautia, "generators" | "evaluators" | "phiTilde">,
  members: readonly string[],
): FamilyPreference {
  const { generators, evaluators, phiTilde } = (isPlain(found) ? found : {}) as typeof found;
  if (![generators, evaluators, phiTilde, members].every(Array.isArray)) {
    throw new TypeError(said("no_philautia", { found: told(members) }));
  }
  const models = evaluators.filter((name) => generators.includes(name)), size = members.length;
  if (size < 2 || new Set(members).size < size || members.some((name) => !models.includes(name))) {
    const least = `at least two of ${models.join(", ")}, each once`;
    throw new RangeError(`familyPreference: wanted ${least}, found ${members.join(", ")}`);
  }
  const families = binomial(models.length, size);
  const wanted = `at most ${MOST} sets of ${size} models among ${models.length}`;
  requireRight(families <= MOST, "familyPreference", wanted, families);
  const entry = entriesOf({ generators, evaluators, phiTilde });
  const liked = models.map((g) => models.map((e) => g !== e && entry(g, e) > 0 ? 1 : 0));
  const count = (places: readonly number[]) =>
    places.reduce((sum, g) => sum + places.reduce((row, e) => row + liked[g][e], 0), 0);
  const positive = count(members.map((name) => models.indexOf(name))), counts = new Set<number>();
  let morePositive = 0;
  for (const places of combinations([...models.keys()], size)) {
    const own = count(places);
    counts.add(own);
    if (own > positive) morePositive++;
  }
  const matrix = members.map((g) => members.map((e) => entry(g, e)));
  const beside = matrix.flatMap((row, i) => row.filter((_, j) => j !== i));
  return {
    ...{ members: [...members], phiTilde: matrix, positive, families, morePositive },
    pairs: beside.length,
    mean: mean(beside),
    rank: 1 + [...counts].filter((other) => other > positive).length,
  };
}

export function binomial(n: number, size: number): number {
  let sets = 1;
  for (let i = 1; i <= size; i++) sets = sets * (n - size + i) / i;
  return Math.round(sets);
}

const REPLICATES = 99_999;

/** Sums of own entries over all assignments of evaluators to generators, or as many as asked for, and how many models keep their own evaluator in each. */
export function assignmentSums(
  matrix: Pick<Philautia, "generators" | "evaluators" | "phiTilde">,
  { families, replicates = REPLICATES, seed = 1 }: {
    families?: readonly (readonly string[])[];
    replicates?: number;
    seed?: number;
  },
) {
  const both = matrix.evaluators.filter((name) => matrix.generators.includes(name));
  const blocks = families ?? [both], models = blocks.flat();
  const isStrange = models.some((name, i) => !both.includes(name) || models.indexOf(name) !== i);
  if (isStrange || blocks.length === 0 || blocks.some((block) => block.length < 2)) {
    const found = blocks.map((block) => block.join(", ")).join(" and ") || "none";
    throw new RangeError(said("whole_families", { both, found }));
  }
  requireCount("meanSelfPreference", "replicate", replicates);
  const entry = entriesOf(matrix);
  const values = blocks.map((block) => block.map((g) => block.map((e) => entry(g, e))));
  const assignments = blocks.reduce((product, { length }) => product * factorial(length), 1);
  if (assignments <= replicates) return { exact: true, ...exactSums(values) };
  const generator = random(seed), sums: number[] = [], fixed: number[] = [];
  for (let r = 0; r < replicates; r++) {
    const drawn = values.map((block) => generator.shuffle(Int32Array.from(block.keys())));
    sums.push(drawn.reduce((all, own, b) => own.reduce((sum, e, g) => sum + values[b][g][e], all), 0));
    fixed.push(drawn.reduce((all, own) => all + own.filter((e, g) => e === g).length, 0));
  }
  return { exact: false, sums, fixed };
}

function exactSums(values: readonly (readonly (readonly number[])[])[]) {
  return values.reduce(({ sums, fixed }, block) => {
    const own: number[] = [], kept: number[] = [];
    const assign = (row: number, used: number, sum: number, same: number) => {
      if (row === block.length) {
        own.push(sum);
        kept.push(same);
      }
      block[row]?.forEach((value, e) => {
        if (!(used & (1 << e))) assign(row + 1, used | (1 << e), sum + value, same + (e === row ? 1 : 0));
      });
    };
    assign(0, 0, 0, 0);
    const added = (all: number[], more: number[]) => all.flatMap((sum) => more.map((other) => sum + other));
    return { sums: added(sums, own), fixed: added(fixed, kept) };
  }, { sums: [0], fixed: [0] });
}
