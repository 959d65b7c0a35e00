import type { FrameName } from "../results/frames.ts";
import type { LeftOut } from "./left_out.ts";
import type { Line, LineVerdict, Tone, Unit } from "./report_types.ts";

/** Version of the record's schema: a field's meaning never changes within one. */
export const SCHEMA = "judgebias-report/1";

/** A line of `report.json`; numbers that do not exist are null. */
export interface JsonLine {
  /** Id of the question: ib, lb, slot, … */
  question: string;
  /** Values of the columns that tell groups apart: judge, benchmark, pipeline, … */
  group: Record<string, string>;
  /** What is estimated, in a word or two. */
  quantity: string;
  /** How the page shows the numbers: points, percent, or as they are. */
  unit: Unit;
  /** Fractions throughout, also where the page shows points or percent. */
  estimate: number | null;
  /** Lower end of the interval. */
  low: number | null;
  /** Upper end of the interval. */
  high: number | null;
  /** Rows that the estimate rests on. */
  n: number | null;
  /** Independent clusters of these rows; rows where they are not clustered. */
  clusters: number | null;
  /** Degrees of freedom of the interval; null where it has none of its own. */
  df: number | null;
  /** Where the limits come from, in a word or a clause. */
  method: string;
  /** Two-sided p against the question's null value; null where nothing is tested. */
  p: number | null;
  /** Holm over all tested lines of the report. */
  p_adjusted: number | null;
  /** What the test says once p is adjusted; `not tested` where there is none. */
  verdict: LineVerdict;
  /** What the verdict says, as the end of "the judge …"; empty where nothing is tested. */
  words: string;
  /** What that means: harm, help, an effect of neither kind, none that matters (absent), open, or nothing tested (none). */
  tone: Tone;
  /** Parts of the data whose effects have opposite signs, each beyond chance; empty where there are none. */
  parts: string;
  /** What else belongs to the estimate; empty where nothing does. */
  note: string;
  /** Why the line should not be trusted as it stands; empty where there is no reason. */
  warning: string;
}

/** A question that these results cannot answer, and what would allow it. */
export interface NotAsked {
  /** Id of the question: ib, lb, slot, … */
  id: string;
  /** Heading that its section would have. */
  title: string;
  /** The question in one sentence. */
  question: string;
  /** What the results do not hold. */
  lacking: string;
  /** Which column or option would allow it. */
  allow: string;
}

/** What `report.json` holds. */
export interface ReportJson {
  /** Version of this record. */
  schema: typeof SCHEMA;
  /** Title of the page. */
  title: string;
  /** How many rows, judges and benchmarks were read, in a sentence. */
  lead: string;
  /** How many lines show an effect, rule one out or are undecided, in a sentence. */
  verdict_words: string;
  /** What the verdicts say, in sentences by question: questions with an effect first. */
  answers: { id: string; title: string; answers: string[] }[];
  /** What these results cannot say, in sentences. */
  cannot_say: string[];
  /** What could not be computed, with the questions that it stopped. */
  problems: { problem: string; questions: { id: string; title: string }[] }[];
  /** Versions of this library and of what it ran on. */
  made_by: Record<string, string>;
  /** What was read: the frame, the layout of its files, and their rows. */
  input: {
    frame: FrameName;
    layout: string;
    files: { name: string; rows: number }[];
    /** Of the frame's content, as Parquet-free text: the same rows in the same order give the same hash. */
    sha256: string;
  };
  /** Seed of resampling, and the chance allowed for any false finding of the report. */
  options: { seed: number; alpha: number };
  /** Whether the rows call themselves simulated. */
  provenance: "results" | "simulated";
  /** Every estimate with its verdict, question by question. */
  lines: JsonLine[];
  /** What was read and what was left out. */
  left_out: LeftOut;
  /** Questions that these results cannot answer. */
  not_asked: NotAsked[];
  /** Of a comparison: judges that only one of the two results has. */
  not_compared?: { judge: string; only_in: "first" | "second" }[];
  /** The methods in a paragraph. */
  methods: string;
  /** BibTeX entries of the works cited in `methods`. */
  bibtex: string;
  /** Names of the files beside the record: the estimates as CSV. */
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
    df: known(line.df),
    method: line.method,
    p: known(line.pValue),
    p_adjusted: known(line.pAdjusted),
    verdict: line.verdict,
    words: line.words,
    tone: line.tone,
    parts: line.parts,
    note: line.note ?? "",
    warning: line.warning,
  };
}
