import { readFileSync } from "node:fs";
import type { TableFile } from "../find_files.ts";
import { parsePythonJson, provenanceOf } from "../json_lines.ts";
import { READ_LIMITS, readBytes } from "../read_bytes.ts";
import { ResultsError } from "../results_error.ts";
import { type Json, type Layout, layout } from "./layout.ts";
import { textOf } from "./records.ts";
import { zipEntries, type ZipEntry } from "./zip_entries.ts";

/** Inspect's grades as numbers, as its own accuracy takes them. */
const GRADES: Record<string, number> = { C: 1, P: 0.5, I: 0, N: 0 };

/** What a scorer writes where it found no grade; older versions stored that as I. */
const NOT_FOUND = /^Grade not found/;

/**
 * Inspect logs (`.json`, or `.eval`: an archive of samples) as ratings: a row per sample and epoch, a column per grader and scorer. The evaluator is
 * the model in the role of the grader, else the model under test, which then graded its own answers.
 */
export const inspectLog: Layout = layout("inspect", {
  results: ({ kind, head }) =>
    kind === "eval" ||
    kind === "jsonl" && /^\s*\{\s*"version"\s*:\s*\d+\s*,\s*"status"/.test(head) && head.includes('"eval"'),
  open: (file) => [{ line: 1, record: { ...logOf(file) } }],
  *rows(log, at) {
    const { header, samples } = log as unknown as ReturnType<typeof logOf>;
    const { model, model_roles, task, scorers } = header.eval as Json;
    const grader = ((model_roles as Json | undefined)?.grader as Json | undefined)?.model;
    at.count("own_grader", grader ? 0 : samples.length);
    const names = new Set([
      ...((scorers ?? []) as { name: string }[]).map(({ name }) => name),
      ...samples.flatMap(({ scores }) => Object.keys((scores ?? {}) as Json)),
    ]);
    for (const sample of samples) {
      for (const scorer of names) {
        const found = ((sample.scores ?? {}) as Record<string, Json>)[scorer];
        const isLost = NOT_FOUND.test(String(found?.explanation ?? ""));
        const score = isLost ? null : gradeOf(found?.value);
        if (sample.error) at.count("failed_samples");
        else if (isLost && found.value === "I") at.count("unparsed_as_incorrect");
        else at.count("unparsed", score === null);
        yield {
          item_id: `${task}/${sample.id}`,
          image_id: `${task}/${sample.id}`,
          model: String(model),
          run: `epoch ${sample.epoch ?? 1}`,
          grade: textOf(found?.value),
          status: sample.error ? "error" : score === null ? "no_grade" : "ok",
          ...provenanceOf((sample.metadata ?? {}) as Json),
          evaluator: names.size === 1 ? String(grader ?? model) : `${grader ?? model}/${scorer}`,
          score,
        };
      }
    }
  },
});

function gradeOf(value: unknown): number | null {
  if (typeof value === "boolean" || Number.isFinite(value)) return Number(value);
  return GRADES[String(value)] ?? null;
}

/** A log's header, and of its samples what is read: the rest, all that was said and shown, is most of a log. */
function logOf(file: TableFile): { header: Json; samples: Json[] } {
  const isPacked = file.kind === "eval";
  try {
    const log = isPacked ? {} : parsePythonJson(readBytes(file).toString("utf8")) as Json;
    return isPacked ? packedLog(file.path) : { header: log, samples: (log.samples ?? []) as Json[] };
  } catch (error) {
    if (error instanceof ResultsError) throw error;
    const expected = `${isPacked ? "a whole archive" : "whole JSON"} (${(error as Error).message})`;
    throw new ResultsError({ file: file.path, expected });
  }
}

function packedLog(path: string): { header: Json; samples: Json[] } {
  const entries = zipEntries(readFileSync(path));
  // A packed archive may hold a thousand times its size.
  let left = READ_LIMITS.unpackedBytes;
  const contentOf = (entry: ZipEntry) => {
    const content = entry.content(Math.min(READ_LIMITS.entryBytes, left));
    left -= content.length;
    return parsePythonJson(content.toString("utf8")) as Json;
  };
  const header = ["header.json", "_journal/start.json"].map((own) => entries.find(({ name }) => name === own))
    .find((entry) => entry !== undefined);
  if (!header) throw new Error("it has no header.json");
  return {
    header: contentOf(header),
    samples: entries.filter(({ name }) => /^samples\/[^/]+\.json$/.test(name)).map((entry) => {
      const { id, epoch, scores, error, metadata } = contentOf(entry);
      return { id, epoch, scores, error, metadata };
    }),
  };
}
