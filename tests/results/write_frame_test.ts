import assert from "node:assert/strict";
import fc from "fast-check";
import pl from "nodejs-polars";
import { metricFrame } from "@/metrics/metric_table.ts";
import * as core from "judgebias";
import { withGuards, withoutGuards } from "@/results/spreadsheet_text.ts";
import { csvText, writeFrame, writeWhole } from "@/results/write_frame.ts";
import HOSTILE from "./hostile_texts.json" with { type: "json" };
import { inFolder } from "./in_folder.ts";

/** Texts that a spreadsheet takes for a formula or a guard, numbers and others that it leaves alone; and as they are written. */
const TEXTS = Object.keys(HOSTILE), NAMES = TEXTS.filter((name) => name.trim() === name);

Deno.test("every frame comes back as it was from every format, also its further columns and texts like formulas", () =>
  inFolder({}, (folder) => {
    const note = pl.lit('comma, "quote"\nline ü 漢').alias("note"),
      example = (name: string) => `data/examples/${name}.csv`;
    const named = NAMES.map((name) => ({ item_id: name, judge: name, human: "A", choice: "B" }));
    const captions = { image_id: "1", generator: "=g", evaluator: "@e", setting: "ref_free", score: 0.5 };
    const frames: [string, pl.DataFrame, (source: string) => pl.DataFrame][] = [
      ["pairs", core.readPairs(example("pairs")).withColumns(note), core.readPairs],
      ["names", core.readPairs(named), core.readPairs],
      ["criteria", core.readCriteria(example("criteria")).head(20), core.readCriteria],
      [
        "ratings",
        core.readRatings(example("ratings")).withColumns(pl.lit(0.5).alias("=score")),
        core.readRatings,
      ],
      ["captions", core.readCaptionScores(example("caption_scores")), core.readCaptionScores],
      ["hostile captions", core.readCaptionScores([captions]), core.readCaptionScores],
    ];
    for (const [name, frame, read] of frames) {
      for (const ending of ["csv", "csv.gz", "jsonl", "jsonl.gz", "parquet"]) {
        const path = `${folder}/deep/${name}.${ending}`;
        writeFrame(frame, path);
        assert.deepEqual(read(path).toRecords(), frame.toRecords(), `${name}.${ending}`);
      }
    }
    // Parts of several formats are one frame.
    const whole = frames[4][1], half = Math.floor(whole.height / 2);
    writeFrame(whole.head(half), `${folder}/parts/1.parquet`);
    writeFrame(whole.tail(whole.height - half), `${folder}/parts/2.csv`);
    assert.deepEqual(core.readCaptionScores(`${folder}/parts`).toRecords(), whole.toRecords());
  }));

Deno.test("nothing is half-written, nothing stands where there is no number, lists are written as JSON", () =>
  inFolder({ "kept.csv": "old" }, (folder) => {
    const path = `${folder}/x.csv`, meta = [{ a: 1, b: ["x\ny"] }, null];
    writeFrame(pl.DataFrame([pl.Series("x", [1.5, NaN, null], pl.Float64)]), path);
    assert.equal(Deno.readTextFileSync(path), "x\n1.5\n\n\n");
    const pairs = core.readPairs(
      meta.map((meta, i) => ({ item_id: `${i}`, judge: "j", human: "A", choice: "A", meta })),
    );
    writeFrame(pairs, path);
    assert.deepEqual(core.readPairs(path).getColumn("meta" as "judge").toArray(), [
      JSON.stringify(meta[0]),
      null,
    ]);
    writeFrame(pairs.head(0), path);
    assert.equal(core.readPairs(path).height, 0);
    assert.throws(() => writeFrame(pairs, `${folder}/pairs.xlsx`), RangeError);
    const writeCSV = () => {
      throw new Error("disk");
    };
    const broken = { columns: [], dtypes: [], toRecords: () => [], writeCSV } as unknown as pl.DataFrame;
    assert.throws(() => writeFrame(broken, `${folder}/kept.csv`), /disk/);
    assert.equal(Deno.readTextFileSync(`${folder}/kept.csv`), "old");
    // Temporary names of one process differ: two writers of a path do not meet.
    writeWhole(path, (outer) => {
      writeWhole(path, (inner) => {
        assert.notEqual(inner, outer);
        Deno.writeTextFileSync(inner, "inner");
      });
      Deno.writeTextFileSync(outer, "outer");
    });
    assert.equal(Deno.readTextFileSync(path), "outer");
    assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name).sort(), ["kept.csv", "x.csv"]);
  }));

Deno.test("no text of a CSV begins as a formula does, numbers and other texts stay as they are, and come back", () => {
  const frame = pl.DataFrame({ judge: TEXTS, "=ib": TEXTS.map((_, i) => i - 5) }),
    guarded = withGuards(frame);
  assert.deepEqual(guarded.getColumn("judge").toArray(), Object.values(HOSTILE));
  assert.deepEqual(guarded.columns, ["judge", "'=ib"]);
  const text = csvText(frame);
  assert.ok(text.startsWith("judge,'=ib\n") && text.includes(",-5.0\n"), text);
  const said: string[] = [], { warn } = console, path = `${Deno.makeTempDirSync()}/x.csv`;
  console.warn = (text) => said.push(text);
  for (const options of [{}, { apostrophes: false }]) writeFrame(frame, path, options);
  writeFrame(metricFrame("judge", "n:count", [{ judge: "=a", n: 1 }], frame), `${path}.csv`);
  console.warn = warn;
  assert.match(
    said.join("\n"),
    /^writeFrame: texts in judge, =ib would be run .*\.parquet or \.jsonl[^]*nothing takes off a metric's table/,
  );
  assert.match(Deno.readTextFileSync(path), /^judge,=ib\n=cmd/);
  const marks = fc.constantFrom("'", "=", "+", "-", "@", "\t", "\r", "1", "a", ".", "é");
  const anyTexts = fc.array(fc.string({ unit: marks, maxLength: 6 }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(anyTexts, (texts) => {
      const frame = pl.DataFrame([pl.Series("a", texts, pl.Utf8)]);
      assert.deepEqual(withoutGuards(withGuards(frame)).getColumn("a").toArray(), texts);
    }),
    { seed: 20261122, numRuns: 20 },
  );
});

Deno.test("apostrophes of other people's files stay, ours go, also without rows and with a line break in the header", () =>
  inFolder({}, (folder) => {
    const path = `${folder}/p.csv`, ids = ["'-1", "'@j", "''=x", "'plain"];
    for (const end of ["\n", "\r\n"]) {
      const lines = ["item_id,judge,human,choice,'=x", ...ids.map((id) => `${id},${id},A,B,1`)];
      Deno.writeTextFileSync(path, lines.map((line) => line + end).join(""));
      const read = core.readPairs(path);
      assert.deepEqual(read.getColumn("item_id").toArray(), ids);
      writeFrame(read, path);
      assert.deepEqual(core.readPairs(path).toRecords(), read.toRecords());
      assert.ok(read.columns.includes("'=x"));
    }
    const row = pl.DataFrame({ item_id: ["1"], judge: ["j"], human: ["A"], choice: ["B"], "=y\n,z": ["@x"] });
    for (const rows of [1, 0]) {
      writeFrame(row.head(rows), path);
      assert.ok(core.readPairs(path).columns.includes("=y\n,z"), String(rows));
    }
    Deno.writeTextFileSync(path, "image_id,generator,evaluator,setting,score\n1,'@g,e,ref_free,0.5\n");
    assert.deepEqual(core.readCaptionScores(path).getColumn("generator").toArray(), ["'@g"]);
  }));
