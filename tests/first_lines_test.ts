import assert from "node:assert/strict";
import pl from "nodejs-polars";
import * as core from "judgebias";
import * as drawing from "judgebias/figures";
import { runJudge } from "judgebias/judge";
import { report } from "judgebias/report";
import { kendallTau } from "judgebias/stats";
import { bundle } from "@/progress/show.ts";
import { isPlain } from "@/progress/told.ts";

/** Functions as a cell of Jupyter calls them, where nobody checks types. */
// deno-lint-ignore no-explicit-any -- whatever somebody types
type Untyped = Record<string, (...args: any[]) => any>;
const { informativenessBias: ib, ...judgebias } = core as unknown as Untyped;
const { chart, exportFigure, points, renderFigure } = drawing as unknown as Untyped;
const EXAMPLE = "data/examples/pairs.csv";
const pairs = core.readPairs(EXAMPLE);
const bias = core.informativenessBias(pairs);
const strict = core.readPairs(
  [null, "strict"].flatMap((condition) => pairs.toRecords().map((row) => ({ ...row, condition }))),
);

/** What people who know pandas and seaborn write first, and what the answer says. */
const FIRST_LINES: [line: string, run: () => unknown, answer: RegExp][] = [
  ["a path for a frame", () => ib(EXAMPLE), /found "data\/exam.*csv"; a file is read first: readPairs\(/],
  ["records", () => ib(pairs.toRecords()), /a list of [\d,]+ records; records become a frame by pl\.Da/],
  ["groupby first", () => ib(pairs.groupBy("judge")), /the function groups by itself: \{ by: \["judge"\] \}/],
  ["by as a list", () => ib(pairs, ["judge"]), /found \["judge"\]; for groups say/],
  ["groupby as option", () => ib(pairs, { groupby: "judge" }), /found groupby \(is it by\?\)/],
  ["query as option", () => ib(pairs, { query: "a" }), /found query \(is it where\?\)/],
  [
    "a column that is none",
    () => ib(pairs, { by: "model" }),
    /^informativenessBias \(by\): wanted columns of the frame, found model \(is it judge\?\); it has benchmark/,
  ],
  ["where as text", () => ib(pairs, { where: "judge == 'a'" }), /values by column \(\{ judge: "gpt-4o"/],
  ["where as pl.col", () => ib(pairs, { where: pl.col("judge").eq(pl.lit("a")) }), /values by column/],
  ["no such value", () => ib(pairs, { where: { judge: "gpt-4o" } }), /wanted one of "simulated-judge-a"/],
  ["=== of a column", () => judgebias.only(pairs, Object.is(pl, "a")), /by column .*, found false; for ex/],
  [
    "no path",
    () => judgebias.readPairs(),
    /wanted a path, a list of paths, records or a frame, found nothing/,
  ],
  [
    "a file that is not there",
    () => judgebias.readPairs("nope.csv"),
    /nope\.csv: wanted a file, folder or glob/,
  ],
  ["an address", () => judgebias.readPairs("https://a.b/c.csv"), /exists \(an address is downloaded fi/],
  [
    "columns of pandas",
    () => judgebias.readPairs({ item_id: ["1"] }),
    /found an object with item_id; columns become a frame by pl\.DataFrame/,
  ],
  [
    "judges as arguments",
    () => judgebias.judgesDiffer(pairs, "a", "b"),
    /found "a"; say \{ first: …, second: … \}/,
  ],
  [
    "a mitigation of rows",
    () => judgebias.mitigationLowersBias(pairs, { first: { condition: null }, second: "strict" }),
    /as values \(\{ first: null, second: "strict" \}\), found \{"condition":null\}/,
  ],
  ["rename", () => judgebias.readPairs(EXAMPLE, { rename: {} }), /found rename \(is it columns\?\)/],
  [
    "columns the other way round",
    () => judgebias.readPairs([{ id: "1" }], { columns: { id: "item_id" } }),
    /wanted our names before the file's in the option columns/,
  ],
  [
    "columns to read of pandas",
    () => judgebias.readPairs([{ item_id: "1" }], { columns: ["item_id"] as never }),
    /in the option columns .*found a list; all columns are read/,
  ],
  ["frame and path exchanged", () => judgebias.writeFrame("x.csv", pairs), /writeFrame: wanted/],
  ["an ending that is none", () => judgebias.writeFrame(pairs, "x.xls"), /wanted a path that ends in \.csv/],
  [
    "a contrast within rows",
    () => judgebias.contrast(pairs, { outcome: "correct", where: { image: true } }),
    /first and second are the where of each side/,
  ],
  [
    "near as a number",
    () => judgebias.biasAtEqualLength(pairs, { near: 5 }),
    /wanted near as \{ words: 5 \} or/,
  ],
  [
    "a recipe that was not made",
    () => chart(bias, { value: "ib", recipe: drawing.dots, title: "x" }),
    /recipe: dots\(\)/,
  ],
  [
    "a recipe by name",
    () => chart(bias, { value: "ib", recipe: "dots", title: "x" }),
    /wanted a recipe .* recipe: dots\(\)/,
  ],
  [
    "a column's name in capitals",
    () => chart(bias, { value: "IB", recipe: drawing.dots(), title: "x" }),
    /chart: .* columns IB \(is it ib\?\)/,
  ],
  [
    "hue of seaborn",
    () => (drawing as unknown as Untyped).dots({ hue: "image" }),
    /found hue \(is it series\?\)/,
  ],
  [
    "intervals of more rows than marks",
    () => chart(bias, { value: "ib", recipe: drawing.intervals(), title: "x" }),
    /^intervals: wanted one value per mark/,
  ],
  ["a picture's path alone", () => exportFigure("ib.png"), /found string; exportFigure\(chart, "folder"/],
  [
    "a picture's path for a folder",
    () => exportFigure({ svg: "<svg/>" }, "my/ib.pdf"),
    /wanted a folder and the files' name \(\{ name: "ib", formats: \["pdf"\] \}\), found my\/ib\.pdf/,
  ],
  [
    "two conditions in a paper's figure",
    () => renderFigure("birch-fig3", { results: strict }),
    /found none, strict; .*beside each other: chart of a metric \{ by: \["judge", "condition"\] \}/,
  ],
  ["a chart without await", () => exportFigure(Promise.resolve({}), "out"), /found a promise \(await it\)/],
  [
    "points without a title",
    () => points(pairs, { x: "words_a", y: "words_b" }),
    /wanted options with a title/,
  ],
  [
    "a promise for results: not the paper's numbers",
    () => renderFigure("birch-fig1", { results: Promise.resolve(1) }),
    /found a promise \(await it\)/,
  ],
  ["no frame for results", () => renderFigure("birch-fig1", { results: {} }), /as results, found none/],
  ["nothing for results", () => renderFigure("birch-fig1", { results: null }), /as results, found null/],
  ["a frame for options", () => renderFigure("birch-fig1", pairs), /found a frame; say \{ results: frame \}/],
  ["a figure's number alone", () => renderFigure("birch fig3"), /did you mean birch-fig3/],
  [
    "a figure's number without its paper",
    () => renderFigure("fig3"),
    /did you mean birch-fig3, mm-judgebias-fig3, philautia-fig3\?/,
  ],
  ["a report of nothing", () => (report as Untyped[string])(), /report: wanted a frame/],
  [
    "a model for a judge",
    () => (runJudge as Untyped[string])({ protocol: "base", model: "m" }),
    /found model \(is it judge\?\)/,
  ],
  [
    "texts for numbers",
    () => (kendallTau as Untyped[string])(["a"], ["b"]),
    /wanted numbers in x, found a in row 0/,
  ],
];

/** The same as it is typed, and the pattern of what is said. */
const known = { ...judgebias, ...drawing, ib, pairs, bias, pl };
for (const line of Deno.readTextFileSync("tests/first_lines.jsonl").trim().split("\n")) {
  const [typed, answer]: [string, string] = JSON.parse(line);
  const run = new Function(...Object.keys(known), `return (async () => await ${typed})();`);
  FIRST_LINES.push([typed, () => run(...Object.values(known)), new RegExp(answer)]);
}

for (const [line, run, answer] of FIRST_LINES) {
  Deno.test(`first lines: ${line}`, async () => {
    await assert.rejects(async () => await run(), (error: Error) => {
      assert.match(error.message, answer);
      assert.ok(error.message.length < 700, `short enough to be read: ${error.message.length} characters`);
      return true;
    });
  });
}

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
const OTHERWISE = "describe findingTable only readReport report reportTable showing withSubsets writeFrame";
const ofFrames = Object.entries({ ...judgebias, ib, ...drawing } as unknown as Untyped).filter((
  [name, one],
) =>
  typeof one === "function" && !OTHERWISE.split(" ").includes(name) &&
  /^[^(]*\((annotations|captionScores|criteria|frame|given|pairs|ratings|scorePairs)\b/.test(String(one))
);

for (const [kind, wrong] of Object.entries(WRONG)) {
  Deno.test(`first lines: ${kind} in place of a frame or of options`, async () => {
    assert.ok(ofFrames.length > 75, `${ofFrames.length} functions`);
    const isFrame = kind === "frame", isOption = isPlain(wrong) || wrong === undefined;
    const riddles: string[] = [];
    for (const [, call] of ofFrames) {
      const between = /^[^(]*\(\w+, (pomms|tests)\b/.test(String(call)) ? [{ steps: [] }] : [];
      for (
        const given of [
          ...isFrame ? [] : [[wrong, ...between, {}]],
          ...isOption ? [] : [[pairs, ...between, wrong]],
        ]
      ) {
        const said = await Promise.resolve().then(() => call(...given)).then(
          () => "",
          ({ message }) => message,
        );
        const isPlainly = said.startsWith(`${call.name}: wanted `) && said.includes(", found ");
        if (!isPlainly || said.length > 600) riddles.push(`${call.name}: ${said.slice(0, 600)}`);
      }
    }
    assert.deepEqual(riddles, []);
  });
}

/** What a comparison in JavaScript makes of a filter and of a column. */
const isA = Object.is(pl.col("judge"), "a") as never;

Deno.test("first lines: what === on a column made is answered where it is shown, claimed, reported or read", async () => {
  const none = pairs.filter(isA), way = /keeps nothing: say pl\.col\("judge"\)\.eq/;
  assert.match(String(bundle(core.informativenessBias(none))["text/plain"]), way);
  assert.match(core.biasAtEqualLength(none).warning, way);
  await assert.rejects(report(none, { silent: true }), way);
  const compared = pairs.withColumns(isA), made = /literal is what withColumns makes of == or ===.*\.eq\(/;
  assert.match(String(bundle(compared)["text/plain"]), made);
  assert.match(String(core.readReport(core.readPairs(compared))?.warnings), made);
});

Deno.test("first lines: a condition that is missing is called as frames show it", () => {
  const options = { first: null, second: "strict" }, said = core.mitigationLowersBias(strict, options);
  assert.deepEqual(core.mitigationLowersBias(strict, { ...options, first: "none" }), said);
  assert.deepEqual(core.mitigationLowersBias(strict, { first: "none" }), said);
});

Deno.test("first lines: by takes a column's name", () => {
  assert.equal(ib(pairs, { by: "judge" }).height, 3);
});

Deno.test("first lines: a chart of a metric of simulated rows says so without being told", async () => {
  const { data } = await drawing.chart(core.informativenessBias(pairs, { by: "judge" }), {
    value: "ib",
    recipe: drawing.dots(),
    title: "IB",
  });
  assert.deepEqual(data.getColumn("provenance").unique().toArray(), ["simulated"]);
});
