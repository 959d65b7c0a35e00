import pl from "nodejs-polars";
import { PROMPTS } from "../../judge/prompts.ts";
import type { Specs } from "../figure.ts";
import { printedOf } from "../figure_entry.ts";
import { type Block, card, picture, row, stack, words } from "../schematic/layout.ts";
import type { Run } from "../schematic/styled_text.ts";
import { hanging, indented } from "../prompts/prompt_text.ts";
import { curly } from "../svg_text.ts";
import { INK, signed, SIZE } from "../theme.ts";
import { findValue, type Value, valueFrame } from "../values/value.ts";
import { MEAN_NAMES, MEANS } from "./numbers.ts";
import { promptChanges, suspectMean } from "./own.ts";

const VARIANTS = [
  ["abstention", "Figure 14 · Abstention-aware"],
  ["score_guided", "Figure 15 · Score-guided"],
  ["constraints", "Figure 16 · Modality constraints"],
  ["reasoning", "Figure 17 · Modality reasoning"],
] as const;

/** Behind a change against a mean that looks misprinted. */
const MARK = "†";

/** Lines of a prompt that the original does not have; what one of its lines shares with it is grey. */
function addedLines(prompt: typeof VARIANTS[number][0]): Run[][] {
  const text = (id: "score" | typeof prompt) => PROMPTS[id].text.split("\n").filter((line) => line !== "");
  // The numbers of duties shift with those that come in between.
  const bare = (line: string) => line.replace(/^\d+\. /, "");
  const original = text("score").map(bare);
  const isNew = (line: string) => !original.includes(bare(line));
  return text(prompt).flatMap((line, i, lines) => {
    if (!isNew(line)) return [];
    // What is new below a heading of the original is not to be told from what is new elsewhere without it.
    const heading = i > 0 && /^### .*:$/.test(lines[i - 1]) && !isNew(lines[i - 1]) ? lines[i - 1] : "";
    const set = line.startsWith("### ") ? String : curly;
    const known = Math.max(...original.map((one) => shared(one, bare(line))));
    const at = known < SHARED ? 0 : line.length - bare(line).length + known;
    return [[
      ...(heading === "" ? [] : [{ text: `${heading} `, tone: "soft" as const }]),
      ...(at > 0 ? [{ text: line.slice(0, at), tone: "soft" as const }] : []),
      { text: set(line.slice(at).replace(/^#+ /, "")), bold: line.startsWith("#### ") },
    ]];
  });
}

/** Characters that a line must share with one of the original to count as that one with an addition. */
const SHARED = 20;

/** How many whole words, in characters, two lines begin with alike. */
function shared(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  // A word of both ends in both: at a space, at a comma, at the line's end.
  while (at > 0 && [a, b].some((line) => /\w/.test(line[at - 1]) && /\w/.test(line[at] ?? " "))) at--;
  return at;
}

/** Lines below each other, of many in two columns. */
function addedText(lines: readonly Run[][]): Block {
  let numbered = false;
  const blocks = lines.map((runs) => {
    const [first, ...rest] = runs, [, marker, text] = /^(-|\d+\.|### \w+:) (.*)$/s.exec(first.text) ?? [];
    const block = marker === undefined
      ? words(runs, { size: SIZE.note })
      : hanging(marker, [{ ...first, text }, ...rest], SIZE.note);
    // Items and lines of a duty stand below its text.
    const own = numbered && !/^\d|^###/.test(first.text);
    numbered ||= /^\d/.test(marker ?? "");
    return own ? indented(block) : block;
  });
  if (lines.length <= ONE_COLUMN) return stack(blocks, { gap: 3 });
  // As much in one as in the other.
  const letters = lines.map((runs) => runs.reduce((sum, { text }) => sum + text.length, 0));
  const before = (at: number) => letters.slice(0, at).reduce((sum, length) => sum + length, 0);
  const uneven = (at: number) => Math.abs(2 * before(at) - before(lines.length));
  const at = lines.map((_, i) => i).reduce((a, b) => uneven(b) < uneven(a) ? b : a);
  return row([blocks.slice(0, at), blocks.slice(at)].map((column) => stack(column, { gap: 3 })), { gap: 26 });
}

const ONE_COLUMN = 5;

/** The changes of the means below their names, a line for each judge: in the same places of every card. */
function effects(changes: readonly Value[]): Block {
  const size = SIZE.note, judges = [...new Set(changes.map(({ keys }) => keys.judge))];
  const line = (judge: string, cells: readonly Run[]) =>
    row([
      { ...words(judge, { size, bold: true }), width: 110 },
      ...cells.map((cell) => words([cell], { size })),
    ], { gap: 10 });
  return card(
    stack([
      line(" ", MEANS.map((mean) => ({ text: MEAN_NAMES[mean], tone: "soft" }))),
      ...judges.map((judge) =>
        line(
          judge,
          MEANS.map((mean) => {
            const change = findValue(changes, mean, { judge })!;
            const text = signed(change.value, 3) + (suspectMean(change) ? MARK : "");
            const small = Math.abs(change.value) < SMALL;
            return { text, tone: small ? undefined : change.value < 0 ? "wrong" : "right" };
          }),
        )
      ),
    ], { gap: 3 }),
    { fill: INK.faint, stroke: INK.faint, padding: 5 },
  );
}

const SMALL = 0.01;

export const fig14Better: Specs = {
  "mm-judgebias-fig14-better": {
    draw: () => {
      const changes = [
        ...promptChanges(printedOf("mm-judgebias-table14")),
        ...promptChanges(printedOf("mm-judgebias-table16")),
      ];
      const cards = VARIANTS.map(([prompt, title]) =>
        card(
          stack([
            addedText(addedLines(prompt)),
            effects(changes.filter(({ keys }) => keys.prompt === prompt)),
          ], { gap: 7 }),
          { title },
        )
      );
      return {
        body: picture(stack(cards, { gap: 6 })),
        data: valueFrame(changes).withColumns(pl.lit("redrawn").alias("text_provenance")),
      };
    },
  },
};
