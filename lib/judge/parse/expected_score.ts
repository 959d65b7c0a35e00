import type { TokenLogprob } from "../protocol.ts";
import { FINAL_SCORE } from "./parsers.ts";

export const LEAST_MASS = 0.5;

/** The expected score and how much probability it rests on. */
export interface ExpectedScore {
  /** From 0 to 100; null where the log-probabilities do not carry it. */
  expected: number | null;
  /** Probability of all alternatives at the number's first token that are a score, from 0 to 1. */
  mass: number;
}

type Piece = { digits: string; ended: boolean };

/**
 * The probability-weighted score: Σ p(v)·v / Σ p(v) over the scores v that the judge might have written in place of the one
 * that it wrote, from the log-probabilities of the tokens of the last `final score is $N$` (in JSON `"final_score": N`) and
 * their alternatives. Source: the
 * expected score of G-VEval, as the paper on model preference bias presupposes.
 *
 * A number may be one token (`85`), carry what surrounds it (`$85`, `85$.`), or be several (`8` `5`, `10` `0`): then the
 * alternatives of every place are combined. An alternative that was not taken has no continuation to look at; it inherits
 * the one that was seen, cut to what the scale allows (`9` before `00` is 90), which is exact for one-token numbers and an
 * approximation for others. Alternatives that are no number are left out, and `mass` tells what remains.
 *
 * `expected` is null without log-probabilities, where the tokens do not hold the parsed number, and where `mass` is under
 * 0.5 (fillers such as −9999 have none): never a number made from nothing.
 *
 * @param parsed the score read from the reply's text
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { expectedScore } from "judgebias/judge";
 *
 * const token = (text: string, ...top: [string, number][]) => ({
 *   token: text, logprob: 0,
 *   top: top.map(([token, p]) => ({ token, logprob: Math.log(p) })),
 * });
 * const tokens = [
 *   token("final score is $"), token("80", ["80", 0.75], ["90", 0.25]), token("$"),
 * ];
 * // 0.75 · 80 + 0.25 · 90
 * assert.equal(expectedScore(tokens, 80).expected?.toFixed(6), "82.500000");
 * ```
 */
export function expectedScore(tokens: readonly TokenLogprob[] | null, parsed: number): ExpectedScore {
  const none = { expected: null, mass: 0 };
  const place = tokens === null ? null : findNumber(tokens, parsed);
  if (tokens === null || place === null) return none;
  const { first, last } = place;

  const start = alternatives(tokens[first]).flatMap(({ token, p }) => {
    const piece = leadingPiece(token);
    return piece === null ? [] : [{ ...piece, p }];
  });
  const mass = start.reduce((sum, { p }) => sum + p, 0);
  if (!(mass >= LEAST_MASS) || mass > 1.01) return { expected: null, mass: Math.min(1, mass || 0) };
  return {
    expected: expectedValue(start, tokens.slice(first + 1, last + 2)) / mass,
    mass: Math.min(1, mass),
  };
}

function findNumber(tokens: readonly TokenLogprob[], parsed: number): { first: number; last: number } | null {
  const text = tokens.map(({ token }) => token).join("");
  const words = [...text.matchAll(/"final_score"\s*:/g)].at(-1) ?? [...text.matchAll(FINAL_SCORE)].at(-1);
  if (!words) return null;
  const number = /\d+/.exec(text.slice(words.index + words[0].length));
  if (!number || Number(number[0]) !== parsed) return null;
  const from = words.index + words[0].length + number.index, to = from + number[0].length - 1;
  let length = 0;
  const ends = tokens.map(({ token }) => length += token.length);
  const tokenAt = (place: number) => ends.findIndex((end) => end > place);
  return { first: tokenAt(from), last: tokenAt(to) };
}

function alternatives({ token, logprob, top }: TokenLogprob): { token: string; p: number }[] {
  const found = new Map(top.map((alternative) => [alternative.token, Math.exp(alternative.logprob)]));
  if (!found.has(token)) found.set(token, Math.exp(logprob));
  return [...found].filter(([, p]) => p <= 1.0001).map(([token, p]) => ({ token, p }));
}

function leadingPiece(token: string): Piece | null {
  const match = /^[\s$*_`\\{(:"]*(?:final(?:\s+score\s+is|_score)[\s$*_`\\{(:"]*)?(\d+)([\s\S]*)$/i.exec(
    token,
  );
  return match ? { digits: match[1], ended: match[2] !== "" } : null;
}

/** Σ p·v over the first pieces and what the tokens behind them add to each; numbers equal so far go on together: linear work. */
function expectedValue(start: readonly (Piece & { p: number })[], behind: readonly TokenLogprob[]): number {
  let sum = 0;
  let open = new Map<number, number>();
  const note = (numbers: Map<number, number>, from: number, { digits, ended }: Piece, p: number) => {
    const { value, full } = withDigits(from, digits);
    if (ended || full) sum += p * value;
    else numbers.set(value, (numbers.get(value) ?? 0) + p);
  };
  for (const piece of start) note(open, 0, piece, piece.p);
  for (const token of behind) {
    if (open.size === 0) break;
    const pieces = alternatives(token).map(({ token, p }) => {
      const digits = /^\d*/.exec(token)![0];
      return { digits, ended: digits === "" || digits.length < token.length, p };
    });
    const total = pieces.reduce((mass, { p }) => mass + p, 0);
    if (!(total > 0)) break;
    const next = new Map<number, number>();
    for (const [value, p] of open) {
      for (const piece of pieces) note(next, value, piece, p * piece.p / total);
    }
    open = next;
  }
  for (const [value, p] of open) sum += p * value;
  return sum;
}

function withDigits(number: number, digits: string): { value: number; full: boolean } {
  let value = number;
  for (let i = 0; i < digits.length; i++) {
    const longer = 10 * value + Number(digits[i]);
    if (longer > 100) return { value, full: true };
    value = longer;
  }
  return { value, full: false };
}
