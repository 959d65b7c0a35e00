import assert from "node:assert/strict";
import { stdout } from "node:process";
import pl from "nodejs-polars";
import * as core from "judgebias";
import * as drawing from "judgebias/figures";
import * as judging from "judgebias/judge";
import * as reporting from "judgebias/report";
import * as simulating from "judgebias/simulate";
import * as stats from "judgebias/stats";
import { progressLine } from "@/progress/progress.ts";
import { bundle } from "@/progress/show.ts";
import { inFolder, saidOf, saidOfFiles } from "./results/in_folder.ts";
import * as told from "@/progress/told.ts";
import { requireValidFrame } from "@/results/require_valid_frame.ts";
import { Outcomes, tried } from "./outcomes/outcomes.ts";
import { jsonLines } from "./judge/study.ts";
import { letGo } from "./property/rules.ts";

/** Functions as a cell of Jupyter calls them, where nobody checks types. */
// deno-lint-ignore no-explicit-any -- whatever somebody types
type Untyped = Record<string, (...args: any[]) => any>;
const { informativenessBias: ib, ...judgebias } = core as unknown as Untyped;
stdout.isTTY = false; // no width of a terminal, no colours
const EXAMPLE = "data/examples/pairs.csv";
const pairs = core.readPairs(EXAMPLE);
const bias = core.informativenessBias(pairs);
const strict = core.readPairs(
  [null, "strict"].flatMap((condition) => pairs.toRecords().map((row) => ({ ...row, condition }))),
);

/** Modules of ours, each by a letter or two. */
const PATHS: Record<string, string> = JSON.parse(Deno.readTextFileSync("tests/outcomes/modules.json"));
const MODULES = Object.fromEntries(
  await Promise.all(Object.entries(PATHS).map(async ([name, path]) => [name, await import(`@/${path}.ts`)])),
);

/** What a function gives for each list of arguments, or the words of its error. */
const each = (call: (...given: unknown[]) => unknown, ...lists: unknown[][]) =>
  lists.map((given) => {
    const found = tried(() => call(...given));
    return found instanceof Error ? String(found) : found;
  });

/** What a reader makes of a text, files by their names, or records. */
const read = (kind: string, given: string | Record<string, string> | object[], options = {}) =>
  Array.isArray(given)
    ? saidOf(given, `read${kind}`, options)
    : saidOfFiles(typeof given === "string" ? { "own.csv": given } : given, `read${kind}`, options);
const few = pl.DataFrame([
  pl.Series("judge", ["a", "b", null, "a"], pl.Utf8),
  pl.Series("image", [true, false, true, false], pl.Bool),
  pl.Series("run", [1, 2, 1, 2], pl.Int32),
]).withColumns(pl.col("judge").cast(pl.Categorical).alias("category"));

/** What people who know pandas and seaborn type first, and what the answer says, a line each. */
const names = {
  ...{ ...core, ...drawing, ...judging, ...reporting, ...stats, ...simulating, pl, EXAMPLE, pairs, bias },
  ...{ strict, ib, claim: core.biasAtEqualLength(pairs), CSV: "judge,choice\n".repeat(5000) },
  ...{ ratings: core.readRatings("data/examples/ratings.csv"), few, read, inFolder, bundle },
  ...{ progressLine, each, requireValidFrame },
  ...MODULES,
};
const words = new Outcomes("first_lines");
for (const row of Deno.readTextFileSync("tests/first_lines.jsonl").trim().split("\n")) {
  const [line, answer]: [string, string] = JSON.parse(row);
  const run = new Function(...Object.keys(names), `return ${line}`);
  Deno.test(`first lines: ${line}`, async () => {
    await assert.rejects(async () => await run(...Object.values(names)), (error: Error) => {
      assert.match(error.message, new RegExp(answer));
      assert.ok(error.message.length < 700, `short enough to be read: ${error.message.length} characters`);
      words.of(line, [{ words: error.message }]);
      return true;
    });
  });
}

Deno.test("first lines: frames in a list or a record are told, a column may end a cell, a label has no signs of LaTeX", () => {
  assert.equal(
    String(bundle({ a: [bias, pairs.getColumn("judge")] })["text/plain"]).replace(/\s+/g, " "),
    '{ "a": [ "a frame of 6 rows", "a Series of 585 values" ] }',
  );
  // A notebook's kernel asks what the last line of a cell is.
  for (const last of [bias.getColumn("ib"), pairs.getColumn("choice").str, pairs.groupBy("judge")]) {
    assert.equal(Reflect.get(last, "schema"), undefined);
    assert.match(Deno.inspect(last), /Series|GroupBy|str/);
  }
  const shown = Symbol.for("Jupyter.display"), column: object = pairs.getColumn("judge");
  const face: () => unknown = Reflect.get(column, shown);
  assert.ok(shown in column && /first 20 shown, simulated/.test(JSON.stringify(face())));
  assert.match(drawing.toLatex(bias, { label: "tab:50%_a" }), /\\label\{tab:50-_a\}/);
});

/** What stands where a frame or options should, in every function whose first argument is a frame and whose second are options. */
const WRONG: Record<string, unknown> = {
  "a path": EXAMPLE,
  "csv text": "judge,choice\n".repeat(5000),
  promise: Promise.resolve(pairs),
  nothing: undefined,
  null: null,
  number: 7,
  "an empty list": [],
  records: Array.from({ length: 1000 }, () => ({ judge: "a", choice: "A" })),
  "columns of lists": { judge: Array(1000).fill("a") },
  column: pairs.getColumn("judge"),
  lazy: pairs.lazy(),
  grouped: pairs.groupBy("judge"),
  expression: pl.col("judge"),
  function: core.informativenessBias,
  map: new Map([["by", "judge"]]),
  "frames by name": { pairs },
  claim: core.biasAtEqualLength(pairs),
  frame: pairs,
};
const OTHERWISE = "describe findingTable only readReport report showing withSubsets writeFrame";
const ofFrames = Object.entries({ ...judgebias, ib, ...drawing } as unknown as Untyped).filter((
  [name, one],
) =>
  typeof one === "function" && !OTHERWISE.split(" ").includes(name) &&
  /^[^(]*\((annotations|captionScores|criteria|frame|given|pairs|ratings|scorePairs)\b/.test(String(one))
);

const saidBy: Record<string, { words: string }[]> = {}; // by function: a new one moves no digest of another

for (const [kind, wrong] of Object.entries(WRONG)) {
  Deno.test(`first lines: ${kind} in place of a frame or of options`, async () => {
    assert.ok(ofFrames.length >= 74, `${ofFrames.length} functions`);
    const isFrame = kind === "frame", isOption = told.isPlain(wrong) || wrong === undefined;
    const riddles: string[] = [];
    for (const [name, call] of ofFrames) {
      const between = /^[^(]*\(\w+, (pomms|tests)\b/.test(String(call)) ? [{ steps: [] }] : [];
      const cases = [
        ...isFrame ? [] : [[wrong, ...between, {}]],
        ...isOption ? [] : [[pairs, ...between, wrong]],
      ];
      for (const given of cases) {
        const said = await Promise.resolve().then(() => call(...given)).then(
          () => "",
          ({ message }) => message,
        );
        const isPlainly = said.startsWith(`${call.name}: wanted `) && said.includes(", found ") &&
          said.length <= 600;
        if (!isPlainly) riddles.push(`${call.name}: ${said.slice(0, 600)}`);
        (saidBy[name] ??= []).push({ words: said });
      }
      await letGo();
    }
    assert.deepEqual(riddles, []);
  });
}

Deno.test("first lines: what lines give that people try, and every word of all that is said, is as is kept", async () => {
  for (const one of jsonLines("tests/outcomes/lines.jsonl")) {
    const [line, wanted] = [one].flat(), run = new Function(...Object.keys(names), `return ${line}`);
    const given = await Promise.resolve().then(() => run(...Object.values(names)))
      .then((value) => bundle(value), (error) => ({ "text/plain": String(error) }));
    if (wanted === undefined) words.of(line, [given]);
    else assert.equal(given["text/plain"], wanted, line);
    await letGo();
  }
  for (const [name, all] of Object.entries(saidBy)) words.of(name, all);
  words.hold();
});

/** What a comparison in JavaScript makes of a filter and of a column. */
const isA = Object.is(pl.col("judge"), "a") as never;

Deno.test("first lines: === is refused in whatever comes of Polars' own doors, which keep what stands behind a frame", async () => {
  const csv = EXAMPLE, raw = pl.DataFrame(pairs.toRecords()), both = pl.concat([bias, bias.head(1)]);
  const ways = [
    raw,
    pl.readCSV(csv),
    pl.readRecords(raw.toRecords()),
    pl.scanCSV(csv),
    pl.concat([raw, raw]),
    both,
  ];
  for (const one of ways) {
    assert.throws(() => one.filter(isA), /^TypeError: filter: wanted an expression, found false/);
    assert.throws(() => one.withColumns(isA), /^TypeError: withColumns: wanted an expression, found false/);
  }
  assert.match(String(bundle(both)["text/plain"]), /7 rows, simulated; 95% intervals/);
  const less = pl.col("item_id").nUnique().sub(pl.col("judge").count());
  assert.throws(() => pl.concat([raw, raw]).select(less), /found counts on both/);
  await assert.rejects(reporting.report(raw.head(0), { silent: true }), /wanted at least one row/);
});

Deno.test("first lines: a condition that is missing is called as frames show it", () => {
  const options = { first: null, second: "strict" }, said = core.mitigationLowersBias(strict, options);
  assert.deepEqual(core.mitigationLowersBias(strict, { ...options, first: "none" }), said);
});

Deno.test("first lines: by takes a column's name; a chart of a metric of simulated rows says so", async () => {
  assert.equal(ib(pairs, { by: "judge" }).height, 3);
  const { data } = await drawing.chart(core.informativenessBias(pairs, { by: "judge" }), {
    value: "ib",
    recipe: drawing.dots(),
    title: "IB",
  });
  assert.deepEqual(data.getColumn("provenance").unique().toArray(), ["simulated"]);
});
