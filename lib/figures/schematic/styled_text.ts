import { element, textElement } from "../svg_text.ts";
import { textWidth, wrapText } from "../text_width.ts";
import { INK, SIZE } from "../theme.ts";

export type Tone = "wrong" | "right" | "slot" | "soft" | "first" | "second";

/** Ink and ground of a tone's words, and whether they are a chip, bold and with margins; those of the first and the second answer are the same wherever one of them is meant. */
export const TONE: Record<Tone, { ink: string; fill?: string; chip?: boolean }> = {
  wrong: { ink: "#9b1c0c", fill: "#fbe4e0" },
  right: { ink: "#0b5c40", fill: "#e0f3ea" },
  slot: { ink: "#174a7c", fill: "#e2edf8" },
  soft: { ink: "#5a6775" },
  first: { ink: "#ffffff", fill: "#1f5f9e", chip: true },
  second: { ink: "#ffffff", fill: "#9a4f00", chip: true },
};

export interface Run {
  text: string;
  bold?: boolean;
  /** In letters of one width: what stands so in a reply. */
  mono?: boolean;
  tone?: Tone;
}

export interface TextStyle {
  size: number;
  color?: string;
  bold?: boolean;
  align?: "start" | "middle";
}

type Placed = Run & { x: number; width: number };

type Line = { runs: Placed[]; end: number };

const MARK = new RegExp(`\\*\\*(.+?)\\*\\*|\\{(${Object.keys(TONE).join("|")}):([^}]*)\\}`, "g");

/** Reads marks of style: `**bold**`, and a tone's name and words between braces. */
export function runsOf(marked: string): Run[] {
  const runs: Run[] = [];
  let end = 0;
  for (const mark of marked.matchAll(MARK)) {
    if (mark.index > end) runs.push({ text: marked.slice(end, mark.index) });
    const [, bold, tone, text] = mark;
    runs.push(bold === undefined ? { text, tone: tone as Tone } : { text: bold, bold: true });
    end = mark.index + mark[0].length;
  }
  if (end < marked.length) runs.push({ text: marked.slice(end) });
  return runs;
}

export const unmarked = (marked: string): string => runsOf(marked).map(({ text }) => text).join("");

export const LINE = 1.36;

/** A paragraph of styled text, wrapped by the widths of its letters; spaces at the start of a line indent it. */
export function layOutText(
  text: string | readonly Run[],
  width: number,
  { size, color = INK.text, bold = false, align = "start" }: TextStyle,
): { height: number; svg(x: number, y: number): string } {
  const runs = (typeof text === "string" ? runsOf(text) : text).map((run) => ({
    ...run,
    bold: run.bold ?? (run.tone && TONE[run.tone].chip) ?? bold,
  }));
  const short = (lines: readonly Line[]) => lines.length > 1 && lines.at(-1)!.end < 0.15 * lines.at(-2)!.end;
  let lines = wrapRuns(runs, size, width);
  for (let room = width; short(lines) && room > width / 2; room -= 6) {
    const next = wrapRuns(runs, size, room);
    if (next.length > lines.length) break;
    lines = next;
  }
  return {
    height: lines.length * size * LINE,
    svg: (x, y) =>
      lines.map(({ runs, end }, l) => {
        const left = x + (align === "middle" ? (width - end) / 2 : 0);
        const base = y + size * (LINE * l + 1);
        return runs.map((run) => drawRun(run, left + run.x, base, size, color)).join("");
      }).join(""),
  };
}

const sizeOf = ({ mono }: Run, size: number) => mono ? Math.min(size, SIZE.note) : size;

function drawRun(run: Placed, x: number, base: number, line: number, color: string): string {
  const { text, tone, bold, mono, width } = run, size = sizeOf(run, line);
  const { ink, fill } = tone ? TONE[tone] : { ink: color, fill: undefined };
  const inside = marginOf(tone), out = inside > 0 ? 0 : 1.5;
  const box = { x: x - out, y: base - 0.92 * size, width: width + 2 * out, height: 1.2 * size };
  return (fill ? element("rect", { ...box, rx: 2, fill }) : "") +
    textElement(text.trimEnd(), { x: x + inside, y: base, size, color: ink, bold, mono });
}

const marginOf = (tone?: Tone) => tone && TONE[tone].chip ? 4 : 0;

const TOKEN = /\n| +|(?:\(?\p{L} = )?[^ \n]+/gu;

function wrapRuns(runs: readonly Run[], size: number, width: number): Line[] {
  const lines: Line[] = [{ runs: [], end: 0 }];
  const measure = (run: Run) =>
    textWidth(run.text, sizeOf(run, size), { ...run, kerned: run.tone !== undefined }) +
    2 * marginOf(run.tone);
  const space = textWidth(" ", size);
  let waiting = 0, word: Run[] = [];
  const newLine = () => {
    lines.push({ runs: [], end: 0 });
    waiting = 0;
  };
  const put = (run: Run) => {
    const line = lines.at(-1)!, last = line.runs.at(-1), wide = measure(run);
    if (last && last.bold === run.bold && last.mono === run.mono && last.tone === run.tone) {
      last.text += " ".repeat(waiting) + run.text;
      last.width = measure(last);
      line.end = last.x + last.width;
    } else {
      const x = line.end + waiting * space;
      line.runs.push({ ...run, x, width: wide });
      line.end = x + wide;
    }
    waiting = 0;
  };
  const flush = () => {
    if (word.length === 0) return;
    const wide = word.reduce((sum, run) => sum + measure(run), 0);
    const line = lines.at(-1)!;
    if (line.runs.length > 0 && line.end + waiting * space + wide > width) newLine();
    for (const run of word) {
      const pieces = wide > width ? wrapText(run.text, size, width, run) : [run.text];
      pieces.forEach((text, p) => {
        if (p > 0) newLine();
        put({ ...run, text });
      });
    }
    word = [];
  };
  for (const run of runs) {
    for (const token of run.text.match(TOKEN) ?? []) {
      if (token === "\n") {
        flush();
        newLine();
      } else if (token.startsWith(" ")) {
        flush();
        waiting += token.length;
      } else word.push({ ...run, text: token });
    }
  }
  flush();
  return lines;
}
