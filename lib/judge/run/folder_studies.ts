import { existsSync } from "node:fs";
import { studyFiles } from "../results/study_tasks.ts";
import { readStore } from "../store/store.ts";
import { billed, costOf, type Prices } from "./cost.ts";

/** The studies of a folder, as their last runs were asked for, and what each has cost: at its own last prices, else at these. */
export function folderStudies(out: string, given: Prices) {
  return (existsSync(`${out}/journals`) ? studyFiles(`${out}/journals`) : []).flatMap((path) => {
    try {
      const store = readStore(path), plans = store.plans(), last = plans.at(-1);
      const prices = plans.findLast((plan) => plan.prices)?.prices ?? given;
      store.close();
      return last ? [{ ...last, prices, spent: costOf(billed(store.spent), prices) }] : [];
    } catch {
      // Whoever reads that study itself says what is wrong with it.
      return [];
    }
  });
}

/** How many these are, and what all have cost. */
export function folderCost(out: string, prices: Prices): { studies: number; cost: number } {
  const studies = folderStudies(out, prices);
  return { studies: studies.length, cost: studies.reduce((sum, { spent }) => sum + spent, 0) };
}
