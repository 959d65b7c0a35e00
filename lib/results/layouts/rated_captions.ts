import { isExpertText, type TableFile } from "../find_files.ts";
import type { JsonLine } from "../json_lines.ts";
import { isIndex } from "../frame.ts";
import { readBytes } from "../read_bytes.ts";
import { ResultsError } from "../results_error.ts";
import { cellOf } from "../rows_table.ts";
import { type Layout, layout, openRecords } from "./layout.ts";

type Form = readonly [image: string, caption: string, scores: RegExp];

const POLARIS: readonly Form[] = [["imgid", "mt", /^score$/], ["img", "cand", /^human_score$/]];
const EXPERTS = ["caption", "caption_id"].map((one): Form => ["image", one, /^expert\d+$/i]);

const formOf = (forms: readonly Form[], columns: readonly string[]) =>
  columns.includes("human")
    ? undefined
    : forms.find(([image, caption, scores]) =>
      columns.includes(image) && columns.includes(caption) && columns.some((name) => scores.test(name))
    );

function ratedCaptions(name: string, forms: readonly Form[], open?: (file: TableFile) => JsonLine[]) {
  return layout(name, {
    results: (file) => formOf(forms, file.columns) !== undefined || open !== undefined && isExpertText(file),
    open,
    index: () => new Map<string, number>(),
    *rows(record, { file, index }) {
      const columns = Object.keys(record), form = formOf(forms, columns);
      if (!form) {
        const wanted = forms.map(([image, caption, scores]) => `${image}, ${caption}, ${scores.source}`);
        const expected = `the columns ${wanted.join(" or ")}, found ${columns.join(", ")}`;
        throw new ResultsError({ file: file.path, expected });
      }
      const [image, caption, scores] = form, image_id = record[image] ? String(record[image]) : null;
      const others = columns.filter((name) => name !== image && !scores.test(name) && !isIndex(name));
      const own = Object.fromEntries(others.map((name) => [name, cellOf(record[name])]));
      const picture = `${file.path}\n${image_id}`, text = String(record[caption] ?? "");
      const key = `${picture}\n${text}`, next = (index.get(picture) ?? 0) + 1;
      if (!index.has(key)) index.set(picture, next).set(key, next);
      const item_id = image_id && `${image_id}${isExpertText(file) ? ` ${text}` : `#${index.get(key)}`}`;
      for (const score of columns.filter((name) => scores.test(name))) {
        yield {
          split: splitOf(file),
          ...own,
          item_id,
          image_id,
          human: record[score] as string | number | null,
        };
      }
    },
  });
}

/** The tables of Polaris and Nebula: `imgid, mt, refs, score`, or `img, cand, human_score`; split from the file's name. */
export const polaris: Layout = ratedCaptions("polaris", POLARIS);

/** Flickr8k-Expert's judgments: a table with `expert1, expert2, …`, or its text file. */
export const flickr8kExpert: Layout = ratedCaptions("flickr8k-expert", EXPERTS, openExperts);

function splitOf({ stem }: TableFile): string {
  const [, word] = /(?:^|[^a-z])(train|val|valid|validation|dev)(?:ing)?(?:$|[^a-z])/i.exec(stem) ?? [];
  return word === undefined ? "test" : word.toLowerCase() === "train" ? "train" : "validation";
}

function openExperts(file: TableFile): JsonLine[] {
  if (!isExpertText(file)) return openRecords(file);
  const lines = readBytes(file).toString("utf8").split(/\r?\n/).map((text, i) => ({ text, line: i + 1 }));
  return lines.filter(({ text }) => text.trim() !== "").map(({ text, line }) => {
    const [image, caption, ...scores] = text.split("\t");
    const experts = Object.fromEntries(scores.map((score, k) => [`expert${k + 1}`, score]));
    if (scores.length > 0) return { line, record: { image, caption, ...experts } };
    const expected = "picture, caption and the experts' scores, separated by tabs";
    throw new ResultsError({ file: file.path, line, value: text, expected });
  });
}
