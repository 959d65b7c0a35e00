import assert from "node:assert/strict";
import fc from "fast-check";
import { parseBracketChoice, parseSelection } from "@/judge/parse/parse_choice.ts";
import { decided, undecided } from "./verdict_cases.ts";

const shown = (text: string) => {
  const { status, values } = parseBracketChoice(text);
  return status === "ok" ? values.shown : status;
};

Deno.test("parseBracketChoice reads the last judgement", () => {
  const cases: [string, unknown][] = [
    ["Analysis: A is better.\n\nJudgement: [[A]]", "A"],
    ["Judgement: [[A]]\nOn reflection:\nJudgement: [[B]]", "B"],
    ["**Judgement:** **[[B]]**", "B"],
    ["### Judgment:\n\n> `[[B]]`", "B"],
    ["Judgement: \\[\\[A\\]\\]", "A"],
    ["Judgement: [[Assistant A]]", "A"],
    ["I compare [[A]] with [[B]].\n[[B]]", "B"],
    ["[[a]]", "A"],
    ["Judgement: A", "A"],
    ["Judgement: [B].", "B"],
    ["Final Judgement: Assistant B", "B"],
    ["Judgement: [[C]]", "tie"],
    ["Judgement: [[tie]]", "tie"],
    ["判断:[[A]]", "A"],
  ];
  for (const [text, expected] of cases) assert.equal(shown(text), expected, text);
});

Deno.test("parseBracketChoice makes no choice of what is none", () => {
  const replies = [
    "A is better.",
    "Judgement: [[A]] or [[B]]",
    "Judgement: [[A]] or [[B]] (Choose [[A]] if …)",
    "Both [[A]] and [[B]] are good.",
    "Judgement: neither",
    "Judgement: N/A",
    "Judgement: A/B",
    "Judgement: A or B",
    "Judgement: a good answer is A",
    "Judgement: [[D]]",
    "Judgement: [[А]]", // Cyrillic
    "判断:甲",
    "Urteil: Antwort A",
    "Judgement:",
    "Judgement: [[A]]\nJudgement:",
    "Judgement: <[[X]]>",
  ];
  for (const text of replies) assert.equal(shown(text), "unparsable", text);
});

Deno.test("a label in a sentence that does not choose it is no choice, nor one of two", () => {
  for (const before of ["", "Judgement: "]) {
    for (const text of decided("[[A]]")) assert.equal(shown(before + text), "A", before + text);
    for (const text of undecided("[[A]]", "[[B]]")) {
      // Without the marker the last line with brackets is the judgement.
      if (text === "[[A]]\nCorrection: [[B]]" && before === "") continue;
      assert.equal(shown(before + text), "unparsable", before + text);
    }
  }
  assert.equal(shown("Judgement: [[A]]\nNote: [[B]] is longer."), "unparsable");
});

Deno.test("a letter that is the whole reply is the choice", () => {
  const parsers = [parseBracketChoice, (text: string) => parseSelection(text)];
  for (const parse of parsers) {
    for (const text of ["A", "A.", " **A**\n", '"A"', "[A]", "Response A"]) {
      assert.deepEqual(parse(text).values, { shown: "A" }, text);
    }
    for (const text of ["a", "A\nB", "A or B", "A is better", "A B", "A\n\nIt names the sign.", "Ａ"]) {
      assert.equal(parse(text).status, "unparsable", text);
    }
  }
});

Deno.test("a reply without brackets or a marker never becomes a choice", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme" }).filter((text) => !/[[\]]|judge?ment|^\W*[AB]\W*$/i.test(text)),
      (text) => {
        assert.equal(shown(text), "unparsable");
      },
    ),
    { seed: 1, numRuns: 300 },
  );
});

Deno.test("parseSelection wants one letter alone behind the heading", () => {
  const read = (text: string) => parseSelection(text).values.shown ?? parseSelection(text).status;
  assert.equal(read("### Feedback: B is long.\n### Selection: A"), "A");
  assert.equal(read("### Feedback: good. ### Selection: **B**"), "B");
  assert.equal(read("### Selection:\nResponse A"), "A");
  assert.equal(read("### Selection: A\n### Selection: B"), "B");
  for (
    const text of [
      "### Selection: A or B",
      "### Selection: tie",
      "### Selection: N/A",
      "Selection: a bit of both",
      "A\nB",
      "### Selection: A\nCorrection: B",
      "### Selection:\n### Feedback: A",
    ]
  ) {
    assert.equal(read(text), "unparsable", text);
  }
});

Deno.test("a letter alone behind which the other is chosen is none", () => {
  for (const behind of ["However, I choose B", "B is the better one overall.", "Final answer: B"]) {
    assert.equal(parseBracketChoice(`Judgement: A\n${behind}`).status, "unparsable", behind);
  }
  assert.equal(parseBracketChoice("Judgement: A\nI choose A.").status, "ok");
});
