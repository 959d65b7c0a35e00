import type { Random } from "@/stats/random.ts";
import { type CriteriaItem, isConflicted } from "./criteria_items.ts";
import type { CriteriaTarget } from "./criteria_targets.ts";

/** What a judge makes of an item: a bit per criterion, 1 where it is right, and what follows for the metrics. */
interface Answer {
  right: number;
  /** The judge's own preferences differ between criteria. */
  differs: boolean;
  /** Conflicting pairs that are matched. */
  matched: number;
}

/** How an item ends for a judge; each kind of answer counts differently in PAcc and TOS. */
type Ending = "right" | "differs" | "one_side" | "wrong";

/** How strongly items of many conflicting pairs are met with preferences that differ. */
const PAIRS_PULL = 0.45;

/** How much easier items without conflict are, as a ratio of shares of items that are right throughout; at most EASIEST. */
const EASIER = 1.5, EASIEST = 0.9;

/** How much of what the other items could still match may have to be matched. */
const CAPACITY = 0.85;

/** Steps of the search before it counts as failed, and how readily it goes a step back. */
const STEPS = 400_000, TEMPERATURE = 0.3;

/** A criterion average is met when it prints the same two decimals of a percentage; what one judgment moves, roughly. */
const UNIT = 0.001;

/**
 * Draws a judge's choices on the items of a split so that the four metrics are those of the target: the counts exactly, the
 * criterion average to its printed decimals. Which items end well is decided by `latent` (the larger the better), which
 * criteria are right on the others by `leaning`; a random search then moves single answers, each within what keeps PAcc and
 * TOS, until CMR and the average are met.
 *
 * Returns the choices by item and criterion: 0 for A, 1 for B, null for a missing answer.
 *
 * @throws {RangeError} when the search does not meet the target
 */
export function criteriaChoices(
  items: readonly CriteriaItem[],
  target: CriteriaTarget,
  latent: Float64Array,
  leaning: readonly (readonly number[])[],
  generator: Random,
): (0 | 1 | null)[][] {
  const possible = items.map(answersTo);
  const silent = target.missing === 1 ? silentItem(items, latent) : -1;
  const endings = chooseEndings(items, possible, target, latent, silent);
  const options = possible.map((answers, i) =>
    answers.filter((one) => i !== silent && ends(items[i], one) === endings[i])
  );
  const chosen = options.map((answers, i) =>
    answers.length === 0 ? null : likely(answers, leaning[i], generator)
  );

  const sizes: number[] = [], rights: number[] = [];
  items.forEach(({ criteria }, i) =>
    criteria.forEach((criterion, k) => {
      sizes[criterion] = (sizes[criterion] ?? 0) + 1;
      rights[criterion] = (rights[criterion] ?? 0) +
        (chosen[i] ? chosen[i].right >> k & 1 : k === alone(items[i].human) ? 0 : 1);
    })
  );
  const weights = sizes.map((size) => 1 / (sizes.length * size));
  let matched = chosen.reduce((sum, answer) => sum + (answer?.matched ?? 0), 0);
  let average = rights.reduce((sum, right, c) => sum + right * weights[c], 0);
  const wanted = Number(target.average) / 100;
  const distance = (pairs: number, mean: number) =>
    Math.abs(pairs - target.conflict) + Math.abs(mean - wanted) / UNIT;
  const movable = Array.from(options.keys()).filter((i) => options[i].length > 1);
  for (let step = 0; step < STEPS; step++) {
    if (matched === target.conflict && (100 * average).toFixed(2) === target.average) {
      return items.map(({ human }, i) =>
        chosen[i] === null
          ? silentChoices(human)
          : human.map((label, k) => (chosen[i]!.right >> k & 1 ? label : 1 - label) as 0 | 1)
      );
    }
    const i = movable[generator.integer(movable.length)], next = likely(options[i], leaning[i], generator);
    const pairs = matched + next.matched - chosen[i]!.matched;
    const mean = average + items[i].criteria.reduce(
      (sum, criterion, k) => sum + weights[criterion] * ((next.right >> k & 1) - (chosen[i]!.right >> k & 1)),
      0,
    );
    const worse = distance(pairs, mean) - distance(matched, average);
    if (worse > 0 && generator.uniform() >= Math.exp(-worse / TEMPERATURE)) continue;
    [chosen[i], matched, average] = [next, pairs, mean];
  }
  throw new RangeError(
    `criteriaChoices: wanted ${target.conflict} matched pairs and an average of ${target.average}% for ${target.judge}, ` +
      `found ${matched} and ${(100 * average).toFixed(3)}% after ${STEPS} steps`,
  );
}

/** All answers to an item. */
function answersTo({ human }: CriteriaItem): Answer[] {
  return Array.from({ length: 2 ** human.length }, (_, right) => {
    const choice = human.map((label, k) => right >> k & 1 ? label : 1 - label);
    const onSide = (side: number) => human.filter((label, k) => label === side && right >> k & 1).length;
    return { right, differs: choice.includes(0) && choice.includes(1), matched: onSide(0) * onSide(1) };
  });
}

function ends(item: CriteriaItem, { right, differs }: Answer): Ending {
  if (right === 2 ** item.human.length - 1) return "right";
  return !isConflicted(item) ? "wrong" : differs ? "differs" : "one_side";
}

/** How each item ends: as many right and with preferences that differ as the target says, the best of each kind. */
function chooseEndings(
  items: readonly CriteriaItem[],
  possible: readonly Answer[][],
  target: CriteriaTarget,
  latent: Float64Array,
  silent: number,
): Ending[] {
  const pairs = (i: number) => possible[i].at(-1)!.matched;
  const merit = (i: number) => latent[i] + PAIRS_PULL * pairs(i);
  const all = Array.from(items.keys()).filter((i) => i !== silent);
  const conflicted = all.filter((i) => isConflicted(items[i])).sort((a, b) => merit(b) - merit(a));
  const agreed = all.filter((i) => !isConflicted(items[i])).sort((a, b) => latent[b] - latent[a]);
  // The most that an item gives to CMR when its preferences differ but not all are right.
  const most = (i: number) =>
    Math.max(...possible[i].filter((one) => ends(items[i], one) === "differs").map((one) => one.matched));
  const fits = (count: number) => {
    const left = target.conflict - conflicted.slice(0, count).reduce((sum, i) => sum + pairs(i), 0);
    const room = conflicted.slice(count, target.tradeoff).reduce((sum, i) => sum + most(i), 0);
    return left >= 0 && left <= CAPACITY * room;
  };
  const eased = (count: number) =>
    (target.pluralistic - count) / agreed.length >= Math.min(EASIEST, EASIER * count / conflicted.length);
  const counts = Array.from(
    { length: 1 + Math.min(target.pluralistic, target.tradeoff) },
    (_, count) => count,
  ).filter(
    (count) => fits(count) && target.pluralistic - count <= agreed.length,
  );
  const count = counts.findLast(eased) ?? counts[0];
  if (count === undefined) {
    throw new RangeError(`criteriaChoices: wanted a way to meet the counts of ${target.judge}, found none`);
  }
  const endings: Ending[] = items.map((item) => isConflicted(item) ? "one_side" : "wrong");
  conflicted.slice(0, target.tradeoff).forEach((i, rank) => endings[i] = rank < count ? "right" : "differs");
  agreed.slice(0, target.pluralistic - count).forEach((i) => endings[i] = "right");
  return endings;
}

/** An answer at random, the likelier the better it goes with the judge's leanings. */
function likely(answers: readonly Answer[], leaning: readonly number[], generator: Random): Answer {
  const weights = answers.map(({ right }) =>
    Math.exp(leaning.reduce((sum, value, k) => sum + (right >> k & 1 ? value : 0), 0))
  );
  let place = generator.uniform() * weights.reduce((sum, weight) => sum + weight, 0);
  return answers[weights.findIndex((weight) => (place -= weight) < 0)] ?? answers.at(-1)!;
}

/** The hardest item with three criteria and two conflicting pairs. */
function silentItem(items: readonly CriteriaItem[], latent: Float64Array): number {
  const fitting = Array.from(items.keys()).filter((i) =>
    items[i].human.length === 3 && isConflicted(items[i])
  );
  return fitting.reduce((best, i) => latent[i] < latent[best] ? i : best);
}

/** No answer by the criterion that stands alone, the right one everywhere else: no conflict is left. */
function silentChoices(human: readonly number[]): (0 | 1 | null)[] {
  return human.map((label, k) => k === alone(human) ? null : label as 0 | 1);
}

/** Which of three preferences differs from the other two. */
function alone(human: readonly number[]): number {
  return human.findIndex((label) => human.filter((other) => other === label).length === 1);
}
