import assert from "node:assert/strict";
import { lengthBias } from "@/metrics/length_bias.ts";
import { pairsFrame, type Values } from "./pairs_fixture.ts";

Deno.test("lengthBias: a hand-worked table with equal and unknown lengths", () => {
  const [row] = lengthBias(
    pairsFrame([
      { human: "A", choice: "A", words_a: 9, words_b: 3 }, // longer, right
      { human: "B", choice: "B", words_a: 3, words_b: 9 }, // longer, right
      { human: "B", choice: "A", words_a: 3, words_b: 9 }, // longer, wrong: 2/3
      { human: "A", choice: "A", words_a: 3, words_b: 9 }, // shorter, right
      { human: "B", choice: "A", words_a: 9, words_b: 3 }, // shorter, wrong: 1/2
      { human: "A", choice: "A", words_a: 4, words_b: 4 }, // equal
      { human: "A", choice: "A", words_a: null, words_b: 4 }, // unknown
      { human: "tie", choice: "A", words_a: 9, words_b: 4 }, // no right answer
    ]),
    { by: [] },
  ).toRecords() as Values[];
  assert.deepEqual(
    [row.n, row.n_longer, row.n_shorter, row.n_equal_length, row.n_unknown_length],
    [7, 3, 2, 1, 1],
  );
  assert.ok(Math.abs(row.lb - (2 / 3 - 1 / 2)) < 1e-15);
  assert.equal(row.n_human_tie, 1);
});

Deno.test("lengthBias: mirrored answers keep the bias, a judge of the shorter answer turns its sign", () => {
  const rows = [
    { human: "A", choice: "A", words_a: 9, words_b: 3 },
    { human: "B", choice: "A", words_a: 9, words_b: 3 },
  ];
  const swap = (letter: string) => letter === "A" ? "B" : "A";
  const mirrored = rows.map((row) => ({
    human: swap(row.human),
    choice: swap(row.choice),
    words_a: row.words_b,
    words_b: row.words_a,
  }));
  const shortest = rows.map((row) => ({ ...row, choice: "B" }));
  const lb = (table: typeof rows) =>
    (lengthBias(pairsFrame(table), { by: [] }).toRecords() as Values[])[0].lb;
  assert.deepEqual([lb(rows), lb(mirrored), lb(shortest)], [1, 1, -1]);
});

Deno.test("lengthBias: without any word count it says what is wanted", () => {
  assert.throws(() => lengthBias(pairsFrame([{}])), /words_a and words_b/);
});
