import assert from "node:assert/strict";
import { PROTOCOLS } from "@/judge/protocols/index.ts";
import type { Condition, ProtocolOptions, ReplyVerdict } from "@/judge/protocol.ts";
import { readCriteria } from "@/results/read_criteria.ts";
import { readLabels } from "@/results/read_labels.ts";
import { readPairs } from "@/results/read_pairs.ts";
import { holds } from "../study.ts";
import { told } from "../told.ts";
import { SAMPLES } from "./samples.ts";

const SAMPLE = {
  ...{ benchmark: "bench", item_id: 7, image: "a/b.png", query: "Which animal {{query}}?", human: "A" },
  answer_a: "It is a cat.",
  answer_b: "It is a grey cat on a warm roof in the sun.",
};
const { answer_a, answer_b } = SAMPLE, PICTURE = "<a/b.png>";

const ok = (values: ReplyVerdict["values"]): ReplyVerdict => ({ status: "ok", values });
const given: Condition = { image: true, swapped: false, run: 1 }, swapped = { ...given, swapped: true };
const blind = { ...given, image: false };
const about = (name: string, more = {}) => told(name, { sample: { ...SAMPLE, ...more } });

/** Checks that the pieces stand in the text in this order, and others not at all. */
function inOrder(text: string, pieces: string[], without: string[] = []) {
  let at = -1;
  for (const piece of pieces) {
    const next = text.indexOf(piece, at + 1);
    assert.ok(next > at, `${piece} after ${at} in\n${text}`);
    at = next;
  }
  for (const piece of without) assert.ok(!text.includes(piece), `no ${piece} in\n${text}`);
}

Deno.test("a choice is in canonical order whatever the judge saw first; one that failed is empty, with its status", () => {
  const { verdict, rows } = about("base");
  assert.deepEqual(verdict("Judgement: [[B]]", swapped).values, { choice: "A", shown: "B" });
  const cases: [said: string | undefined, condition: Condition, choice: string | null, status: string][] = [
    ["Judgement: [[B]]", given, "B", "ok"],
    ["Judgement: [[B]]", swapped, "A", "ok"],
    ["Judgement: [[C]]", swapped, "tie", "ok"],
    ["", given, null, "empty"],
    ["I cannot help with that.", given, null, "refused"],
    ["Both.", given, null, "unparsable"],
    [undefined, given, null, "missing"],
  ];
  for (const [said, condition, choice, status] of cases) {
    const [row] = rows([said], condition);
    holds(row, { choice, status, swapped: condition.swapped, item_id: "7", words_a: 4, words_b: 12 }, said);
    assert.equal(readPairs([row as object]).height, 1);
  }
});

Deno.test("birch judges with the merged answer of its own anchor", () => {
  const { asked, verdict, rows, protocol } = about("birch");
  const marks = ["Revised Response A:", "Revised Response B:", "Merged Response:"];
  inOrder(asked(swapped), [...marks, PICTURE, answer_b, answer_a]);
  const anchor = verdict(`**${marks[0]}** x\n\n**${marks[1]}**\ny\n\n**${marks[2]}** One cat.\nTwo lines.`);
  assert.deepEqual(anchor.values, { revised_a: "x", revised_b: "y", merged: "One cat.\nTwo lines." });
  assert.deepEqual(protocol.steps[1].needs, ["anchor"]);
  const reference = [
    "[The Start of Reference Answer]",
    "One cat.\nTwo lines.",
    "[The End of Reference Answer]",
  ];
  inOrder(asked(given, 1, { anchor }), [PICTURE, answer_a, answer_b, ...reference]);
  holds(rows(["Merged Response: <merged response>"])[0], {
    choice: null,
    status: "unparsable",
    pipeline: "birch",
  });
});

Deno.test("captions and references are shared where they are the same call", () => {
  const key = (name: string, condition: Condition) => PROTOCOLS[name].steps[0].key?.(SAMPLE, condition);
  const shared: [name: string, other: Condition, same: boolean][] = [
    ["image_caption", swapped, true],
    ["image_caption", blind, true],
    ["standard_ref", swapped, true],
    ["standard_ref", blind, false],
    ["standard_ref", { ...given, run: 2 }, false],
  ];
  for (const [name, other, same] of shared) assert.equal(key(name, given) === key(name, other), same, name);
  assert.equal(PROTOCOLS.birch.steps[0].key, undefined);
  // The caption is made from the image even where the judgment does without it.
  const { asked } = about("image_caption");
  inOrder(asked(blind), [PICTURE]);
  inOrder(asked(blind, 1, { caption: ok({ text: "A roof." }) }), ["A roof."], [PICTURE]);
  const reference = about("standard_ref").asked(given, 1, { reference: ok({ text: "A cat." }) });
  inOrder(reference, ["[The Start of Reference Answer]", "A cat."]);
});

Deno.test("conditions cross images, orders and runs", () => {
  const conditions = (options: ProtocolOptions, more = {}) =>
    told("birch", { sample: { ...SAMPLE, ...more }, ...options }).conditions;
  assert.equal(conditions({ images: [true, false], orders: ["given", "swapped"], runs: 3 }).length, 12);
  assert.deepEqual(conditions({}), [given]);
  assert.deepEqual(conditions({}, { image: null }), [blind]);
  const wrong: [ProtocolOptions, RegExp][] = [
    [{ runs: 0 }, /runs as a whole number from 1 to 1000, found 0/],
    [{ runs: 1001 }, /runs as a whole number from 1 to 1000, found 1001/],
    [{ images: [] }, /wanted images/],
    [{ orders: ["both" as "given"] }, /wanted orders/],
  ];
  for (const [options, words] of wrong) assert.throws(() => conditions(options), words);
  assert.equal(conditions({ runs: 1000 }).length, 1000);
});

Deno.test("informativeness never sees the image and fills the labels frame", () => {
  const { conditions, asked, rows } = told("informativeness", { sample: SAMPLE, images: [true] });
  assert.deepEqual(conditions, [blind]);
  for (
    const word of ["relevance", "completeness", "conciseness", "helpfulness", "depth", "level of detail"]
  ) {
    inOrder(asked(), [word], [PICTURE]);
  }
  const [row] = rows(["Analysis: …\nJudgement: [[B]]"]);
  holds(row, { labeller: "j", more_informative: "B" });
  assert.equal(readLabels([row]).height, 1);
});

Deno.test("length equalising extends the shorter answer and keeps it within five words", () => {
  const { asked, verdict, rows } = about("length_equalizing"); // 4 and 12 words
  assert.deepEqual(
    about("length_equalizing", { answer_b: "It is a small grey cat on roofs." }).conditions,
    [],
  ); // 4 and 8
  inOrder(asked(), ["has 12 words (it has 4 now", answer_a], [answer_b]);
  // 7 words: 12 − 7 = 5, kept; of the distinct words it, is, a, cat, yes: yes is new.
  const answer = "It is a cat, a cat, yes.";
  assert.deepEqual(verdict(`Extended Answer: ${answer}`).values, {
    answer,
    words: 7,
    difference: -5,
    kept: true,
    new_words: 0.2,
  });
  assert.equal(verdict("Extended Answer: It is a cat, a cat.").values.kept, false); // 6 words
  holds(rows([`Extended Answer: ${answer}`])[0], { answer_a: answer, answer_b, variant: "length_equalized" });
  holds(rows(["Extended Answer:"])[0], { kept: false, status: "unparsable", answer_a });
});

Deno.test("anchor quality rates each text by itself", () => {
  const { conditions, asked, rows, verdict } = about("anchor_quality", {
    anchors: { "gpt-4o": "A grey cat." },
  });
  assert.deepEqual(conditions.map(({ text }) => text), ["Answer 1", "Answer 2", "Anchor (gpt-4o)"]);
  inOrder(asked(conditions[2]), ["A grey cat."], [answer_b]);
  holds(rows(["### Feedback: …\n### Score: 4"], conditions[2])[0], {
    text: "Anchor (gpt-4o)",
    score: 4,
    judge: "j",
  });
  assert.equal(verdict("### Score: 6").status, "out_of_range");
});

Deno.test("a sample that is none is refused by its schema", () => {
  const bad: [protocol: string, fields: object][] = [
    ...[{ query: undefined }, { human: "C" }, { image: 3 }].map((one): [string, object] => ["base", one]),
    ...[{ references: [] }, { caption: "" }].map((one): [string, object] => ["caption_ref_based", one]),
    ...[{ bias_type: "Text-Dominance" }, { biased_instruction: null }].map((
      one,
    ): [string, object] => ["score", one]),
    ["query_generation", { source: undefined }],
  ];
  for (const [name, fields] of bad) {
    assert.ok(
      !PROTOCOLS[name].sample.safeParse({ ...SAMPLES[name], ...fields }).success,
      JSON.stringify(fields),
    );
  }
});

Deno.test("formatting shows the same words with and without markup, in both orders", () => {
  const line = { item_id: "1", query: "What is it?", response: "**A cat** sleeps. It is grey." };
  const { conditions, asked, rows } = told("formatting", { sample: line });
  assert.deepEqual(conditions.map(({ formatting, swapped }) => `${formatting} ${swapped}`), [
    ...["lists false", "lists true", "bold false", "bold true", "headings false", "headings true"],
  ]);
  const both = ["A cat sleeps. It is grey.", "- A cat sleeps.\n- It is grey."];
  inOrder(asked(conditions[0]), both);
  inOrder(asked(conditions[1]), both.toReversed());
  const wanted = { choice: "B", variant: "formatted", condition: "lists", human: null, words_a: 6 };
  holds(rows(["### Selection: A"], conditions[1])[0], wanted);
  const one = (formattings: string) =>
    told("formatting", { sample: { ...line, response: "A cat." }, formattings } as ProtocolOptions)
      .conditions;
  assert.deepEqual(one("lists headings"), []);
  assert.throws(() => one("italics"), /wanted some of lists, bold, headings, found italics/);
});

Deno.test("A/B judging asks in both orders and offers no tie", () => {
  const { protocol, conditions, asked, rows, verdict } = about("pairwise", { variant: "verbose" });
  assert.deepEqual(conditions.map(({ swapped }) => swapped), [false, true]);
  inOrder(asked(swapped), [`### Response A:\n${answer_b}\n\n### Response B:\n${answer_a}\n`]);
  holds(rows(["### Feedback: …\n### Selection: B"], conditions[1])[0], {
    choice: "A",
    variant: "verbose",
    swapped: true,
  });
  assert.equal(verdict("### Selection: tie").status, "unparsable");
  assert.deepEqual(protocol.decoding, { max_completion_tokens: 16_384, reasoning_effort: "high" });
});

const CRITERIA = { ...SAMPLES.criteria_single, criteria: ["Conciseness and Efficiency", "logic"] };
const LOGIC = "Logic Coherence and Consistency";

Deno.test("criteria: one call for each that applies, about it alone; a joint call states all and gives a row for each", () => {
  const { conditions, asked } = told("criteria_single", { sample: CRITERIA });
  assert.deepEqual(conditions.map(({ criterion }) => criterion), ["logic", "efficiency"]);
  const parts = [LOGIC, "\n", "- Reward: ", "- Penalize: ", PICTURE.replace("a/b", "c")];
  inOrder(asked(), [...parts, "[Question]: How many?", "[Response 1]: Two", "[Response 2]: Three."], [
    "Efficiency",
  ]);
  assert.match(asked(), /Response X is better\.$/);
  assert.equal(told("criteria_single").conditions.length, 5);
  const joint = told("criteria_joint", { sample: CRITERIA });
  assert.equal(joint.conditions.length, 1);
  inOrder(joint.asked(), ["these 2 criteria", `1. ${LOGIC}\n`, "2. Conciseness and Efficiency\n"]);
  const rows = joint.rows([`Criterion: ${LOGIC}\nGaps.\nJudgment: Response 2 is better.`]);
  assert.deepEqual(rows.map((row) => [row.mode, row.criterion, row.human, row.choice, row.status]), [
    ["joint", "logic", "A", "B", "ok"],
    ["joint", "efficiency", "B", null, "unparsable"],
  ]);
  for (const row of rows) assert.equal(readCriteria([row as object]).height, 1);
});

Deno.test("criteria: choices are canonical in both orders, and other runs and orders have a judge's name of their own", () => {
  for (const name of ["criteria_single", "criteria_joint"]) {
    const sample = { ...CRITERIA, criteria: ["logic"] };
    const all = { orders: ["given", "swapped"] as ("given" | "swapped")[], runs: 2, thinking: true };
    const { conditions, asked, rows } = told(name, { sample, ...all });
    const found = conditions.map((condition) =>
      rows([`Criterion: ${LOGIC}\nResponse 1 is better.`], condition)[0]
    );
    assert.deepEqual(found.map(({ judge, choice, thinking }) => [judge, choice, thinking]), [
      ...[["j", "A", true], ["j run 2", "A", true], ["j swapped", "B", true], ["j run 2 swapped", "B", true]],
    ]);
    assert.match(asked(conditions[2]), /\[Response 1\]: Three\./);
    assert.throws(() => told(name, { sample, thinking: "yes" } as ProtocolOptions), /thinking/);
  }
});

Deno.test("criteria: rows of the public dataset are samples of single judging, and none of joint judging", () => {
  const row = {
    ...{ prompt_id: 3, split: "open_ended", question: "Describe.", image_path: "3.png", pred_a: "one" },
    ...{ pred_b: "two", criterion: "Visual Grounding and Details", preference: "B" },
  };
  const { protocol, sample, rows } = told("criteria_single", { sample: row });
  assert.equal(protocol.sampleId(sample), "open_ended/3/grounding");
  holds(rows(["Response 2 is better."])[0], {
    item_id: "3",
    criterion: "grounding",
    human: "B",
    choice: "B",
  });
  assert.match(PROTOCOLS.criteria_joint.sample.safeParse(row).error!.message, /one line per item/);
  const words = /criteria of open_ended are completeness, .*found reflection/;
  assert.match(protocol.sample.safeParse({ ...row, criterion: "reflection" }).error!.message, words);
});
