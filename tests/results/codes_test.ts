import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import pl from "nodejs-polars";
import { captionCodes } from "@/results/caption_codes.ts";
import { isConstant } from "@/results/check.ts";
import { factor } from "@/results/factor.ts";
import { countWords } from "@/results/count_words.ts";
import { ownFacts } from "@/progress/own_facts.ts";

interface Row {
  image_id: string | null;
  generator: string;
  evaluator: string;
  setting: string;
  score: number | null;
}

const TEXT = ["image_id", "generator", "evaluator", "setting"] as const;

function frameOf(rows: readonly Row[], type: "text" | "categories"): pl.DataFrame {
  const runs = new Map<string, number>();
  const run = rows.map((row) => {
    const key = TEXT.map((name) => row[name]).join("\n");
    runs.set(key, (runs.get(key) ?? 0) + 1);
    return runs.get(key)!;
  });
  const frame = pl.DataFrame([
    pl.Series("run", run, pl.Int32),
    ...TEXT.map((name) => pl.Series(name, rows.map((row) => row[name]), pl.Utf8)),
    pl.Series("score", rows.map(({ score }) => score), pl.Float64),
  ]);
  return type === "text"
    ? frame
    : frame.withColumns(...TEXT.map((name) => pl.col(name).cast(pl.Categorical)));
}

/** The same with plain objects: names in the order of UTF-8, sums in the order of the rows. */
function expected(rows: readonly Row[]) {
  const levels = Object.fromEntries(
    TEXT.map((name) => [name, [...new Set(rows.map((row) => String(row[name])))].sort(byBytes)]),
  );
  const cells = levels.setting.flatMap((setting) =>
    levels.generator.flatMap((generator) =>
      levels.evaluator.map((evaluator) => {
        const own = rows.filter((row) =>
          row.setting === setting && row.generator === generator && row.evaluator === evaluator
        );
        const scores = own.flatMap(({ score }) => score === null ? [] : [score]);
        return {
          sum: scores.reduce((sum, score) => sum + score, 0),
          count: scores.length,
          unscored: own.length - scores.length,
        };
      })
    )
  );
  const keys = rows.map((row) => TEXT.map((name) => row[name]).join("\n"));
  return { levels, cells, once: new Set(keys).size === keys.length };
}

function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function compare(rows: readonly Row[], type: "text" | "categories"): void {
  const frame = frameOf(rows, type), codes = captionCodes(frame), { levels, cells, once } = expected(rows);
  const factors = { ...codes, image_id: codes.image };
  for (const name of TEXT) {
    const { levels: own, codes: at } = factors[name];
    assert.deepEqual(own, levels[name], name);
    assert.deepEqual(Array.from(at, (code) => own[code]), rows.map((row) => row[name]));
  }
  assert.deepEqual(Array.from(codes.cells.sums), cells.map(({ sum }) => sum));
  assert.deepEqual(Array.from(codes.cells.counts), cells.map(({ count }) => count));
  assert.deepEqual(Array.from(codes.cells.unscored), cells.map(({ unscored }) => unscored));
  assert.equal(codes.once, once);
}

const name = fc.constantFrom("b", "a", "Ä", "\u{1F600}", "\uFF5E", "a b", " ");
const row = fc.record({
  image_id: fc.constantFrom("3", "20", "1", "x"),
  generator: name,
  evaluator: name,
  setting: fc.constantFrom("ref_free", "ref_based"),
  score: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
});

Deno.test("captionCodes: names, codes, cells and repeated keys as counted with plain objects", () => {
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1, maxLength: 60 }),
      fc.constantFrom("text" as const, "categories" as const),
      compare,
    ),
    { numRuns: 200, seed: 1 },
  );
});

Deno.test("captionCodes: categories that lie far apart in the process are numbered anew; missing names are refused", () => {
  const score = Float64Array.of(0.5, 0.25, 1, 0);
  const rows = ["apart-1", "apart-2"].flatMap((image_id) =>
    ["apart-a", "apart-b"].map((generator, k): Row => ({
      image_id,
      generator,
      evaluator: generator,
      setting: "ref_free",
      score: score[k],
    }))
  );
  // Other frames of the process have numbered many names between the first and the last of these.
  const kept = [
    frameOf(rows.slice(0, 1), "categories"),
    pl.DataFrame([pl.Series("other", Array.from({ length: 70_000 }, (_, i) => `between-${i}`), pl.Utf8)])
      .withColumns(pl.col("other").cast(pl.Categorical)),
  ];
  const frame = frameOf(rows, "categories");
  assert.ok(captionCodes(frame).once);
  assert.deepEqual([...captionCodes(frame).image.codes], [0, 0, 1, 1]);
  assert.deepEqual([...captionCodes(frame).cells.counts], [2, 0, 0, 2]);
  assert.equal(kept.length, 2);

  assert.throws(
    () => captionCodes(frameOf([{ ...rows[0], image_id: null }, rows[1]], "text")),
    /RangeError: caption scores: wanted text in the column image_id, found nothing in row 1/,
  );
});

Deno.test("captionCodes: a frame that is changed in place is another frame", () => {
  for (const type of ["text", "categories"] as const) {
    const frame = frameOf([
      { image_id: "1", generator: "g", evaluator: "e", setting: "ref_free", score: 0.5 },
      { image_id: "2", generator: "g", evaluator: "e", setting: "ref_free", score: 0.25 },
    ], type);
    assert.equal(captionCodes(frame), captionCodes(frame), "made once");
    assert.deepEqual([...captionCodes(frame).cells.sums], [0.75]);
    frame.replaceAtIdx(frame.columns.indexOf("score"), pl.Series("score", [1, 0.25], pl.Float64));
    assert.deepEqual([...captionCodes(frame).cells.sums], [1.25]);
    const names = pl.DataFrame([pl.Series("generator", ["g", "h"], pl.Utf8)]);
    frame.replaceAtIdx(
      frame.columns.indexOf("generator"),
      names.select(pl.col("generator").cast(type === "text" ? pl.Utf8 : pl.Categorical)).getColumn(
        "generator",
      ),
    );
    assert.deepEqual([...captionCodes(frame).cells.sums], [1, 0.25]);
  }
});

Deno.test("captionCodes: a repeated key, an infinite score and an unknown setting are refused, runs are not", () => {
  const row = { image_id: "1", generator: "g", evaluator: "e", setting: "ref_free", score: 0.5 };
  const runs = frameOf([row, row], "text");
  assert.throws(
    () => captionCodes(runs.drop("run")),
    /RangeError: caption scores: wanted one row per .*rows 1 and 2/,
  );
  assert.equal(captionCodes(runs).once, false);
  runs.replaceAtIdx(runs.columns.indexOf("run"), pl.Series("run", [1, 1], pl.Int32));
  assert.throws(() => captionCodes(runs), /rows 1 and 2/);
  assert.throws(
    () => captionCodes(frameOf([{ ...row, score: Infinity }], "text")),
    /column score, found Infinity/,
  );
  assert.throws(
    () => captionCodes(frameOf([{ ...row, setting: "none" }], "text")),
    /column setting, found "none"/,
  );
});

Deno.test("captionCodes: long frames, and cells with more places for images than are kept apart directly", () => {
  const long = Array.from({ length: 6000 }, (_, i): Row => ({
    image_id: `é${i % 1000}`,
    generator: `g${Math.floor(i / 1000) % 3}`,
    evaluator: `e${i % 2}`,
    setting: i < 3000 ? "ref_free" : "ref_based",
    score: i % 7 === 0 ? null : i / 6000,
  }));
  compare(long, "text");
  compare([...long, long[5999]], "categories");
  // 300 × 300 cells with 300 images each are 27 million places.
  const diagonal = Array.from({ length: 300 }, (_, i): Row => ({
    ...{ image_id: `i${i}`, generator: `g${i}`, evaluator: `e${i}`, setting: "ref_free", score: 1 },
  }));
  for (const rows of [diagonal, Array.from({ length: 20 }, () => diagonal).flat()]) {
    const { once, cells, image, generator } = captionCodes(frameOf(rows, "text"));
    assert.equal(once, rows === diagonal);
    assert.deepEqual([cells.counts.length, Math.max(...cells.images)], [90_000, 1]);
    assert.equal(cells.sums.reduce((sum, value) => sum + value), rows.length);
    assert.deepEqual(image.codes.slice(0, 3), generator.codes.slice(0, 3));
  }
});

Deno.test("factor: a long column of one text has one level; one that differs in its last row alone, or is null there, has two", () => {
  const length = 20_001, coded = (values: (string | null)[]) => factor(pl.Series("x", values, pl.Utf8));
  const same: (string | null)[] = Array(length).fill("bä");
  const one = coded(same);
  assert.deepEqual([one.levels, one.codes.length, [...new Set(one.codes)]], [["bä"], length, [0]]);
  for (const [last, levels, codes] of [["b", ["b", "bä"], [1, 0]], [null, ["bä", null], [0, 1]]] as const) {
    const two = coded([...same.slice(1), last]);
    assert.deepEqual([two.levels, two.codes[0], two.codes[length - 1]], [levels, ...codes]);
  }
  assert.deepEqual(coded(Array(length).fill("")).levels, [""]);
  assert.deepEqual(coded(Array(length).fill(null)).levels, [null]);
});

Deno.test("isConstant: one text in all rows; not of several, of missing ones, of categories or other values", () => {
  const text = (...values: (string | null)[]) => pl.Series("x", values, pl.Utf8);
  assert.equal(isConstant(text("a", "a", "a")), true);
  assert.equal(isConstant(text("a")), true);
  assert.equal(isConstant(text("")), true);
  for (const other of [text("a", "a", "b"), text("a", "b", "a"), text("a", null), text(null, null), text()]) {
    assert.equal(isConstant(other), false);
  }
  assert.equal(isConstant(text("a", "a").cast(pl.Categorical)), false);
  assert.equal(isConstant(pl.Series("x", [1, 1])), false);
  assert.equal(isConstant(pl.Series("x", [["a"], ["a"]])), false);
});

Deno.test("factor: short columns sort texts as long ones do, by code points and not by UTF-16's units", () => {
  const texts = ["\u{1f600}", "\uff21", "z", null, "é", "\u{10000}x"];
  const levels = ["z", "é", "\uff21", "\u{10000}x", "\u{1f600}", null];
  for (const copies of [1, 2000]) {
    const values = Array.from({ length: copies }, () => texts).flat();
    const found = factor(pl.Series("x", values, pl.Utf8));
    assert.deepEqual([found.levels, [...found.codes.slice(0, 6)]], [levels, [4, 2, 0, 5, 1, 3]]);
  }
});

Deno.test("countWords: runs between what \\s calls white space, for every character", () => {
  const bySplitting = (text: string) => text.trim() === "" ? 0 : text.trim().split(/\s+/).length;
  for (let code = 0; code < 0x10000; code++) {
    const text = `a${String.fromCharCode(code)}b`;
    if (countWords(text) !== bySplitting(text)) assert.fail(`U+${code.toString(16)}`);
  }
  const unit = fc.constantFrom("a", "é", "字", " ", "\n", "\t", "\u00a0", "\u3000", "\ufeff", "😀");
  fc.assert(
    fc.property(fc.string({ unit }), (text) => assert.equal(countWords(text), bySplitting(text))),
    { seed: 1 },
  );
  assert.equal(countWords(null), null);
});

Deno.test("what readers say: each sentence is said by its name, or stands in another", () => {
  const sentences = ownFacts<Record<string, string>>("reading"),
    code = globSync("lib/{results/**/*,cli/map_template}.ts");
  const asked = code.flatMap((path) => [
    ...readFileSync(path, "utf8").matchAll(
      /\b(?:(?:said|refusing)\((?:[^(),]+? \? )?|expected: )"(\w+)"(?: : "(\w+)")?/g,
    ),
  ]).flatMap(([, one, other = one]) => [one, other]);
  const within = Object.values(sentences).flatMap((text) => text.match(/(?<=\{)\w+(?=\})/g) ?? []);
  const said = [...asked, ...within.filter((place) => Object.hasOwn(sentences, place))];
  assert.deepEqual(Object.keys(sentences).filter((name) => !said.includes(name)), []);
  const others = ownFacts<object>("measuring"), places = globSync("lib/{metrics,hypotheses,ensemble}/*.ts");
  const all = [...places.map((path) => readFileSync(path, "utf8")), ...Object.values(others)].join("");
  const isSaid = (name: string) => RegExp(`"${name}"|{${name}}|\`${name.split("_")[0]}_\\$`).test(all);
  assert.deepEqual(Object.keys(others).filter((name) => !isSaid(name)), []);
});

Deno.test("what is said by name stands in the table of sentences that the room says it from", () => {
  const tables = Object.fromEntries(
    [["metrics/said", "measuring"], ["report/said", "reporting"], ["cli/command", "printed"]]
      .map(([from, name]) => [from, Object.keys(ownFacts<object>(name))]),
  );
  tables["results/said"] = ["reading", "judging", "drawing"].flatMap((name) =>
    Object.keys(ownFacts<object>(name))
  );
  const imports = /import \{([^}]*\b(?:said|refusing|mistaken|wrongly)\b[^}]*)\} from "([^"]+)\.ts"/;
  let count = 0;
  for (const path of globSync("lib/**/*.ts")) {
    const text = readFileSync(path, "utf8"), [, members = "", from] = imports.exec(text) ?? [];
    const [home] = from ? Object.keys(tables).filter((one) => join(path, "..", from).endsWith(one)) : [];
    if (home === undefined) continue; // a function of its own, of the same name
    const names = members.match(/\b(?:said|refusing|mistaken|wrongly)\b/g)!.join("|");
    const call = RegExp(`\\b(?:${names})\\((?:[^(),"]+? \\? )?"(\\w+)"(?: : "(\\w+)")?`, "g");
    const named = [...text.matchAll(call)].flatMap(([, one, other = one]) => [one, other]);
    assert.deepEqual(named.filter((name) => !tables[home].includes(name)), [], path);
    count += named.length;
  }
  assert.ok(count > 400, `${count} names`);
});
