import { readFileSync } from "node:fs";
import { stdout } from "node:process";
import pl from "nodejs-polars";
import { type Random, random } from "@/stats/random.ts";
import { letGo } from "../property/rules.ts";
import { saidOf, saidOfFiles } from "../results/in_folder.ts";
import { Outcomes } from "./outcomes.ts";

// What is made of tables that nobody wrote: columns of a frame under its names and others, cells right and odd, in every kind of file, read
// with options and without. Every word that is said of them is kept, frames with it.

stdout.isTTY = false;

/** How often a column stands in a table, what it is called else, and what its cells may be, the usual ones first. */
type Column = { is_id?: true; often: number; names: string[]; cells: string[][] };
/** What a reader is told, and the cells that it is told for. */
interface Told {
  told: { columns?: Record<string, string> };
  cells?: Record<string, string[]>;
}
const KINDS: Record<string, { reader: string; columns: Record<string, Column>; options: Told[] }> = JSON
  .parse(readFileSync("tests/outcomes/tables.json", "utf8"));

/** Tables of each kind (of pairs more), in groups whose digests are kept together. */
const GROUPS = 10, OF_GROUP = 5, PAIRS = 32;

type Row = Record<string, string>;

function drawnRows(columns: Record<string, Column>, { told, cells: own = {} }: Told, draw: Random): Row[] {
  const is = (share: number) => draw.uniform() < share;
  const one = <Value>(values: Value[]) => values[draw.integer(values.length)];
  const oddity = one([0, 0, 0.04, 0.15]), height = one([0, 1, 2, 3, 6, 9, 9, 24, 24]);
  const drawn = Object.entries(columns).flatMap(([name, { often, names, cells, is_id }]) => {
    const isThere = is(often) || name in own || name in (told.columns ?? {});
    const called = told.columns?.[name] ?? (is(oddity) ? one(names) : name);
    const held = own[name] ?? (is(oddity * 2) ? one(cells) : cells[0]);
    // A cell may differ from all others of its column.
    const odd = is(oddity / 4) ? draw.integer(height + 1) : -1, every = is_id ? 1 : one([1, 1, 2, 3]);
    return isThere ? [{ called, held, odd, every, is_id }] : [];
  });
  return Array.from(
    { length: height },
    (_, row) =>
      Object.fromEntries(drawn.map(({ called, held, odd, every, is_id }) => {
        const at = Math.floor(row / every), more = is_id && at >= held.length ? `+${at}` : "";
        return [called, row === odd ? "Z 9" : held[at % held.length] + more];
      })),
  );
}

/** Values as a program would hold them. */
const asTyped = (row: Row) =>
  Object.fromEntries(
    Object.entries(row).map(([name, cell]) => {
      const isValue = /^(-?\d+(\.\d+)?|true|false)$/.test(cell);
      return [name, cell === "" ? null : isValue ? JSON.parse(cell.replace(/^(-?)0+(?=\d)/, "$1")) : cell];
    }),
  );

/** The ways in which a table is handed over. */
const WAYS: ((rows: Row[]) => Record<string, string | Uint8Array> | object[])[] = [
  (rows) => ({ "own.csv": separated(rows, ",") }),
  (rows) => ({ "own.csv": `\ufeff${separated(rows, ",").replaceAll("\n", "\r\n")}\r\n` }),
  (rows) => ({ "own.tsv": separated(rows, "\t") }),
  (rows) => ({ "own.csv": separated(rows, ";") }),
  (rows) => ({ "own.jsonl": rows.map((row) => JSON.stringify(asTyped(row))).join("\n") }),
  (rows) => ({ "own.json": JSON.stringify(rows.map(asTyped), null, 2) }),
  (rows) => ({ "own.parquet": pl.DataFrame(rows.map(asTyped)).writeParquet() as unknown as Uint8Array }),
  (rows) => rows.map(asTyped),
  (rows) => ({
    "1.csv": separated(rows.slice(0, 4), ","),
    "2.csv": separated(rows.slice(3).map((row) => ({ ...row, more: "x" })), ","),
  }),
];

function separated(rows: Row[], mark: string): string {
  const cell = (text: string) => text.includes(mark) ? `"${text}"` : text;
  return [Object.keys(rows[0] ?? { item_id: "" }), ...rows.map(Object.values)]
    .map((cells) => cells.map(cell).join(mark)).join("\n");
}

for (const [kind, { reader, columns, options }] of Object.entries(KINDS)) {
  Deno.test(`drawn tables of ${kind} are read, described and refused as is kept`, async () => {
    const outcomes = new Outcomes(`tables_of_${kind.replaceAll(" ", "_")}`), draw = random(7);
    for (let group = 0; group < (kind === "pairs" ? PAIRS : GROUPS); group++) {
      const results = Array.from({ length: OF_GROUP }, () => {
        const told = draw.uniform() < 0.5 ? options[draw.integer(options.length)] : { told: {} };
        const rows = drawnRows(columns, told, draw), given = WAYS[draw.integer(WAYS.length)](rows);
        const by = draw.uniform() < 0.2 ? "readResults" : reader;
        if (Array.isArray(given)) return saidOf(given, reader, told.told);
        return saidOfFiles(given, by, told.told);
      });
      outcomes.of(`group ${group}`, results);
      await letGo();
    }
    outcomes.hold();
  });
}
