import { RANGES } from "../metrics/own_rows.ts";
import { namesLike, requireText } from "../progress/require.ts";
import { CHANGES } from "./changes.ts";
import { WITHIN_QUESTIONS } from "./conditions.ts";
import { QUESTIONS } from "./questions.ts";
import type { Question } from "./report_types.ts";
import { said } from "./said.ts";

/** A limit that a finding must not cross. */
export interface Gate {
  /** Id of the question: ib, lb, slot, … */
  question: string;
  /** Whether the size counts whatever the direction: `|ib| > 0.2`. */
  absolute: boolean;
  /** Values of the columns that tell a question's lines apart, of which alone it speaks: `criteria[tradeoff_sensitivity]`, `ib[gpt-4o]`; of all where it is not there. */
  of?: readonly string[];
  /** How a number must compare with the limit to lie beyond it. */
  sign: ">" | ">=" | "<" | "<=";
  /** A fraction where the question shows points or percent: 0.2 for 20. */
  limit: number;
}

export type GateTarget = Pick<Question, "id" | "unit" | "range">;

export const ASKED: readonly Question[] = [...QUESTIONS, ...WITHIN_QUESTIONS, ...CHANGES];

/**
 * Reads a gate such as `ib > 0.2` or `|slot| >= 0.1`: a question's id, `>`, `>=`, `<` or `<=`, and a limit in fractions (0.2 for 20 points).
 * In brackets stand the lines that it speaks of, by a judge, metric, bias type, …: `|slot|[gpt-4o] > 0.1`; by several as lines name them or with a
 * comma (`criteria[gpt-4o, tradeoff_sensitivity] < 0.5`), and by either side of what is compared (`ib_by_judge[gpt-4o]`).
 *
 * `checkGate` holds a report against it. `questions` are those that it may name: by default all of `report` and `reportChange`.
 *
 * @throws {RangeError} for anything else: an unknown question (with the nearest known one), a limit that no estimate can cross
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readGate } from "judgebias/report";
 *
 * assert.deepEqual(readGate("|ib| >= 0.2"), {
 *   question: "ib", absolute: true, sign: ">=", limit: 0.2,
 * });
 * assert.throws(() => readGate("ib > 20"), /between -1 and 1/);
 * assert.throws(() => readGate("oder > 0.6"), /order/);
 * ```
 */
export function readGate(text: string, questions: readonly GateTarget[] = ASKED): Gate {
  requireText("fail-on", 'a text such as "ib > 0.2"', text);
  const parts =
    /^\s*(\|?)\s*([A-Za-z_0-9]+)\s*(?:\[(.+)\])?\s*(\|?)\s*(?:\[(.+)\])?\s*([<>]=?)\s*([+-]?(?:\d+\.?\d*|\.\d+))\s*$/
      .exec(text);
  const given = { text: JSON.stringify(text) };
  if (!parts || parts[1] !== parts[4] || parts[3] && parts[5]) {
    throw new RangeError(said("limit_wanted", given));
  }
  const [, bar, id, inside, , behind, sign, number] = parts, limit = Number(number), absolute = bar === "|";
  const target = questions.find((question) => question.id === id.toLowerCase());
  if (!target) {
    const like = questions.find((question) => question.id.startsWith(`${id}_`))?.id;
    const near = like ? `${id} (is it ${like}?)` : namesLike([id], questions.map((question) => question.id));
    throw new RangeError(said("question_wanted", { ...given, id, near: near.slice(id.length) }));
  }
  const [low, high] = target.range ?? RANGES[target.unit];
  const least = absolute ? 0 : low, most = absolute ? Math.max(Math.abs(low), Math.abs(high)) : high;
  if (limit < least || limit > most) {
    const name = absolute ? `|${id}|` : id, isWhole = target.unit === "number" && { fraction: "" };
    throw new RangeError(said("limit_beyond", { ...given, least, most, name, ...isWhole, number }));
  }
  const values = (inside ?? behind)?.split(/,| · |\]\s*\[/).map((one) => one.trim());
  return { question: target.id, absolute, ...values && { of: values }, sign: sign as Gate["sign"], limit };
}
