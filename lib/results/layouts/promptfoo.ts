import { grouped } from "../../stats/grouped.ts";
import type { TableFile } from "../find_files.ts";
import { provenanceOf } from "../json_lines.ts";
import { type Found, type Json, type Layout, layout } from "./layout.ts";
import type { FilePeek } from "./peek.ts";
import { larger, numberOf, sides, textOf } from "./records.ts";

const GRADED =
  /^(not-)?(llm-rubric|g-eval|model-graded-.*|factuality|answer-relevance|context-.*|search-rubric|pi)$/;

/** promptfoo results (`results.json`, or its lines as JSONL) as ratings: a row per output, a column per model-graded assertion; `human` is a person's. */
export const promptfoo: Layout = layout("promptfoo", {
  results: isResults,
  beside: isTable,
  own: isFirst,
  *rows(_, at) {
    for (const { test, provider: model, prompt, failed, parts, human, origin } of outputsOf(at)) {
      at.count("errors", failed);
      for (const { part, type, grader, metric } of failed ? [] : parts) {
        if (!GRADED.test(String(type))) continue;
        const isLost = (part.metadata as Json | undefined)?.graderError === true;
        at.count("unparsed", isLost);
        yield {
          item_id: `${test}/${model}/${prompt}`,
          image_id: test,
          human,
          model,
          ...origin,
          evaluator: `${grader}/${metric ?? type}`,
          score: isLost ? null : numberOf(part.score),
        };
      }
    }
  },
});

/** promptfoo's `select-best` as pairs of a test's outputs, A the earlier provider's; of more than two the chosen one's with all others. */
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
      const best = shown.map(({ parts }) => parts.find(({ type }) => type === "select-best"));
      const asked = best.find((part) => part !== undefined);
      if (!asked || shown.length < 2) continue;
      const people = shown.map(({ human }) => human);
      const chosen = best.findIndex((one) => one?.part.pass === true), winner = Math.max(chosen, 0);
      for (const i of shown.keys()) {
        if (i === winner) continue;
        const [first, second] = [Math.min(i, winner), Math.max(i, winner)];
        yield {
          benchmark: at.file.stem,
          item_id: shown.length === 2 ? test : `${test}/${first}-${second}`,
          image_id: test,
          judge: at.judge(asked.grader),
          human: larger(people[first], people[second]),
          choice: at.read("unparsed", chosen < 0 ? null : chosen === first ? "A" : "B"),
          ...sides([shown[first].text, shown[second].text], [shown[first].provider, shown[second].provider]),
          ...shown[0].origin,
        };
      }
    }
  },
});

function hasSelections({ record, head }: FilePeek): boolean {
  const [first] = resultsIn(record) ?? [];
  return (first ? JSON.stringify([first.gradingResult, record.config]) : head).includes("select-best");
}

const resultsIn = ({ results }: Json) =>
  Array.isArray((results as Json | undefined)?.results) ? (results as { results: Json[] }).results : null;

function isResults({ kind, record, head }: FilePeek): boolean {
  return kind === "jsonl" && (resultsIn(record) !== null && "evalId" in record ||
    "testIdx" in record && "promptIdx" in record && head.includes('"provider"'));
}

function isTable({ kind, columns }: FilePeek): boolean {
  return kind === "csv" && columns.includes("Grader Reason");
}

/** One file per evaluation: the tool writes the same results as a document, as lines and as a table. */
function isFirst({ path }: TableFile, files: readonly TableFile[]): boolean {
  return !(path.endsWith(".jsonl") && files.some((other) => other.path === path.slice(0, -1)));
}

function outputsOf({ record }: Found) {
  return (resultsIn(record) ?? [record]).map((result) => {
    const grading = (result.gradingResult ?? {}) as Json;
    const parts = (grading.componentResults ?? ("assertion" in grading ? [grading] : [])) as Json[];
    const told = parts.map((part): Json & { part: Json } => ({ ...(part.assertion ?? {}) as Json, part }));
    return {
      test: `test ${result.testIdx}`,
      provider: nameOf(result.provider) ?? "unnamed",
      prompt: Number(result.promptIdx),
      text: (result.response as Json | undefined)?.output,
      failed: result.failureReason === 2,
      human: numberOf(told.find(({ type }) => type === "human")?.part.score),
      parts: told.map(({ part, type, metric, provider }) => ({
        ...{ part, type, metric, grader: nameOf(provider) ?? "default grader" },
      })),
      origin: provenanceOf((result.metadata ?? {}) as Json),
    };
  });
}

function nameOf(provider: unknown): string | null {
  const { label, id } = (typeof provider === "string" ? { id: provider } : provider ?? {}) as Json;
  return textOf(label || id);
}
