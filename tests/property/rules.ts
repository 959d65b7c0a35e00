import assert from "node:assert/strict";
import type pl from "nodejs-polars";
import type { HypothesisResult } from "@/hypotheses/hypothesis_types.ts";
import { bundle } from "@/progress/show.ts";
import { FEATURES } from "@/results/frame_features.ts";
import { FRAMES } from "@/results/frames.ts";
import type { FedFrame } from "./valid_frames.ts";

/** The same frames in every run; change it to look at others. */
export const SEED = 20261121;

/** Estimates that a group without units cannot have. */
const ESTIMATES = ["accuracy", "ib", "lb", "irs", "value", "robustness", "mean", "ratio", "tau_b"];

/**
 * Lets go of the frames so far: Polars' objects are freed between turns only, and many at once take the square of their number (minutes of
 * the processor), so whatever makes many frames in a loop ends a turn in it.
 */
export const letGo = (): Promise<void> => new Promise((done) => setTimeout(done));

/** What the errors of ours may speak of: a column of the frame, what figures ask of it, or the rows themselves. */
function names(kinds: readonly FedFrame[], message: string): boolean {
  const words = [
    ...kinds.flatMap((kind) => Object.keys(FRAMES[kind].columns)),
    ...Object.values(FEATURES).map(({ label }) => label),
  ];
  // Matrices have evaluators as columns and generators as rows; a name may begin with a space.
  return /\b(column|row) +\S/.test(message) || words.some((word) => message.includes(word));
}

/** Throws unless an error is one of ours, in the house's form, and says which column it is about. */
export function requireOurs(kinds: readonly FedFrame[], error: unknown): void {
  const { name: kind, message } = error as Error;
  const isOurs = ["RangeError", "TypeError", "ResultsError"].includes(kind) && /: wanted /.test(message);
  assert.ok(isOurs, `wanted a value, an empty cell or an error of ours, found ${(error as Error).stack}`);
  assert.ok(names(kinds, message), `wanted an error that names the column, found ${message}`);
}

/** Throws where a claim cannot be shown, or its estimate lies beside its limits. */
export function requireShown(claim: HypothesisResult): void {
  const { estimate, low, high, pValue, verdict, unit } = claim, end = unit === "percent" ? 1 : 2;
  assert.ok(Number.isNaN(estimate) || Math.abs(estimate) <= end, `${estimate}`);
  assert.ok(
    Number.isNaN(low + high) || low <= estimate + 1e-12 && estimate <= high + 1e-12,
    `${low} ${high}`,
  );
  assert.ok(
    Number.isNaN(pValue) ? verdict === "untestable" : pValue >= 0 && pValue <= 1,
    `${pValue} ${verdict}`,
  );
  assert.doesNotMatch(`${bundle(claim)["text/html"]}${claim}`, /NaN|undefined|Infinity/);
  if ("atZero" in claim) requireShown(claim.atZero as HypothesisResult);
}

/** Throws where a result holds an infinite number, or an estimate of nothing. */
export function requireHonest(result: unknown): void {
  const isFrame = typeof (result as pl.DataFrame)?.toRecords === "function";
  if (!isFrame) {
    if (Object.hasOwn(Object(result), "verdict")) requireShown(result as HypothesisResult);
    assert.ok(
      !JSON.stringify(result, (_, value) => Math.abs(value) === Infinity ? "∞" : value)?.includes("∞"),
    );
    return;
  }
  for (const row of (result as pl.DataFrame).toRecords()) {
    for (const [column, value] of Object.entries(row)) {
      assert.ok(Math.abs(Number(value)) !== Infinity, `${column} is ${value}`);
      if (row.n !== 0 || !ESTIMATES.includes(column)) continue;
      assert.ok(value === null || Number.isNaN(value), `${column} is ${value} with n = 0`);
    }
  }
}

/** What failed and how, each with the smallest frame on which it did. */
export class Faults {
  readonly #found = new Map<string, { message: string; frame: pl.DataFrame; count: number }>();

  of(name: string, frame: pl.DataFrame, check: () => void): void {
    try {
      check();
    } catch (error) {
      const { message } = error as Error, key = `${name}: ${message.split("\n")[0]}`;
      const known = this.#found.get(key), isSmaller = !known || frame.height < known.frame.height;
      this.#found.set(key, { ...(isSmaller ? { message, frame } : known), count: (known?.count ?? 0) + 1 });
    }
  }

  report(): void {
    if (this.#found.size === 0) return;
    const texts = [...this.#found].map(([name, { message, frame, count }]) =>
      `${name} (${count} frames)${message.slice(message.indexOf("\n"))}\non ${frame.height} rows:\n${
        frame.head(6).writeCSV()
      }`
    );
    throw new assert.AssertionError({ message: `seed ${SEED}: ${texts.length} fail\n${texts.join("\n")}` });
  }
}
