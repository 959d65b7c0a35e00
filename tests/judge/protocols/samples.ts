import { jsonLines } from "../study.ts";

const lines: { of: string; sample: Record<string, unknown> }[] = jsonLines(
  "tests/judge/protocols/samples.jsonl",
);
const named = Object.fromEntries(lines.map(({ of, sample }) => [of, sample]));

/** Samples that cases are about, beside those of the protocols: a pair, a scored answer, and nothing known. */
export const ABOUT: Record<string, Record<string, unknown>> = named;

const { animal: _animal, sum: _sum, nothing: _nothing, ...own } = named;

/** A line of data for every protocol, by the protocol's name. */
export const SAMPLES: Record<string, Record<string, unknown>> = own;
