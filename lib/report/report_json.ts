import type { FrameName } from "../results/frames.ts";
import type { LeftOut } from "./left_out.ts";
import type { Line, LineVerdict, Unit } from "./report_types.ts";
import type { NotAsked } from "./sections.ts";

/** Version of the record's schema: a field's meaning never changes within one. */
export const SCHEMA = "judgebias-report/1";

/** A line of `report.json`; numbers that do not exist are null. */
export interface JsonLine {
  /** Id of the question: ib, lb, slot, … */
  question: string;
  group: Record<string, string>;
  quantity: string;
  unit: Unit;
  /** Fractions throughout, also where the page shows points or percent. */
  estimate: number | null;
  low: number | null;
  high: number | null;
  n: number | null;
  clusters: number | null;
  p: number | null;
  /** Holm over all tested lines of the report. */
  p_adjusted: number | null;
  verdict: LineVerdict;
  note: string;
  warning: string;
}

/** What `report.json` holds. */
export interface ReportJson {
  schema: typeof SCHEMA;
  title: string;
  lead: string;
  verdict_words: string;
  /** What could not be computed, with the questions that it stopped. */
  problems: { problem: string; questions: { id: string; title: string }[] }[];
  made_by: Record<string, string>;
  input: {
    frame: FrameName;
    layout: string;
    files: { name: string; rows: number }[];
    /** Of the frame's content, as Parquet-free text: the same rows in the same order give the same hash. */
    sha256: string;
  };
  options: { seed: number; alpha: number };
  provenance: "results" | "simulated";
  lines: JsonLine[];
  left_out: LeftOut;
  not_asked: NotAsked[];
  methods: string;
  bibtex: string;
  files: { csv: string };
}

/** A line as the record holds it. */
export function jsonLine(line: Line): JsonLine {
  const known = (value: number) => Number.isFinite(value) ? value : null;
  return {
    question: line.question,
    group: line.group,
    quantity: line.quantity,
    unit: line.unit,
    estimate: known(line.estimate),
    low: known(line.low),
    high: known(line.high),
    n: known(line.n),
    clusters: known(line.clusters),
    p: known(line.pValue),
    p_adjusted: known(line.pAdjusted),
    verdict: line.verdict,
    note: line.note ?? "",
    warning: line.warning,
  };
}
