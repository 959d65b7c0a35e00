import type { JsonLine } from "./report_json.ts";

/** A limit that a supported finding must not cross. */
export interface Gate {
  question: string;
  sign: ">" | "<";
  limit: number;
}

/**
 * Reads a gate such as `ib > 0.2`: a question's id, a sign, a limit in fractions.
 *
 * @throws {RangeError} for anything else, naming the questions that there are
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readGate } from "judgebias/report";
 *
 * assert.deepEqual(readGate("ib > 0.2", ["ib", "lb"]), { question: "ib", sign: ">", limit: 0.2 });
 * ```
 */
export function readGate(text: string, questions: readonly string[]): Gate {
  const [, question, sign, limit] = /^\s*([a-z_]+)\s*([<>])\s*([+-]?(?:\d+\.?\d*|\.\d+))\s*$/.exec(text) ??
    [];
  if (!question || !questions.includes(question)) {
    throw new RangeError(
      `fail-on: wanted a limit such as "ib > 0.2" with one of ${questions.join(", ")}, found ${
        JSON.stringify(text)
      }`,
    );
  }
  return { question, sign: sign as Gate["sign"], limit: Number(limit) };
}

/** The findings that cross a gate. */
export function crossed(lines: readonly JsonLine[], { question, sign, limit }: Gate): JsonLine[] {
  return lines.filter((line) =>
    line.question === question && (line.verdict === "supported" || line.verdict === "contradicted") &&
    line.estimate !== null && (sign === ">" ? line.estimate > limit : line.estimate < limit)
  );
}
