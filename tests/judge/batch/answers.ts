import { completion, jsonLines } from "../study.ts";

/** A line of answers as OpenAI's batches and vLLM's runner write it: a completion that says this, or an error. */
export const answerTo = (custom_id: string, says = "[[A]]", more: Record<string, unknown> = {}) => ({
  ...{ id: "r", custom_id, error: null },
  response: { status_code: 200, body: JSON.parse(completion(says)) },
  ...more,
});

/** A line that says that a request failed. */
export const failed = (custom_id: string, message = "too long") =>
  answerTo(custom_id, "", { response: { status_code: 400, body: { message } } });

/** The keys of the requests in files. */
export const keysIn = (...files: string[]): string[] =>
  files.flatMap(jsonLines).map(({ custom_id }) => custom_id);

/** An object of each line, as text; what is text already (torn, empty) stays as it is. */
export const asLines = (lines: readonly unknown[]) =>
  lines.map((line) => typeof line === "string" ? line : JSON.stringify(line)).join("\n");
