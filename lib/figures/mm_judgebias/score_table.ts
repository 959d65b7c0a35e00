import { BIAS_TAXONOMY } from "../../results/bias_taxonomy.ts";
import type { Drawing, FigureContext } from "../figure_spec.ts";
import type { TableCell, TableColumn } from "../table_spec.ts";
import { countRange, fixed } from "../theme.ts";
import { DIMENSIONS, provenanceNote } from "./score_rows.ts";
import { findScore, type ScoreValue, scoreValueFrame } from "./score_values.ts";

/** A column of a table of scores. */
export interface ScoreColumn {
  quantity: string;
  label: string;
  group?: string;
  decimals: number;
  /** The prompt of its values, where that is not the row's. */
  prompt?: string;
}

/** A row: whose numbers it shows. */
export interface ScoreTableRow {
  judge: string;
  prompt: string;
  label: string;
  note?: string;
  /** Above the row. */
  heading?: string;
}

export interface ScoreTableOptions {
  first: string;
  rows: readonly ScoreTableRow[];
  columns: readonly ScoreColumn[];
  caption: string;
  /** Footnotes about what is published. */
  footnotes?: readonly string[];
  alt: string;
  /** For a dozen columns: leaves the zero before three decimals out, and less space between columns. */
  short?: boolean;
}

/** The nine bias types as columns, under their dimensions. */
export function typeColumns(decimals = 3): ScoreColumn[] {
  return BIAS_TAXONOMY.map(({ type, short, dimension }) => ({
    quantity: type,
    label: short.replace(/^(Text|Img|Resp|Instr|Detail|Unnec|Visual)/, "$1\n").replace("Insert.", "Ins."),
    group: DIMENSIONS[dimension].label,
    decimals,
  }));
}

/** The dimensions' means and that of all types. */
export function meanColumns(decimals = 3): ScoreColumn[] {
  return [
    ...Object.entries(DIMENSIONS).map(([quantity, { short }]) => ({
      quantity,
      label: short,
      group: "Means",
      decimals,
    })),
    { quantity: "overall", label: "All", group: "Means", decimals },
  ];
}

/** What a mark behind a number says. */
const NOISE_MARK = "°";

/** A table of judges by bias types, dimensions or prompts, published or computed. */
export function scoreTable(
  context: FigureContext,
  values: readonly ScoreValue[],
  { first, rows, columns, caption, footnotes = [], alt, short = false }: ScoreTableOptions,
): Drawing {
  const drawn: ScoreValue[] = [];
  let noisy = false;
  const key = ({ quantity, prompt = "" }: ScoreColumn) => `${quantity} ${prompt}`;
  const cells = rows.map((row) =>
    Object.fromEntries(columns.map((column): [string, TableCell] => {
      const value = findScore(values, {
        judge: row.judge,
        prompt: column.prompt ?? row.prompt,
        quantity: column.quantity,
      });
      if (!value) return [key(column), { text: "–" }];
      drawn.push(value);
      const text = fixed(value.value, column.decimals);
      const isNoise = withinNoise(value);
      noisy ||= isNoise;
      return [key(column), {
        text: (short ? text.replace(/^0\.(?=\d{3})/, ".") : text) + (isNoise ? NOISE_MARK : ""),
        bold: value.bold,
      }];
    }))
  );
  if (drawn.length === 0) {
    throw new RangeError(
      "table: wanted rows with scores (columns unbiased, biased) of its bias types and prompts (columns bias_type, prompt), found none",
    );
  }
  const tableColumns: TableColumn[] = [
    { key: "first", label: first, align: "left" },
    ...columns.map((column) => ({
      key: key(column),
      label: column.label,
      ...(column.group ? { group: column.group } : {}),
    })),
  ];
  const sources = drawn.map(({ provenance }) => provenance);
  const counts = drawn.map(({ n }) => n).filter((n) => !Number.isNaN(n));
  const computed = counts.length > 0
    ? ` ${
      countRange(counts)
    } samples per value; 95% intervals (clustered by sample) and noise floors are in the CSV.`
    : "";
  return {
    body: {
      kind: "table",
      table: {
        columns: tableColumns,
        ...(short ? { gap: 7 } : {}),
        rows: rows.map(({ label, note, heading }, r) => ({
          ...(heading ? { heading } : {}),
          cells: { first: { text: label, ...(note ? { note } : {}) }, ...cells[r] },
        })),
      },
    },
    data: scoreValueFrame(drawn),
    caption: `${caption}${computed} ${provenanceNote(sources, context)}`,
    footnotes: [
      ...(noisy
        ? [`${NOISE_MARK} Not beyond what the judge's noise from run to run gives by itself (noiseFloor).`]
        : []),
      ...(context.source === "published" ? footnotes : []),
    ],
    alt,
  };
}

/** Whether a BD is not above its floor, or a BC not below its ceiling. */
function withinNoise({ quantity, value, noise }: ScoreValue): boolean {
  const spec = BIAS_TAXONOMY.find(({ type }) => type === quantity);
  if (!spec || Number.isNaN(noise)) return false;
  return spec.metric === "bd" ? value <= noise : value >= noise;
}

/** Marks the best value of every column as bold, within groups of rows that have the same key. */
export function withBest(
  values: readonly ScoreValue[],
  group: (value: ScoreValue) => string = () => "",
): ScoreValue[] {
  const best = new Map<string, number>();
  const key = (value: ScoreValue) => `${group(value)}\n${value.quantity}`;
  for (const value of values) best.set(key(value), Math.max(best.get(key(value)) ?? -Infinity, value.value));
  return values.map((value) => ({
    ...value,
    bold: !value.quantity.startsWith("inter_") && value.value === best.get(key(value)),
  }));
}
