import pl from "nodejs-polars";
import { CRITERIA_SETS } from "@/results/criteria_sets.ts";
import type { FrameOf } from "@/results/frame_types.ts";
import { random } from "@/stats/random.ts";
import { requireSome } from "@/progress/require.ts";
import { criteriaChoices } from "./criteria_choices.ts";
import { type CriteriaItem, criteriaItems } from "./criteria_items.ts";
import { type CriteriaTarget, criteriaTargets } from "./criteria_targets.ts";
import { simulatedFrame } from "./simulated_frame.ts";

/** Standard deviations of what an answer depends on beside the item's ease, and the mean pull towards the right one. */
const JUDGE_SD = 0.6, TABLE_SD = 0.5, CRITERION_SD = 0.35, ANSWER_SD = 0.6, SKILL = 0.3;

/** The seed of everything that the project draws from this simulation. */
const CRITERIA_SEED = 20261;

/** The frame of `simulateCriteria`. */
export function solveCriteria(
  { seed = CRITERIA_SEED, judges }: { seed?: number; judges?: readonly string[] } = {},
): FrameOf<"criteria"> {
  const targets = criteriaTargets();
  const known = [...new Set(targets.map(({ judge }) => judge))];
  if (judges) requireSome("solveCriteria", judges, known);
  const items = criteriaItems(random(seed));
  const pairs = [...new Set(targets.map(({ pair }) => pair))];
  // Every judge and every table draws from a stream of its own: leaving judges out changes nothing for the others.
  const traits = pairs.map((_, j) => judgeTraits(items, seed + 1000 + j));
  const tables = targets.flatMap((target, t) =>
    judges && !judges.includes(target.judge)
      ? []
      : [judgeTable(items, target, traits[pairs.indexOf(target.pair)], seed + 2000 + t)]
  );
  return pl.concat(tables);
}

/** What the modes of a judge have in common: its own ease with each item, its leaning on each criterion of it. */
interface Traits {
  ease: Map<CriteriaItem, number>;
  leaning: Map<CriteriaItem, number[]>;
}

function judgeTraits(items: readonly CriteriaItem[], seed: number): Traits {
  const generator = random(seed);
  const criterion = Object.fromEntries(
    Object.entries(CRITERIA_SETS).map((
      [split, set],
    ) => [split, set.map(() => CRITERION_SD * generator.normal())]),
  );
  return {
    ease: new Map(items.map((item) => [item, JUDGE_SD * generator.normal()])),
    leaning: new Map(
      items.map((item) => [
        item,
        item.criteria.map((c, k) =>
          SKILL + criterion[item.split][c] + item.plainness[k] + ANSWER_SD * generator.normal()
        ),
      ]),
    ),
  };
}

function judgeTable(
  all: readonly CriteriaItem[],
  target: CriteriaTarget,
  { ease, leaning }: Traits,
  seed: number,
): pl.DataFrame {
  const generator = random(seed);
  const items = all.filter(({ split }) => split === target.split);
  const latent = Float64Array.from(
    items,
    (item) => item.ease + ease.get(item)! + TABLE_SD * generator.normal(),
  );
  const choices = criteriaChoices(items, target, latent, items.map((item) => leaning.get(item)!), generator);
  const letter = (side: number | null) => side === null ? null : side === 0 ? "A" : "B";
  const { judge, mode, thinking } = target;
  return simulatedFrame(
    "criteria",
    items.flatMap((item, i) =>
      item.criteria.map((criterion, k) => ({
        judge,
        mode,
        thinking,
        split: item.split,
        item_id: item.id,
        pair_type: item.pairType,
        criterion: CRITERIA_SETS[item.split][criterion].id,
        human: letter(item.human[k]),
        choice: letter(choices[i][k]),
        words_a: item.wordsA,
        words_b: item.wordsB,
      }))
    ),
  );
}
