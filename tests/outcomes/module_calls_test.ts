import pl from "nodejs-polars";
import { readFileSync } from "node:fs";
import { Outcomes, tried } from "./outcomes.ts";

/** What JSON has no sign for: numbers, nothing, functions of a row, columns, frames. */
function sign(_: string, value: unknown): unknown {
  if (value === "$NaN") return NaN;
  if (value === "$Infinity" || value === "-$Infinity") return value === "$Infinity" ? Infinity : -Infinity;
  const { $at, $floats, $frame } = Object(value);
  if ($at) return (row: number) => $at[row];
  if ($floats) return Float64Array.from($floats);
  return $frame ? pl.DataFrame($frame) : value === "$nothing" ? undefined : value;
}

/** Of functions that a result holds, or that one of these gives, what they give at two levels. */
function asked(found: unknown, deep = 0): unknown {
  if (typeof found === "function") {
    return deep > 1 ? "…" : [0.8, 0.95].map((level) => asked(tried(() => found(level)), deep + 1));
  }
  if (found instanceof Map) return [...found];
  if (found?.constructor !== Object) return found;
  const own = Object(found), isSeries = Symbol.for("nodejs.util.inspect.custom") in own;
  if (isSeries || typeof own.toRecords === "function") return found;
  return Object.fromEntries(Object.entries(own).map(([name, value]) => [name, asked(value, deep)]));
}

Deno.test("functions of plain values give, or say, what is kept, at their limits too", async () => {
  const outcomes = new Outcomes("module_calls"), url = new URL("module_calls.jsonl", import.meta.url);
  for (const line of readFileSync(url, "utf8").trim().split("\n")) {
    const [module, name, ...calls] = JSON.parse(line, sign), room = await import(`../../lib/${module}`);
    const results = calls.map((args: unknown[]) => asked(tried(() => room[name](...args))));
    outcomes.of(
      `${module} ${name}`,
      results.map((found: unknown) => [found instanceof Error ? `${found}` : found]),
    );
  }
  outcomes.hold();
});
