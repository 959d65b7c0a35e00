import assert from "node:assert/strict";
import {
  PAPERS_FOLDER,
  PUBLISHED_TABLES,
  publishedCells,
  publishedColumns,
  type PublishedTable,
  publishedTable,
} from "@/papers/published_tables.ts";

const NAMES = Object.keys(PUBLISHED_TABLES) as PublishedTable[];

Deno.test("every file of data/papers fits its schema, and there is no other", () => {
  const files = [...Deno.readDirSync(PAPERS_FOLDER)].map(({ name }) => name.replace(/\.csv$/, "")).sort();
  assert.deepEqual(files, [...NAMES].sort());
  const patterns = { text: /./s, number: /^[+-]?\d+(\.\d+)?$/, count: /^\d+$/ };
  for (const name of NAMES) {
    const columns = Object.entries(publishedColumns(name)), rows = publishedCells(name);
    const [header] = Deno.readTextFileSync(`${PAPERS_FOLDER}${name}.csv`).split("\n", 1);
    assert.equal(header.trim(), columns.map(([column]) => column).join(","), name);
    assert.ok(rows.length > 0, name);
    for (const [column, kind] of columns) {
      const pattern = patterns[kind.replace("?", "") as keyof typeof patterns];
      const bad = rows.map((row) => row[column]).filter((cell) =>
        cell === "" ? !kind.endsWith("?") : !pattern.test(cell)
      );
      assert.deepEqual(bad, [], `${name}, ${column}`);
    }
  }
  assert.throws(() => publishedTable("birch-table99" as PublishedTable), /publishedTable: wanted the table/);
});

Deno.test("data/README.md says the source, rows and columns of every file as they are", async () => {
  const readme = await Deno.readTextFile(new URL("../../data/README.md", import.meta.url));
  for (const name of NAMES) {
    const row = readme.split("\n").find((line) => line.startsWith(`| \`${name}.csv\``));
    assert.ok(row, `${name} is in the list`);
    const [, , source, rows, columns] = row.split("|").map((cell) => cell.trim());
    assert.ok(source.length > 10, `${name} has a source`);
    assert.equal(Number(rows), publishedTable(name).length, name);
    assert.deepEqual(columns.replaceAll("`", "").split(", "), Object.keys(publishedColumns(name)), name);
  }
});
