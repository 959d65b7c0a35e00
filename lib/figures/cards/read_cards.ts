import { readFileSync } from "node:fs";
import { z } from "zod";

export const TEXT: z.ZodString = z.string().min(1, "text");

/**
 * The words of a paper's example cards (of its tables, of the prompts), `data/cards/<name>.json`, checked by a schema; keys are
 * the ids of the figures that show them. Texts are the gist in our own words, with marks of style as in `runsOf`.
 */
export function readCards<Schema extends z.ZodType>(name: string, schema: Schema): z.output<Schema> {
  const text = readFileSync(new URL(`../../../data/cards/${name}.json`, import.meta.url), "utf8");
  const read = schema.safeParse(JSON.parse(text));
  if (read.success) return read.data;
  throw new Error(`data/cards/${name}.json: ${z.prettifyError(read.error)}`);
}
