import { requireText } from "../progress/require.ts";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import type * as Zod from "zod";
import { type Pomms, pommsOf } from "./pomms.ts";
import { writeWhole } from "../results/write_frame.ts";

/** What a file must hold; zod, which takes a third of the time in which the core is loaded, is loaded with the first file. */
function recordSchema() {
  const { z }: typeof Zod = createRequire(import.meta.url)("zod");
  const count = z.number().int().nonnegative();
  const step = z.object({
    members: z.array(z.string()).min(1),
    alpha: z.number().nonnegative(),
    coefficients: z.array(z.number()),
    intercept: z.number(),
    // JSON has no NaN: a step without τ has null there.
    validationTau: z.number().nullable().transform((tau) => tau ?? NaN),
    notes: z.array(z.string()),
  }).refine(({ members, coefficients }) => members.length === coefficients.length, {
    message: "wanted one coefficient per member",
  });
  return z.object({
    steps: z.array(step).min(1),
    best: count,
    criterion: z.enum(["tau_b", "tau_c"]),
    l1Ratio: z.number(),
    candidates: z.array(z.string()),
    rows: z.object({ train: count, validation: count, droppedTrain: count, droppedValidation: count }),
  }).refine(({ steps, best }) => best < steps.length, {
    path: ["best"],
    message: "wanted the index of a step",
  });
}

/**
 * Reads a Pomms that `writePomms` wrote, or `JSON.stringify(pomms)` made. It predicts the same numbers, to the last bit.
 *
 * @throws {SyntaxError} for a file that is no JSON, or holds something else, naming the file and the place in it
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { fitPomms, readPomms, writePomms } from "judgebias";
 *
 * const human = [1, 2, 3, 4, 5, 1, 2],
 *   frame = pl.DataFrame({ human, judge: human.map((score) => score / 5) });
 * const path = `${Deno.makeTempDirSync()}/pomms.json`;
 * const pomms = fitPomms({ train: frame, validation: frame });
 * writePomms(pomms, path);
 * assert.deepEqual(readPomms(path).predict(frame), pomms.predict(frame));
 * ```
 */
export function readPomms(path: string): Pomms {
  requireText("readPomms", "the path of a file", path);
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new SyntaxError(`readPomms: wanted JSON in ${path}: ${error.message}`);
  }
  const parsed = recordSchema().safeParse(content);
  if (parsed.success) return pommsOf(parsed.data);
  const [{ path: place, message }] = parsed.error.issues;
  throw new SyntaxError(
    `readPomms: wanted a Pomms in ${path}: ${place.join(".") || "the whole"}: ${message}`,
  );
}

/**
 * Writes a Pomms as JSON, all steps with members, weights, penalty and validation τ, for `readPomms`, and for people.
 * Folders are made; a crash leaves the old file or none.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { fitPomms, writePomms } from "judgebias";
 *
 * const frame = pl.DataFrame({
 *   human: [1, 2, 3, 4, 5], judge: [0.1, 0.3, 0.4, 0.9, 1],
 * });
 * const path = `${Deno.makeTempDirSync()}/pomms.json`;
 * writePomms(fitPomms({ train: frame, validation: frame }), path);
 * assert.deepEqual(JSON.parse(Deno.readTextFileSync(path)).steps[0].members, [
 *   "judge",
 * ]);
 * ```
 */
export function writePomms(pomms: Pomms, path: string): void {
  writeWhole(path, (temporary) => writeFileSync(temporary, `${JSON.stringify(pomms, null, 2)}\n`));
}
