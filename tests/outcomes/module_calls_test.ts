import { readFileSync } from "node:fs";
import { Outcomes, tried } from "./outcomes.ts";

/** What JSON has no sign for. */
const SIGNS = new Map<unknown, unknown>([["$NaN", NaN], ["$Infinity", Infinity], ["$nothing", undefined]]);

Deno.test("functions of plain values give, or say, what is kept, at their limits too", async () => {
  const outcomes = new Outcomes("module_calls"), url = new URL("module_calls.jsonl", import.meta.url);
  const sign = (_: string, value: unknown) => SIGNS.has(value) ? SIGNS.get(value) : value;
  for (const line of readFileSync(url, "utf8").trim().split("\n")) {
    const [module, name, ...calls] = JSON.parse(line, sign), room = await import(`../../lib/${module}`);
    const results = calls.map((args: unknown[]) => tried(() => room[name](...args)));
    outcomes.of(
      `${module} ${name}`,
      results.map((found: unknown) => [found instanceof Error ? `${found}` : found]),
    );
  }
  outcomes.hold();
});
