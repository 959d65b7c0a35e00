import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { listedPrices, PRICE_LIST } from "@/judge/run/price_list.ts";

Deno.test("data/prices.json: each entry once, with date and source, output at least input", () => {
  const list = JSON.parse(readFileSync(PRICE_LIST, "utf8")) as Record<string, string & number>[];
  assert.ok(list.length > 10);
  assert.equal(new Set(list.map(({ host, model }) => `${host} ${model}`)).size, list.length);
  for (const { host, model, input, output, date, source } of list) {
    assert.ok(input > 0 && output >= input, model);
    assert.match(date, /^20\d\d-\d\d/);
    assert.match(source, /^https:\/\//);
    assert.equal(listedPrices(model, { baseURL: `https://${host}/v1` })?.input, input, model);
  }
});

Deno.test("listedPrices: versions of a model, not its namesakes; only at its host; half as a batch", () => {
  const google = "https://generativelanguage.googleapis.com/v1beta/openai";
  assert.equal(listedPrices("gpt-4.1-2025-04-14")?.input, 2);
  assert.equal(listedPrices("gpt-4.1-nano")?.input, 0.1);
  assert.equal(listedPrices("gpt-4.1-huge"), null);
  assert.equal(
    listedPrices("claude-opus-4-20250514", { baseURL: "https://api.anthropic.com/v1" })?.output,
    75,
  );
  assert.equal(listedPrices("claude-opus-4-9", { baseURL: "https://api.anthropic.com/v1" }), null);
  assert.equal(listedPrices("gemini-2.5-flash"), null);
  const whole = listedPrices("gemini-2.5-flash", { baseURL: google })!;
  const batch = listedPrices("gemini-2.5-flash", { baseURL: google, batch: true })!;
  assert.deepEqual([whole.input, batch.input, batch.output], [0.3, 0.15, 1.25]);
});
