import type pl from "nodejs-polars";
import { groupRows } from "../../metrics/metric_table.ts";
import { factor } from "../../results/factor.ts";
import { preferring } from "../../results/only.ts";
import { takeRows } from "../../results/take_rows.ts";
import { simulateModelPairs, simulateVotedPairs } from "../../simulate/solved_frames.ts";
import { ORDER } from "../birch/numbers.ts";
import type { FigureContext } from "../figure_spec.ts";
import { inOrder } from "../display_names.ts";

export const JUDGES = ORDER.judge;

/** More judges are counted, not named. */
export const NAMED = 4;

export function lengthened(pairs: pl.DataFrame, by: readonly string[]) {
  const variant = pairs.columns.includes("variant") ? factor(pairs.getColumn("variant")) : null;
  const code = variant?.levels.indexOf("length_equalized") ?? -1;
  return groupRows(pairs, by).map((group) => ({
    ...group,
    isLengthened: code >= 0 && group.rows.some((row) => variant!.codes[row] === code),
  }));
}

/** Judges on the benchmark with the most pairs: those whose pairs were lengthened, where there are any. */
export function shownJudges(
  pairs: pl.DataFrame,
): { judge: string; benchmark: string; pairs: pl.DataFrame }[] {
  const groups = lengthened(pairs, ["benchmark", "judge"].filter((name) => pairs.columns.includes(name)));
  const usable = groups.some(({ isLengthened }) => isLengthened)
    ? groups.filter(({ isLengthened }) => isLengthened)
    : groups;
  const { benchmark } = usable.reduce((a, b) => b.rows.length > a.rows.length ? b : a).key;
  const shown = usable.filter(({ key }) => key.benchmark === benchmark).map(({ key, rows }) => ({
    ...{ judge: String(key.judge ?? "judge"), benchmark: String(benchmark ?? "") },
    pairs: takeRows(pairs, rows),
  }));
  const order = inOrder(shown.map(({ judge }) => judge), JUDGES);
  return shown.sort((a, b) => order.indexOf(a.judge) - order.indexOf(b.judge));
}

/** Plain judging, where a frame holds it: the base pipeline, with the image, answers as they were. */
export const PLAIN = { pipeline: "base", image: true, variant: "original" };

/** Pairs whose writers are named, in plain judging: the user's, else simulated models that judge each other (the papers' name none). */
export async function namedPairs(context: FigureContext): Promise<pl.DataFrame> {
  if (context.source !== "results") return await context.once("pairs of models", () => simulateModelPairs());
  return preferring(await context.frame("pairs"), PLAIN);
}

/** Pairs on which people voted, in plain judging: the user's, else those of invented judges that read quality as people do (the papers' simulated pairs have no votes). */
export async function votedPairs(context: FigureContext): Promise<pl.DataFrame> {
  if (context.source !== "results") return await context.once("pairs with votes", () => simulateVotedPairs());
  return await context.frame("pairs");
}
