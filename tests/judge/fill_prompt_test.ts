import assert from "node:assert/strict";
import { fillPrompt, slotsOf } from "@/judge/prompts.ts";

const prompt = (text: string) => ({ id: "p", version: "1", source: "s", text });

Deno.test("fillPrompt keeps the template's order and puts images between texts", () => {
  const [message, ...others] = fillPrompt(prompt("A {{a}}\n\n{{image}}\n\nB {{b}}"), {
    a: "1",
    b: "2",
    image: { image: "x.png" },
  });
  assert.equal(others.length, 0);
  assert.equal(message.role, "user");
  assert.deepEqual(message.content, [
    { type: "text", text: "A 1" },
    { type: "image", image: "x.png" },
    { type: "text", text: "B 2" },
  ]);
});

Deno.test("fillPrompt does not look into what it fills in", () => {
  const [{ content }] = fillPrompt(prompt("{{a}} {{b}}"), { a: "{{b}} {{image}} $& $1", b: "x" });
  assert.deepEqual(content, [{ type: "text", text: "{{b}} {{image}} $& $1 x" }]);
});

Deno.test("fillPrompt drops the line of an image that is not shown", () => {
  const [{ content }] = fillPrompt(prompt("A\n{{image}}\nB"), { image: null });
  assert.deepEqual(content, [{ type: "text", text: "A\nB" }]);
});

Deno.test("fillPrompt names the slot that nothing is known about", () => {
  assert.throws(
    () => fillPrompt(prompt("{{colour}}"), { query: "x" }),
    /prompt p: wanted slots among query, found \{\{colour\}\}/,
  );
  // A name of Object.prototype is no slot either.
  assert.throws(() => fillPrompt(prompt("{{constructor}}"), {}), RangeError);
});

Deno.test("fillPrompt keeps an empty query's heading", () => {
  const [{ content }] = fillPrompt(prompt("### Instruction:\n{{query}}\n\n### Response:\n{{r}}"), {
    query: "",
    r: "x",
  });
  assert.deepEqual(content, [{ type: "text", text: "### Instruction:\n\n\n### Response:\nx" }]);
});

Deno.test("slotsOf lists every slot once", () => {
  assert.deepEqual(slotsOf("{{ a }}{{b}}{{a}}{not_a_slot}"), ["a", "b"]);
});
