import { existsSync } from "node:fs";
import { studyFiles } from "../results/study_tasks.ts";
import { readStore } from "../store/store.ts";
import { billed, costOf, type Prices } from "./cost.ts";

/** The studies of a folder, as their last runs were asked for, and what all have cost: each at its own last prices, else at these. */
export function folderStudies(out: string, given: Prices) {
  const files = existsSync(`${out}/journals`) ? studyFiles(`${out}/journals`) : [];
  const studies = files.flatMap((path) => {
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
  return { studies, cost: studies.reduce((sum, { spent }) => sum + spent, 0) };
}
