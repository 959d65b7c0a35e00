import { dirname, resolve, sep } from "node:path";
import { countWords } from "../count_words.ts";
import type { TableFile } from "../find_files.ts";
import { ResultsError } from "../results_error.ts";
import type { JsonLine } from "../json_lines.ts";

export type Winner = "A" | "B" | "tie" | null;

export const textOf = (value: unknown): string | null => typeof value === "string" ? value : null;

export function numberOf(value: unknown): number | null {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
}

export function numbersOf(record: Readonly<Record<string, unknown>>, names: readonly string[]) {
  const there = names.filter((name) => name in record);
  return Object.fromEntries(there.map((name) => [name, numberOf(record[name])]));
}

export function foldersOf({ path }: Pick<TableFile, "path">): string[] {
  return dirname(resolve(path)).split(sep).reverse();
}

/** Words of both answers in a prompt that frames them as `[The Start of Assistant A's Answer]` or `<|…|>`; nothing where it lacks one. */
export function shownWords(prompt: string): number[] | null {
  const words = ["A", "B"].map((side) => {
    const [start, end] = ["Start", "End"].map((edge) =>
      `(?:<\\||\\[)The ${edge} of Assistant ${side}'s Answer(?:\\|>|\\])`
    );
    return countWords(new RegExp(`${start}([^]*?)${end}`).exec(prompt)?.[1]);
  });
  return words.includes(null) ? null : words as number[];
}

export const wordsOf = (value: unknown) => countWords(textOf(value));

export function counted(words: readonly (number | null | undefined)[], models?: readonly unknown[]) {
  const [words_a = null, words_b = null] = words, [model_a, model_b] = (models ?? []).map(textOf);
  return { words_a, words_b, ...models && { model_a, model_b } };
}

export const sides = (texts: readonly unknown[], models?: readonly unknown[]) =>
  counted(texts.map(wordsOf), models);

export function larger(a: number | null | undefined, b: number | null | undefined): Winner {
  if (typeof a !== "number" || typeof b !== "number") return null;
  return a === b ? "tie" : a > b ? "A" : "B";
}

export function turned(verdict: Winner, swapped: boolean): Winner {
  if (!swapped || verdict === null || verdict === "tie") return verdict;
  return verdict === "A" ? "B" : "A";
}

export function fieldOf({ file, line, record }: Pick<JsonLine, "line" | "record"> & { file: TableFile }) {
  return (column: string, expected: string, is: (value: unknown) => boolean): unknown => {
    const value = record[column];
    if (is(value)) return value;
    throw new ResultsError({ file: file.path, line, column, value, expected });
  };
}
