import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { findingTable, findingText } from "@/findings/finding_text.ts";
import { findings } from "@/findings/findings.ts";
import { findingsList, headlineFindings } from "@/findings/headline_findings.ts";
import { sentence } from "@/figures/real/slots.ts";
import { silentJudges } from "@/figures/real/unparsed.ts";
import { valueOf } from "@/figures/values/value.ts";

const plain = (text: string) => text.replace(/\s+/g, " ").trim();

Deno.test("README: its findings are those of data/findings, word for word", () => {
  const readme = Deno.readTextFileSync("README.md");
  const [, list] = /<!-- findings: [^>]* -->([\s\S]*)<!-- end of findings -->/.exec(readme)!;
  assert.equal(plain(list), plain(findingsList(headlineFindings())));
});

/** The findings of a source with other numbers for one quantity. */
function changed(
  source: "genai-bench" | "wildvision" | "viescore",
  quantity: string,
  columns: Record<string, number>,
) {
  const is = pl.col("quantity").eq(pl.lit(quantity));
  return findings(source).withColumns(
    ...Object.entries(columns).map(([name, value]) =>
      pl.when(is).then(pl.lit(value)).otherwise(pl.col(name)).alias(name)
    ),
  );
}

Deno.test("headlineFindings: other numbers, other claims", () => {
  const claims = (options: Parameters<typeof headlineFindings>[0]) =>
    headlineFindings(options).map(({ claim }) => claim);
  assert.match(
    claims({ genai: changed("genai-bench", "share_first", { estimate: 0.5 }) })[0],
    /for no judges/,
  );
  assert.match(claims({ genai: changed("genai-bench", "gap", { p_adjusted: 0.3 }) })[1], /No gap is sure/);
  assert.match(claims({ wild: changed("wildvision", "length_within", { low: -0.01 }) })[2], /may explain/);
  assert.match(claims({ scores: changed("viescore", "gap", { low: -0.01 }) })[3], /Some judges may/);
  assert.match(
    claims({ genai: changed("genai-bench", "true_rate", { estimate: 0.41 }) })[4],
    /holds the people/,
  );
});

Deno.test("findingText and findingTable: signs, units, missing limits, order, an unknown finding", () => {
  const frame = pl.DataFrame({
    judge: ["a", "b", "a"],
    condition: ["c", "c", "c"],
    quantity: ["gap", "gap", "share"],
    estimate: [-0.1234, 0.2, 0.5],
    low: pl.Series("low", [-0.2, 0.1, null], pl.Float64),
    high: pl.Series("high", [-0.0001, 0.3, null], pl.Float64),
    n: [1234567, 12, 3],
  });
  const key = { judge: "a", condition: "c", quantity: "gap" };
  assert.equal(findingText(frame, key, { unit: "points" }), "−12.3 points [−20.0, 0.0], n = 1,234,567");
  assert.equal(findingText(frame, { ...key, quantity: "share" }), "50.0%, n = 3");
  assert.throws(() => findingText(frame, { ...key, judge: "z" }), /found none of z, c, gap/);
  const table = findingTable(frame, ["gap", "share"], { unit: "number" });
  assert.deepEqual(table.columns, ["judge", "gap", "share", "n"]);
  assert.deepEqual(table.toRecords(), [
    { judge: "b", gap: "0.20 [0.10, 0.30]", share: "–", n: 12 },
    { judge: "a", gap: "−0.12 [−0.20, 0.00]", share: "0.50", n: 1234567 },
  ]);
});

Deno.test("captions of real figures: a sentence holds whatever the numbers", () => {
  assert.match(sentence([0.9, 0.1, -0.2]), /In 1 of 3 cases the left .* in 1 the right/);
  assert.match(sentence([]), /In 0 of 0/);
  const value = (quantity: string, value: number) =>
    valueOf({ keys: { judge: "mantis-8b-idefics2" }, quantity, value, provenance: "results" });
  assert.equal(silentJudges([value("accuracy_wrong", 0.2), value("accuracy_dropped", 0.3)]), "");
  assert.match(
    silentJudges([value("accuracy_wrong", 0), value("accuracy_random", 0.51)]),
    /Mantis, none of whose replies can be read, has 51%/,
  );
});
