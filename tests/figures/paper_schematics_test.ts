import assert from "node:assert/strict";
import { renderFigure } from "@/figures/render_figure.ts";
import { BIASES } from "@/papers/biases.ts";
import { publishedTable } from "@/papers/published_table.ts";
import { textBoxes } from "./text_boxes.ts";

/** The words of a picture, in the order in which they were drawn. */
const textOf = (svg: string) => svg.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

Deno.test("mm-judgebias-fig1: each bias that scores should fall for, with what Table 1 says of query and image", async () => {
  const { data, svg } = await renderFigure("mm-judgebias-fig1");
  // As in `perturb`: text dominance blackens the image, image dominance empties the query, response dominance does both,
  // the misalignments take another sample's.
  assert.deepEqual(data.select("bias_type", "query", "image").rows(), [
    ["text_dominance", "kept", "removed"],
    ["image_dominance", "removed", "kept"],
    ["response_dominance", "removed", "removed"],
    ["instruction_misalignment", "replaced", "kept"],
    ["image_misalignment", "kept", "replaced"],
  ]);
  for (const { name } of BIASES.filter(({ metric }) => metric === "BD")) {
    assert.ok(textOf(svg).includes(name));
  }
  // Table 2's mean row: 0.287, 0.317, 0.547, 0.976, 0.516.
  assert.deepEqual(data.getColumn("mean_bd").toArray(), [0.287, 0.317, 0.547, 0.976, 0.516]);
});

Deno.test("mm-judgebias-fig2: its counts are those that the paper states", async () => {
  const { data, svg } = await renderFigure("mm-judgebias-fig2");
  const counts = Object.fromEntries(data.select("quantity", "value").rows());
  assert.deepEqual(counts, {
    tasks: 4,
    domains: 12,
    sources: 29,
    subtasks: 178,
    text_subtasks: 90,
    text_domains: 11,
    samples: 1804,
    bias_types: 9,
    judges: 26,
    judge_rows: 30,
    runs: 3,
  });
  const text = textOf(svg);
  for (const { name } of BIASES) for (const word of name.split("-")) assert.ok(text.includes(word), name);
  assert.match(text, /1,804 pairs of inputs: 236 easy, 646 moderate, 922 hard/);
});

Deno.test("philautia-fig1: favours and disfavours as published, Pomms from Table 2", async () => {
  const { data, svg } = await renderFigure("philautia-fig1");
  const rows = data.rows() as [string, string, boolean, number, string][];
  const self = publishedTable("philautia-table2").filter(({ evaluator }) => evaluator === "Self");
  for (const [evaluator, generator, favours, value] of rows) {
    if (!favours) assert.ok(Number.isNaN(value), "no number is published");
    else if (evaluator === generator) {
      assert.equal(value, self.find((row) => row.generator === generator)!.phi_tilde);
    } else assert.equal(value, 1.3); // LLaVA-1.5 on LLaVA-OneVision, Figure 4
  }
  const text = textOf(svg);
  assert.match(text, /−0\.90 and \+0\.67/);
  assert.match(text, /GPT-4o, InternVL2\.5-8B, Eagle2-9B, LLaVA-OneVision-7B, DeepSeek-VL2/);
});

Deno.test("philautia-fig3 and Algorithm 1: counts multiply to the paper's, the notation is the paper's", async () => {
  const { data, svg } = await renderFigure("philautia-fig3");
  const counts = Object.fromEntries(data.select("quantity", "value").rows());
  assert.deepEqual(counts, { models: 12, images: 4500, captions: 54_000, settings: 2, scores: 1_296_000 });
  assert.match(textOf(svg), /1,296,000 scores/);
  const algorithm = textOf((await renderFigure("philautia-alg1")).svg);
  // The paper's notation, not names of functions of ours, but for the one that the note names.
  assert.match(algorithm, /Standardize\(Φ[^)]*\[:, j\]\)/);
  assert.doesNotMatch(algorithm, /preferenceMatrix|standardize\(/);
  assert.equal(typeof (await import("judgebias") as Record<string, unknown>).philautia, "function");
});

/** Where words stand in a picture: their first line that starts so, or all of them. */
async function standing(id: string, words: string) {
  const { svg } = await renderFigure(id);
  const boxes = (await textBoxes(svg)).filter(({ text }) =>
    words === "A" ? text === "A" : text.startsWith(words)
  );
  assert.ok(boxes.length > 0, `${id}: ${words}`);
  return boxes;
}

Deno.test("birch-fig12: the judge's reference is made above the answers, of image and query alone", async () => {
  const tops = [];
  for (
    const words of [
      "Query",
      "image and query alone",
      "Reference, by the judge",
      "A",
      "against the reference",
    ]
  ) {
    const boxes = await standing("birch-fig12", words);
    assert.equal(boxes[0].top, boxes[1].top, words);
    tops.push(boxes[0].top);
  }
  assert.deepEqual(tops, tops.toSorted((a, b) => a - b));
  // The words beside an arrow end in their own column.
  const [left, right] = await standing("birch-fig12", "against the reference");
  assert.ok(left.right < (await standing("birch-fig12", "(B) Failed case"))[0].left && right.right < 760);
});

Deno.test("philautia-fig3: captions, scores and the matrix beside each other, standardisation and its result below", async () => {
  const at = async (words: string) => (await standing("philautia-fig3", words))[0];
  const [captions, scores, matrix] = await Promise.all(["Step 1", "Step 2", "Step 2, averaged"].map(at));
  assert.ok(captions.top === scores.top && scores.top === matrix.top);
  assert.ok(captions.right < scores.left && scores.right < matrix.left);
  const [three, score] = await Promise.all(["Step 3", "The diagonal, in frames"].map(at));
  assert.ok(matrix.bottom < three.top && three.bottom < score.top);
});

Deno.test("birch-fig3 and 10: every judge whose IB and LB of all pairs are printed", async () => {
  const { data } = await renderFigure("birch-fig3");
  const rows = data.toRecords() as { judge: string; quantity: string; value: number }[];
  const of = (quantity: string) => rows.filter((row) => row.quantity === quantity).map(({ judge }) => judge);
  const printed = publishedTable("birch-table8").filter(({ method, quantity }) =>
    method === "Base" && quantity === "LB"
  );
  assert.equal(of("LB").length, printed.length);
  const one = rows.filter(({ judge }) => judge === "LLaVA-OneVision-1.5-8B");
  // Table 8: 47.1 and 25.8.
  assert.deepEqual(one.map(({ quantity, value }) => [quantity, Math.round(1000 * value) / 1000]).sort(), [
    ["IB less LB", 0.213],
    ["IB", 0.471],
    ["LB", 0.258],
  ]);
});

Deno.test("multi-crit-table6: the paper's prompts, not pairs, in front of the two kinds of pairs", async () => {
  const text = textOf((await renderFigure("multi-crit-table6")).svg);
  assert.match(text, /Prompts\s+Pairs\s+%\s+Pairs\s+%/);
  assert.match(text, /Open-ended\s+299\s+168\s+56\.2\s+131\s+43\.8/);
});

Deno.test("philautia-figC names its setting and says that evaluators see no reference", async () => {
  const { caption, svg } = await renderFigure("philautia-figC");
  assert.match(caption, /^Reference-free setting\./);
  assert.match(textOf(svg), /Reference, not shown to the evaluators/);
});
