import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as core from "judgebias";
import needs from "../../data/facts/metrics.json" with { type: "json" };
import places from "./places_of_options.json" with { type: "json" };

type Called = (...given: unknown[]) => unknown;

/** Functions of metrics, hypotheses and the ensemble that take no options, or rows and plans in their place. */
const NO_OPTIONS = "familyPreference readPomms requireOptions verdictOf withSubsets writePomms"
  .split(" ");

/** Where options do not come second. */
const PLACES: Record<string, number> = places;

/** Public functions of three rooms, as the core door names them. */
function named(): string[] {
  const source = readFileSync(new URL("../../lib/mod.ts", import.meta.url), "utf8");
  return [...source.matchAll(/export \{([^}]*)\} from "\.\/(?:metrics|hypotheses|ensemble)\//g)]
    .flatMap(([, list]) => list.split(",").map((name) => name.trim()))
    .filter((name) => /^[a-z]/.test(name) && !name.startsWith("type "));
}

const pairs = core.readPairs("data/examples/pairs.csv"),
  ratings = core.readRatings("data/examples/ratings.csv");

Deno.test("every metric, hypothesis and ensemble function refuses an option that it does not know", () => {
  const names = named().filter((name) => !NO_OPTIONS.includes(name));
  assert.ok(names.length >= 78, `only ${names.length} functions were found in lib/mod.ts`);
  const { labels: _, ...frames } = needs;
  const told = Object.values(frames).flat().flatMap((one) => one.names.match(/\b[a-z]\w*(?=,|$| \()/g) ?? []);
  assert.deepEqual(told.filter((name) => !named().includes(name)), [], "not found in lib/mod.ts");
  const silent = names.filter((name) => {
    const first = name === "fitPomms" ? { train: ratings, validation: ratings } : pairs;
    const given: unknown[] = Array.from({ length: PLACES[name] ?? 1 }, () => first);
    try {
      ((core as Record<string, unknown>)[name] as Called)(...given, { bye: [] });
    } catch (error) {
      return !(error instanceof RangeError && /wanted the options .*, found bye/.test(error.message));
    }
    return true;
  });
  assert.deepEqual(silent, []);
});
