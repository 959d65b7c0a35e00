import { random } from "../stats/random.ts";
import { entriesOf, type Philautia } from "./philautia.ts";
import { requireCount } from "../progress/require.ts";

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
  const blocks = families ?? [both];
  const models = blocks.flat();
  const strange = models.find((name, i) => !both.includes(name) || models.indexOf(name) !== i);
  if (strange !== undefined || blocks.length === 0 || blocks.some((block) => block.length < 2)) {
    throw new RangeError(
      `meanSelfPreference: wanted families of two or more of ${both.join(", ")}, each in one at most, found ${
        blocks.map((block) => block.join(", ")).join(" and ") || "none"
      }`,
    );
  }
  requireCount("meanSelfPreference", "replicate", replicates);
  const entry = entriesOf(matrix);
  const values = blocks.map((block) => block.map((g) => block.map((e) => entry(g, e))));
  const assignments = values.reduce((product, block) => product * factorial(block.length), 1);
  if (assignments <= replicates) return { exact: true, ...exactSums(values) };
  const generator = random(seed), sums: number[] = [], fixed: number[] = [];
  for (let r = 0; r < replicates; r++) {
    let sum = 0, kept = 0;
    for (const block of values) {
      const drawn = generator.shuffle(Int32Array.from(block.keys()));
      for (let i = 0; i < drawn.length; i++) {
        sum += block[i][drawn[i]];
        if (drawn[i] === i) kept++;
      }
    }
    sums.push(sum);
    fixed.push(kept);
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
      for (let e = 0; row < block.length && e < block.length; e++) {
        if (!(used & (1 << e))) {
          assign(row + 1, used | (1 << e), sum + block[row][e], same + (e === row ? 1 : 0));
        }
      }
    };
    assign(0, 0, 0, 0);
    return {
      sums: sums.flatMap((sum) => own.map((other) => sum + other)),
      fixed: fixed.flatMap((same) => kept.map((other) => same + other)),
    };
  }, { sums: [0], fixed: [0] });
}

function factorial(n: number): number {
  return n < 2 ? 1 : n * factorial(n - 1);
}
