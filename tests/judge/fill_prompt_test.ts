import assert from "node:assert/strict";
import { fillPrompt, slotsOf, type SlotValue } from "@/judge/prompts.ts";

const filled = (text: string, slots: Record<string, SlotValue>) =>
  fillPrompt({ id: "p", version: "1", source: "s", text }, slots);

Deno.test("fillPrompt: the template's order, images between texts; what is filled in is not looked into; no line for no image", () => {
  const text = (text: string) => ({ type: "text", text });
  const cases: [template: string, slots: Record<string, SlotValue>, content: unknown[]][] = [
    ["A {{a}}\n\n{{image}}\n\nB {{b}}", { a: "1", b: "2", image: { image: "x.png" } }, [
      ...[text("A 1"), { type: "image", image: "x.png" }, text("B 2")],
    ]],
    ["{{a}} {{b}}", { a: "{{b}} {{image}} $& $1", b: "x" }, [text("{{b}} {{image}} $& $1 x")]],
    ["A\n{{image}}\nB", { image: null }, [text("A\nB")]],
    ["### Instruction:\n{{query}}\n\n### Response:\n{{r}}", { query: "", r: "x" }, [
      text("### Instruction:\n\n\n### Response:\nx"),
    ]],
  ];
  for (const [template, slots, content] of cases) {
    assert.deepEqual(filled(template, slots), [{ role: "user", content }], template);
  }
});

Deno.test("fillPrompt names the slot that nothing is known about; slotsOf lists every slot once", () => {
  assert.throws(
    () => filled("{{colour}}", { query: "x" }),
    /prompt p: wanted slots among query, found \{\{colour\}\}/,
  );
  // A name of Object.prototype is no slot either.
  assert.throws(() => filled("{{constructor}}", {}), RangeError);
  assert.deepEqual(slotsOf("{{ a }}{{b}}{{a}}{not_a_slot}"), ["a", "b"]);
});
