import assert from "node:assert/strict";
import * as philautia from "@/papers/philautia.ts";
import { publishedTable } from "@/papers/published_tables.ts";

const stated = publishedTable("stated-values").filter(({ paper }) => paper === "philautia");

/** The stated value whose quantity holds all of these words. */
function value(...words: string[]): string {
  const found = stated.filter(({ quantity }) => words.every((word) => quantity.includes(word)));
  assert.equal(found.length, 1, `${words.join(" ")}: ${found.map(({ quantity }) => quantity).join("; ")}`);
  return found[0].value;
}

Deno.test("facts are those of the file of stated values", () => {
  assert.equal(Number(value("images (N)")), philautia.PHILAUTIA_FACTS.images);
  const { length } = philautia.PHILAUTIA_MODELS,
    scores = stated.find(({ quantity }) => quantity === "scores")?.value;
  assert.equal(Number(scores), philautia.PHILAUTIA_FACTS.images * length ** 2 * 2);
  assert.equal(Number(value("own captions")), philautia.PHILAUTIA_FACTS.geminiCaptions["Gemini-2.5-Pro"]);
  assert.equal(Number(value("GPT-4o for captions")), philautia.PHILAUTIA_FACTS.geminiCaptions["GPT-4o"]);
  assert.equal(
    Number(value("smallest philautia score in the matrix with Pomms")),
    philautia.PHILAUTIA_FACTS.molmoWithPomms,
  );
  const entries = [["on captions of Qwen2.5-VL"], ["LLaVA-1.5 on LLaVA-NeXT"], [
    "LLaVA-1.5 on LLaVA-OneVision",
  ]];
  assert.deepEqual(
    entries.map((words) => Number(value(...words))),
    philautia.PHILAUTIA_FACTS.entries.map((entry) => entry[3]),
  );
  const mean = (model: string) =>
    philautia.PHILAUTIA_FACTS.columnMeans.find(([, name]) => name === model)?.[2];
  assert.equal(Number(value("column mean of phi, DeepSeek-VL2")), mean("DeepSeek-VL2"));
  assert.equal(Number(value("column mean of phi, Molmo")), mean("Molmo-7B-D"));
  assert.equal(Number(value("mean score of Gemini-2.5-Pro (diamond)")), mean("Gemini-2.5-Pro"));
});

Deno.test("examples: the writer's score, and its mean as the surplus says", () => {
  const writers = ["Gemini-2.5-Pro for its own caption", "DeepSeek-VL2 for its own", "LLaVA-1.5 for its own"];
  philautia.PHILAUTIA_EXAMPLES.forEach(({ score, mean }, i) => {
    const row = stated.find(({ quantity }) => quantity.includes(writers[i]))!;
    assert.equal(Number(row.value), score);
    assert.equal((score - mean).toFixed(3), /\+(0\.\d+)/.exec(row.note ?? "")?.[1]);
  });
});

Deno.test("scores: as printed, 11 with references and 12 without; those in the text are those in the tables", () => {
  const scores = philautia.philautiaScores();
  assert.equal(scores.length, 23);
  for (const { model, setting, printed } of scores) {
    if (setting !== "ref_based") continue;
    assert.equal(value("philautia score, reference-based", model), printed);
  }
  const own = publishedTable("philautia-table2").filter(({ evaluator }) => evaluator === "Self");
  for (const { generator, phi_tilde } of own) {
    assert.equal(
      scores.find(({ model, setting }) => model === generator && setting === "ref_free")?.value,
      phi_tilde,
    );
  }
});

Deno.test("models, families and Pomms' column: every name is one of the twelve", () => {
  const models: readonly string[] = philautia.PHILAUTIA_MODELS;
  assert.equal(new Set(models).size, 12);
  assert.deepEqual(philautia.pommsColumn().map(({ model }) => model).sort(), [...models].sort());
  for (const members of Object.values(philautia.PHILAUTIA_FAMILIES)) {
    assert.ok(members.every((name) => models.includes(name)));
  }
  const printed = publishedTable("philautia-tableA");
  assert.equal(printed.filter((row) => row.family_inferred_from_text?.includes("Qwen")).length, 4);
  assert.equal(printed.filter((row) => row.family_inferred_from_text?.includes("LLaVA")).length, 3);
});
