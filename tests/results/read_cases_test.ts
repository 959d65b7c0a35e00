import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import pl from "nodejs-polars";
import * as core from "judgebias";
import { writeMapTemplate } from "@/cli/map_template.ts";
import { type Feature, frameFeatures } from "@/results/frame_features.ts";
import type { FrameName } from "@/results/frames.ts";
import { ratingEvaluators } from "@/results/frame.ts";
import { tried } from "../outcomes/outcomes.ts";
import { heldReaders, inFolder } from "./in_folder.ts";

// What people's files look like, and what a reader makes of each: frames, warnings, counts, or the place and the words
// of an error. A case is a line of JSON: its name says what was found once.

type Content = string | unknown[] | { base64: string } | { frame: Record<string, unknown[]> };
interface Case {
  name: string;
  /** Texts, rows for lines of JSON, bytes, or columns for Parquet; what is called .gz is packed. */
  files?: Record<string, Content>;
  reads: Read[];
}
/** What is read, and what of it is known: texts stand for regular expressions. */
interface Read {
  /** The reader: pairs if none is named; results are all frames. */
  by?: string;
  /** Files of the case, "." for their folder; the first file if none is named. Or records in memory. */
  path?: string | string[];
  records?: Record<string, unknown>[];
  /** "$" stands for the folder of the files. */
  options?: object;
  /** The judge is the file's name without this. */
  judgeWithout?: string;
  /** The error offers a map of values: read with it, and with what only the owner can tell. */
  offered?: Record<string, string>;
  /** What `inspect --map-template` writes, with which it is read. */
  template?: object;
  frame?: FrameName;

  error?: string;
  not?: string;
  /** Parts of the error, lines of its examples, and the bad columns with their counts. */
  at?: object;
  examples?: number[];
  bad?: [string, number][];

  /** Of `inspectFile`: names of frames, the layout, strangers, columns and lacks of the first of them. */
  inspected?: object;

  /** Names of the frames of results; what else is known is of the first. */
  frames?: string[];
  columns?: Record<string, unknown[]>;
  types?: Record<string, string>;
  without?: string;
  rows?: number;
  head?: string[];
  warnings?: string[];
  notes?: Record<string, number>;
  noteTexts?: string[];
  unread?: number;
  report?: object;
  /** The report as a notebook shows it. */
  shown?: string;
  features?: Partial<Record<Feature, boolean>>;
  evaluators?: string[];
}

const held = heldReaders("read_cases_held");
const READERS: Record<string, (source: never, options: never) => unknown> = {
  pairs: held.readPairs,
  labels: held.readLabels,
  scores: held.readScorePairs,
  captions: held.readCaptionScores,
  ratings: held.readRatings,
  criteria: held.readCriteria,
  results: held.readResults,
};

/** The named parts alone. */
function pick(of: object, like: object): Record<string, unknown> {
  return Object.fromEntries(Object.keys(like).map((key) => [key, (of as Record<string, unknown>)[key]]));
}

function matchAll(found: readonly string[], words: readonly string[]): void {
  assert.equal(found.length, words.length, found.join("\n"));
  words.forEach((text, i) => assert.match(found[i], new RegExp(text, "s")));
}

function failure(read: () => unknown): core.ResultsError {
  const error = tried(read);
  assert.ok(error instanceof Error, "wanted an error, found none");
  return error as core.ResultsError;
}

/** The values that an error offers, "…" replaced by what the owner of the file says. */
function offeredBy(error: Error, told: Record<string, string>): object {
  const maps = [...error.message.matchAll(/values: \{ (\w+): (\{ .*?) \} \}/g)];
  return Object.fromEntries(maps.map(([, column, map]) => {
    const values: [string, string][] = Object.entries(JSON.parse(`${map}}`));
    return [column, Object.fromEntries(values.map(([theirs, ours]) => [theirs, told[theirs] ?? ours]))];
  }));
}

function dropOpen(map: object): void {
  for (const [key, value] of Object.entries(map)) if (value === "…") delete map[key as keyof typeof map];
}

function inspected(folder: string, path: string, options: object): object {
  const { frames, layout, strangers } = held.inspectFile(path, options);
  const names = strangers.map(({ path }) => path.slice(folder.length + 1));
  const [first] = strangers;
  return {
    ...{ frames: frames.map(({ name }) => name), layout, strangers: names },
    ...{ columns: first?.columns, lacking: first?.lacking[0] },
  };
}

function check(folder: string, first: string, read: Read): void {
  const { by = "pairs", path = first, records, options: given = {}, judgeWithout, ...known } = read;
  const { offered, template, frame: kind, error: words, not, at, examples, bad, ...rest } = known;
  const paths = [path].flat().map((name) => name === "." ? folder : `${folder}/${name}`);
  const options = JSON.parse(JSON.stringify(given).replaceAll('"$', `"${folder}`));
  if (judgeWithout !== undefined) {
    options.judge = ({ stem }: { stem: string }) => stem.replace(judgeWithout, "");
  }
  const source = records ?? (Array.isArray(path) ? paths : paths[0]);
  const go = (more: object = {}) => READERS[by](source as never, { ...options, ...more } as never);
  if (words !== undefined || at) {
    const error = failure(go);
    matchAll([String(error)], [words ?? ""]);
    assert.doesNotMatch(String(error), new RegExp(not ?? "^$", "s"));
    assert.deepEqual(pick(error, at ?? {}), at ?? {});
    if (examples) assert.deepEqual(error.examples.map(({ line }) => line), examples);
    if (bad) assert.deepEqual(error.columns.map(({ column, count }) => [column, count]), bad);
    return assert.deepEqual(rest, {}, "what is refused has no rows");
  }
  const { inspected: seen, frames, columns = {}, types = {}, without, rows, head, ...reported } = rest;
  if (seen) return assert.deepEqual(pick(inspected(folder, paths[0], options), seen), seen);
  let more: object = offered ? { values: offeredBy(failure(go), offered) } : {};
  if (template) {
    const beside = Deno.makeTempDirSync(), map = `${beside}/map.json`;
    writeMapTemplate(map, paths[0], options, kind);
    more = JSON.parse(Deno.readTextFileSync(map));
    assert.deepEqual(pick(more, template), template);
    Deno.removeSync(beside, { recursive: true });
    if (!read.columns) return;
    // What is left open its owner takes out, or fills in.
    for (const map of [more, (more as { columns: object }).columns]) dropOpen(map);
    if (judgeWithout !== undefined) more = { ...more, judge: options.judge };
  }
  const all = go(more) as Record<string, pl.DataFrame>;
  if (frames) assert.deepEqual(Object.keys(all), frames);
  const frame = by === "results" ? Object.values(all)[0] : all as unknown as pl.DataFrame;
  const values = (name: string) => frame.getColumn(name).toArray();
  for (const [name, wanted] of Object.entries(columns)) assert.deepEqual(values(name), wanted, name);
  for (const [name, type] of Object.entries(types)) {
    assert.match(String(frame.getColumn(name).dtype), RegExp(type));
  }
  if (without) assert.ok(!frame.columns.includes(without));
  if (rows !== undefined) assert.equal(frame.height, rows);
  if (head) assert.deepEqual(frame.columns.slice(0, head.length), head);
  const { warnings, notes, noteTexts, unread, report: parts = {}, features = {}, evaluators, shown, ...odd } =
    reported;
  assert.deepEqual(odd, {}, "nothing that is known is passed over");
  const report: Partial<core.ReadReport> = core.readReport(frame) ?? {}, said = report.notes ?? [];
  if (warnings) matchAll(report.warnings ?? [], warnings);
  if (notes) assert.deepEqual(Object.fromEntries(said.map(({ name, rows }) => [name, rows])), notes);
  if (noteTexts) matchAll(said.map(({ rows, text }) => `${rows} ${text}`), noteTexts);
  if (shown) {
    const face = Object.getOwnPropertyDescriptor(report, Symbol.for("Jupyter.display"))!;
    matchAll([face.value()["text/plain"], String(report)], [shown, shown]);
  }
  if (unread !== undefined) assert.equal(report.unread?.length, unread);
  assert.deepEqual(pick(report, parts), parts);
  for (const [name, has] of Object.entries(features)) {
    assert.equal(frameFeatures(frame).has(name as Feature), has, name);
  }
  if (evaluators) assert.deepEqual(ratingEvaluators(frame), evaluators);
}

const LINES = ["read_cases.jsonl", "golden/archives.jsonl"].flatMap((name) =>
  readFileSync(`tests/results/${name}`, "utf8").trim().split("\n")
);
for (const line of LINES) {
  const { name, files = {}, reads }: Case = JSON.parse(line);
  held.test(name, () => {
    const written = Object.entries(files).map(
      ([file, content]): [string, string | Uint8Array | unknown[]] => {
        if (typeof content === "string") return [file, file.endsWith(".gz") ? gzipSync(content) : content];
        if (Array.isArray(content)) return [file, content];
        if ("base64" in content) return [file, Uint8Array.fromBase64(content.base64)];
        return [file, pl.DataFrame(content.frame).writeParquet() as unknown as Uint8Array];
      },
    );
    inFolder(Object.fromEntries(written), (folder) => {
      for (const read of reads) check(folder, Object.keys(files)[0], read);
    });
  });
}
held.hold();
