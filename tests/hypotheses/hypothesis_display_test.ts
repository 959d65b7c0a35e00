import assert from "node:assert/strict";
import { hypothesisHtml, hypothesisText } from "@/hypotheses/hypothesis_display.ts";
import { judgesDiffer } from "@/hypotheses/judges_differ.ts";
import { readPairs } from "@/results/read_pairs.ts";
import { claim } from "@/hypotheses/claim.ts";

const look = {
  ...{ estimate: -0.0001, low: -0.0123, high: 0.0121, n: 1234, clusters: 400, df: Infinity, warning: "" },
  pOf: () => 0.98,
};
const result = claim({
  hypothesis: "a < b",
  claim: "b is larger",
  parts: [{ name: "b − a", nullValue: 0, at: () => look }],
  effect: { measure: "Cohen's h", value: -0.004 },
  method: "by hand",
  assumptions: ["none", "none"],
  sensitivity: [{ name: "other", estimate: NaN, low: NaN, high: NaN, n: 0, pValue: NaN }],
  alpha: 0.05,
  frames: [],
  claimIs: "above",
});

Deno.test("results show true minus signs, no minus zero, escaped text, an assumption once", () => {
  const html = hypothesisHtml(result), text = hypothesisText(result);
  for (const shown of [html, text]) {
    assert.match(shown, /0\.0 points \[−1\.2, 1\.2\]/);
    assert.doesNotMatch(shown, /[-−]0\.0+(?!\d)/);
    assert.doesNotMatch(shown, /NaN/);
  }
  assert.match(html, /a &lt; b/);
  assert.equal(html.split("<li>none</li>").length, 2);
  assert.match(html, /1,234, 400/);
});

Deno.test("a level is shown in percent, a difference and δ in points, whatever the result's unit is", () => {
  const pairs = ["a", "b"].flatMap((judge) =>
    Array.from({ length: 40 }, (_, i) => ({
      ...{ item_id: String(i), judge, human: "A", choice: i % (judge === "a" ? 4 : 5) === 0 ? "B" : "A" },
    }))
  );
  const differ = judgesDiffer(readPairs(pairs), { first: "a", second: "b" });
  for (const show of [hypothesisText, hypothesisHtml]) {
    const text = show(differ);
    for (const said of [/−5\.0 points/, /75\.0% \[/, /80\.0% \[/]) assert.match(text, said);
    assert.match(show({ ...result, unit: "percent" }), /±5\.0 points/);
  }
});
