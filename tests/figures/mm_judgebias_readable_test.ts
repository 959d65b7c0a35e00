import assert from "node:assert/strict";
import { drawnSamples } from "@/figures/mm_judgebias/tiles.ts";
import { nineBiasesFigure } from "@/figures/mm_judgebias/fig6.ts";

Deno.test("nine panels of one's own: what is lacking is said in its panel", async () => {
  const [harbour, fruit] = await drawnSamples();
  const { description: _, keywords: __, ...bare } = harbour;
  const { svg } = await nineBiasesFigure(bare, {
    pool: [fruit],
    seed: 1,
    content: "keywords",
    title: "Mine",
  });
  const text = svg.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
  assert.match(text, /wanted a description of harbour/);
  assert.match(text, /Needs a task of text alone/);
  assert.doesNotMatch(svg, /published|simulated/);
  const whole = await nineBiasesFigure(harbour, { pool: await drawnSamples(), seed: 1, title: "" });
  assert.match(whole.svg, />Whether the task needs it: unchecked</);
  for (
    const [image, fault] of [[new Uint8Array([1, 2]), /cannot be read/], [null, /with a picture/]] as const
  ) await assert.rejects(nineBiasesFigure({ ...bare, image }, { pool: [fruit], seed: 1, title: "" }), fault);
});
