import pl from "nodejs-polars";
import { isExpertText, type TableFile } from "../find_files.ts";
import { loadTable, type RawTable } from "../load_table.ts";
import { readBytes } from "../read_bytes.ts";
import { ResultsError } from "../results_error.ts";
import { type LayoutRow, rowsTable } from "../rows_table.ts";
import type { Layout } from "./layout.ts";
import { type FilePeek, peek } from "./peek.ts";

/** Names of the same thing in the releases: files of the repositories, and their copies on data hubs. */
const IMAGE = ["imgid", "img", "file_name", "image_path", "image"];
const CAPTION = ["mt", "cand", "caption_id", "caption"];
const HUMAN = ["score", "human_score", "rating"];
/** Names that row numbers written by pandas have. */
const INDEX = /^(Unnamed: 0|__index_level_0__|)$/;

const EXPERT = /^expert[_ -]?\d+$/i;

const named = (columns: readonly string[], names: readonly string[]) =>
  names.find((name) => columns.includes(name));

/** The tables of Polaris and Nebula: `imgid, mt, refs, score`, or `img, cand, human_score`; split from the file's name. */
export const polaris: Layout = {
  tool: "Polaris or Nebula",
  frame: "ratings",
  detect: (file) => formatOf(file) === "polaris" ? "results" : null,
  read: (files) => ({ tables: ratingTables(files, "polaris"), notes: [] }),
};

/** Flickr8k-Expert's judgments: a table with `expert1, expert2, …`, its text file, or a JSON object of judgments. */
export const flickr8kExpert: Layout = {
  tool: "Flickr8k-Expert",
  frame: "ratings",
  detect: (file) => formatOf(file) === "flickr8k-expert" ? "results" : null,
  read: (files) => ({ tables: ratingTables(files, "flickr8k-expert"), notes: [] }),
};

function formatOf(file: FilePeek): "polaris" | "flickr8k-expert" | null {
  if (isExpertText(file) || isJudgments(file)) return "flickr8k-expert";
  const { columns } = file;
  if (columns.includes("human") || !named(columns, IMAGE) || !named(columns, CAPTION)) return null;
  if (columns.filter((column) => EXPERT.test(column)).length >= 2) return "flickr8k-expert";
  return named(columns, HUMAN) ? "polaris" : null;
}

/** A JSON object of pictures, each with a list of judgments. */
function isJudgments({ kind, path, head }: FilePeek): boolean {
  return kind === "jsonl" && /\.json(\.gz)?$/i.test(path) && head.includes('"human_judgement"');
}

/** The files as raw tables under our names. */
function ratingTables(files: readonly TableFile[], format: "polaris" | "flickr8k-expert"): RawTable[] {
  return files.map((file) => {
    if (isExpertText(file)) return expertTable(file);
    if (isJudgments(peek(file))) return judgmentsTable(file);
    const table = loadTable(file);
    const columns = table.frame.columns;
    const image = named(columns, IMAGE), caption = named(columns, CAPTION);
    const experts = columns.filter((column) => EXPERT.test(column));
    const human = format === "polaris" ? named(columns, HUMAN) : experts[0];
    if (!image || !caption || !human) {
      throw new ResultsError({
        file: file.path,
        expected: `the columns of ${format} (${IMAGE.join(" or ")}; ${CAPTION.join(" or ")}; ${
          format === "polaris" ? HUMAN.join(" or ") : "expert1, expert2, …"
        }), found ${columns.slice(0, -1).join(", ")}`,
      });
    }
    const keyed = withKeys(table.frame, { image, caption, split: splitOf(file.stem) });
    if (format === "polaris") return { ...table, frame: renamed(keyed, human, "human") };
    // One row per judgment, as the papers count them.
    const others = keyed.columns.filter((column) => !experts.includes(column));
    const frames = experts.map((expert) => renamed(keyed.select(...others, expert), expert, "human"));
    return { ...table, frame: pl.concat(frames) };
  });
}

function renamed(frame: pl.DataFrame, from: string, to: string): pl.DataFrame {
  return frame.select(
    ...frame.columns.filter((column) => column !== from),
    pl.col(from).alias(to),
  );
}

/** image_id from the picture's name; item_id = picture and which of its captions; the picture's column goes. */
function withKeys(
  frame: pl.DataFrame,
  { image, caption, split }: { image: string; caption: string; split: string },
): pl.DataFrame {
  const texts = (column: string) => frame.getColumn(column).cast(pl.Utf8).toArray() as (string | null)[];
  const images = texts(image), captions = texts(caption);
  const captionsOf = new Map<string, Map<string, number>>();
  const items = images.map((name, i) => {
    const known = captionsOf.get(name ?? "") ?? new Map<string, number>();
    captionsOf.set(name ?? "", known);
    const text = captions[i] ?? "";
    if (!known.has(text)) known.set(text, known.size + 1);
    return name === null ? null : `${name}#${known.get(text)}`;
  });
  const others = frame.columns.filter((column) =>
    column !== image && column !== "split" && !INDEX.test(column)
  );
  return frame.select(...others)
    .withColumns(
      pl.Series("item_id", items, pl.Utf8),
      pl.Series("image_id", images, pl.Utf8),
      frame.columns.includes("split") ? frame.getColumn("split") : pl.lit(split).alias("split"),
    );
}

/** The part of the data that a file name speaks of: nebula_train, polaris_val, …; else the test set. */
function splitOf(stem: string): string {
  const [, word] = /(?:^|[^a-z])(train|val|valid|validation|dev)(?:ing)?(?:$|[^a-z])/i.exec(stem) ?? [];
  return word === undefined ? "test" : word.toLowerCase() === "train" ? "train" : "validation";
}

/** Lines of picture, caption and the experts' scores, separated by tabs, without a header: a row per expert. */
function expertTable(file: TableFile): RawTable {
  const rows = readBytes(file).toString("utf8").split(/\r?\n/).flatMap((text, i): LayoutRow[] => {
    if (text.trim() === "") return [];
    const [image, caption, ...scores] = text.split("\t");
    if (scores.length === 0) {
      throw new ResultsError({
        file: file.path,
        line: i + 1,
        value: text,
        expected: "picture, caption and the experts' scores, separated by tabs",
      });
    }
    return scores.map((human) => ({
      line: i + 1,
      values: { item_id: `${image} ${caption}`, image_id: image, split: "test", human, caption },
    }));
  });
  if (rows.length === 0) throw new ResultsError({ file: file.path, expected: "judgments, found none" });
  return rowsTable(file, rows);
}

/** The JSON object of Flickr8k's judgments: picture → captions with a rating each. */
function judgmentsTable(file: TableFile): RawTable {
  const fail = (expected: string): never => {
    throw new ResultsError({ file: file.path, expected });
  };
  let content: unknown;
  try {
    // Python writes missing ratings as NaN, which is no JSON.
    content = JSON.parse(readBytes(file).toString("utf8").replace(/:\s*NaN\b/g, ": null"));
  } catch (error) {
    return fail(`a whole JSON object (${(error as Error).message})`);
  }
  const rows: LayoutRow[] = [];
  for (const [key, value] of Object.entries(content as Record<string, unknown>)) {
    const { human_judgement: judgments } = value as { human_judgement?: unknown };
    if (!Array.isArray(judgments)) fail(`a list human_judgement for the picture ${key}`);
    const known = new Map<string, number>();
    for (const { caption, rating } of judgments as { caption?: unknown; rating?: unknown }[]) {
      const text = String(caption ?? ""), number = String(rating ?? "");
      if (!known.has(text)) known.set(text, known.size + 1);
      const missing = number === "" || number.toLowerCase() === "nan";
      rows.push({
        line: 1,
        values: {
          item_id: `${key}#${known.get(text)}`,
          image_id: key,
          split: "test",
          human: missing ? null : number,
          caption: text,
        },
      });
    }
  }
  if (rows.length === 0) fail("judgments, found none");
  return rowsTable(file, rows);
}
