import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { bundle } from "@/progress/show.ts";
import { ResultsError } from "@/results/results_error.ts";

/** Digests by call and field. */
type Digests = Record<string, Record<string, string>>;

/**
 * What calls gave when it was last looked at, as digests of each column or field over all results of a call: a change of any value is
 * noticed, though none is called right. Where a change is meant, `OUTCOMES=write deno test -A --no-check tests` keeps what calls give now,
 * and the commit says which columns moved and why.
 */
export class Outcomes {
  readonly #now: Digests = {};

  /** Where words are `whole`, those of errors and of claims as they are shown are kept too. */
  constructor(private readonly name: string, private readonly whole = false) {}

  /** Takes what a call gave: results, or the error in place of one. */
  of(call: string, results: readonly unknown[]): void {
    const fields = new Map<string, unknown[]>();
    for (const result of results) {
      const words = this.whole ? wordsOf(result) : [];
      for (const [field, value] of [...fieldsOf(result), ...words]) {
        fields.set(field, [...fields.get(field) ?? [], value]);
      }
    }
    this.#now[call] = Object.fromEntries([...fields].map(([field, values]) => [field, digest(values)]));
  }

  /** Throws where calls give something else than what is kept. */
  hold(): void {
    const path = new URL(`./${this.name}.json`, import.meta.url);
    if (Deno.env.get("OUTCOMES") === "write") {
      const lines = Object.entries(this.#now).map(([call, fields]) =>
        `${JSON.stringify(call)}: ${JSON.stringify(fields)}`
      );
      return writeFileSync(path, `{\n${lines.join(",\n")}\n}\n`);
    }
    const kept = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) as Digests : {};
    const moved = Object.entries(this.#now).flatMap(([call, after]) => {
      const before = kept[call] ?? {};
      const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
        .filter((field) => before[field] !== after[field]);
      return fields.length === 0 ? [] : [`${call}: ${fields.join(", ")}`];
    });
    assert.deepEqual(
      moved,
      [],
      `these give something else than tests/outcomes/${this.name}.json keeps; OUTCOMES=write keeps what they give now`,
    );
  }
}

/** What a call gives, or the error in place of it. */
export function tried(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return error;
  }
}

/** What a result holds by name: columns of a frame, fields of an object; an error by its kind, its place or action and the numbers that it names. */
function fieldsOf(result: unknown): [string, unknown][] {
  if (result instanceof ResultsError) {
    const { line, column, value, count, expected } = result;
    // Of the words, numbers and what is to be typed, as values: { human: { "1": "A" } }; names of folders are made anew each time.
    const typed = expected.replace(/\/\S+/g, "").match(/[\w-]+: \{[^{}]*(\{[^{}]*\})?|--\w+[ =]\S+|\d+/g);
    return [["error", [line, column, value, count]], ["typed", typed]];
  }
  if (result instanceof Error) {
    const [action, ...words] = masked(result.message).split(": ");
    return [["error", `${result.name} ${action}`], ["typed", words.join().match(/-?\d+(\.\d{1,6})?/g)]];
  }
  if (typeof result !== "object" || result === null || Array.isArray(result)) return [["value", result]];
  const frame = result as { toRecords?: () => Record<string, unknown>[]; columns?: string[] };
  if (typeof frame.toRecords !== "function") return Object.entries(result);
  const rows = frame.toRecords();
  return frame.columns!.map((column) => [column, rows.map((row) => row[column])]);
}

const FOLDER = new RegExp(`/(?:dev/shm|tmp)/judgebias-\\w+|${tmpdir()}/\\w+`, "g");

/** A text without what differs each time: folders of a test's own, seconds. */
export const masked = (text: string): string =>
  text.replaceAll(FOLDER, "…").replaceAll(/\b\d+(\.\d+)? s\b/g, "0 s");

/** What is said, with six decimals of its numbers. */
function wordsOf(result: unknown): [string, unknown][] {
  if (result instanceof Error) return [["words", masked(result.message).replace(/(\.\d{6})\d+/g, "$1")]];
  const { toRecords, [Symbol.for("Jupyter.display")]: face } = Object(result);
  return face && !toRecords ? Object.entries(bundle(result)) : [];
}

/** Seven digits of every number are kept, which hold on other machines too; frames within a result are their rows. */
function digest(values: readonly unknown[]): string {
  const text = JSON.stringify(values, (_, value) => {
    if (typeof value === "number") {
      return Number.isFinite(value)
        ? Number((Math.abs(value) < 1e-9 ? 0 : value).toPrecision(7))
        : `${value}`;
    }
    if (typeof value === "bigint") return Number(value);
    if (typeof value?.toRecords === "function") return value.toRecords();
    return ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : value;
  });
  return createHash("sha256").update(text).digest("hex").slice(0, 6);
}
