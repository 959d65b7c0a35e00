import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import fc from "fast-check";
import {
  parseBetter,
  parseBracketChoice,
  parseFinalScore,
  parseJointBetter,
  parseScore,
  parseSelection,
} from "@/judge/parse/parsers.ts";
import { parseWhole, settleReply } from "@/judge/parse/settle_reply.ts";
import { behindWords } from "@/results/read_replies.ts";
import { replyScore } from "@/results/reply_score.ts";
import { replyVerdict } from "@/results/reply_verdict.ts";
import { whyUnread } from "@/results/reply_text.ts";
import type { ReplyVerdict } from "@/judge/protocol.ts";
import { parseFlag, parseRanking } from "@/judge/protocols/query_generation.ts";
import { reply } from "../reply.ts";
import { jsonLines } from "../study.ts";
import { told } from "../told.ts";

/**
 * Texts of replies with what is found in them, a line for what was once misread: by which parser, the names of criteria that it is
 * given, what stands before each text, how the reply ended, and the texts by verdict or status.
 */
interface Case {
  name: string;
  parse: string | string[];
  names?: Record<string, string>;
  before?: string[];
  ended?: { finishReason?: string; refusal?: string };
  ends?: (string | null)[];
  found: Record<string, string[]>;
}

const CASES: Case[] = jsonLines("tests/judge/parse/replies.jsonl");
const shown = (one = "unparsable"): ReplyVerdict => ({ status: "ok", values: { shown: one } });
const score = (text: string, abstention = false) => parseScore(text, { low: 1, high: 10, abstention });

const PARSERS: Record<string, (text: string, names: Record<string, string>) => ReplyVerdict> = {
  bracket: parseBracketChoice,
  selection: (text) => parseSelection(text),
  better: parseBetter,
  joint: parseJointBetter,
  score: (text) => score(text),
  "score or N/A": (text) => score(text, true),
  final: parseFinalScore,
  flag: parseFlag,
  ranking: parseRanking,
  whole: parseWhole,
  reply: (text) => shown(replyVerdict(text).verdict),
  "reply and scores": (text) => shown(Object.values(replyVerdict(text)).join(" ")),
  "reply's score": (text) => shown(Object(replyScore(text, { unknown: true })).score),
  "behind FINAL>>": (text) => shown(replyVerdict(text, { behind: behindWords("FINAL>>") }).verdict),
  unread: (text) => shown(whyUnread(text)),
};

/** The one value of a verdict, or all of them, or its status. */
function seen({ status, values }: ReplyVerdict): string {
  const { shown, score, parsed, answer, text } = values, one = shown ?? score ?? parsed ?? answer ?? text;
  return status !== "ok" ? status : one === undefined ? JSON.stringify(values) : String(one);
}

for (const { name, parse, names = {}, before = [""], ended, ends, found } of CASES) {
  Deno.test(`${[parse].flat().join(" and ")}: ${name}`, () => {
    for (const parser of [parse].flat()) {
      const read = PARSERS[parser] ?? ((text) => told(parser).verdict(text));
      for (const [wanted, texts] of Object.entries(found)) {
        for (const text of texts.flatMap((text) => before.map((words) => words + text))) {
          for (const finishReason of ends ?? [ended?.finishReason ?? "stop"]) {
            const whole = ended || ends
              ? settleReply(reply(text, { ...ended, finishReason }), (text) => read(text, names))
              : read(text, names);
            assert.equal(seen(whole), wanted, `${parser}, ${finishReason}: ${text}`);
          }
        }
      }
    }
  });
}

const whole = fc.integer({ min: -300, max: 300 });
const within = (low: number, high: number) => (value: unknown) =>
  Number(value) >= low && Number(value) <= high ? value : "out_of_range";

/** A parser, what verdicts it is given in a last line, how the line says one, and what is read of it. */
const LAST: [
  parse: (text: string) => ReplyVerdict,
  verdicts: fc.Arbitrary<unknown>,
  line: (verdict: unknown) => string,
  read: (verdict: unknown) => unknown,
][] = [
  [parseBracketChoice, fc.constantFrom("A", "B"), (letter) => `Judgement: [[${letter}]]`, (letter) => letter],
  [parseBetter, fc.constantFrom(1, 2), (one) => `Response ${one} is better.`, (one) => one],
  [(text) => score(text, true), whole, (value) => `### Score: ${value}`, within(1, 10)],
  [parseFinalScore, whole, (value) => `The final score is $${value}$.`, within(0, 100)],
];

Deno.test("whatever stands before it, a last line with the verdict is the verdict, and off the scale none; without a mark there is none", () => {
  const text = fc.string({ unit: "grapheme" });
  for (const [parse, verdicts, line, read] of LAST) {
    const isRead = (text: string, verdict: unknown) =>
      assert.equal(seen(parse(`${text}\n${line(verdict)}`)), String(read(verdict)));
    fc.assert(fc.property(text, verdicts, isRead), { seed: 4, numRuns: 400 });
  }
  const unmarked = text.filter((text) => !/[[\]]|judge?ment|score|^\W*[AB]\W*$/i.test(text));
  const isNone = (text: string) => {
    assert.equal(parseBracketChoice(text).status, "unparsable");
    // Only a bare number is a score.
    if (typeof score(text).values.score === "number") assert.match(text.trim(), /^[+-]?\d+(\.\d+)?$/);
  };
  fc.assert(fc.property(unmarked, isNone), { seed: 5, numRuns: 500 });
});

/** Marks of what verdicts are made of. */
const PIECES = "[[A]]|[[B]]|[[|]]|A|B|Judgement:|Selection:|### Score:|Score:|8".split("|")
  .concat(["10", "-", "/", ".", "N/A", "\n", " ", "**", "#", "or", "\\[", "`", "tie", "(", ")", "%", "$"]);

Deno.test("any mixture of markers, letters, numbers and noise ends in a verdict of the scale or a typed status", () => {
  const isTyped = (parts: string[]) => {
    const text = parts.join("");
    for (const verdict of [parseBracketChoice(text), parseSelection(text), score(text, true)]) {
      const { status, values, reason } = verdict;
      if (status !== "ok") assert.ok(Object.keys(values).length === 0 && reason, text);
      else if (!["A", "B", "tie"].includes(String(values.shown))) {
        assert.equal(within(1, 10)(values.score), values.score);
      }
    }
  };
  fc.assert(fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }), isTyped), {
    seed: 3,
    numRuns: 3000,
  });
});

const REAL = "../shared/data/judgebench/arena_hard-o1-mini.jsonl", present = existsSync(REAL);
if (!present) console.warn(`The test on 700 real replies is skipped: there is no file ${REAL}`);

Deno.test({
  name: "700 real replies to another prompt, with [[A>B]] and answers of their own, never become a verdict",
  ignore: !present,
  fn() {
    const parsers = ["bracket", "selection", "better", "final", "score"].map((name) => PARSERS[name]);
    const replies: string[] = jsonLines(REAL).flatMap(({ judgments }) =>
      judgments.map(({ judgment }: { judgment: { response: string } }) => judgment.response)
    );
    for (const text of replies) {
      for (const parse of parsers) assert.equal(parse(text, {}).status, "unparsable");
    }
    const marked = replies.filter((text) => /\[\[[AB][<>=]+[AB]\]\]/.test(text));
    assert.ok(replies.length === 700 && marked.length > 600);
  },
});
