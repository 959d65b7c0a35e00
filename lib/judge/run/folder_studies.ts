import { existsSync } from "node:fs";
import { studyFiles } from "../results/study_tasks.ts";
import { readStore } from "../store/store.ts";
import type { Prices } from "./cost.ts";
import { paidFor } from "./cost.ts";

/** The studies of a folder, as their last runs were asked for, and what all have cost; where `own` kept no prices, at those given, others at their last. */
export function folderStudies(out: string, given: Prices, own: { protocol: string; judge: string }) {
  const files = existsSync(`${out}/journals`) ? studyFiles(`${out}/journals`) : [];
  const studies = files.flatMap((path) => {
    try {
      const store = readStore(path), plans = store.plans(), last = plans.at(-1);
      const prices = plans.findLast((plan) => plan.prices)?.prices ?? given;
      const isOwn = last?.protocol === own.protocol && last.judge === own.judge;
      const { cost } = paidFor(store, isOwn ? given : prices);
      store.close();
      return last ? [{ ...last, prices, spent: cost }] : [];
    } catch {
      // Whoever reads that study itself says what is wrong with it.
      return [];
    }
  });
  return { studies, cost: studies.reduce((sum, { spent }) => sum + spent, 0) };
}
