import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { criteriaFrame, item } from "./metrics/criteria_fixture.ts";
import { pairsFrame } from "./metrics/pairs_fixture.ts";
import { captionFrame } from "./metrics/philautia_fixture.ts";
import { scoresFrame } from "./metrics/scores_fixture.ts";

/** A line of a file of cases: arguments, and what functions give for them or say that is wrong. */
interface Case {
  /** What was found once, or why this is right. */
  case: string;
  args: unknown[];
  gives?: Record<string, unknown>;
  throws?: Record<string, string>;
}

type Cell = string | number | boolean | null;
type Row = Record<string, Cell>;

/** Columns whose cells are numbers, or true and false; the others are texts. */
const NUMBERS = /^(run|unbiased|biased|words_[ab]|score|human_score|n|x|y|outcome)$|#$/;
const BOOLEANS = /^(image|swapped|thinking)$|\?$/;

function cellOf(column: string, cell: string): Cell {
  if (cell === "-") return null;
  return NUMBERS.test(column) ? Number(cell) : BOOLEANS.test(column) ? cell === "true" : cell;
}

/**
 * Rows of a table in one line: `human choice | A B | 3* A A ; B B` has seven. `-` is missing; `image_id:i%3` or `item_id:i/2` in
 * the head counts rows; `name#` is a number, `name?` true or false.
 */
function rowsOf(table: string): Row[] {
  const [head, ...lines] = table.split("|").map((line) => line.trim());
  const rows = lines.flatMap((line) => {
    const [, times = 1, own] = /^(?:(\d+)\* )?(.*)$/.exec(line)!;
    return Array.from({ length: Number(times) }, () => own.split(";")).flat();
  });
  return rows.map((row, i) => {
    const cells = row.trim().split(/\s+/).values();
    return Object.fromEntries(
      head.split(/\s+/).map((title) => {
        const [, name, way, by] = /^(\w+):i([%/])(\d+)$/.exec(title) ?? [];
        if (way) return [name, String(way === "%" ? i % Number(by) : Math.floor(i / Number(by)))];
        return [title.replace(/[#?]$/, ""), cellOf(title, cells.next().value!)];
      }),
    );
  });
}

/** A frame with columns that its fixture does not know of. */
function withMore(frame: pl.DataFrame, rows: readonly Row[]): pl.DataFrame {
  const more = Object.keys(rows[0] ?? {}).filter((name) => !frame.columns.includes(name));
  return more.length === 0
    ? frame
    : frame.withColumns(...more.map((name) => pl.Series(name, rows.map((row) => row[name]), pl.Utf8)));
}

const FRAMES: Record<string, (table: never) => pl.DataFrame> = {
  pairs: (table: string) => withMore(pairsFrame(rowsOf(table)), rowsOf(table)),
  scores: (table: string) => withMore(scoresFrame(rowsOf(table)), rowsOf(table)),
  frame: (table: string) => pl.DataFrame(rowsOf(table)),
  /** `item human choice | 1 AAB AA.`: a letter for each criterion. */
  criteria: (table: string) =>
    criteriaFrame(
      rowsOf(table).flatMap(({ item: id, human, choice, image_id, ...more }) => {
        const own = image_id === undefined ? more : { ...more, image: image_id as string | null };
        return item(String(id), String(human), String(choice), own);
      }),
    ),
  captions: (scores: number[][][]) => captionFrame(scores),
};

/** JSON with what it lacks: frames, {"is": "NaN"}, and names of arguments that the file has at its head. */
export function valueOf(given: unknown, known: Record<string, unknown>): unknown {
  if (typeof given === "string" && given.startsWith("@")) return valueOf(known[given.slice(1)], known);
  if (Array.isArray(given)) return given.map((one) => valueOf(one, known));
  if (typeof given !== "object" || given === null) return given;
  if ("is" in given) return { NaN, Infinity, "-Infinity": -Infinity }[given.is as string];
  const kind = Object.keys(FRAMES).find((name) => name in given);
  if (kind === undefined) {
    return Object.fromEntries(Object.entries(given).map(([name, one]) => [name, valueOf(one, known)]));
  }
  const { [kind]: table, drop = [], head } = given as Record<string, never>;
  const frame = (drop as string[]).reduce((own, column) => own.drop(column), FRAMES[kind](table));
  return head === undefined ? frame : frame.head(head);
}

const calculated = (sum: string) => Number(new Function(`return ${sum.replace(/[^\d.e+*/() -]/g, "")}`)());

/**
 * Throws unless a value is what a case wants: a number but for rounding, `=1/3 - 1/4`, `~0.5` to six digits, `>0 <0.5`, `/pattern/`, parts of an
 * object or of the rows of a frame: of all, of some by their places, or of the first.
 */
function same(found: unknown, wanted: unknown, what: string): void {
  const near = (value: number, by: number) =>
    assert.ok(
      Math.abs(Number(found) - value) <= by * Math.max(1, Math.abs(value)),
      `${what}: ${found}, not ${value}`,
    );
  if (typeof wanted === "number") {
    assert.equal(typeof found, "number", what);
    return near(wanted, 1e-12);
  }
  if (typeof wanted === "string") {
    if (wanted === "NaN") return assert.ok(Number.isNaN(found), `${what}: ${found}, not NaN`);
    if (/^=/.test(wanted)) return near(calculated(wanted), 1e-12);
    if (/^~/.test(wanted)) return near(calculated(wanted), 1e-6);
    if (/^[<>]/.test(wanted)) {
      for (const [, sign, limit] of wanted.matchAll(/([<>])(\S+)/g)) {
        const value = Number(found) - Number(limit);
        assert.ok(sign === "<" ? value < 0 : value > 0, `${what}: ${found}, not ${wanted}`);
      }
      return;
    }
    if (/^\/.*\/$/.test(wanted)) return assert.match(String(found), new RegExp(wanted.slice(1, -1)), what);
  }
  if (typeof wanted !== "object" || wanted === null) return assert.equal(found, wanted, what);
  const frame = found as pl.DataFrame, isFrame = typeof frame?.toRecords === "function";
  if (isFrame && "columns" in wanted) return assert.deepEqual(frame.columns, wanted.columns, what);
  if (isFrame && "rows" in wanted) return assert.equal(frame.height, wanted.rows, what);
  const value = isFrame ? frame.toRecords() : found;
  if (Array.isArray(wanted)) {
    const list = Array.from(value as ArrayLike<unknown>);
    assert.equal(list.length, wanted.length, `${what}: ${JSON.stringify(list)}`);
    return wanted.forEach((one, i) => same(list[i], one, `${what}, ${i}`));
  }
  const isFirst = isFrame && !Object.keys(wanted).every((name) => /^\d+$/.test(name));
  const own = (isFirst ? (value as unknown[])[0] : value) as Record<string, unknown>;
  for (const [name, one] of Object.entries(wanted)) same(own[name], one, `${what}, ${name}`);
}

const caseTest = (name: string, fn: () => Promise<void>): void => Deno.test(name, fn);

/** Tests the cases of a file (JSON, a line each; its head may name arguments of several): the functions named by them are `calls`. */
export function testCases(path: URL, calls: Record<string, unknown>, test: typeof caseTest = caseTest): void {
  const lines = Deno.readTextFileSync(path).trim().split("\n").map((line) => JSON.parse(line) as Case);
  const known = lines[0].case === undefined ? lines.shift() as unknown as Record<string, unknown> : {};
  for (const { case: name, args, gives = {}, throws = {} } of lines) {
    test(name, async () => {
      const call = (of: string) =>
        (calls[of] as (...given: unknown[]) => unknown)(...valueOf(args, known) as []);
      for (const [of, wanted] of Object.entries(gives)) same(await call(of), wanted, of);
      for (const [of, said] of Object.entries(throws)) {
        assert.equal(typeof calls[of], "function", of);
        await assert.rejects(async () => await call(of), (error) => {
          assert.match(String(error), new RegExp(said), of);
          return true;
        });
      }
    });
  }
}
