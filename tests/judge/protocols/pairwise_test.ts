import assert from "node:assert/strict";
import { PROMPTS } from "@/judge/prompts.ts";
import type { Condition, Part, Protocol, ProtocolOptions, ReplyVerdict } from "@/judge/protocol.ts";
import { PROTOCOLS } from "@/judge/protocols/index.ts";
import { readPairs } from "@/results/read_pairs.ts";
import { readLabels } from "@/results/read_labels.ts";
import { reply } from "../reply.ts";
import { SAMPLES } from "./samples.ts";

const SAMPLE = {
  benchmark: "bench",
  item_id: 7,
  image: "a/b.png",
  query: "Which animal {{query}}?",
  answer_a: "It is a cat.",
  answer_b: "It is a grey cat on a warm roof in the sun.",
  human: "A",
};

/** Parts of a step's one message, as text, images as <name>. */
function asked(
  protocol: Protocol,
  step: number,
  condition: Condition,
  earlier: Record<string, ReplyVerdict> = {},
) {
  const sample = protocol.sample.parse(SAMPLE);
  const messages = protocol.steps[step].messages(sample, condition, PROMPTS, earlier);
  assert.equal(messages.length, 1);
  return messages[0].content.map((part: Part) => part.type === "text" ? part.text : `<${part.image}>`).join(
    "\n",
  );
}

const ok = (values: ReplyVerdict["values"]): ReplyVerdict => ({ status: "ok", values });
const given = { image: true, swapped: false, run: 1 }, swapped = { ...given, swapped: true };

/** Checks that the pieces stand in the text in this order. */
function inOrder(text: string, ...pieces: string[]) {
  let at = -1;
  for (const piece of pieces) {
    const next = text.indexOf(piece, at + 1);
    assert.ok(next > at, `${piece} after ${at} in\n${text}`);
    at = next;
  }
}

Deno.test("a choice is in canonical order whatever the judge saw first", () => {
  const { steps, rows, sample } = PROTOCOLS.base;
  const checked = sample.parse(SAMPLE);
  for (const [condition, choice] of [[given, "B"], [swapped, "A"]] as const) {
    const verdict = steps[0].parse(reply("Judgement: [[B]]"), checked, condition);
    assert.deepEqual(verdict.values, { choice, shown: "B" });
    const [row] = rows(checked, condition, { judgment: verdict }, "gpt-4o");
    assert.equal(row.choice, choice);
    assert.equal(row.swapped, condition.swapped);
    assert.equal(row.item_id, "7");
    assert.equal(row.words_a, 4);
    assert.equal(row.words_b, 12);
    assert.ok(readPairs([row as object]).height === 1);
  }
  const tie = steps[0].parse(reply("Judgement: [[C]]"), checked, swapped);
  assert.equal(tie.values.choice, "tie");
});

Deno.test("a judgment that failed leaves a null choice with its status", () => {
  const { steps, rows, sample } = PROTOCOLS.base;
  const checked = sample.parse(SAMPLE);
  for (
    const [text, status] of [["", "empty"], ["I cannot help with that.", "refused"], ["Both.", "unparsable"]]
  ) {
    const [row] = rows(checked, given, { judgment: steps[0].parse(reply(text), checked, given) }, "j");
    assert.equal(row.choice, null);
    assert.equal(row.status, status);
  }
  assert.equal(rows(checked, given, {}, "j")[0].status, "missing");
});

Deno.test("birch judges with the merged answer of its own anchor", () => {
  const { steps, sample, rows } = PROTOCOLS.birch;
  const checked = sample.parse(SAMPLE);
  inOrder(
    asked(PROTOCOLS.birch, 0, swapped),
    "Revised Response A:",
    "Revised Response B:",
    "Merged Response:",
    "<a/b.png>",
    SAMPLE.answer_b,
    SAMPLE.answer_a,
  );
  const anchor = steps[0].parse(
    reply(
      "**Revised Response A:** x\n\n**Revised Response B:**\ny\n\n**Merged Response:** One cat.\nTwo lines.",
    ),
    checked,
    given,
  );
  assert.deepEqual(anchor.values, { revised_a: "x", revised_b: "y", merged: "One cat.\nTwo lines." });
  assert.deepEqual(steps[1].needs, ["anchor"]);
  inOrder(
    asked(PROTOCOLS.birch, 1, given, { anchor }),
    "<a/b.png>",
    SAMPLE.answer_a,
    SAMPLE.answer_b,
    "[The Start of Reference Answer]",
    "One cat.\nTwo lines.",
    "[The End of Reference Answer]",
  );
  const failed = steps[0].parse(reply("Merged Response: <merged response>"), checked, given);
  assert.equal(failed.status, "unparsable");
  const [row] = rows(checked, given, { anchor: failed }, "j");
  assert.deepEqual([row.choice, row.status, row.pipeline], [null, "unparsable", "birch"]);
});

Deno.test("captions and references are shared where they are the same call", () => {
  const key = (name: string, condition: Condition) => PROTOCOLS[name].steps[0].key?.(SAMPLE, condition);
  const blind = { ...given, image: false };
  assert.equal(key("image_caption", given), key("image_caption", swapped));
  assert.equal(key("image_caption", given), key("image_caption", blind));
  assert.equal(key("standard_ref", given), key("standard_ref", swapped));
  assert.notEqual(key("standard_ref", given), key("standard_ref", blind));
  assert.notEqual(key("standard_ref", given), key("standard_ref", { ...given, run: 2 }));
  assert.equal(PROTOCOLS.birch.steps[0].key, undefined);
  // The caption is made from the image even where the judgment does without it.
  assert.ok(asked(PROTOCOLS.image_caption, 0, blind).includes("<a/b.png>"));
  const text = asked(PROTOCOLS.image_caption, 1, blind, { caption: ok({ text: "A roof." }) });
  assert.ok(text.includes("A roof.") && !text.includes("<a/b.png>"));
  const judged = asked(PROTOCOLS.standard_ref, 1, given, { reference: ok({ text: "A cat." }) });
  inOrder(judged, "[The Start of Reference Answer]", "A cat.");
});

Deno.test("conditions cross images, orders and runs", () => {
  const { conditions, sample } = PROTOCOLS.birch;
  const all: ProtocolOptions = { images: [true, false], orders: ["given", "swapped"], runs: 3 };
  assert.equal(conditions(all, sample.parse(SAMPLE)).length, 12);
  assert.deepEqual(conditions({}, sample.parse(SAMPLE)), [given]);
  assert.deepEqual(conditions({}, sample.parse({ ...SAMPLE, image: null })), [{ ...given, image: false }]);
  assert.throws(
    () => conditions({ runs: 0 }, sample.parse(SAMPLE)),
    /runs as a whole number from 1 to 1000, found 0/,
  );
  assert.throws(() => conditions({ images: [] }, sample.parse(SAMPLE)), /wanted images/);
  assert.throws(() => conditions({ orders: ["both" as "given"] }, sample.parse(SAMPLE)), /wanted orders/);
});

Deno.test("informativeness never sees the image and fills the labels frame", () => {
  const { conditions, sample, rows, steps } = PROTOCOLS.informativeness;
  const checked = sample.parse(SAMPLE);
  assert.deepEqual(conditions({ images: [true] }, checked), [{ ...given, image: false }]);
  const text = asked(PROTOCOLS.informativeness, 0, given && { ...given, image: false });
  assert.ok(!text.includes("<a/b.png>"));
  for (
    const word of ["relevance", "completeness", "conciseness", "helpfulness", "depth", "level of detail"]
  ) {
    assert.ok(text.includes(word), word);
  }
  const judgment = steps[0].parse(reply("Analysis: …\nJudgement: [[B]]"), checked, given);
  const [row] = rows(checked, given, { judgment }, "gpt-4o");
  assert.ok(readLabels([row]).height === 1);
  assert.deepEqual([row.labeller, row.more_informative], ["gpt-4o", "B"]);
});

Deno.test("length equalising extends the shorter answer and keeps it within five words", () => {
  const { conditions, sample, rows, steps } = PROTOCOLS.length_equalizing;
  const checked = sample.parse(SAMPLE); // 4 and 12 words
  const [condition] = conditions({}, checked);
  assert.deepEqual(
    conditions({}, sample.parse({ ...SAMPLE, answer_b: "It is a small grey cat on roofs." })),
    [],
  ); // 4 and 8
  const text = asked(PROTOCOLS.length_equalizing, 0, condition);
  assert.ok(
    text.includes("has 12 words (it has 4 now") && text.includes(SAMPLE.answer_a) &&
      !text.includes(SAMPLE.answer_b),
  );
  const parsed = (answer: string) => steps[0].parse(reply(`Extended Answer: ${answer}`), checked, condition);
  // 7 words: 12 − 7 = 5, kept; of the distinct words it, is, a, cat, yes: yes is new.
  const extension = parsed("It is a cat, a cat, yes.");
  assert.deepEqual(extension.values, {
    answer: "It is a cat, a cat, yes.",
    words: 7,
    difference: -5,
    kept: true,
    new_words: 0.2,
  });
  assert.equal(parsed("It is a cat, a cat.").values.kept, false); // 6 words
  const [row] = rows(checked, condition, { extension }, "gpt-4o");
  assert.equal(row.answer_a, "It is a cat, a cat, yes.");
  assert.equal(row.answer_b, SAMPLE.answer_b);
  assert.equal(row.variant, "length_equalized");
  const [failed] = rows(checked, condition, { extension: parsed("") }, "gpt-4o");
  assert.deepEqual([failed.kept, failed.status, failed.answer_a], [false, "unparsable", SAMPLE.answer_a]);
});

Deno.test("anchor quality rates each text by itself", () => {
  const { conditions, sample, rows, steps } = PROTOCOLS.anchor_quality;
  const checked = sample.parse({ ...SAMPLE, anchors: { "gpt-4o": "A grey cat." } });
  const all = conditions({}, checked);
  assert.deepEqual(all.map(({ text }) => text), ["Answer 1", "Answer 2", "Anchor (gpt-4o)"]);
  const message = steps[0].messages(checked, all[2], PROMPTS, {})[0].content.map((part) =>
    part.type === "text" ? part.text : ""
  ).join("");
  assert.ok(message.includes("A grey cat.") && !message.includes(SAMPLE.answer_b));
  const score = steps[0].parse(reply("### Feedback: …\n### Score: 4"), checked, all[2]);
  const [row] = rows(checked, all[2], { score }, "gpt-5");
  assert.deepEqual([row.text, row.score, row.judge], ["Anchor (gpt-4o)", 4, "gpt-5"]);
  assert.equal(steps[0].parse(reply("### Score: 6"), checked, all[2]).status, "out_of_range");
});

Deno.test("a sample that is none is refused by its schema", () => {
  for (const bad of [{ ...SAMPLE, query: undefined }, { ...SAMPLE, human: "C" }, { ...SAMPLE, image: 3 }]) {
    assert.ok(!PROTOCOLS.base.sample.safeParse(bad).success);
  }
  for (const bad of [{ references: [] }, { caption: "" }]) {
    assert.ok(
      !PROTOCOLS.caption_ref_based.sample.safeParse({ ...SAMPLES.caption_ref_based, ...bad }).success,
    );
  }
});

Deno.test("formatting shows the same words with and without markup, in both orders", () => {
  const { sample, conditions, steps, rows } = PROTOCOLS.formatting;
  const text = "**A cat** sleeps. It is grey.", line = { item_id: "1", query: "What is it?", response: text };
  const parsed = sample.parse(line), asked = conditions({}, parsed);
  assert.deepEqual(asked.map(({ formatting, swapped }) => `${formatting} ${swapped}`), [
    ...["lists false", "lists true", "bold false", "bold true", "headings false", "headings true"],
  ]);
  const shown = asked.slice(0, 2).map((condition) => {
    const [{ content: [part] }] = steps[0].messages(parsed, condition, PROMPTS, {});
    return part.type === "text" ? part.text : "";
  });
  inOrder(shown[0], "A cat sleeps. It is grey.", "- A cat sleeps.\n- It is grey.");
  inOrder(shown[1], "- A cat sleeps.\n- It is grey.", "A cat sleeps. It is grey.");
  const judgment = steps[0].parse(reply("### Selection: A"), parsed, asked[1]);
  const [row] = rows(parsed, asked[1], { judgment }, "j");
  assert.deepEqual([row.choice, row.variant, row.condition, row.human], ["B", "formatted", "lists", null]);
  assert.equal(row.words_a, 6);
  const one = sample.parse({ ...line, response: "A cat." });
  assert.deepEqual(conditions({ formattings: "lists headings" }, one), []);
  assert.throws(
    () => conditions({ formattings: "italics" }, one),
    /wanted some of lists, bold, headings, found italics/,
  );
});
