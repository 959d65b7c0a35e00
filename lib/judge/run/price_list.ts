import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { ResultsError } from "../../results/results_error.ts";
import type { Prices } from "./cost.ts";

/** The library's own list; a file of the same form can take its place. */
export const PRICE_LIST: string = fileURLToPath(new URL("../../../data/prices.json", import.meta.url));

const price = z.strictObject({
  provider: z.string(),
  /** Host of the endpoint: the same model elsewhere costs something else. */
  host: z.string().regex(/^[\w.-]+$/),
  model: z.string().min(1),
  /** Of a million tokens, in dollars unless the source says otherwise. */
  input: z.number().min(0),
  output: z.number().min(0),
  /** What a batch costs of it. */
  batch: z.number().min(0).default(1),
  /** When it held, as exactly as is known: 2026, 2026-03, 2026-03-21. */
  date: z.string().regex(/^\d{4}(-\d{2}){0,2}$/),
  source: z.string().min(1),
});

/** What a model costs at one provider, since when that is known, and from where. */
export type ListedPrice = z.infer<typeof price>;

/** What providers add to a model's name for one version of it. */
const VERSION = /^-(?:\d{8}|\d{4}-\d{2}-\d{2}|\d{3}|latest)$/;

/**
 * The prices of a judge at its endpoint, from a price list: `{ input, output, from }` per million tokens, `from` naming
 * date and source. Null where the list has no such model at this host; then say them yourself. Names of versions (`gpt-4o-2024-08-06`) cost what their
 * model does. Prices change: `from` says of when these are.
 *
 * @param options.path a list in the form of `data/prices.json` in place of it
 * @param options.batch at the price of a batch
 * @throws {ResultsError} for a file that is no price list
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { listedPrices } from "judgebias/judge";
 *
 * const { input, output, from } = listedPrices("gpt-4o-2024-08-06")!;
 * assert.deepEqual([input, output], [2.5, 10]);
 * assert.match(from!, /^gpt-4o at OpenAI, 20\d\d/);
 * assert.equal(listedPrices("gpt-4o", { baseURL: "http://127.0.0.1:8000/v1" }), null);
 * ```
 */
export function listedPrices(
  judge: string,
  { baseURL = "https://api.openai.com/v1", path = PRICE_LIST, batch = false }: {
    baseURL?: string;
    path?: string;
    batch?: boolean;
  } = {},
): Prices | null {
  const { hostname } = new URL(baseURL);
  const found = readList(path).find(({ host, model }) =>
    host === hostname &&
    (judge === model || judge.startsWith(model) && VERSION.test(judge.slice(model.length)))
  );
  if (!found) return null;
  const { input, output, provider, model, date, source } = found, share = batch ? found.batch : 1;
  const from = `${model} at ${provider}${batch ? ", as a batch" : ""}, ${date}: ${source}`;
  return { input: input * share, output: output * share, from };
}

function readList(path: string): ListedPrice[] {
  let list: unknown;
  try {
    list = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new ResultsError({ file: path, expected: `a price list as JSON (${(error as Error).message})` });
  }
  const parsed = z.array(price).safeParse(list);
  if (parsed.success) return parsed.data;
  const [{ path: [index, field], message }] = parsed.error.issues;
  throw new ResultsError({
    file: path,
    ...(index === undefined ? {} : { line: Number(index) + 1 }),
    column: field === undefined ? null : String(field),
    expected: `a list of prices as in data/prices.json (${message})`,
  });
}
