import { requireProvenance } from "../results/require_valid_frame.ts";
import type pl from "nodejs-polars";
import { type FrameName, frameName, FRAMES } from "../results/frames.ts";
import type { ReadResultsOptions } from "../results/readers.ts";
import { readReport } from "../results/read_report.ts";
import { readResults } from "../results/read_results.ts";
import { optionNames, requireBetween, requireSeed } from "../progress/require.ts";
import type { OwnHypothesis } from "./own_hypotheses.ts";
import type { ReportJson } from "./report_json.ts";
import type { LookContext, Question, QuestionId } from "./report_types.ts";
import { said } from "./said.ts";

/** Options of `report`. */
export interface ReportOptions {
  /** Heading of the page; the files' names otherwise. */
  title?: string;
  /**
   * Tests of one's own, each a section called by its function's name or by `title`: functions of a frame that give a hypothesis result, asked
   * of every group; or results that are computed already.
   */
  hypotheses?: readonly OwnHypothesis[];
  /**
   * Ids of the questions to ask (`ib`, `slot`, …); all of them by default. Of conditions in one frame they end in `_by_condition`
   * (`mitigation_by_condition`, `accuracy_by_condition`), of every two of its judges they are `accuracy_by_judge`, `ib_by_judge`, `lb_by_judge`, `slot_by_judge`,
   * `reliability_by_judge`, `criteria_by_judge` and, of evaluators of ratings, `agreement_by_judge`: of three judges or more only where they are named. A + before one (`+ib_by_judge`) asks what is named beside all others. `deno task report --help` lists all.
   */
  questions?: readonly (QuestionId | (string & Record<never, never>))[];
  /** Models of one family by its name, for preference within families. */
  families?: Readonly<Record<string, readonly string[]>>;
  /** How much worse than a person a judge may fit and still stand in for one (0.2 where people are experts, 0.15 skilled, 0.1 laymen). */
  epsilon?: number;
  /**
   * The condition that others are compared with, null for rows without one. By default these, else the condition named base, baseline, plain,
   * original, none or default, else the first by name.
   */
  baseline?: string | null;
  /**
   * Columns that tell groups apart beside the judge (`benchmark`, `pipeline`, `condition`, …); by default all of these that have several values.
   * `["judge"]` asks of all rows of a judge together, each counting alike: fewer tests, each of more rows.
   */
  by?: readonly string[];
  /** Of everything that draws at random. */
  seed?: number;
  /** Chance of any false finding in the report, and 1 minus the level of its intervals. */
  alpha?: number;
  /** Which kind of judgments to report on, where files hold several (`ratings`). */
  frame?: FrameName;
  /** How files of one's own are read, as `readResults` takes it: `columns`, `values`, `missing`, `labels`, … */
  read?: ReadResultsOptions;
  /** No bar of progress. */
  silent?: boolean;
  /** Folder that the report is written to: `index.html`, `report.json`, `estimates.csv`, `estimates.tex`, `report.md`, of a comparison `changed.csv`, of replies that could not be read `unread.csv`; nowhere by default. */
  out?: string;
}

export const REPORT_OPTIONS: readonly string[] = optionNames<ReportOptions>()(
  "title hypotheses questions families epsilon baseline by frame seed alpha read silent out",
);

/** A report: the page, the record, and every estimate as a row. */
export interface Report {
  /** One HTML file that needs no network. */
  html: string;
  /** What `report.json` holds. */
  json: ReportJson;
  /** Tidy: question, look, the group's columns, quantity, estimate, low, high, n, clusters, p, p_adjusted, verdict, note, warning. */
  estimates: pl.DataFrame;
  /** Of a comparison, or of conditions, each judgment that changed, with what the first results (the baseline) say of it and what the second. */
  changed?: pl.DataFrame;
}

/** What all questions of a report are told; throws for values that it would print or draw with as they are. */
export function contextOf(
  { seed = 1, alpha = 0.05, families = {}, epsilon = EPSILON, baseline, by, questions: asked }: ReportOptions,
): Omit<LookContext, "main"> {
  requireSeed("report", seed);
  requireBetween("report", "an alpha", alpha);
  const named = asked?.map(plainId);
  return {
    ...{ seed, alpha, level: 1 - alpha, families, epsilon, baseline, by, asked: named },
    sides: ["the first results", "the second"],
  };
}

/** Of the questions that a frame is asked those that are named, or all. */
export function namedQuestions(
  all: readonly Question[],
  name: FrameName,
  ids: ReportOptions["questions"],
): Question[] {
  const known = all.filter(({ frame }) => frame === name), named = ids?.map(plainId);
  const strange = named?.find((id) => !known.some((one) => one.id === id));
  if (strange === undefined) {
    return !named || ids!.some((id) => id.startsWith("+"))
      ? known
      : known.filter(({ id }) => named.includes(id));
  }
  const found = { known: known.map(({ id }) => id), strange: JSON.stringify(strange) };
  throw new RangeError(said("unknown_question", found));
}

const plainId = (id: string) => id.replace(/^\+/, "");

const EPSILON = 0.15;

/** The one frame that a report is on: the one given, or the one that its files hold. */
export function oneFrame(
  results: string | pl.DataFrame,
  { read, frame: wanted }: Pick<ReportOptions, "read" | "frame">,
): { frame: pl.DataFrame; name: FrameName; notes: string[] } {
  if (typeof results !== "string") {
    requireProvenance("report", results);
    const name = frameName(results);
    if (name) return { frame: results, name, notes: [] };
    throw new TypeError(said("no_frame", { frames: Object.keys(FRAMES), columns: results.columns }));
  }
  const frames = Object.entries(readResults(results, read)) as [FrameName, pl.DataFrame][];
  const told = frames.filter(([name]) => wanted === undefined ? name !== "labels" : name === wanted);
  const found = frames.map(([name]) => name);
  if (told.length === 0) {
    throw new TypeError(said(wanted ? "no_such_frame" : "no_judgments", { wanted, found, results }));
  }
  // Of judges that score both answers side by side ratings are made beside the pairs, and a tool's file may hold both.
  const [paths, others = []] = told.map(([, one]) => readReport(one)?.files.map(({ path }) => path) ?? []);
  const isBoth = told.map(([name]) => name).join() === "pairs,ratings" &&
    (read?.judges !== undefined || others.every((path) => paths.includes(path)));
  if (told.length > 1 && !isBoth) {
    throw new TypeError(said("several_kinds", { found, results, name: told[0][0] }));
  }
  const notes = isBoth ? ['on pairs; correlations of the scores: --frame ratings (frame: "ratings")'] : [];
  return { frame: told[0][1], name: told[0][0], notes };
}
