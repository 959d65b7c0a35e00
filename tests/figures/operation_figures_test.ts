import assert from "node:assert/strict";
import { operationsFigure, transformationsFigure } from "@/figures/mm_judgebias/tiles.ts";
import { drawnSamples } from "@/figures/mm_judgebias/tiles.ts";
import { OPERATIONS } from "@/perturb/operations.ts";
import { readSamples } from "@/perturb/read_samples.ts";
import { overlaps, textBoxes } from "./text_boxes.ts";

const picture = Deno.readFileSync("data/samples/harbour.png");

Deno.test("operations at their far ends: one panel each, no text on another", async () => {
  const { svg } = await operationsFigure(picture, { title: "Operations" });
  assert.equal([...svg.matchAll(/<image /g)].length, Object.keys(OPERATIONS).length);
  assert.deepEqual(overlaps(await textBoxes(svg.replace(/"data:image\/[^"]*"/g, '""'))), []);
});

Deno.test("seeds of a transformation: a panel each, the last row filled up; the same every time", async () => {
  const options = { seeds: [1, 2, 3, 4], title: "Seeds" };
  const { svg } = await transformationsFigure(picture, options);
  assert.equal([...svg.matchAll(/<image /g)].length, 4);
  assert.match(svg, />seed 4</);
  assert.match(svg, />in our words</);
  assert.equal((await transformationsFigure(picture, options)).svg, svg);
  await assert.rejects(transformationsFigure(new Uint8Array([1]), options), RangeError);
});

Deno.test("the samples' files say what the code says", async () => {
  const given = (await drawnSamples()).map(({ image: _, ...sample }) => sample);
  const files = readSamples("data/samples/samples.jsonl");
  assert.deepEqual(
    files.map(({ id, query, response, description, keywords }) =>
      JSON.parse(JSON.stringify({ id, query, response, description, keywords }))
    ),
    given,
  );
});
