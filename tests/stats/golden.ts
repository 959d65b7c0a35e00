import assert from "node:assert/strict";

/** The reference values that golden/<name>.py wrote to golden/<name>.json. */
export function golden<T>(name: string): T {
  return JSON.parse(Deno.readTextFileSync(new URL(`golden/${name}.json`, import.meta.url))) as T;
}

/** Fails unless the two agree to the relative tolerance (to the absolute one near 0). */
export function close(
  actual: number,
  expected: number,
  { relative = 1e-12, absolute = 0, what = "" }: { relative?: number; absolute?: number; what?: string } = {},
): void {
  const error = Math.abs(actual - expected);
  const allowed = Math.max(absolute, relative * Math.abs(expected));
  assert.ok(
    error <= allowed,
    `${what}: wanted ${expected} within ${allowed}, found ${actual} (off by ${error})`,
  );
}

/** 0, 1, …, n − 1. */
export const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

export const total = (values: ArrayLike<number>): number =>
  Array.from(values).reduce((sum, value) => sum + value, 0);

export const mean = (values: ArrayLike<number>): number => total(values) / values.length;

/** `close` by an absolute tolerance. */
export const near = (actual: number, expected: number, absolute = 1e-12): void =>
  close(actual, expected, { absolute, relative: 0 });
