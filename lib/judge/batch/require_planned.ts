import type { Plan } from "../plan/make_plan.ts";
import type { StoredPlan } from "../store/entries.ts";

/**
 * Answers belong to calls, and endpoint, decoding and prompts are part of a call: with others than any run of the study had,
 * results would be those of a plan without answers.
 *
 * @throws {RangeError} naming what differs from the last run
 */
export function requirePlanned(
  { endpoint, decoding, promptHashes }: Plan,
  plans: readonly StoredPlan[],
): void {
  const differences = plans.map((plan) => [
    ...differing("decoding", { ...decoding }, { ...plan.decoding }, (value) => value),
    ...differing("endpoint", { name: endpoint }, { name: plan.endpoint }, (value) => value),
    ...differing("prompt", promptHashes, plan.prompts, ({ sha256 }) => sha256.slice(0, 12)),
  ]);
  const last = differences.at(-1);
  if (last === undefined || differences.some((found) => found.length === 0)) return;
  throw new RangeError(
    `ingest: wanted the options that the requests were written with, found ${last.join(", ")}`,
  );
}

/** The names under which two records hold something else, in words. */
function differing<T>(
  what: string,
  given: Readonly<Record<string, T>>,
  planned: Readonly<Record<string, T>>,
  shown: (value: T) => unknown,
): string[] {
  const text = (record: Readonly<Record<string, T>>, name: string) =>
    record[name] === undefined ? "none" : JSON.stringify(shown(record[name]));
  return [...new Set([...Object.keys(given), ...Object.keys(planned)])].filter((name) =>
    text(given, name) !== text(planned, name)
  ).map((name) => `${what} ${name} ${text(given, name)} (the journal's plan: ${text(planned, name)})`);
}
