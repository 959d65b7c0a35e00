import { z } from "zod";
import { type Block, rule, stack } from "../schematic/layout.ts";
import { blockOf, type Given, PICTURE, type Tree } from "../schematic/tree.ts";
import { textWidth } from "../text_width.ts";
import { SIZE } from "../theme.ts";
import { TEXT } from "./read_cards.ts";

const VERDICT = z.strictObject({
  by: TEXT,
  /** Which answer is preferred, or which score is given, as printed; one for each column. */
  verdict: z.array(TEXT),
  right: z.array(z.boolean()).optional(),
  given: z.strictObject({ label: TEXT, text: TEXT }).optional(),
  /** The gist of the reason, in our own words; marks of style as in `runsOf`. */
  reason: TEXT.optional(),
  /** The answer that the printed reason speaks for, where it is not the one that is printed as preferred. */
  speaksFor: TEXT.optional(),
});

/** What every card shows, from top to bottom; texts are the gist in our own words. */
export const PLATE = z.strictObject({
  heading: TEXT.optional(),
  /** What of it is ours, and what is printed; said once of several cards. */
  ours: TEXT.optional(),
  /** `own`: the name of the file with which a user's picture takes its place. */
  pictures: z.array(PICTURE.and(z.object({ own: TEXT, label: TEXT.optional() }))),
  texts: z.array(z.tuple([TEXT, TEXT])),
  /** Who says what of it, a column each, and why: no reasons without a heading of theirs. */
  verdicts: z.strictObject({
    ...{ who: TEXT.optional(), columns: z.array(TEXT), rows: z.array(VERDICT), why: TEXT.optional() },
  }).optional(),
});
export type Plate = z.output<typeof PLATE>;

const ANSWER = /^(?:Answer|Response) (?=[AB12]\b)/;

/** An answer's letter or number within a verdict, coloured as that answer is wherever it stands; a score as it is. */
export function chip(verdict: string, right?: boolean): string {
  const said = verdict.replace(ANSWER, ""), first = /^[A1]\b/.test(said);
  const mark = right === undefined ? "" : right ? " {right:✓}" : " {wrong:✗}";
  return /^[AB12](?: |$)/.test(said)
    ? `{${first ? "first" : "second"}:${said}}${mark}`
    : `**${verdict}**${mark}`;
}

const PICTURE_WIDTH = 200, JUDGE = 250, CHIP = 64, NAME = 190;

const GAP = 16;

export async function plates(all: readonly Plate[], given: Given): Promise<Block> {
  const judges = judgesWidth(all), drawn = await Promise.all(all.map((one) => plate(one, given, judges)));
  return stack(drawn.flatMap((one) => [rule(), one]).slice(1));
}

async function plate(one: Plate, given: Given, judges: number): Promise<Block> {
  const { heading, ours, pictures, texts, verdicts } = one;
  const names = widest(texts.map(([name]) => nameWidth(name)), NAME);
  const lines: Tree = {
    stack: texts.map(([name, text]) => ({ row: [label(name), text], widths: [names, null] })),
    gap: 7,
  };
  const said: Tree[] = verdicts ? [...(heading === undefined ? ["---"] : []), table(verdicts, judges)] : [];
  const framed = await Promise.all(
    pictures.filter((one) => "shows" in one).map(async ({ label: _, ...one }) =>
      (await blockOf({ ...one, width: PICTURE_WIDTH }, given)).height(PICTURE_WIDTH)
    ),
  );
  const shown = pictures.map((one) =>
    "scene" in one ? one : { ...one, width: PICTURE_WIDTH, height: Math.max(...framed) }
  );
  const body = { row: [...shown, lines], widths: [...pictures.map(() => PICTURE_WIDTH), null], gap: GAP };
  const head: Tree[] = [
    ...(ours === undefined ? [] : [{ text: `Ours: ${ours}`, size: "note" as const, soft: true }]),
    ...(heading === undefined ? [] : [{ text: heading, size: "panel" as const, bold: true }]),
  ];
  return await blockOf({ stack: [...head, body, ...said], gap: 8 }, given);
}

const parts = (name: string) => /^(.*?) \((.*)\)$/.exec(name)?.slice(1) ?? [name];

const boldWidth = (text: string) => textWidth(text, SIZE.caption, { bold: true });

function nameWidth(name: string): number {
  const [answer, author] = parts(name);
  return author === undefined ? boldWidth(answer.replace(ANSWER, "")) : textWidth(author, SIZE.note);
}

const widest = (widths: readonly number[], most: number) => Math.min(most, Math.ceil(Math.max(...widths)));

function label(name: string): Tree {
  const [answer, author] = parts(name);
  const shown: Tree = ANSWER.test(answer) ? chip(answer) : small(answer);
  return author === undefined
    ? shown
    : { stack: [shown, { text: author, size: "note", soft: true }], gap: 3 };
}

const small = (text: string): Tree => ({ text, bold: true, soft: true });

function judgesWidth(plates: readonly Plate[]): number {
  const all = plates.flatMap(({ verdicts: { who = "", rows } = { columns: [], rows: [] } }) =>
    [who, ...rows.map(({ by }) => by)].map(boldWidth)
  );
  return widest(all, JUDGE);
}

function table({ who = " ", columns, rows, why }: NonNullable<Plate["verdicts"]>, judges: number): Tree {
  const doubted = rows.some(({ speaksFor }) => speaksFor);
  const heads = doubted ? ["printed", "argued"] : columns;
  // Several heads break into two lines, for there is little below them.
  const wide = (head: string) =>
    Math.ceil(
      columns.length === 1
        ? Math.max(CHIP, boldWidth(head))
        : Math.max(CHIP, 0.6 * boldWidth(head), ...head.split(" ").map(boldWidth)),
    );
  const widths = [judges, ...why === undefined ? columns.map(() => null) : [...heads.map(wide), null]];
  const line = (cells: readonly Tree[]): Tree => ({ row: cells, widths, gap: 12 });
  return {
    stack: [
      line([small(who), ...heads.map(small), ...(why === undefined ? [] : [small(why)])]),
      ...rows.map(({ by, verdict, right, given, reason, speaksFor }) =>
        line([
          by,
          ...verdict.map((one, v) => chip(one, right?.[v])),
          ...(doubted
            ? [reason ? chip(speaksFor ?? verdict[0], right && !right[0] === Boolean(speaksFor)) : NONE]
            : []),
          ...(why === undefined
            ? []
            : [[...(given ? [`{soft:${given.label}:} ${given.text}`] : []), reason ?? NONE]]),
        ])
      ),
    ],
    gap: 7,
  };
}

const NONE = "{soft:–}";
