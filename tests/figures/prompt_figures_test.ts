import assert from "node:assert/strict";
import { promptFigures as all } from "@/figures/prompts/prompt_figures.ts";
import { printedOf } from "@/figures/figure_entry.ts";
import { promptChanges } from "@/figures/mm_judgebias/own.ts";
import { renderFigure } from "@/figures/render_figure.ts";
import { unmarked } from "@/figures/schematic/styled_text.ts";
import { PROMPTS, slotsOf } from "@/judge/prompts.ts";
import { PAPER_ITEMS } from "@/papers/papers.ts";

/** Letters and digits alone: lines are broken, and styles are texts of their own. */
const letters = (text: string) => text.replace(/&[a-z]+;/g, "").replace(/[^\p{L}\p{N}_{}]+/gu, "");

Deno.test("a prompt's figure shows every word of the template in its order, and every slot marked", async () => {
  assert.equal(all.length, 18);
  for (const { id } of all) {
    const { svg, data, sources } = await renderFigure(id);
    const [name] = data.getColumn("prompt").toArray() as string[];
    const prompt = PROMPTS[name];
    const texts = [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);
    assert.ok(letters(texts.join("")).includes(letters(prompt.text.replace(/[<>"&]/g, ""))), id);
    for (const slot of slotsOf(prompt.text)) {
      assert.match(svg, new RegExp(`fill="#174a7c"[^>]*>\\{\\{${slot}\\}\\}<`), `${id}: ${slot}`);
    }
    assert.equal((data.getColumn("text").toArray() as string[]).join("\n"), prompt.text);
    assert.deepEqual(sources, ["redrawn"], "the paper's prompt in our words");
    // Settings of decoding are the protocols', and those of log-probabilities in no paper.
    assert.doesNotMatch(texts.join(" "), /logprobs|decoding/, id);
  }
});

Deno.test("numbered prompt figures are items of their papers, and name the prompt that cites them", () => {
  for (const { id, number, paper } of all) {
    if (id.startsWith("philautia-prompt-")) continue;
    assert.ok(PAPER_ITEMS.some((item) => item.id === id && item.label === number), id);
    const source = `${paper}: ${number}`;
    assert.ok(Object.values(PROMPTS).some((prompt) => prompt.source === source), source);
  }
});

Deno.test("mm-judgebias-fig14-better: what prompts add stands in them, and changes are those of the printed means", async () => {
  const { tree } = JSON.parse(Deno.readTextFileSync("data/cards/drawings.json"))["mm-judgebias-fig14-better"];
  const textsOf = (part: unknown): string[] =>
    part === null || typeof part !== "object" || "edge" in part
      ? []
      : Object.entries(part).flatMap(([key, one]) => key === "text" ? [unmarked(one)] : textsOf(one));
  for (const [i, name] of ["abstention", "score_guided", "constraints", "reasoning"].entries()) {
    const prompt = letters(PROMPTS[name].text);
    for (const text of textsOf(tree.stack[i])) assert.ok(prompt.includes(letters(text)), text);
  }
  const { data } = await renderFigure("mm-judgebias-fig14-better");
  const changes = ["mm-judgebias-table14", "mm-judgebias-table16"].flatMap((id) =>
    promptChanges(printedOf(id))
  );
  assert.deepEqual([...data.getColumn("value")], changes.map(({ value }) => value));
});
