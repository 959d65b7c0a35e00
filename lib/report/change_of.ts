import pl from "nodejs-polars";
import { mean } from "simple-statistics";
import { judgesDiffer } from "../hypotheses/judges_differ.ts";
import { compareCriteria } from "../metrics/compare_criteria.ts";
import { frameClusters } from "../metrics/pair_rows.ts";
import { groupRows } from "../metrics/metric_table.ts";
import { columnNumbers, factor } from "../results/factor.ts";
import { ratingEvaluators, unusedName } from "../results/frame.ts";
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
import { COMPARED } from "./compare.ts";
import { fromMetric, fromTests, groupOf, NOTHING, tested } from "./estimates.ts";
import { intervalText, valueText } from "./number_text.ts";
import { withUnscored } from "./questions/scores.ts";
import type { Estimate, Question } from "./report_types.ts";

export const QUANTITY = "second − first";

/** A quantity of rows: Σ weight · mean of `value` over the rows of each side (0, 1, …; −1 takes no part). */
interface Quantity {
  value: (row: number) => number;
  side: (row: number) => number;
  weights: readonly number[];
  /** What the rows of each side are. */
  names: readonly string[];
  isShare: boolean;
  clusters: ClusterCodes;
  /** Which size is the better one: the smaller of a bias, the larger of an accuracy; an estimate of neither kind has none. */
  better?: "nearer to 0" | "larger";
  /** Level of its intervals. */
  level: number;
  /** Why a group's rows cannot show that nothing changed. */
  said?: (rows: Int32Array) => string;
}

/** How much a quantity in points changed in every group of a compared frame: first results, then their partners in the same order. */
export function changeOf(frame: pl.DataFrame, by: readonly string[], quantity: Quantity): Estimate[] {
  const { value, side, weights, names, isShare, clusters, better, said = () => "" } = quantity;
  const at = { level: quantity.level }, { height } = frame, half = height / 2, split = weights.length;
  // What changes by points is a level itself, or a difference of two.
  const shown = split === 1 ? "percent" : "points";
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
    const isKnown = !Number.isNaN(before + after), isSized = better === "nearer to 0";
    const limits = isSized ? infer(apart[1], rows, clusters, at) : { low: NaN, high: NaN };
    // A bias on the other side of 0 is better, or worse, where its size surely is.
    const drop = isSized && before * after < 0
      ? infer(times(Math.sign(before), apart.flat()), rows, clusters, at)
      : undefined;
    const isSmaller = Math.abs(after) < Math.abs(before), isSure = !drop || drop.low > 0 || drop.high < 0;
    const isGood = !isSized ? after > before : isSure ? (drop ? drop.low > 0 : isSmaller) : undefined;
    return {
      ...changed(found, groupOf(key, by), n, said(rows)),
      low: Math.max(-bound, found.low),
      high: Math.min(bound, found.high),
      ...isKnown && better && isGood !== undefined && { isGood },
      ...isKnown && {
        note: `from ${valueText(before, shown)}${shown === "percent" ? "%" : ""} to ${
          intervalText({ ...limits, estimate: after }, shown)
        }`,
      },
    };
  });
}

/** Change of every evaluator's τ-b with people, from how far each item moves both. */
export const tauChanges: Question["estimates"] = (ratings, by, { level }) => {
  const half = ratings.height / 2, human = columnNumbers(ratings.getColumn("human"));
  const { codes } = frameClusters(ratings);
  return groupRows(ratings, by).flatMap(({ key, rows }) =>
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
      const all = rows.filter((row) => row < half && !Number.isNaN(human[row])).length,
        lack = all - used.length;
      const why = `${lack} of ${all} items lack a score in one of the two`;
      const reach = { low: -2, high: 2, why, share: lack / all };
      return { ...changed({ ...found, estimate }, group, used.length), ...lack > 0 && { reach } };
    })
  );
};

function changed(found: Inference, group: Record<string, string>, n: number, why = ""): Estimate {
  const { estimate, low, high, clusters, df, method } = found;
  const warning = [why, found.warning].filter(Boolean).join("; ");
  const about = { group, quantity: QUANTITY, estimate, low, high, n, clusters, df, method, warning };
  return { ...about, ...tested(found), ...why && { pEquivalence: NaN } };
}

/** Change of mean scores, or of how far an evaluator's own captions lead those of others. */
export function scoreChange(own: boolean): Question["estimates"] {
  const names = own ? ["own captions", "captions of others"] : ["what both have"];
  return (scores, _by, { level }) => {
    const { height } = scores, half = height / 2, score = columnNumbers(scores.getColumn("score"));
    const [evaluator, generator] = ["evaluator", "generator"].map((name) => {
      const { codes, levels } = factor(scores.getColumn(name));
      return (row: number) => String(levels[codes[row]]).split(" → ");
    });
    // An evaluator under two names wrote the captions of either.
    const isOwn = (row: number) => evaluator(row).some((name) => generator(row).includes(name));
    const found = changeOf(scores, ["evaluator", "setting"], {
      value: (row) => score[row],
      side: (row) =>
        Number.isNaN(score[row] + score[(row + half) % height]) ? -1 : own && !isOwn(row) ? 1 : 0,
      weights: own ? [1, -1] : [1],
      names,
      isShare: false,
      clusters: frameClusters(scores).codes,
      better: own ? "nearer to 0" : undefined,
      level,
    });
    return own ? found.filter(({ warning }) => !warning.endsWith("has no row")) : found;
  };
}

export const reliabilityChange: Question["estimates"] = (scores, by, { alpha }) => {
  const found = fromTests(scores, by, (own) => {
    const named = own.withColumns(pl.col(COMPARED).alias("judge"));
    return judgesDiffer(named, { first: "after", second: "before", alpha });
  }, QUANTITY);
  return withUnscored(scores, by, found, asJudges(scores).told);
};

/** Of one item judged twice each of the two results is a judge of its own for a metric. */
function asJudges(frame: pl.DataFrame): { told: pl.DataFrame; called: string } {
  const called = unusedName(frame.columns, "judge"), judge = pl.col("judge").cast(pl.Utf8);
  const own = pl.concatString([pl.col(COMPARED), judge], " ").alias("judge");
  return { told: frame.withColumns(judge.alias(called), own), called };
}

export const criteriaChange: Question["estimates"] = (frame, by, { level }) => {
  const { told, called } = asJudges(frame), names = by.map((name) => name === "judge" ? called : name);
  const table = compareCriteria(told, {
    first: { [COMPARED]: "after" },
    second: { [COMPARED]: "before" },
    ...{ by: names, level },
  });
  return fromMetric(table, names, {
    quantity: QUANTITY,
    estimate: "difference",
    nullValue: 0,
    also: ["metric"],
  }).map(({ group: { [called]: judge, ...group }, ...one }) => ({
    ...one,
    group: judge === undefined ? group : { judge, ...group },
  }));
};
