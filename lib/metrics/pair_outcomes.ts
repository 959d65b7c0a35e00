import { inWords } from "../progress/show.ts";
import pl from "nodejs-polars";
import { requireFrame } from "../results/frame.ts";
import { columnNumbers, factor } from "../results/factor.ts";
import { FEW } from "../results/odd_texts.ts";
import { requireValidFrame } from "../results/require_valid_frame.ts";
import { lazily } from "../stats/grouped.ts";
import type { ClusterCodes } from "../stats/infer.ts";
import {
  type ClusterColumns,
  firstOf,
  frameClusters,
  isVoted,
  SLOT,
  swappedRows,
  verdictCells,
} from "./pair_rows.ts";
import type { Column } from "./metric_table.ts";
import { counted, type Part } from "./metric_columns.ts";
import { requireOneOf } from "../progress/require.ts";

/** A verdict column's values as small integers. */
export const VERDICT = { A: 0, B: 1, tie: 2, missing: 3 } as const;

/** Which side of a split a row is on; `none` where the split cannot be told. */
export const SIDE = { none: -1, first: 0, second: 1, equal: 2 } as const;

/** The subsets of pairs that metrics set against each other: their split, side and name in a warning. */
export const SUBSETS = {
  ids: ["informativeness", SIDE.first, "IDS"],
  cds: ["informativeness", SIDE.second, "CDS"],
  longer: ["length", SIDE.first, "the subset longer"],
  shorter: ["length", SIDE.second, "the subset shorter"],
  first: ["slot", SIDE.first, "the subset first"],
  second: ["slot", SIDE.second, "the subset second"],
} as const;

/** Columns by which metrics on pairs group unless asked otherwise, as far as a frame has them. */
export const PAIRS_BY = ["benchmark", "judge", "pipeline", "image", "variant"] as const;

/** What the pairwise metrics need of each row, as typed arrays in the frame's order. */
export type PairOutcomes = ReturnType<typeof pairOutcomes>;

/**
 * Reads the columns of a `pairs` frame that decide right and wrong into typed arrays, each once and when first needed.
 *
 * A judge's tie or unparsable answer is wrong (0); a row whose human label is a tie or missing has no right answer
 * (−1). Columns that a metric does not need may be absent: their split is then `none` everywhere.
 *
 * @param unparsed `drop` leaves unparsable answers out instead of calling them wrong; a tie stays wrong
 */
export function pairOutcomes(
  action: string,
  pairs: pl.DataFrame,
  { unparsed = "wrong", clusters: columns }: { unparsed?: "wrong" | "drop"; clusters?: ClusterColumns } = {},
) {
  requireFrame(action, pairs);
  requireOneOf(action, "unparsed", unparsed, ["wrong", "drop"]);
  // Of many rows, coding the verdicts looks at each of their values already.
  const coded = ["human", "choice"].map((name) =>
    pairs.columns.includes(name) && comparedCodes(pairs.getColumn(name))
  );
  const except = coded.every(Boolean) ? ["human", "choice"] : [];
  requireValidFrame(action, "pairs", pairs, { needs: ["item_id", "human", "choice"], except });
  const { height } = pairs;
  const human = coded[0] || verdictCodes(action, pairs, "human");
  const choice = coded[1] || verdictCodes(action, pairs, "choice");
  const correct = new Int8Array(height);
  for (let i = 0; i < height; i++) {
    const isOut = human[i] > VERDICT.B || unparsed === "drop" && choice[i] === VERDICT.missing;
    correct[i] = isOut ? -1 : human[i] === choice[i] ? 1 : 0;
  }
  const outcomes = lazily({
    height,
    /** 1 = the judge chose what the human chose, 0 = it did not, −1 = the human has no A or B (or the row is dropped). */
    correct,
    human,
    choice,
    /** Right or wrong of all rows, or of one of `SUBSETS`. */
    part(subset?: keyof typeof SUBSETS): Part {
      const [split, side, name] = subset ? SUBSETS[subset] : [null, null, "the accuracy"] as const;
      const inside = split === null ? null : outcomes[split];
      const isIn = (row: number) => human[row] <= VERDICT.B && (inside === null || inside[row] === side);
      return { name, value: (row) => isIn(row) && correct[row] >= 0 ? correct[row] : NaN };
    },
    /** How many calls have a row that fulfils a condition: one on which several people voted (`annotator`) counts once. */
    calls(condition: (row: number) => boolean): Column {
      return !isVoted(pairs) ? counted(condition) : {
        type: "count",
        of: ({ rows }) => firstOf(rows.filter(condition), outcomes.cells).length,
      };
    },
  }, {
    /** first = IDS (the human-preferred answer is the more informative one), second = CDS. */
    informativeness: () => informativenessSide(action, pairs, human),
    /** first = the human-preferred answer is longer, second = shorter, equal = same number of words. */
    length: () => lengthSide(pairs, human),
    /** first = the human-preferred answer was shown first, second = second; none where nobody knows. */
    slot: () =>
      Int8Array.from(
        swappedRows(pairs),
        (shown, row) => human[row] > VERDICT.B || shown === SLOT.unknown ? SIDE.none : human[row] ^ shown,
      ),
    cells: () => verdictCells(pairs),
    clustering: () => frameClusters(pairs, columns),
    /** Cluster of each row: the unit that intervals take as independent, and what it is called. */
    clusters: (): ClusterCodes => outcomes.clustering.codes,
    clusterUnit: (): string => outcomes.clustering.unit,
    /** How many rows have no right answer; how many calls a judge's tie, or no usable answer. */
    exceptions: (): Record<"n_human_tie" | "n_human_missing" | "n_tie" | "n_unparsed", Column> => ({
      n_human_tie: counted((row) => human[row] === VERDICT.tie),
      n_human_missing: counted((row) => human[row] === VERDICT.missing),
      n_tie: outcomes.calls((row) => human[row] <= VERDICT.B && choice[row] === VERDICT.tie),
      n_unparsed: outcomes.calls((row) => human[row] <= VERDICT.B && choice[row] === VERDICT.missing),
    }),
  });
  return outcomes;
}

/** Throws when no row has a human label: an accuracy of NaN everywhere would hide that nobody was asked. */
export function requireHuman(
  action: string,
  { human, height }: Pick<PairOutcomes, "human" | "height">,
): void {
  if (height === 0 || human.some((code) => code !== VERDICT.missing)) return;
  const rows = inWords(height, "row");
  throw new TypeError(
    `${action}: wanted human labels (A or B in the column human), found none in ${rows}; bradleyTerry, longerWins, ` +
      "orderConsistency, slotPreference, transitivity and repeatability need none",
  );
}

/** Throws when not one row can be put into IDS or CDS: a bias of NaN everywhere would hide a forgotten file. */
export function requireLabels(
  action: string,
  { informativeness, human, height }: Pick<PairOutcomes, "informativeness" | "human" | "height">,
): void {
  const judged = human.some((code) => code <= VERDICT.B);
  if (!judged || informativeness.some((side) => side !== SIDE.none)) return;
  const rows = inWords(height, "row");
  throw new TypeError(
    `${action}: wanted informativeness labels (A or B in the column more_informative), found none in ${rows}; ` +
      `join them with readPairs(path, { labels: "labels.csv" }), or name a column of the file: ` +
      `columns: { more_informative: "…" }`,
  );
}

/** A column of verdicts as the codes of `VERDICT`; a RangeError for anything but A, B, tie or null. */
export function verdictCodes(action: string, frame: pl.DataFrame, column: string): Uint8Array {
  const series = frame.getColumn(column), compared = comparedCodes(series);
  if (compared) return compared;
  const { codes, levels } = factor(series);
  const lookup = levels.map((level) => {
    if (level === null) return VERDICT.missing;
    if (level === "A" || level === "B" || level === "tie") return VERDICT[level];
    throw new RangeError(
      `${action}: wanted A, B, tie or null in the column ${column}, found ${JSON.stringify(level)}`,
    );
  });
  return Uint8Array.from(codes, (code) => lookup[code]);
}

/** The code of a value that is no verdict. */
const UNKNOWN = 255;

/** The codes of a long column of text in which every value is a verdict; null for any other. */
function comparedCodes(series: pl.Series): Uint8Array | null {
  if (series.length <= FEW || !/String|Utf8/.test(String(series.dtype))) return null;
  const text = pl.col("text"), is = (name: "A" | "B" | "tie") => text.eq(pl.lit(name));
  // Bytes from the start: as numbers of eight bytes they cost more than twice as much.
  const code = (value: number) => pl.lit(value).cast(pl.UInt8);
  const codes = pl.DataFrame([series.alias("text")]).select(
    pl.when(text.isNull()).then(code(VERDICT.missing))
      .when(is("A")).then(code(VERDICT.A)).when(is("B")).then(code(VERDICT.B))
      .when(is("tie")).then(code(VERDICT.tie)).otherwise(code(UNKNOWN)).alias("code"),
  ).getColumn("code").toTypedArray() as Uint8Array;
  return codes.includes(UNKNOWN) ? null : codes;
}

function informativenessSide(action: string, pairs: pl.DataFrame, human: Uint8Array): Int8Array {
  if (!pairs.columns.includes("more_informative")) return new Int8Array(pairs.height).fill(SIDE.none);
  const informative = verdictCodes(action, pairs, "more_informative");
  return Int8Array.from(human, (own, row) => {
    if (own > VERDICT.B || informative[row] > VERDICT.B) return SIDE.none;
    return own === informative[row] ? SIDE.first : SIDE.second;
  });
}

function lengthSide(pairs: pl.DataFrame, human: Uint8Array): Int8Array {
  const names = ["words_a", "words_b"];
  if (names.some((name) => !pairs.columns.includes(name))) return new Int8Array(pairs.height).fill(SIDE.none);
  const [a, b] = names.map((name) => columnNumbers(pairs.getColumn(name)));
  return Int8Array.from(human, (own, row) => {
    const difference = own === VERDICT.A ? a[row] - b[row] : b[row] - a[row];
    if (own > VERDICT.B || Number.isNaN(difference)) return SIDE.none;
    return difference > 0 ? SIDE.first : difference < 0 ? SIDE.second : SIDE.equal;
  });
}
