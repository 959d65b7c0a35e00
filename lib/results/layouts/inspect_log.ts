import process from "node:process";
import type { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import type { TableFile } from "../find_files.ts";
import { isObject, parsePythonJson, provenanceOf } from "../json_lines.ts";
import { READ_LIMITS, readBytes } from "../read_bytes.ts";
import { readable } from "../results_error.ts";
import { said } from "../said.ts";
import { type Json, type Layout, layout } from "./layout.ts";
import { textOf } from "./records.ts";

const GRADES: Record<string, number> = { C: 1, P: 0.5, I: 0, N: 0 };

/** What a scorer writes where it found no grade; older versions stored that as I. */
const NOT_FOUND = /^Grade not found/;

/** Inspect's scorers that compare texts: no model grades, whichever a log names as its grader. */
const BY_RULE = /^(inspect_ai\/)?(match|includes|pattern|answer|choice|exact|f1)$/;

/** Inspect logs (`.json`, or `.eval`): a row per sample and epoch; without a grader among the roles the model under test has graded itself. */
export const inspectLog: Layout = layout("inspect", {
  results: ({ kind, head }) =>
    kind === "eval" ||
    kind === "jsonl" && /^\s*\{\s*"version"\s*:\s*\d+\s*,\s*"status"/.test(head) && head.includes('"eval"'),
  open: (file) => [{ line: 1, record: { ...logOf(file) } }],
  *rows(log, at) {
    const { header, samples } = log as unknown as ReturnType<typeof logOf>;
    const { model, model_roles, task, scorers } = header.eval as Json;
    const grader = ((model_roles as Json | undefined)?.grader as Json | undefined)?.model;
    const scoresOf = ({ scores }: Json) => (scores ?? {}) as Record<string, Json | undefined>;
    const used = samples.flatMap((sample) => Object.keys(scoresOf(sample))), by = String(grader ?? model);
    const names = [...new Set([...((scorers ?? []) as Json[]).map(({ name }) => String(name)), ...used])];
    const graded = names.filter((name) => !BY_RULE.test(name));
    const columns = names.flatMap((scorer) => {
      const several = samples.map((sample) => scoresOf(sample)[scorer]?.value).filter(isObject);
      const own = [...new Set(several.flatMap((value) => Object.keys(value)))];
      const keys: readonly (string | null)[] = own.length > 0 ? own : [null];
      const called = BY_RULE.test(scorer) ? scorer : graded.length === 1 ? by : `${by}/${scorer}`;
      return keys.map((key) => ({ scorer, key, called: key === null ? called : `${called}/${key}` }));
    });
    for (const sample of samples) {
      at.count("own_grader", !grader && graded.length > 0);
      for (const { scorer, called, key } of columns) {
        const found = scoresOf(sample)[scorer];
        const all = found?.value, value = key === null ? all : isObject(all) ? all[key] : undefined;
        const isLost = NOT_FOUND.test(String(found?.explanation ?? ""));
        const score = isLost ? null : gradeOf(value);
        if (sample.error) at.count("failed_samples");
        else if (isLost && value === "I") at.count("unparsed_as_incorrect");
        else if (Array.isArray(value)) at.count("lists");
        else at.count("unparsed", score === null);
        at.count("by_rule", BY_RULE.test(scorer));
        yield {
          item_id: `${task}/${sample.id}`,
          image_id: `${task}/${sample.id}`,
          model: String(model),
          run: `epoch ${sample.epoch ?? 1}`,
          ...columns.length === 1 && {
            grade: textOf(value),
            status: sample.error ? "error" : score === null ? "no_grade" : "ok",
          },
          ...provenanceOf((sample.metadata ?? {}) as Json),
          evaluator: called,
          score,
        };
      }
    }
  },
});

function gradeOf(value: unknown): number | null {
  if (typeof value === "boolean" || Number.isFinite(value)) return Number(value);
  return GRADES[String(value)] ?? null;
}

function logOf(file: TableFile): { header: Json; samples: Json[] } {
  if (file.kind === "eval") return readable(file.path, () => packedLog(file.path), "a whole archive");
  const read = () => parsePythonJson(readBytes(file).toString("utf8")) as Json;
  const header = readable(file.path, read, "whole JSON");
  return { header, samples: (header.samples ?? []) as Json[] };
}

function packedLog(path: string): { header: Json; samples: Json[] } {
  const entries = zipEntries(readFileSync(path));
  // A packed archive may hold a thousand times its size.
  let left = READ_LIMITS.unpackedBytes;
  const contentOf = (entry: ZipEntry) => {
    const content = entry.content(Math.min(READ_LIMITS.entryBytes, left));
    left -= content.length;
    return parsePythonJson(content.toString("utf8")) as Json;
  };
  const header = ["header.json", "_journal/start.json"].map((own) => entries.find(({ name }) => name === own))
    .find((entry) => entry !== undefined);
  if (!header) throw new Error("it has no header.json");
  return {
    header: contentOf(header),
    samples: entries.filter(({ name }) => /^samples\/[^/]+\.json$/.test(name)).map((entry) => {
      const { id, epoch, scores, error, metadata } = contentOf(entry);
      return { id, epoch, scores, error, metadata };
    }),
  };
}

const STORED = 0, DEFLATE = 8, ZSTD = 93;
const END = 0x06054b50, END_64 = 0x06064b50, ENTRY = 0x02014b50;
/** What stands in a field that is too short for its value: ZIP64 has that elsewhere. */
const SHORT = 0xffff, LONG = 0xffffffff;

interface ZipEntry {
  name: string;
  content(longest: number): Buffer;
}

/**
 * The entries of a ZIP archive by the directory at its end, packed by deflate, zstd (which neither Node's nor the web's archives know)
 * or not at all. Of ZIP64, more than 65,535 entries are read, and no entry beyond 4 GiB.
 */
function zipEntries(bytes: Buffer): ZipEntry[] {
  const last = (sign: number) =>
    bytes.lastIndexOf(Uint8Array.from([0, 8, 16, 24], (shift) => sign >>> shift));
  const end = last(END), end64 = last(END_64), entries: ZipEntry[] = [];
  if (end < 0) throw new Error("it has no directory at its end");
  let count = bytes.readUInt16LE(end + 10), at = bytes.readUInt32LE(end + 16);
  if (end64 >= 0 && (count === SHORT || at === LONG)) {
    [count, at] = [32, 48].map((offset) => Number(bytes.readBigUInt64LE(end64 + offset)));
  }
  while (entries.length < count) {
    if (bytes.readUInt32LE(at) !== ENTRY) throw new Error("its directory is torn");
    const [method, name, extra, comment] = [10, 28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
    const [size, start] = [20, 42].map((offset) => bytes.readUInt32LE(at + offset));
    entries.push({
      name: bytes.toString("utf8", at + 46, at + 46 + name),
      content(longest) {
        const data = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28);
        return unpacked(method, bytes.subarray(data, data + size), longest);
      },
    });
    at += 46 + name + extra + comment;
  }
  return entries;
}

function unpacked(method: number, packed: Buffer, maxOutputLength: number): Buffer {
  if (method === STORED) return packed;
  const zlib = process.getBuiltinModule("node:zlib");
  const unpack = { [DEFLATE]: zlib.inflateRawSync, [ZSTD]: zlib.zstdDecompressSync }[method];
  if (!unpack) {
    throw new Error(method === ZSTD ? said("no_zstd") : `its entries are packed by method ${method}`);
  }
  return unpack(packed, { maxOutputLength });
}
