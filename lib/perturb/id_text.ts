import { z } from "zod";

/**
 * An id in a sample: a text, or a whole number that JSON can hold exactly, as text. Nothing else names a sample: a missing
 * id would be "undefined", an object "[object Object]", and 9007199254740993 would become another number.
 */
export const idText: z.ZodType<string> = z.union(
  [z.string().min(1), z.int().transform(String)],
  "an id: a text, or a whole number below 2^53",
);
