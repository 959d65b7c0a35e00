/** One step of a forward selection. */
export interface SelectionStep<Fit> {
  /** Candidates chosen so far, in the order of their choice. */
  members: number[];
  /** What `evaluate` gave this set, higher is better; may be NaN. */
  score: number;
  /** The fit that `evaluate` gave with it. */
  fit: Fit;
}

/**
 * Greedy forward selection: at every step the candidate that raises the score of the set most (or lowers it least) joins,
 * until all are in or `maxMembers` is reached; it never stops early. A score of NaN is worse than any other; of equal
 * scores the earlier candidate wins.
 *
 * @param evaluate fits a set of candidates (in the order of their choice) and scores it, higher is better
 * @throws {RangeError} without candidates, or when `maxMembers` is no whole number from 1 to their number
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { forwardSelection } from "judgebias/stats";
 *
 * const worth = [1, 5, 3];
 * const steps = forwardSelection(3, (members) => {
 *   const score = members.reduce((sum, member) => sum + worth[member], 0);
 *   return { score, fit: null };
 * });
 * assert.deepEqual(steps.map(({ members }) => members), [[1], [1, 2], [1, 2, 0]]);
 * ```
 */
export function forwardSelection<Fit>(
  candidates: number,
  evaluate: (members: readonly number[]) => { score: number; fit: Fit },
  { maxMembers = candidates }: { maxMembers?: number } = {},
): SelectionStep<Fit>[] {
  if (!Number.isInteger(candidates) || candidates < 1) {
    throw new RangeError(`forwardSelection: wanted at least one candidate, found ${candidates}`);
  }
  if (!Number.isInteger(maxMembers) || maxMembers < 1 || maxMembers > candidates) {
    throw new RangeError(
      `forwardSelection: wanted maxMembers from 1 to ${candidates}, found ${maxMembers}`,
    );
  }
  const steps: SelectionStep<Fit>[] = [];
  let chosen: number[] = [];
  while (chosen.length < maxMembers) {
    let best: SelectionStep<Fit> | null = null;
    for (let candidate = 0; candidate < candidates; candidate++) {
      if (chosen.includes(candidate)) continue;
      const members = [...chosen, candidate];
      const { score, fit } = evaluate(members);
      const better = best === null || score > best.score ||
        (Number.isNaN(best.score) && !Number.isNaN(score));
      if (better) best = { members, score, fit };
    }
    steps.push(best!);
    chosen = best!.members;
  }
  return steps;
}
