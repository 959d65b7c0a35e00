import { cellText, type NotebookCell } from "./notebook_files.ts";

/** A number as it stands in a text, where, and half a unit of its last digit. */
type Written = { text: string; at: number; value: number; half: number };

const NUMBER =
  /(?<![\w.,\-−–/^])([−-](?=[\d.]))?(\d{1,3}(?:,\d{3})+(?!\d)|\d+)?(\.\d+)?(e[-−]?\d+)?%?(?!\w|[-/]\w)/g;

const valueOf = (text: string) => Number(text.replace(/[,%]/g, "").replaceAll("−", "-"));

function numbersOf(text: string): Written[] {
  return [...text.matchAll(NUMBER)].filter(([all]) => /\d/.test(all)).map(
    ({ 0: all, 3: part = ".", index }) => {
      return { text: all, at: index, value: valueOf(all), half: 0.5 * 10 ** (1 - part.length) };
    },
  );
}

/** What is read of a markdown cell, in its places: no code, links, headings' and models' numbers, years, levels. */
function prose(cell: NotebookCell): string {
  const gone = (text: string) => text.replace(/\d/g, "#");
  return cellText(cell)
    .replace(/```[\s\S]*?```|`[^`]*`|\]\([^)]*\)|\[\d\d\]/g, gone)
    .replace(/\b(Tables?|Figures?|Gemini|MiniCPM-V|seeds?)\s[\d, .–and]+/g, gone)
    .replace(/^\s*\d+\. |\b(19|20)\d\d\b|\b95%(?=\s(intervals?|confidence))/gm, gone);
}

/** What a cell of code puts in and shows: its text, tables, words, and what stands in pictures and at their marks. */
function shown(cell: NotebookCell): string {
  const outputs = (cell.outputs ?? []) as {
    text?: string | string[];
    data?: Record<string, string | string[]>;
  }[];
  const code = cellText(cell).replace(/(?<=\d)_(?=\d)/g, "");
  return [code, ...outputs.flatMap(({ text = "", data = {} }) => [text, ...Object.values(data)])]
    .map((part) => [part].flat().join("").replace(/<[^>]*>/g, "\n")).join("\n");
}

/** Four digits say whose they are wherever they stand. */
const isLong = ({ text }: Written) => text.replace(/\D/g, "").length > 3;

/** Whether a number shown is the written one, rounded as that is; a share may be written in hundredths and the other way round. */
function isSame(written: Written, { text, value }: Written, hundredths: boolean): boolean {
  const scale = text.endsWith("%") ? (written.text.endsWith("%") ? 1 : 0.01) : hundredths ? 100 : 1;
  const one = written.value < 0 ? value : Math.abs(value);
  return [1, scale].some((by) => Math.abs(by * one - written.value) <= written.half + 1e-9);
}

/** What is wrong with the arithmetic that a cell's metadata give for a number: `"4,753 of": "3,411 + 1,342"`, of numbers that are shown. */
function miscounted(number: Written, sum: string, seen: Written[], hundredths: boolean): string | null {
  if (!/^[\d\s.,+*/()−-]+$/.test(sum)) return null; // words say whose number it is
  const parts = numbersOf(sum.replace(/[-+*/()−]/g, " $& ")).filter(({ text }) => text !== "1");
  const lost = parts.find((part) => !seen.some((one) => isSame({ ...part, half: 0 }, one, false)));
  if (lost) return `of ${sum} ${lost.text} is shown nowhere`;
  const value = Number(new Function(`return ${sum.replaceAll(",", "").replaceAll("−", "-")}`)());
  return isSame(number, { ...number, text: "", value }, hundredths) ? null : `${sum} is ${value}`;
}

/**
 * Numbers in the sentences of an executed notebook that it does not show. Before the first heading of a cell, sentences are
 * held to the code cell above, after it to the one below, numbers of four digits to all. What is neither shown nor put in there stands in the cell's metadata: `numbers`
 * names it by a passage in which no other number stands, and gives its arithmetic, or in words whose it is. Small numbers in words are not read.
 */
export function numberFaults(cells: readonly NotebookCell[]): string[] {
  const seen = cells.map((cell) => cell.cell_type === "code" ? numbersOf(shown(cell)) : []);
  const isCode = ({ cell_type }: NotebookCell) => cell_type === "code";
  return cells.flatMap((cell, i) => {
    if (isCode(cell)) return [];
    const text = prose(cell),
      heading = text.search(/^#/m),
      given = Object.entries(cell.metadata?.numbers ?? {});
    const above = cells.findLastIndex((one, j) => j < i && isCode(one));
    const below = cells.findIndex((one, j) => j > i && isCode(one));
    const numbers = numbersOf(text).filter((one) => !["0", "1"].includes(one.text)), used = new Set<string>();
    const faults = numbers.flatMap((one) => {
      const start = Math.max(...[". ", ".\n", "\n\n"].map((end) => text.lastIndexOf(end, one.at))) + 1;
      const sentence = text.slice(Math.max(start, 0), one.at + text.slice(one.at).search(/\.\s|\n\n|$/));
      const hundredths = /%|points/.test(sentence), isIntro = heading >= 0 && one.at > heading && below >= 0;
      const own = given.find(([passage]) => {
        const at = text.indexOf(passage);
        return at >= 0 && one.at >= at && one.at < at + passage.length;
      });
      if (own) used.add(own[0]);
      const fault = own
        ? miscounted(one, own[1], seen.flat(), hundredths)
        : (isLong(one) ? seen.flat() : seen[isIntro || above < 0 ? below : above])
            .some((other) => isSame(one, other, hundredths))
        ? null
        : "is not shown";
      return fault ? [`cell ${i + 1}: ${one.text}: ${fault}: “${sentence.replace(/\s+/g, " ").trim()}”`] : [];
    });
    const idle = given.filter(([passage]) => !used.has(passage));
    return [...faults, ...idle.map(([passage]) => `cell ${i + 1}: no number of “${passage}” is in its text`)];
  });
}
