import { isExpertText, type TableFile } from "../find_files.ts";
import { type JsonLine, parsePythonJson } from "../json_lines.ts";
import { readBytes, type ReadLimits } from "../read_bytes.ts";
import { ResultsError } from "../results_error.ts";
import { cellOf, type Cells } from "../rows_table.ts";
import { type At, type Json, type Layout, layout, openRecords } from "./layout.ts";
import type { FilePeek } from "./peek.ts";

/** Names of the same thing in the releases: files of the repositories, and their copies on data hubs. */
const IMAGE = ["imgid", "img", "file_name", "image_path", "image"];
const CAPTION = ["mt", "cand", "caption_id", "caption"];
const HUMAN = ["score", "human_score", "rating"];
/** The headings by which a table of Polaris or Nebula is known: others may hold any judge's scores. */
const PUBLISHED = [["imgid", "mt", "score"], ["img", "cand", "human_score"]];
/** Columns of the file that are not kept: row numbers written by pandas. */
const INDEX = /^(Unnamed: 0|__index_level_0__|)$/;

const EXPERT = /^expert[_ -]?\d+$/i;

const named = (columns: readonly string[], names: readonly string[]) =>
  names.find((name) => columns.includes(name));

/** Which of its captions each of a picture is, and how many it has. */
const captions = () => new Map<string, number>();

/** The tables of Polaris and Nebula: `imgid, mt, refs, score`, or `img, cand, human_score`; split from the file's name. */
export const polaris: Layout = layout("polaris", {
  results: (file) => formatOf(file) === "polaris",
  index: captions,
  *rows(record, at) {
    yield* ratedRows(record, at, [named(Object.keys(record), HUMAN)], HUMAN.join(" or "));
  },
});

/** Flickr8k-Expert's judgments: a table with `expert1, expert2, …`, its text file, or a JSON object of judgments. */
export const flickr8kExpert: Layout = layout("flickr8k-expert", {
  results: (file) => formatOf(file) === "flickr8k-expert",
  open: (file, limits) =>
    isExpertText(file)
      ? expertRecords(file)
      : file.kind === "jsonl"
      ? judgments(file, limits)
      : openRecords(file, limits),
  index: captions,
  *rows(record, at) {
    const experts = Object.keys(record).filter((name) => EXPERT.test(name));
    yield* ratedRows(record, at, experts, "expert1, expert2, …");
  },
});

function formatOf(file: FilePeek): "polaris" | "flickr8k-expert" | null {
  const { columns, kind, head } = file;
  if (isExpertText(file) || kind === "jsonl" && head.includes('"human_judgement"')) return "flickr8k-expert";
  if (columns.includes("human") || !named(columns, IMAGE) || !named(columns, CAPTION)) return null;
  if (columns.filter((column) => EXPERT.test(column)).length >= 2) return "flickr8k-expert";
  return PUBLISHED.some((names) => names.every((name) => columns.includes(name))) ? "polaris" : null;
}

/** A row per score of a person: image_id from the picture's name, item_id = picture and which of its captions. */
function* ratedRows(
  record: Json,
  { file, index }: At<Map<string, number>>,
  scores: readonly (string | undefined)[],
  wanted: string,
): Generator<Cells> {
  const columns = Object.keys(record), image = named(columns, IMAGE), caption = named(columns, CAPTION);
  if (!image || !caption || scores[0] === undefined) {
    const names = [IMAGE.join(" or "), CAPTION.join(" or "), wanted].join("; ");
    const expected = `the columns ${names}, found ${columns.join(", ")}`;
    throw new ResultsError({ file: file.path, expected });
  }
  const others = columns.filter((name) => name !== image && !scores.includes(name) && !INDEX.test(name));
  const own = Object.fromEntries(others.map((name) => [name, cellOf(record[name])]));
  const picture = `${file.path}\n${record[image]}`, text = String(record[caption] ?? "");
  const key = `${picture}\n${text}`, next = (index.get(picture) ?? 0) + 1;
  if (!index.has(key)) index.set(picture, next).set(key, next);
  const item = `${record[image]}${isExpertText(file) ? ` ${text}` : `#${index.get(key)}`}`;
  const image_id = record[image] ? String(record[image]) : null;
  for (const score of scores) {
    const human = record[score!] as string | number | null;
    yield { split: splitOf(file), ...own, item_id: image_id && item, image_id, human };
  }
}

/** The part of the data that a file name speaks of: nebula_train, polaris_val, …; else the test set. */
function splitOf({ stem }: TableFile): string {
  const [, word] = /(?:^|[^a-z])(train|val|valid|validation|dev)(?:ing)?(?:$|[^a-z])/i.exec(stem) ?? [];
  return word === undefined ? "test" : word.toLowerCase() === "train" ? "train" : "validation";
}

/** Lines of picture, caption and the experts' scores, separated by tabs, without a header. */
function expertRecords(file: TableFile): JsonLine[] {
  return readBytes(file).toString("utf8").split(/\r?\n/).flatMap((text, i) => {
    if (text.trim() === "") return [];
    const [image, caption, ...scores] = text.split("\t");
    if (scores.length === 0) {
      const expected = "picture, caption and the experts' scores, separated by tabs";
      throw new ResultsError({ file: file.path, line: i + 1, value: text, expected });
    }
    const experts = scores.map((score, k) => [`expert${k + 1}`, score]);
    return [{ line: i + 1, record: { image, caption, ...Object.fromEntries(experts) } }];
  });
}

/** The JSON object of Flickr8k's judgments, picture → captions with a rating each; Python writes those that are missing as NaN. */
function judgments(file: TableFile, limits: ReadLimits): JsonLine[] {
  try {
    const content = parsePythonJson(readBytes(file, limits).toString("utf8")) as Record<string, Json>;
    return Object.entries(content).flatMap(([image, { human_judgement }]) =>
      (human_judgement as Json[]).map(({ caption, rating }) => {
        const expert1 = /^(nan)?$/i.test(String(rating ?? "")) ? null : String(rating);
        return { line: 1, record: { image, caption: String(caption ?? ""), expert1 } };
      })
    );
  } catch (error) {
    const expected = `a JSON object of pictures with a list human_judgement (${(error as Error).message})`;
    throw new ResultsError({ file: file.path, expected });
  }
}
