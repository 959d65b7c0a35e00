import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { ResultsError } from "../../results/results_error.ts";
import type { Prompts } from "../protocol.ts";

/** Folder of the prompts, wherever the library is used from. */
const PROMPTS_FOLDER: string = fileURLToPath(new URL("../../../data/prompts/", import.meta.url));

/** The list of the prompts: their version, which a changed text raises, and what of a paper they stand for. */
const LIST = z.record(
  z.string().regex(/^[a-z][a-z0-9_]*$/, "an id in snake case"),
  z.strictObject({
    version: z.string().regex(/^\d+$/, "a number as text"),
    source: z.string().regex(
      /^(birch|mm-judgebias|philautia|multi-crit): ./,
      "a paper and its figure, table or section",
    ),
  }),
);

/** A template: some text that does not end in blanks, since a judge would see these. */
const TEMPLATE = z.string().min(1, "text").regex(/\S$/, "text without blank lines at its end");

/**
 * The prompts of all protocols: `data/prompts/<id>.txt`, each a whole template with its `{{slots}}`, in the order of
 * `prompts.json`, which has their versions and sources.
 *
 * @throws {ResultsError} when list and files differ, or one of them is not as it should be, naming file and field
 */
export function readPrompts(folder = PROMPTS_FOLDER): Prompts {
  const file = `${folder}/prompts.json`.replaceAll("//", "/");
  const list = checked(LIST, json(file), file);
  const files = readdirSync(folder).filter((name) => name.endsWith(".txt")).map((name) => name.slice(0, -4));
  const unlisted = files.find((id) => !Object.hasOwn(list, id));
  if (unlisted !== undefined) {
    throw new ResultsError({
      file,
      column: unlisted,
      expected: `an entry for the file ${unlisted}.txt, found none`,
    });
  }
  return Object.fromEntries(
    Object.entries(list).map(([id, { version, source }]) => {
      if (!files.includes(id)) {
        throw new ResultsError({ file, column: id, expected: `the file ${id}.txt beside it, found none` });
      }
      const path = `${folder}/${id}.txt`.replaceAll("//", "/");
      const text = readFileSync(path, "utf8").replaceAll("\r\n", "\n").replace(/\n$/, "");
      return [id, { id, version, source, text: checked(TEMPLATE, text, path) }];
    }),
  );
}

function json(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new ResultsError({ file, expected: `JSON (${(error as Error).message})` });
  }
}

function checked<T>(schema: z.ZodType<T>, value: unknown, file: string): T {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [{ path, message }] = read.error.issues;
  throw new ResultsError({ file, column: path.join(".") || null, expected: message });
}
