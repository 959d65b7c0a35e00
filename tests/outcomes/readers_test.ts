import { globSync, readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import type pl from "nodejs-polars";
import { readReport, readResults } from "judgebias";
import { type Random, random } from "@/stats/random.ts";
import { letGo } from "../property/rules.ts";
import { inFolder } from "../results/in_folder.ts";
import { Outcomes } from "./outcomes.ts";

// What readers make of every example, and of our own files with something wrong in them: frames, what is counted, or the place of the error.

/** What reading gives: an error, or columns with what was counted; and every word of it but the folder's name. */
function outcomeOf(source: string): unknown[] {
  const folder = source.replace(/\/own\.csv$/, ""),
    masked = (words: unknown) => {
      return (JSON.stringify(words) ?? "").replaceAll(folder, "…");
    };
  try {
    return Object.values(readResults(source)).flatMap((frame) => {
      const { files, notes, warnings, grid, summary, ...counts } = readReport(frame)!;
      const rows = files.map(({ rows }) => rows), words = masked([notes, warnings, summary]);
      const more = { rows, notes: notes?.map(({ rows }) => rows), warnings: warnings?.length, grid, words };
      return [frame as pl.DataFrame, { ...counts, ...more }];
    });
  } catch (error) {
    return [error, { words: masked(String(error)) }];
  }
}

Deno.test("readers give what is kept of every example", () => {
  const outcomes = new Outcomes("readers");
  const sources = globSync([
    "data/examples/*.{csv,jsonl}",
    "data/examples/layouts/*",
    "data/examples/m*_*",
    "data/examples/vl_*",
  ]);
  for (const source of sources.toSorted()) outcomes.of(source, outcomeOf(source));
  outcomes.hold();
});

/** Ways in which a cell, a line or a file goes wrong. */
const WRONGS: ((cells: string[][], at: { row: number; column: number }) => string)[] = [
  ...["", "x", "-1", "0.5", "NaN", " A", "tie", "1e999", '"', "Simulated"].map(
    (value) => (cells: string[][], { row, column }: { row: number; column: number }) =>
      text(cells.with(row, cells[row].with(column, value))),
  ),
  (cells, { row }) => text(cells.toSpliced(row, 0, cells[row])),
  (cells, { row }) => text(cells.toSpliced(row, 1)),
  (cells, { row }) => text(cells.with(row, [...cells[row], "more"])),
  (cells, { row }) => text(cells.with(row, cells[row].slice(0, -1))),
  (cells, { row }) => text(cells.toSpliced(row, 0, [""])),
  (cells, { column }) => text(cells.map((line) => line.toSpliced(column, 1))),
  (cells, { column }) => text(cells.with(0, cells[0].with(column, cells[0][column].toUpperCase()))),
  (cells) => text(cells).replaceAll("\n", "\r\n"),
  (cells) => text(cells.map((line) => [line.join(";")])),
  (cells) => `\ufeff${text(cells)}\n\n`,
];
const text = (cells: string[][]) => cells.map((line) => line.join()).join("\n");

Deno.test("readers give what is kept of files with something wrong", async () => {
  const outcomes = new Outcomes("wrong_files");
  for (const path of globSync("data/examples/*.csv").toSorted()) {
    const cells = readFileSync(path, "utf8").trim().split("\n").slice(0, 40).map((line) => line.split(","));
    const draw = drawnFor(path);
    for (const [way, wrong] of WRONGS.entries()) {
      const files = Array.from({ length: 2 }, () => {
        const column = draw.integer(cells[0].length);
        return wrong(cells, { row: 1 + draw.integer(cells.length - 1), column });
      });
      const results = files.flatMap((content) =>
        inFolder({ "own.csv": content }, (folder) => outcomeOf(`${folder}/own.csv`))
      );
      outcomes.of(`${path.split("/").at(-1)}, way ${way}`, results);
      await letGo();
    }
  }
  outcomes.hold();
});

/** Draws of one file or folder alone: another beside it moves none of them. */
const drawnFor = (path: string) =>
  random([...basename(path)].reduce((sum, one) => sum + one.charCodeAt(0), 0));

type Json = null | string | number | boolean | Json[] | { [key: string]: Json };

/** Ways in which a value, a field or a line of another tool's file goes wrong. */
const SLIPS: ((value: Json) => Json | undefined)[] = [
  () => undefined,
  () => null,
  () => "",
  (value) => typeof value === "number" ? value + 1 : typeof value === "boolean" ? !value : 7,
  (value) => typeof value === "string" ? value.split("").toReversed().join("") : `${value}`,
  (value) => [value],
];

/** A copy with one of its values, however deep, gone wrong. */
function slipped(value: Json, slip: typeof SLIPS[number], draw: Random): Json | undefined {
  if (typeof value !== "object" || value === null || Object.keys(value).length === 0) return slip(value);
  const keys = Object.keys(value), key = keys[draw.integer(keys.length)] as never;
  const inner = slipped(value[key], slip, draw);
  if (Array.isArray(value)) {
    return inner === undefined ? value.toSpliced(Number(key), 1) : value.with(Number(key), inner);
  }
  return { ...value, [key]: inner } as Json;
}

/** A tool's file with one slip: in a record where it is JSON, else in a cell. */
function slippedFile(text: string, slip: typeof SLIPS[number], draw: Random): string {
  try {
    return JSON.stringify(slipped(JSON.parse(text), slip, draw));
  } catch {
    const lines = text.trimEnd().split("\n"), at = draw.integer(lines.length);
    try {
      return lines.with(at, JSON.stringify(slipped(JSON.parse(lines[at]), slip, draw)) ?? "").join("\n");
    } catch {
      const cells = lines[at].split(","), cell = draw.integer(cells.length), value = slip(cells[cell]);
      const row = value === undefined ? cells.toSpliced(cell, 1) : cells.with(cell, `${value ?? ""}`);
      return lines.with(at, row.join()).join("\n");
    }
  }
}

Deno.test("readers give what is kept of other tools' files with a slip in them", async () => {
  const outcomes = new Outcomes("wrong_layouts");
  for (
    const folder of globSync(["data/examples/layouts/*", "data/examples/m{llm,ulti}*", "data/examples/vl*"])
      .toSorted()
  ) {
    const paths = globSync(`${folder}/**`).filter((path) => statSync(path).isFile()).toSorted();
    const files = Object.fromEntries(
      paths.map((path) => [path.slice(folder.length + 1), readFileSync(path)]),
    );
    const draw = drawnFor(folder),
      texts = Object.keys(files).filter((name) => /\.(jsonl?|csv|txt)$/.test(name));
    if (texts.length === 0) continue;
    const results: unknown[] = [];
    for (const slip of SLIPS.flatMap((slip) => [slip, slip, slip])) {
      const name = texts[draw.integer(texts.length)];
      const content = slippedFile(files[name].toString(), slip, draw);
      results.push(...inFolder({ ...files, [name]: content }, outcomeOf));
      await letGo();
    }
    outcomes.of(folder.split("/").at(-1)!, results);
  }
  outcomes.hold();
});
