import assert from "node:assert/strict";
import { z } from "zod";
import { chip } from "@/figures/cards/plate.ts";
import { readCards } from "@/figures/cards/read_cards.ts";
import { readScene } from "@/figures/schematic/layout.ts";
import { figures } from "@/figures/registry.ts";
import { PROMPTS } from "@/judge/prompts.ts";

Deno.test("a verdict is a chip in its answer's colour, a score stays a text", () => {
  assert.deepEqual(
    ["Answer A", "B > A", "1 > 2", "10 of 10", "Answer Avon"].map((said) => chip(said)),
    ["{first:A}", "{second:B > A}", "{first:1 > 2}", "**10 of 10**", "**Answer Avon**"],
  );
  assert.deepEqual([true, false].map((right) => chip("B", right)), [
    "{second:B} {right:✓}",
    "{second:B} {wrong:✗}",
  ]);
});

Deno.test("a card of another shape is named by file and field", () => {
  const said = /data\/cards\/samples\.json: [^]*at \[0\]\.id/;
  assert.throws(() => readCards("samples", z.array(z.strictObject({ id: z.number() }))), said);
});

Deno.test("drawings hold shapes and text alone, nothing that has an id, loads or runs, and no blanks between tags", () => {
  for (const { name } of Deno.readDirSync("data/scenes")) {
    const { width, height, markup } = readScene(name.replace(/\.svg$/, ""));
    assert.ok(width > 0 && height > 0, name);
    assert.match(
      markup,
      /^(?:<\/?(?:g|rect|ellipse|circle|path|line|polygon|polyline|text|tspan)\b[^<]*)+$/,
      name,
    );
    assert.doesNotMatch(markup, /\s(?:id|href|style|class|on\w+)=|>\s+<|\n|\s\/?>/, name);
  }
});

Deno.test("the source of every figure is a file that one would change: it names the figure", () => {
  const prompts = PROMPTS;
  for (const { id, source, number, kind } of figures) {
    const text = Deno.readTextFileSync(source);
    if (kind === "prompt" && !id.endsWith("-better")) {
      const name = source.replace(/^data\/prompts\/(.*)\.txt$/, "$1");
      assert.equal(prompts[name].text, text.replace(/\n$/, ""), `${source} is the template of ${id}`);
      assert.ok(prompts[name].source.includes(number), `${source} stands for ${number} of ${id}`);
      continue;
    }
    // What the page repeats is changed where the paper's own is; its panels differ by a number alone.
    const names = id.startsWith("site-") ? figures.filter((one) => one.source === source) : [{ id }];
    assert.ok(
      names.some(({ id }) => text.includes(`"${id}"`) || text.includes(`\`${id.replace(/\d+$/, "")}\${`)),
      `${source} does not name ${id}`,
    );
  }
});
