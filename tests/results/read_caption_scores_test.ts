import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { readCaptionScores } from "@/results/read_caption_scores.ts";
import { readReport } from "@/results/read_report.ts";
import { ResultsError } from "@/results/results_error.ts";
import { writeFrame } from "@/results/write_frame.ts";
import { inFolder } from "./in_folder.ts";

const HEAD = "image_id,generator,evaluator,setting,score\n";
const ROWS = ["1,a,a,ref_free,0.5", "1,a,b,ref_free,0.25", "1,b,a,ref_free,1", "1,b,b,ref_free,0"];

function readText(text: string, options = {}): pl.DataFrame {
  return inFolder({}, (folder) => {
    Deno.writeTextFileSync(`${folder}/scores.csv`, text);
    return readCaptionScores(`${folder}/scores.csv`, options);
  });
}

Deno.test("defaults, order of columns, and a report of how complete the grid is", () => {
  const frame = readText(HEAD + ROWS.join("\n"));
  assert.deepEqual(
    frame.columns,
    "image_id generator evaluator setting run score parsed expected condition".split(" "),
  );
  assert.deepEqual(frame.toRecords()[1], {
    image_id: "1",
    generator: "a",
    evaluator: "b",
    setting: "ref_free",
    run: 1,
    score: 0.25,
    parsed: null,
    expected: null,
    condition: null,
  });
  const gaps = readText(`${HEAD}${ROWS.slice(0, 3).join("\n")}\n2,a,a,ref_free,\n2,a,b,ref_free,0.1\n`);
  assert.deepEqual(readReport(gaps)?.grid, {
    images: 2,
    generators: 2,
    evaluators: 2,
    settings: 1,
    empty_cells: 1,
    short_cells: 2,
    unscored: 1,
  });
});

Deno.test("CSV, JSONL, Parquet, gzip and folders hold the same frame", () =>
  inFolder({}, (folder) => {
    const frame = readText(HEAD + ROWS.join("\n"));
    for (const name of ["s.csv", "s.jsonl", "s.parquet", "s.csv.gz"]) {
      writeFrame(frame, `${folder}/${name}`);
      assert.deepEqual(readCaptionScores(`${folder}/${name}`).toRecords(), frame.toRecords(), name);
    }
    Deno.mkdirSync(`${folder}/parts`);
    writeFrame(frame.head(2), `${folder}/parts/1.parquet`);
    writeFrame(frame.tail(2), `${folder}/parts/2.csv`);
    assert.deepEqual(readCaptionScores(`${folder}/parts`).toRecords(), frame.toRecords());
  }));

Deno.test("a score outside 0 to 1 is an error that names the scale's option; named, it is divided", () => {
  const percent = HEAD + ["1,a,a,ref_free,85", "1,a,b,ref_free,7", "1,b,a,ref_free,100"].join("\n");
  assert.throws(
    () => readText(percent),
    /line 2, column score: wanted a number from 0 to 1 or nothing; .*maxScore: 100.*found "85" \(3 rows are bad/s,
  );
  assert.deepEqual(readText(percent, { maxScore: 100 }).getColumn("score").toArray(), [0.85, 0.07, 1]);
  assert.throws(
    () => readText(percent.replace("85", "101"), { maxScore: 100 }),
    /column score: wanted a number from 0 to 100 or nothing, found "101"/,
  );
  assert.throws(
    () => readText(HEAD + ROWS.join("\n"), { maxScore: 100 }),
    /wanted scores up to 100 \(maxScore\), but the largest is a fraction already, found 1/,
  );
  for (const maxScore of [0, -1, NaN, Infinity]) {
    assert.throws(() => readText(percent, { maxScore }), /positive number as maxScore/);
  }
  for (const bad of ["-0.1", "abc", "NaN"]) {
    assert.throws(
      () => readText(`${HEAD}1,a,a,ref_free,${bad}`),
      /column score: wanted a number from 0 to 1/,
    );
  }
});

Deno.test("expected counts before parsed where there is no score; null is no score", () => {
  const head = "image_id,generator,evaluator,setting,parsed,expected\n";
  const frame = readText(`${head}1,a,a,ref_free,0.5,0.52\n2,a,a,ref_free,0.7,\n3,a,a,ref_free,,\n`);
  assert.deepEqual(frame.getColumn("score").toArray(), [0.52, 0.7, null]);
  const hundred = readText(`${head}1,a,a,ref_free,50,52.5\n`, { maxScore: 100 });
  assert.deepEqual(
    ["score", "parsed", "expected"].map((name) => hundred.getColumn(name).toArray()[0]),
    [0.525, 0.5, 0.525],
  );
  assert.throws(
    () => readText("image_id,generator,evaluator,setting\n1,a,a,ref_free\n"),
    /wanted the column score/,
  );
});

Deno.test("repeated keys, unknown settings and missing columns are errors; onInvalid drops and counts", () => {
  assert.throws(
    () => readText(HEAD + [...ROWS, ROWS[0]].join("\n")),
    /line 6: wanted one row per image_id, generator, evaluator, setting, run, condition \(the same is in .*line 2\)/,
  );
  assert.throws(() => readText(`${HEAD}1,a,a,reference,0.5`), /column setting: wanted ref_based or ref_free/);
  const values = { setting: { reference: "ref_based" } };
  assert.deepEqual(readText(`${HEAD}1,a,a,reference,0.5`, { values }).getColumn("setting").toArray(), [
    "ref_based",
  ]);
  assert.throws(() => readText("image,generator,evaluator,setting,score\n1,a,a,ref_free,1"), /is it image\?/);
  const columns = { image_id: "image" };
  assert.equal(readText("image,generator,evaluator,setting,score\n1,a,a,ref_free,1", { columns }).height, 1);
  const kept = readText(`${HEAD}${ROWS.join("\n")}\n2,a,a,ref_free,7\n`, { onInvalid: "drop" });
  assert.deepEqual([kept.height, readReport(kept)?.dropped], [4, { score: 1 }]);
});

Deno.test("Parquet in our types is read as it stands, and no fault gets past it", () =>
  inFolder({}, (folder) => {
    const frame = readText(HEAD + ROWS.join("\n")).withColumns(pl.lit("simulated").alias("provenance"));
    const path = `${folder}/s.parquet`;
    const read = (changed: pl.DataFrame) => {
      writeFrame(changed, path);
      return readCaptionScores(path);
    };
    const categories = frame.withColumns(
      ...["image_id", "generator", "evaluator", "setting"].map((name) => pl.col(name).cast(pl.Categorical)),
    );
    for (const fine of [frame, categories, frame.drop("run"), frame.drop(["parsed", "expected"])]) {
      assert.deepEqual(read(fine).toRecords(), frame.toRecords());
    }
    const second = frame.withColumns(pl.lit(2).cast(pl.Int32).alias("run"));
    const runs = pl.concat([frame, second]);
    assert.deepEqual(read(runs).toRecords(), runs.toRecords());
    assert.equal(readReport(read(runs))?.grid?.images, 1);
    const fault = (changed: pl.DataFrame, message: RegExp) =>
      assert.throws(
        () => read(changed),
        (error) => error instanceof ResultsError && message.test(error.message),
      );
    const set = (column: string, value: unknown, type: pl.DataType) =>
      frame.withColumns(
        pl.Series(column, frame.getColumn(column).toArray().map((old, i) => i === 2 ? value : old), type),
      );
    fault(set("score", 1.5, pl.Float64), /column score: wanted a number from 0 to 1 .*found "?1.5/);
    fault(set("score", NaN, pl.Float64), /column score/);
    fault(
      set("setting", "free", pl.Utf8),
      /column setting: wanted ref_based or ref_free .*setting:free=ref_free.*found "free"/,
    );
    fault(set("generator", null, pl.Utf8), /column generator/);
    fault(set("image_id", "", pl.Utf8), /column image_id/);
    fault(pl.concat([frame, frame.head(1)]), /wanted one row per image_id/);
    fault(pl.concat([runs, second.head(1)]), /wanted one row per image_id/);
    fault(frame.withColumns(pl.lit(-1).cast(pl.Int32).alias("run")), /column run/);
    fault(frame.withColumns(pl.col("score").mul(pl.lit(100)).alias("score")), /maxScore: 100/);
    assert.equal(read(set("score", null, pl.Float64)).getColumn("score").nullCount(), 1);
  }));

Deno.test("a plain CSV is checked across the pieces in which it is read", () =>
  inFolder({}, (folder) => {
    const path = `${folder}/long.csv`, piece = 2 ** 18;
    const rows = Array.from(
      { length: 20_000 },
      (_, i) => `${String(i).padStart(15, "0")},a,b,ref_free,0.5\n`,
    );
    // The first id is made longer, so that the first piece ends with the end of a row.
    const short = (piece - HEAD.length) % rows[0].length;
    const text = HEAD + "0".repeat(short) + rows.join("");
    assert.equal(text[piece - 1], "\n");
    const plain = (content: string) => {
      Deno.writeTextFileSync(path, content);
      try {
        return readCaptionScores(path).height === rows.length;
      } catch {
        return false;
      }
    };
    assert.ok(plain(text));
    const records = readCaptionScores(path).toRecords();
    const faults: [string, number[]][] = [
      ["\n", [piece, piece - 1]],
      [",", [piece, piece - 1, 1001, 1002, 1003, 1004, text.length - 1, text.length - 2]],
      ['"', [piece, piece - 1, 1001, 1002, 1003, 1004, text.length - 1, text.length - 2]],
      ["\r", [piece, piece - 1, 1001, 1002, 1003, 1004, text.length - 1, text.length - 2]],
      ["\0", [piece, piece - 1, 1001, 1002, 1003, 1004, text.length - 1, text.length - 2]],
    ];
    for (const [fault, places] of faults) {
      for (const at of places) {
        const isRead = plain(text.slice(0, at) + fault + text.slice(at));
        // A blank line is none, a return at the end of a cell or before a number a blank; elsewhere it is part of a name.
        const isBlank = fault === "\n" ||
          fault === "\r" && (/[,\n]/.test(text[at]) || text.slice(at - 1, at + 1) === ",0");
        const place = `${JSON.stringify(fault)} at ${at}, ${JSON.stringify(text.slice(at - 6, at + 6))}`;
        if (fault !== "\r" || isBlank) assert.equal(isRead, isBlank, place);
        if (isBlank) assert.deepEqual(readCaptionScores(path).toRecords(), records, place);
      }
    }
    // A line too short beside one too long leaves the sum of commas as it was; an empty score does not.
    assert.ok(!plain(text.replace(",0.5\n", "\n").replace(",0.5\n", ",0.5,\n")));
    assert.ok(plain(text.replace(",0.5\n", ",\n")));
    assert.ok(!plain(text.replace(",0.5\n", ",0.5,\n")), "a comma too many");
  }));

Deno.test("a plain CSV is read at once, and as one with quotes, blanks and lines of their own; what is wrong is named", () => {
  const folder = Deno.makeTempDirSync();
  const header = "image_id,generator,evaluator,setting,score,run";
  const lines = [
    "007,a,a,ref_free,0.5,1",
    "007,a,b,ref_free,,1",
    "008,a,a,ref_free,1e-3,2",
    "008,b,a,ref_based,1,1",
  ];
  const write = (name: string, text: string) => {
    Deno.writeTextFileSync(`${folder}/${name}`, text);
    return `${folder}/${name}`;
  };
  const plain = write("plain.csv", [header, ...lines, ""].join("\n"));
  const records = readCaptionScores(plain).toRecords();
  assert.deepEqual(
    records.map(({ image_id, score, run }) => [image_id, score, run]),
    [["007", 0.5, 1], ["007", null, 1], ["008", 0.001, 2], ["008", 1, 1]],
  );
  const unusual = {
    "no last newline": [header, ...lines].join("\n"),
    "quotes": [header, ...lines].join("\n").replace("007,a,a", '"007",a,a'),
    "returns": [header, ...lines, ""].join("\r\n"),
    "blank line": [header, ...lines.slice(0, 2), "", ...lines.slice(2), ""].join("\n"),
    "another column": [`${header},note`, ...lines.map((line) => `${line},x`), ""].join("\n"),
    "blanks": [header, ...lines, ""].join("\n").replace("007,a,b", "007,a, b"),
  };
  for (const [name, text] of Object.entries(unusual)) {
    const path = write(`${name}.csv`, text);
    const own = readCaptionScores(path).select("image_id", "score", "run").toRecords();
    assert.deepEqual(own, records.map(({ image_id, score, run }) => ({ image_id, score, run })), name);
  }
  const wrong: [string, RegExp][] = [
    [[header, "1,a,a,ref_free,50,1", ""].join("\n"), /maxScore: 100/],
    [[header, ...lines, lines[0], ""].join("\n"), /line 6/],
    [[header, lines[0], "2,a,a,ref_free", ""].join("\n"), /line 3/],
    [[header, lines[0], "2,a,a,ref_free,abc,1", ""].join("\n"), /line 3.*score|score.*line 3/s],
    [[header, lines[0], ",a,a,ref_free,0.5,1", ""].join("\n"), /line 3/],
    // A line that ends before its score is torn, not unscored; one too long would lose its end.
    ["image_id,generator,evaluator,setting,score\n1,a,a,ref_free,0.5\n2,a,a,ref_free\n", /line 3/],
    ["image_id,generator,evaluator,setting,score\n1,a,a,ref_free,0.5\n2,a,a,ref_free,0,5\n", /line 3/],
    [[header, lines[0], "2,a,a,free,0.5,1", ""].join("\n"), /line 3/],
  ];
  wrong.forEach(([text, message], i) => {
    const path = write(`wrong${i}.csv`, text);
    assert.throws(() => readCaptionScores(path), message);
  });
});

Deno.test("texts in the place of models' names are refused before a table of them is made", () => {
  const rows = Array.from({ length: 4100 }, (_, i) => ({
    ...{ image_id: "1", generator: `a caption ${i}`, evaluator: `e${i}`, setting: "ref_free", score: 0.5 },
  }));
  assert.throws(
    () => readCaptionScores(rows),
    /wanted at most 16777216 cells \(setting × generator × evaluator\), found 16810000; are generator and evaluator names/,
  );
});
