import { grouped } from "../../stats/grouped.ts";
import type { TableFile } from "../find_files.ts";
import { provenanceOf } from "../json_lines.ts";
import { type Found, type Json, type Layout, layout } from "./layout.ts";
import type { FilePeek } from "./peek.ts";
import { sides } from "./records.ts";

/** Assertions that a model grades. */
const GRADED =
  /^(not-)?(llm-rubric|g-eval|model-graded-.*|factuality|answer-relevance|context-.*|search-rubric|pi)$/;

/**
 * promptfoo results (`results.json`, or its lines as JSONL) as ratings: a row per output, a column per model-graded
 * assertion. A grader that failed is stored as a failed assertion with score 0: no score here. An assertion of type `human`
 * is the human's score. An output that ended in an error was not graded and is no row.
 */
export const promptfoo: Layout = layout("promptfoo", {
  results: isResults,
  beside: isTable,
  own: isFirst,
  *rows(_, at) {
    for (const { test, provider: model, prompt, failed, parts, origin } of outputsOf(at)) {
      at.count("errors", failed);
      const human = parts.find((part) => assertion(part).type === "human");
      const graded = failed ? [] : parts.filter((part) => GRADED.test(String(assertion(part).type)));
      for (const part of graded) {
        const isLost = (part.metadata as Json | undefined)?.graderError === true;
        at.count("unparsed", isLost);
        const { provider, metric, type } = assertion(part);
        yield {
          item_id: `${test}/${model}/${prompt}`,
          image_id: test,
          human: typeof human?.score === "number" ? human.score : null,
          model,
          ...origin,
          evaluator: [nameOf(provider) ?? "default grader", metric ?? type].join("/"),
          score: isLost || typeof part.score !== "number" ? null : part.score,
        };
      }
    }
  },
});

/**
 * promptfoo's `select-best` as pairs: the outputs of one test against each other, in the order of its providers. A is the
 * earlier, also in the order shown. A verdict that names no output chooses nobody: no choice. More than two outputs give
 * the chosen one's pairs with all others.
 */
export const promptfooSelect: Layout = layout("promptfoo-select", {
  results: (file) => isResults(file) && hasSelections(file),
  beside: isTable,
  own: isFirst,
  index: (files, records) =>
    new Map(files.map((file) => [
      file.path,
      grouped(file.kind === "jsonl" ? records(file).flatMap(outputsOf) : [], ({ test }) => test),
    ])),
  *rows(_, at) {
    const tests = at.index.get(at.file.path)!;
    for (const { test } of outputsOf(at)) {
      const shown = (tests.get(test) ?? []).toSorted((a, b) => a.prompt - b.prompt);
      tests.delete(test); // of the lines of a test the first makes its pairs
      const best = shown.map(({ parts }) => parts.find((part) => assertion(part).type === "select-best"));
      const asked = best.find((part) => part !== undefined);
      if (!asked || shown.length < 2) continue;
      const chosen = best.findIndex((part) => part?.pass === true), winner = Math.max(chosen, 0);
      for (const i of shown.keys()) {
        if (i === winner) continue;
        const [first, second] = [Math.min(i, winner), Math.max(i, winner)];
        yield {
          benchmark: at.file.stem,
          item_id: shown.length === 2 ? test : `${test}/${first}-${second}`,
          image_id: test,
          judge: at.judge(nameOf(assertion(asked).provider) ?? "default grader"),
          choice: at.read("unparsed", chosen < 0 ? null : chosen === first ? "A" : "B"),
          ...sides([shown[first].text, shown[second].text], [shown[first].provider, shown[second].provider]),
          ...shown[0].origin,
        };
      }
    }
  },
});

/** Whether any of a file's assertions is a choice of the best. */
function hasSelections({ record, head }: FilePeek): boolean {
  const results = (record.results as { results?: Json[] } | undefined)?.results;
  if (!results) return head.includes('"select-best"');
  return JSON.stringify(results[0]?.gradingResult ?? null).includes("select-best") ||
    JSON.stringify(record.config ?? null).includes("select-best");
}

function isResults({ kind, record, head }: FilePeek): boolean {
  const results = (record.results as Json | undefined)?.results;
  return kind === "jsonl" && (Array.isArray(results) && "evalId" in record ||
    "testIdx" in record && "promptIdx" in record && head.includes('"provider"'));
}

function isTable({ kind, columns }: FilePeek): boolean {
  return kind === "csv" && columns.includes("Grader Reason");
}

/** One file per evaluation: the tool writes the same results as a document, as lines and as a table. */
function isFirst({ path }: TableFile, files: readonly TableFile[]): boolean {
  return !(path.endsWith(".jsonl") && files.some((other) => other.path === path.slice(0, -1)));
}

/** The outputs of each provider in each test, with what was asserted of them. */
function outputsOf({ record }: Found) {
  const results = (record.results as Json | undefined)?.results;
  return (Array.isArray(results) ? results as Json[] : [record]).map((result) => {
    const grading = (result.gradingResult ?? {}) as Json;
    return {
      test: `test ${result.testIdx}`,
      provider: nameOf(result.provider) ?? "unnamed",
      prompt: Number(result.promptIdx),
      text: (result.response as Json | undefined)?.output,
      failed: result.failureReason === 2,
      parts: (grading.componentResults as Json[] | undefined) ?? ("assertion" in grading ? [grading] : []),
      origin: provenanceOf((result.metadata ?? {}) as Json),
    };
  });
}

const assertion = (part: Json) => (part.assertion ?? {}) as Json;

function nameOf(provider: unknown): string | null {
  if (typeof provider === "string") return provider;
  const { label, id } = (provider ?? {}) as Json;
  return typeof label === "string" && label !== "" ? label : typeof id === "string" ? id : null;
}
