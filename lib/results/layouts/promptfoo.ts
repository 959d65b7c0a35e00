import type { TableFile } from "../find_files.ts";
import { provenanceOf, readJsonFile } from "../json_file.ts";
import { type LayoutRow, rowsTable } from "../rows_table.ts";
import type { Layout } from "./layout.ts";
import { type FilePeek, peek } from "./peek.ts";
import { type Json, type RatingCell, wideRatings, wordsOf } from "./records.ts";

/** Assertions that a model grades. */
const GRADED =
  /^(not-)?(llm-rubric|g-eval|model-graded-.*|factuality|answer-relevance|context-.*|search-rubric|pi)$/;

/** An output of one provider in one test, with what was asserted of it. */
interface Output {
  line: number;
  test: string;
  provider: string;
  prompt: number;
  text: unknown;
  failed: boolean;
  parts: Json[];
  origin: { provenance?: string };
}

/**
 * promptfoo results (`results.json`, or its lines as JSONL) as ratings: a row per output, a column per model-graded
 * assertion. A grader that failed is stored as a failed assertion with score 0: no score here. An assertion of type `human`
 * is the human's score. An output that ended in an error was not graded and is no row.
 */
export const promptfoo: Layout = {
  tool: "promptfoo",
  frame: "ratings",
  detect: detectResults,
  read(files, { count }) {
    const cells = resultFiles(files).flatMap((file) =>
      outputs(file).flatMap((output): RatingCell[] => {
        count("errors", output.failed);
        if (output.failed) return [];
        const human = output.parts.find((part) => assertion(part).type === "human");
        return output.parts.filter((part) => GRADED.test(String(assertion(part).type))).map((part) => {
          const failed = (part.metadata as Json | undefined)?.graderError === true;
          count("unparsed", failed);
          const { provider, metric, type } = assertion(part);
          return {
            file,
            line: output.line,
            row: {
              item_id: `${output.test}/${output.provider}/${output.prompt}`,
              image_id: output.test,
              human: typeof human?.score === "number" ? human.score : null,
              model: output.provider,
              ...output.origin,
            },
            evaluator: [nameOf(provider) ?? "default grader", metric ?? type].join("/"),
            score: failed || typeof part.score !== "number" ? null : part.score,
          };
        });
      })
    );
    return wideRatings(cells);
  },
  notes: {
    unparsed: "graders that failed, stored with score 0: no score",
    errors: "outputs that ended in an error and were not graded: no row",
  },
  silent: ["the grader's model, where the configuration names none"],
};

/**
 * promptfoo's `select-best` as pairs: the outputs of one test against each other, in the order of its providers. A is the
 * earlier, also in the order shown. A verdict that names no output chooses nobody: no choice. More than two outputs give
 * the chosen one's pairs with all others.
 */
export const promptfooSelect: Layout = {
  tool: "promptfoo",
  frame: "pairs",
  detect(file) {
    const role = detectResults(file);
    return role === "results" && !hasSelections(file) ? null : role;
  },
  read(files, { judge, count }) {
    const tables = resultFiles(files).map((file) => {
      const tests = Map.groupBy(outputs(file), ({ test }) => test);
      const rows = [...tests.values()].flatMap((group): LayoutRow[] => {
        const shown = group.sort((a, b) => a.prompt - b.prompt);
        const best = shown.map(({ parts }) => parts.find((part) => assertion(part).type === "select-best"));
        const asked = best.find((part) => part !== undefined);
        if (!asked || shown.length < 2) return [];
        const chosen = best.findIndex((part) => part?.pass === true);
        return shown.map((_, i) => i).filter((i) => i !== Math.max(chosen, 0)).map((i) => {
          const [first, second] = [Math.min(i, Math.max(chosen, 0)), Math.max(i, chosen, 0)];
          count("unparsed", chosen < 0);
          return {
            line: shown[first].line,
            values: {
              benchmark: file.stem,
              item_id: shown.length === 2 ? shown[0].test : `${shown[0].test}/${first}-${second}`,
              image_id: shown[0].test,
              judge: judge ?? nameOf(assertion(asked).provider) ?? "default grader",
              image: false,
              human: null,
              choice: chosen < 0 ? null : chosen === first ? "A" : "B",
              words_a: wordsOf(shown[first].text),
              words_b: wordsOf(shown[second].text),
              model_a: shown[first].provider,
              model_b: shown[second].provider,
              ...shown[0].origin,
            },
          };
        });
      });
      return rowsTable(file, rows);
    });
    return { tables: tables.filter(({ frame }) => frame.height > 0) };
  },
  notes: {
    unparsed: "verdicts that name no output: no choice (the first number in a reply counts as its verdict)",
  },
  silent: [
    "the reply: a number in its reasoning counts as its verdict, unseen",
    "verdicts in another order of the outputs",
  ],
};

/** Whether any of a file's assertions is a choice of the best. */
function hasSelections({ record, head }: FilePeek): boolean {
  const results = (record.results as { results?: Json[] } | undefined)?.results;
  if (!results) return head.includes('"select-best"');
  return JSON.stringify(results[0]?.gradingResult ?? null).includes("select-best") ||
    JSON.stringify(record.config ?? null).includes("select-best");
}

function detectResults({ kind, record, columns, head }: FilePeek): "results" | "beside" | null {
  if (kind === "csv") return columns.includes("Grader Reason") ? "beside" : null;
  const results = (record.results as Json | undefined)?.results;
  if (Array.isArray(results) && "evalId" in record) return "results";
  return "testIdx" in record && "promptIdx" in record && head.includes('"provider"') ? "results" : null;
}

/** One file per evaluation: the tool writes the same results as a document, as lines and as a table. */
function resultFiles(files: readonly TableFile[]): TableFile[] {
  const paths = new Set(files.map(({ path }) => path));
  return files.filter((file) =>
    file.kind === "jsonl" && detectResults(peek(file)) === "results" &&
    !(file.path.endsWith(".jsonl") && paths.has(file.path.slice(0, -1)))
  );
}

function outputs(file: TableFile): Output[] {
  return readJsonFile(file).flatMap(({ line, record }) => {
    const results = (record.results as Json | undefined)?.results;
    return (Array.isArray(results) ? results as Json[] : [record]).map((result) => {
      const grading = (result.gradingResult ?? {}) as Json;
      const parts = (grading.componentResults as Json[] | undefined) ??
        ("assertion" in grading ? [grading] : []);
      return {
        line,
        test: `test ${result.testIdx}`,
        provider: nameOf(result.provider) ?? "unnamed",
        prompt: Number(result.promptIdx),
        text: (result.response as Json | undefined)?.output,
        failed: result.failureReason === 2,
        parts,
        origin: provenanceOf((result.metadata ?? {}) as Json),
      };
    });
  });
}

const assertion = (part: Json) => (part.assertion ?? {}) as Json;

function nameOf(provider: unknown): string | null {
  if (typeof provider === "string") return provider;
  const { label, id } = (provider ?? {}) as Json;
  return typeof label === "string" && label !== "" ? label : typeof id === "string" ? id : null;
}
