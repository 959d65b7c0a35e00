import assert from "node:assert/strict";
import { PAPERS_FOLDER, publishedTable } from "@/papers/published_table.ts";
import { PUBLISHED_TABLES, publishedColumns, type PublishedTable } from "@/papers/published_tables.ts";

const NAMES = Object.keys(PUBLISHED_TABLES) as PublishedTable[];

Deno.test("every file of data/papers fits its schema, and there is no other", () => {
  const files = [...Deno.readDirSync(PAPERS_FOLDER)].map(({ name }) => name.replace(/\.csv$/, "")).sort();
  assert.deepEqual(files, [...NAMES].sort());
  for (const name of NAMES) assert.ok(publishedTable(name).length > 0, name);
});

Deno.test("data/README.md says the source, rows and columns of every file as they are", async () => {
  const readme = await Deno.readTextFile(new URL("../../data/README.md", import.meta.url));
  for (const name of NAMES) {
    const row = readme.split("\n").find((line) => line.startsWith(`| \`${name}.csv\``));
    assert.ok(row, `${name} is in the list`);
    const [, , source, rows, columns] = row.split("|").map((cell) => cell.trim());
    assert.ok(source.length > 10, `${name} has a source`);
    assert.equal(Number(rows), publishedTable(name).length, name);
    assert.deepEqual(
      columns.replaceAll("`", "").split(", "),
      Object.keys(publishedColumns(name)),
      name,
    );
  }
});

Deno.test("a damaged table: the error names file, line, column and value", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const text = await Deno.readTextFile(`${PAPERS_FOLDER}/birch-table1.csv`);
    await Deno.writeTextFile(`${folder}/birch-table1.csv`, text.replace("65.46", "65,46"));
    assert.throws(() => publishedTable("birch-table1", folder), /birch-table1\.csv, line 3: wanted 4 fields/);
    await Deno.writeTextFile(`${folder}/birch-table1.csv`, text.replace("65.46", "many"));
    assert.throws(
      () => publishedTable("birch-table1", folder),
      /line 3, column value: wanted a number, found "many"/,
    );
    await Deno.writeTextFile(`${folder}/birch-table1.csv`, text.replace("quantity", "measure"));
    assert.throws(
      () => publishedTable("birch-table1", folder),
      /line 1: wanted the columns model, benchmark, quantity/,
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
