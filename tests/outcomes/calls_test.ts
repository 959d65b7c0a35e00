import assert from "node:assert/strict";
import * as core from "judgebias";
import * as stats from "judgebias/stats";
import * as distributions from "@/stats/distributions.ts";
import { type Estimand, infer } from "@/stats/infer.ts";
import { kendallInterval } from "@/stats/kendall.ts";
import { krippendorffAlpha } from "@/stats/krippendorff_alpha.ts";
import { valueOf } from "../cases.ts";
import { letGo } from "../property/rules.ts";
import { Outcomes } from "./outcomes.ts";

type Listed = Omit<Estimand[number], "value"> & { values: (number | null)[] };
const CALLS = {
  ...{ ...core, ...stats, ...distributions, kendallInterval, krippendorffAlpha },
  /** Estimands whose values stand in lists. */
  inferOf(terms: Listed[], ...given: [never, object?]) {
    const own = terms.map(({ values, ...term }) => ({ ...term, value: (row: number) => values[row] ?? NaN }));
    const found = infer(own, terms[0].values.length, ...given);
    return { ...found, more: [found.pOf(0.2), found.pOf(0, 4)] };
  },
  tableOf: (frame: never, tests: string[], options: object) =>
    core.hypothesisTable(frame, tests.map((name) => core[name as "longerAnswerWins"]), options),
  ownOf: (frame: never, names: string[], own: object) => {
    const means = Object.fromEntries(names.map((name) => [name, (row: Record<string, number>) => row[name]]));
    const of = names[1] && (({ x, y }: Record<string, number>) => x - y);
    return core.ownMetric(frame, { means, ...of && { of }, ...own } as never);
  },
  powerOf: (claim: string, pilot: never, options: object) =>
    core.power(core[claim as "longerAnswerWins"], { pilot, ...options }),
} as unknown as Record<string, (...given: unknown[]) => unknown>;

/** Frames by the names of their files. */
const FILES: Record<string, unknown> = {
  ...{ "pairs.csv": core.readPairs("data/examples/pairs.csv") },
  "equalized.csv": core.readPairs("data/examples/pairs_equalized.csv"),
  "scores.csv": core.readScorePairs("data/examples/score_pairs.csv"),
  "captions.csv": core.readCaptionScores("data/examples/caption_scores.csv"),
  "ratings.csv": core.readRatings("data/examples/ratings.csv"),
  "criteria.csv": core.readCriteria("data/examples/criteria.csv"),
};

/** Each choice that `{"any": […]}` leaves, and each of some values in place of each option after "vary". */
function choices(given: unknown, values: readonly unknown[]): unknown[] {
  if (typeof given !== "object" || given === null) return [given];
  if ("any" in given) return (given.any as unknown[]).flatMap((one) => choices(one, values));
  if ("vary" in given) {
    const { vary: names, ...own } = given;
    return String(names).split(" ").flatMap((name) => values.map((value) => ({ ...own, [name]: value })));
  }
  const all = Object.entries(given).reduce<object[]>(
    (all, [name, value]) =>
      choices(value, values).flatMap((one) => all.map((own) => ({ ...own, [name]: one }))),
    [{}],
  );
  return Array.isArray(given) ? all.map(Object.values) : all;
}

Deno.test("functions give what is kept of each choice of what is at the edge of what they take, and of no fault an inner error", async () => {
  const outcomes = new Outcomes("calls", true), raw: string[] = [];
  const [head, ...lines] = Deno.readTextFileSync("tests/outcomes/calls.jsonl").trim().split("\n");
  const known = JSON.parse(head);
  for (const line of lines) {
    const [name, ...given] = JSON.parse(line), results: unknown[] = [];
    for (const one of choices(given, known.values)) {
      try {
        const own = (valueOf(one, known) as unknown[]).map((value) => FILES[value as string] ?? value);
        results.push(await CALLS[name](...own));
      } catch (error) {
        const isOurs = /: wanted |, found |leaves nothing to chance/.test((error as Error).message);
        if (!isOurs) raw.push(`${name} ${JSON.stringify(one)}: ${error}`);
        results.push(error);
      }
    }
    outcomes.of(line, results);
    await letGo();
  }
  assert.deepEqual(raw, []);
  outcomes.hold();
});
