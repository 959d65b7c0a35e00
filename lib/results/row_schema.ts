import type * as Zod from "zod";
import { type FrameName, FRAMES } from "./frames.ts";
import { lazySchema } from "./lazy_schema.ts";

/**
 * The zod schema of one row of a frame, for records that come one by one (from a judge, from a notebook). What is empty by
 * default may be left out.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { rowSchema } from "judgebias";
 *
 * const row = { benchmark: "b", item_id: "1", labeller: "human", more_informative: "A" };
 * assert.ok(rowSchema("labels").safeParse(row).success);
 * assert.ok(!rowSchema("labels").safeParse({ ...row, more_informative: "C" }).success);
 * ```
 */
export function rowSchema(frame: FrameName): Zod.ZodType<Record<string, unknown>> {
  return lazySchema((z) => schemaOf(z, frame))();
}

function schemaOf(z: typeof Zod.z, frame: FrameName): Zod.ZodType<Record<string, unknown>> {
  const shape: Record<string, Zod.ZodType> = {};
  for (const [name, spec] of Object.entries(FRAMES[frame].columns)) {
    let type: Zod.ZodType = z.boolean();
    if (spec.type === "text") {
      type = spec.values ? z.enum([...spec.values] as [string, ...string[]]) : z.string().min(1);
    }
    if (spec.type === "integer" || spec.type === "number") {
      let number = spec.type === "integer" ? z.int() : z.number();
      if (spec.min !== undefined) number = number.min(spec.min);
      if (spec.max !== undefined) number = number.max(spec.max);
      type = number;
    }
    shape[name] = spec.default === null ? type.nullish() : spec.nullable ? type.nullable() : type;
  }
  return z.object(shape).loose();
}
