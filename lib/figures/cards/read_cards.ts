import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { ResultsError } from "../../results/results_error.ts";

/** Folder of the papers' example cards, wherever the library is used from. */
const CARDS_FOLDER: string = fileURLToPath(new URL("../../../data/cards/", import.meta.url));

/** A field of a card that holds words. */
export const TEXT: z.ZodString = z.string().min(1, "text");

/**
 * The words of a paper's example cards (of its tables, of the prompts), `data/cards/<name>.json`, checked by a schema; keys are
 * the ids of the figures that show them. Texts are the gist in our own words, with marks of style as in `runsOf`.
 *
 * @throws {ResultsError} when the file is no JSON or does not fit the schema, naming the file and the field
 */
export function readCards<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  folder = CARDS_FOLDER,
): z.output<Schema> {
  const file = `${folder}/${name}.json`.replaceAll("//", "/"), text = readFileSync(file, "utf8");
  const read = schema.safeParse(parsed(file, text), { reportInput: true });
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new ResultsError({
    file,
    column: issue.path.join("."),
    value: issue.code === "unrecognized_keys" ? issue.keys.join(", ") : issue.input ?? null,
    expected: issue.code === "invalid_type"
      ? issue.expected
      : issue.code === "unrecognized_keys"
      ? "only fields of a card"
      : issue.message,
  });
}

function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ResultsError({ file, expected: `JSON (${(error as Error).message})` });
  }
}
