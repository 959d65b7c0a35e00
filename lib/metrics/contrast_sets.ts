import pl from "nodejs-polars";
import { columnNumbers, factor } from "../results/factor.ts";
import { FRAMES } from "../results/frames.ts";
import { WrongType, WrongValue } from "../progress/require_no_more.ts";
import { conditionsInWords, requireAsked, type RowSelection, selectedRows } from "../results/only.ts";
import { CRITERIA_BY } from "./criteria_outcomes.ts";
import { LABELS, pairOutcomes, PAIRS_BY, VERDICT, verdictCodes } from "./pair_outcomes.ts";
import { type ClusterColumns, frameClusters, holdOnce, matchSides, SLOT, swappedRows } from "./pair_rows.ts";
import { repliesIn } from "../results/votes.ts";
import { isMany } from "./undecided.ts";
import { nominalKappa, scarceLabel } from "../stats/cohen_kappa.ts";
import { clustersAt } from "../stats/estimand.ts";
import { said } from "./said.ts";

/** The number of each row's partner where every row has one in the other set, alike but for what the sets are chosen by, else null; how many things were judged for either, and what is said where many have no partner or the orders differ. */
export function partners(
  frame: pl.DataFrame,
  cells: Readonly<Record<string, RowSelection>>,
  parts: Int16Array,
  { values, isMean }: Pick<OutcomeValues, "values" | "isMean">,
): { partner: Int32Array | null; things: number; said: string } | undefined {
  const chosen = new Set(Object.values(cells).flatMap((selection) => Object.keys(selection)));
  const key = NAMING.filter((name) => frame.columns.includes(name) && !chosen.has(name));
  const sideOf = (row: number) => parts[row];
  const unordered = key.filter((name) => name !== "swapped");
  // Several rows of one thing on a side are no pairs.
  if (!key.some((name) => name.endsWith("_id")) || !holdOnce(frame, key, sideOf)) return undefined;
  const matched = matchSides("contrast", frame, key, sideOf);
  // An order that is drawn anew for each set tells no rows apart.
  const isOnce = key.includes("swapped") && holdOnce(frame, unordered, sideOf);
  const { first, second, unmatched } = isOnce ? matchSides("contrast", frame, unordered, sideOf) : matched;
  const shared = first.length, rows = 2 * shared + unmatched;
  const apart = first.reduce((sum, row, i) => sum + values[row] - values[second[i]], 0) / shared;
  const ofJudges = chosen.has("judge") ? {} : { compare_judges: "" };
  const onBoth = isMean ? { shared, apart: Number(apart.toPrecision(3)), ...ofJudges } : { on_shared: "" };
  const unlike = shared > 0 && isMany(unmatched, rows) && said("no_partner", { unmatched, rows, ...onBoth });
  const orders = shared > 0 && ordersApart(frame, [first, second], Object.keys(cells));
  const partner = matched.unmatched === 0 ? matched.partner : null;
  return { partner, things: shared + unmatched, said: [unlike, orders].filter(Boolean).join("; ") };
}

export const BY_ORDER = said("what_order_does");

/** That of two ways of judging one saw answer A first and the other B far more often than the other way round: a difference of them is one of slots too. */
export function ordersApart(
  pairs: pl.DataFrame,
  [judged, again]: readonly ArrayLike<number>[],
  [one, other]: readonly string[],
): string {
  const slots = swappedRows(pairs), rows = repliesIn(pairs)(Array.from(judged));
  const others = new Map(Array.from(judged, (row, i) => [row, again[i]]));
  const saw = (own: number, other: number) =>
    rows.filter((row) => slots[row] === own && slots[others.get(row)!] === other).length;
  const [often, seldom] = [
    { first: one, second: other, n: saw(SLOT.given, SLOT.swapped) },
    { first: other, second: one, n: saw(SLOT.swapped, SLOT.given) },
  ].sort((a, b) => b.n - a.n);
  // In a tenth of the pairs, and more often than orders that are drawn anew for each: three standard errors.
  const apart = often.n - seldom.n, isFew = apart < 0.1 * rows.length;
  if (isFew || apart <= 3 * Math.sqrt(often.n + seldom.n)) return "";
  return said("orders_apart", { ...often, often: often.n, all: rows.length, seldom: seldom.n });
}

/** Columns that name what a row is of, in any frame. */
export const NAMING = [...new Set([...Object.values(FRAMES).flatMap(({ key }) => key), "image_id"])];

export function requireWeights(names: readonly string[], weights: Readonly<Record<string, number>>): void {
  const bad = [...new Set([...names, ...Object.keys(weights)])].find((name) =>
    !names.includes(name) || !Number.isFinite(weights[name])
  );
  if (bad === undefined && names.some((name) => weights[name] !== 0)) return;
  const all = names.length === 0 ? "no cell" : "0 for each of them";
  throw new WrongValue(
    said("weights", { found: bad === undefined ? all : `weight ${weights[bad]} for ${bad}` }),
  );
}

export function partsOf(frame: pl.DataFrame, cells: Readonly<Record<string, RowSelection>>): Int16Array {
  const parts = new Int16Array(frame.height).fill(-1), names = Object.keys(cells);
  names.forEach((name, part) => {
    if (cells[name] === undefined) {
      const wanted = `rows by values of columns as ${name}`;
      throw new WrongType(`contrast: wanted ${wanted}, found nothing: { judge: "gpt-4o" }`);
    }
    for (const row of selectedRows("contrast", frame, cells[name])) {
      if (parts[row] >= 0) {
        const wanted = `${names[parts[row]]} and ${name} without a row in common`;
        throw new RangeError(`contrast: wanted ${wanted}, found row ${row + 1} in both`);
      }
      parts[row] = part;
    }
  });
  return parts;
}

/** Outcomes that a frame of pairs has without a column: right or not, the same label or not, and agreement beyond chance. */
const MADE = ["correct", "agreement", "kappa", "ac1"];

interface OutcomeValues {
  values: Float64Array;
  choice?: ArrayLike<number>;
  /** Whether what a set has is the mean of its values, and any of its rows theirs; a coefficient's are what its mean moves by. */
  isMean: boolean;
  /** What may be wrong with a coefficient. */
  said?: string;
}

export function outcomeValues(
  frame: pl.DataFrame,
  outcome: string,
  cells: Readonly<Record<string, RowSelection>>,
  clusters: ClusterColumns | undefined,
): OutcomeValues {
  if (MADE.includes(outcome) && !frame.columns.includes(outcome)) {
    const all = Object.values(cells).map((one) => Object.keys(one ?? {}));
    const by = all[0].filter((name) => all.every((own) => own.includes(name)));
    const { part, human, choice } = pairOutcomes("contrast", frame, { by }), { value } = part();
    if (outcome !== "correct") return agreementValues(outcome, { human, choice }, frame, cells, clusters);
    return { values: Float64Array.from(choice, (_, row) => value(row)), choice, isMean: true };
  }
  const made = frame.columns.includes("choice") ? MADE : [];
  requireAsked("contrast", frame, [outcome], [...made, ...frame.columns]);
  const series = frame.getColumn(outcome);
  if (/String|Utf8|Categorical/.test(String(series.dtype))) {
    throw new WrongType(`contrast: wanted numbers in the column ${outcome}, found ${series.dtype}`);
  }
  // Replies that count as wrong are named beside `withSubsets` too.
  const isOurs = outcome === "correct" && frame.columns.includes("choice") &&
    frame.filter(pl.col("choice").cast(pl.Utf8).isIn(["A", "B", "tie"]).not()).height === 0;
  const told = isOurs ? { choice: verdictCodes("contrast", frame, "choice") } : {};
  const numbers = /Bool/.test(String(series.dtype)) ? series.cast(pl.Float64) : series;
  return { values: columnNumbers(numbers), ...told, isMean: true };
}

function agreementValues(
  outcome: string,
  { human, choice }: Record<"human" | "choice", Uint8Array>,
  frame: pl.DataFrame,
  cells: Readonly<Record<string, RowSelection>>,
  clusters: ClusterColumns | undefined,
): OutcomeValues {
  const isTold = (row: number) => human[row] !== VERDICT.missing && choice[row] !== VERDICT.missing;
  const isMean = outcome === "agreement", parts = partsOf(frame, cells), scarce: string[] = [];
  const { codes } = frameClusters(frame, clusters);
  const values = Float64Array.from(human, (own, row) => isTold(row) ? Number(own === choice[row]) : NaN);
  Object.keys(cells).forEach((name, part) => {
    if (isMean) return;
    const rows = [...parts.keys()].filter((row) => parts[row] === part && isTold(row));
    const pairs = rows.map((row) => [LABELS[human[row]], LABELS[choice[row]]] as const);
    const { value, moves } = nominalKappa(pairs, outcome === "kappa" ? outcome : "ac1");
    rows.forEach((row, i) => values[row] = value + rows.length * moves[i]);
    const few = outcome === "kappa" && scarceLabel(pairs, clustersAt(codes, rows));
    if (few) scarce.push(`${name}: ${few}`);
  });
  return { values, isMean, said: scarce.join("; ") };
}

/** Columns that metrics tell apart by themselves, in any frame: one value of each is one way of judging. */
export const WAYS = [
  ...new Set([...PAIRS_BY, ...CRITERIA_BY, "prompt", "evaluator", "setting", "condition"]),
];

export function pooledWays(
  frame: pl.DataFrame,
  cells: Readonly<Record<string, RowSelection>>,
  parts: Int16Array,
): string {
  const found = WAYS.filter((name) => frame.columns.includes(name)).filter((name) => {
    const { codes } = factor(frame.getColumn(name));
    return Object.values(cells).some((selection, part) =>
      !(name in selection) && new Set(codes.filter((_, row) => parts[row] === part)).size > 1
    );
  });
  return found.length === 0 ? "" : said("several_count", { found });
}

export function inSum(
  names: readonly string[],
  cells: Readonly<Record<string, RowSelection>>,
  weightOf: Readonly<Record<string, number>>,
): string {
  return names.map((name, i) => {
    const weight = weightOf[name], size = Math.abs(weight) === 1 ? "" : `${Math.abs(weight)} · `;
    const sign = weight < 0 ? "− " : i === 0 ? "" : "+ ";
    return `${sign}${size}${name} (${conditionsInWords(cells[name]) || "all rows"})`;
  }).join(" ");
}
