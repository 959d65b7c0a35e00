import type pl from "nodejs-polars";
import { mean } from "simple-statistics";
import { frameClusters } from "../metrics/pair_rows.ts";
import { groupRows } from "../metrics/metric_table.ts";
import { columnNumbers } from "../results/factor.ts";
import { ratingEvaluators } from "../results/frame.ts";
import {
  type ClusterCodes,
  gains,
  infer,
  type Inference,
  minus,
  NUMBER,
  type Term,
  times,
} from "../stats/infer.ts";
import { kendallMoves } from "../stats/kendall.ts";
import { groupOf, NOTHING, tested } from "./estimates.ts";
import { intervalText, valueText } from "./number_text.ts";
import { reaching } from "./questions/reach.ts";
import type { Estimate, Question, Unit } from "./report_types.ts";

export const QUANTITY = "second − first";

/** Of a difference whose two sides lie on either side of 0: which of the two sizes is the larger is not what is tested. */
const ACROSS = "across 0";

/** A quantity of rows: Σ weight · mean of `value` over the rows of each side (0, 1, …; −1 takes no part). */
export interface Quantity {
  value: (row: number) => number;
  side: (row: number) => number;
  weights: readonly number[];
  /** What the rows of each side are. */
  names: readonly string[];
  isShare: boolean;
  clusters: ClusterCodes;
  /** Which size is the better one: the smaller of a bias, the larger of an accuracy; an estimate of neither kind has none. */
  better?: "nearer to 0" | "larger" | "smaller";
  unit: Unit;
  /** Level of its intervals. */
  level: number;
  /** Why a group's rows cannot show that nothing changed. */
  said?: (rows: Int32Array) => string;
}

/** How much a quantity changed in every group of a compared frame: first results, then their partners in the same order. */
export function changeOf(frame: pl.DataFrame, by: readonly string[], quantity: Quantity): Estimate[] {
  const { value, side, weights, names, isShare, clusters, better, unit, said = () => "" } = quantity;
  const at = { level: quantity.level }, { height } = frame, half = height / 2, split = weights.length;
  // What changes by points is a level itself, or a difference of two.
  const shown = split === 1 && unit === "points" ? "percent" : unit;
  const values = (part: number, isAfter: boolean) => (row: number) =>
    row >= half === isAfter && side(row) === part ? value(row) : NaN;
  const apart = [false, true].map((isAfter): Term[] =>
    weights.map((weight, part) => ({
      name: names[part],
      weight,
      range: isShare ? [0, 1] : NUMBER,
      value: values(part, isAfter),
    }))
  );
  // Of shares what gains less what loses: results that hardly differ have narrow limits, whatever the shares are.
  const together = weights.flatMap((weight, part) =>
    times(
      weight,
      gains(
        names[part],
        (row) => row < half ? values(part, true)(row + half) - values(part, false)(row) : NaN,
      ),
    )
  );
  return groupRows(frame, by).map(({ key, rows }) => {
    const isPaired = isShare && rows.every((row) => side(row) === side((row + half) % height));
    const found = infer(isPaired ? together : minus(apart[1], apart[0]), rows, clusters, at);
    const bound = isShare ? split : Infinity;
    const n = rows.filter((row) => row < half && side(row) >= 0 && side(row) < split).length;
    const [before, after] = apart.map((terms) =>
      terms.reduce((sum, { weight, value }) => {
        const told = Array.from(rows, value).filter((one) => !Number.isNaN(one));
        return sum + (told.length > 0 ? weight * mean(told) : NaN);
      }, 0)
    );
    const isKnown = !Number.isNaN(before + after), hasSize = better === "nearer to 0" && isKnown;
    const end = {
      ...hasSize ? infer(apart[1], rows, clusters, at) : { low: NaN, high: NaN },
      estimate: after,
    };
    const isTurned = hasSize && before * after < 0;
    const isSure = isTurned &&
      [infer(apart[0], rows, clusters, at), end].every(({ low, high }) => low > 0 || high < 0);
    const drop = isTurned ? infer(times(Math.sign(before), apart.flat()), rows, clusters, at) : undefined;
    // A difference on the other side of 0 is better, or worse, where its size surely is.
    const isGood = drop
      ? (drop.low > 0 ? true : drop.high < 0 ? false : undefined)
      : better === "nearer to 0"
      ? Math.abs(after) < Math.abs(before)
      : (after > before) === (better === "larger");
    return {
      ...changed(found, groupOf(key, by), n, said(rows)),
      low: Math.max(-bound, found.low),
      high: Math.min(bound, found.high),
      ...isKnown && better !== undefined && isGood !== undefined ? { isGood } : {},
      ...hasSize && (isTurned || before < 0)
        ? {
          // What is tested of a bias on the other side is that it rose or fell.
          size: isTurned ? undefined : isGood ? "nearer" as const : "farther" as const,
          ...isTurned && { cost: isSure ? ACROSS : `perhaps ${ACROSS}` },
        }
        : {},
      ...isKnown
        ? {
          note: `from ${valueText(before, unit)}${shown === "percent" ? "%" : ""} to ${
            intervalText(end, shown)
          }`,
        }
        : {},
    };
  });
}

/** Change of every evaluator's τ-b with people, from how far each item moves both. */
export const tauChanges: Question["estimates"] = (ratings, by, { level, sides, whole = ratings }) => {
  const half = ratings.height / 2, human = columnNumbers(ratings.getColumn("human"));
  const { codes } = frameClusters(ratings);
  const found = groupRows(ratings, by).flatMap(({ key, rows }) =>
    ratingEvaluators(ratings).map((evaluator) => {
      const scores = columnNumbers(ratings.getColumn(evaluator)), group = { ...groupOf(key, by), evaluator };
      const used = Array.from(rows).filter((row) =>
        row < half && !Number.isNaN(human[row] + scores[row] + scores[row + half])
      );
      if (used.length < 2) {
        return { group, quantity: QUANTITY, ...NOTHING, warning: "fewer than two rows that both have" };
      }
      const [before, after] = [0, half].map((shift) =>
        kendallMoves(used.map((row) => scores[row + shift]), used.map((row) => human[row]), "b")
      );
      const estimate = after.value - before.value;
      // Moves add up to 0: the estimate is the mean of estimate + n·move.
      const values = before.moves.map((move, i) => estimate + used.length * (after.moves[i] - move));
      const term = { name: "the estimate", weight: 1, range: NUMBER, value: (i: number) => values[i] };
      const found = infer([term], used.length, used.map((row) => codes[row]), { level });
      return changed({ ...found, estimate }, group, used.length);
    })
  );
  const [people, ...others] = ["human", ...ratingEvaluators(ratings)].map((name) =>
    columnNumbers(whole.getColumn(name))
  );
  const counts = (row: number) => !Number.isNaN(people[row]), names = ratingEvaluators(ratings);
  const isUnread = (row: number, { group: { evaluator } }: Estimate) =>
    counts(row) && Number.isNaN(others[names.indexOf(evaluator)][row]);
  return reaching(whole, by, found, { isUnread, of: () => [-1, 1], counts }, sides);
};

function changed(found: Inference, group: Record<string, string>, n: number, why = ""): Estimate {
  const { estimate, low, high, clusters, df, method } = found;
  const warning = [why, found.warning].filter(Boolean).join("; ");
  const about = { group, quantity: QUANTITY, estimate, low, high, n, clusters, df, method, warning };
  const p = tested(found);
  return { ...about, ...p, ...why && { pEquivalence: NaN } };
}
