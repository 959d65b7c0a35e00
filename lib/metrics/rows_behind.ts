import type pl from "nodejs-polars";
import { grouped } from "../stats/grouped.ts";
import { pairOutcomes, SIDE, VERDICT } from "./pair_outcomes.ts";
import { firstOf, matchRows, verdictCells } from "./pair_rows.ts";

/** What numbers on pairs ask of a row beside people's preference. */
export interface Behind {
  /** That one of these puts it into a subset. */
  splits?: readonly ("informativeness" | "length")[];
  /** That its pair was judged both with the image and without it. */
  matched?: boolean;
}

const UNSPLIT = { informativeness: "more informative", length: "longer" };

/**
 * The rows behind numbers on pairs, and how many others are left out, by the first thing that they lack. A reply counts once among the
 * rows, however many people voted on its item.
 */
export function rowsBehind(
  action: string,
  pairs: pl.DataFrame,
  { splits = [], matched = false }: Behind,
): { rows: Int32Array; left: Map<string, number> } {
  const outcomes = pairOutcomes(action, pairs), { human } = outcomes;
  const sides = splits.map((split) => outcomes[split]);
  const partner = matched ? matchRows(action, pairs, "image").partner : undefined;
  const lack = (row: number) => {
    if (human[row] === VERDICT.tie) return "on which people tie";
    if (human[row] === VERDICT.missing) return "without people’s preference";
    if (partner && partner[row] < 0) return "not judged both with and without the image in the same order";
    const isSplit = sides.some((side) => side[row] === SIDE.first || side[row] === SIDE.second);
    if (isSplit || sides.length === 0) return "";
    return `in which neither answer is known to be the ${
      splits.map((one) => UNSPLIT[one]).join(" or the ")
    } one`;
  };
  const { "": rows = [], ...others } = Object.fromEntries(grouped(human.keys(), lack));
  const left = new Map(Object.entries(others).map(([what, own]) => [what, own.length]));
  return { rows: firstOf(rows, verdictCells(pairs)), left };
}
