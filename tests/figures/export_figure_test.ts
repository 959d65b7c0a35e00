import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import pl from "nodejs-polars";
import * as core from "judgebias";
import * as figures from "judgebias/figures";
import { alignDecimals } from "@/figures/text_width.ts";
import { seriesColors } from "@/figures/colors.ts";
import { displayName, inOrder } from "@/figures/paper_order.ts";
import { escapeXml, richText } from "@/figures/svg_text.ts";
import { counted, countRange, signed } from "@/figures/theme.ts";
import { fixed } from "@/progress/told.ts";
import { renderPdf } from "@/figures/render_pdf.ts";
import type { RenderedFigure } from "@/figures/render_figure.ts";
import { computed } from "@/figures/values/computed.ts";
import { valueFrame } from "@/figures/values/value.ts";
import { testCases } from "../cases.ts";
import { tempFolder } from "../judge/temp_folder.ts";
import { heldFigures } from "./held_figures.ts";

const held = heldFigures("exports_held"),
  [chart, toLatex] = [held.of(figures.chart), held.of(figures.toLatex)];
const { bars, dots, exportFigure, intervals, renderFigure, table } = figures;
const [points, histogram] = [held.of(figures.points), held.of(figures.histogram)];

const { writeFrame } = core;
/** The CSV of a metric's table whose rows were moved, or of some of its columns. */
const csv = (pairs: pl.DataFrame, metric: "lengthBias", value: string, kept?: readonly string[]) => {
  const table: pl.DataFrame = core[metric](pairs, { by: [] }).sort(value);
  return valueFrame(computed(kept ? table.select(...kept) : table, { value }));
};

/** One below the other, tables of a metric of several frames, as a chart takes them. */
const stacked = (...frames: pl.DataFrame[]) =>
  computed(pl.concat(frames.map((own) => core.lengthBias(own, { by: [] }))), { value: "lb" });
const drawn = (
  frame: pl.DataFrame,
  { unit, numbers, names, ...more }: { unit?: "number"; numbers?: string[]; names?: Record<string, string> } =
    {},
) =>
  chart(frame, {
    value: frame.columns[1],
    recipe: dots({ rows: frame.columns[0], unit, numbers, names }),
    ...more,
  });
const pdf = async (...given: Parameters<typeof drawn>) =>
  new TextDecoder("latin1").decode(await renderPdf((await drawn(...given)).svg, ["results"]));
const grouped = (own: pl.DataFrame) =>
  [core.readPairs(own).groupBy("choice").agg(pl.col("words_a").mean()), core.readPairs(own).select("choice")]
    .map((one) => figures.toLatex(one)).join("");
/** What a metric's frame says of its numbers out of a file, and without its last column: badge, data, LaTeX. */
const filed = async (own: pl.DataFrame) => {
  const folder = Deno.makeTempDirSync(), paths = ["csv", "parquet"].map((ending) => `${folder}/lb.${ending}`);
  for (const path of paths) writeFrame(core.lengthBias(own, { by: [] }), path);
  const [csv, parquet] = [pl.readCSV(paths[0]), pl.readParquet(paths[1])];
  return await Promise.all(
    [csv, csv.drop("provenance"), parquet, parquet.drop("provenance")].map(async (one) => {
      const { svg, data } = await chart(one, { value: "lb", recipe: dots({ rows: "quantity" }) });
      const badge = />(simulated|results)<\/text>/.exec(svg)?.[1] ?? "";
      return [badge, data.getColumn("provenance").get(0) ?? "", toLatex(one)].join(" ");
    }),
  );
};
/** A ratio of one's own, drawn and in LaTeX: the judge's A for one of people. */
const ofRatio = async (pairs: pl.DataFrame) => {
  const means = {
    a: (row: { choice?: unknown }) => row.choice === "A",
    b: (row: { human?: unknown }) => row.human === "A",
  };
  const own = core.ownMetric(pairs, { by: "judge", means, of: ({ a, b }) => a / b, scale: "ratio" });
  const kept = ["judge", "estimate", "low", "high"], file = `${Deno.makeTempDirSync()}/own.csv`;
  writeFrame(own, file);
  const read = pl.readCSV(file).select(...kept, "provenance", "scale", "null_value", "interval");
  const both = [own.select(...kept), read].flatMap((one) => [one, one.rename({ estimate: "ratio" })]);
  const [direct, ...others] = await Promise.all(both.map(async (one) => {
    const value = one.columns[1], look = { value, quantity: "A", recipe: intervals() };
    // What was read remembers no warning.
    const all = toLatex(one.sort("judge"), { best: { [value]: "least" }, decimals: 2 });
    const latex = all.replace(/\n.*A warning says.*/, "");
    return { svg: (await chart(one.sort("judge"), look)).svg, latex: latex.replace("ratio", "estimate") };
  }));
  const share = core.ownMetric(pairs, { by: "judge", means: { a: means.a }, nullValue: 0.5 });
  const least = (...of: pl.DataFrame[]) => () => toLatex(pl.concat(of), { best: { estimate: "least" } });
  assert.throws(least(own.select(...kept), share.select(...kept)), /one null value/);
  assert.throws(least(read, read.withColumns(pl.lit(0.5).alias("null_value"))), /one null value/);
  assert.throws(() => toLatex({ A: read.withColumns(pl.lit("x").alias("interval")) }), /level .* found "x"/);
  assert.match(toLatex({ A: own, B: pl.DataFrame(own.toRecords()) }), /95\\% intervals; level of B unknown/);
  const recipe = intervals({ panels: "quantity" }),
    all = await chart({ Share: share, Ratio: own }, { recipe });
  writeFrame(all.data, file);
  return {
    ...direct,
    isSame: others.every((one) => JSON.stringify(one) === JSON.stringify(direct)),
    ...{ all: all.svg, isRedrawn: (await chart(pl.readCSV(file), { recipe })).svg === all.svg },
    joined: toLatex(own.select(...kept).join(share.select("judge", "estimate"), { on: "judge" }), {
      best: { estimate: "least", estimate_right: "least" },
    }),
    table: (await chart(own, {
      value: "estimate",
      recipe: table({ columns: [{ label: "R", quantity: "estimate", best: "least" }] }),
    })).table!.rows.map(({ cells }) => Object(cells[" 0"]).bold),
  };
};
/** Means of one's own without their column unit, of words and of a share: LaTeX of each, renamed, and one below the other. */
const ofOwn = (pairs: pl.DataFrame) => {
  const by = "judge", kept = ["judge", "estimate", "low", "high"];
  const seconds = (row: { words_a?: unknown }) => Number(row.words_a) / 100;
  const share = (row: { choice?: unknown }) => row.choice === "A";
  const numbers = core.ownMetric(pairs, { by, means: { seconds }, unit: "number" }).select(...kept);
  const shares = core.ownMetric(pairs, { by, means: { share } }).select(...kept);
  const renamed = (one: pl.DataFrame) => one.rename({ estimate: "own" });
  const all = [numbers, shares, renamed(numbers), renamed(shares), pl.concat([numbers, shares])];
  return all.map((one) => toLatex(one).match(/judge & .*|a & .*/g)!.join(" ")).join(" ");
};
/** Metrics by judge, joined as they come, of which some columns are kept. */
const joined = (pairs: pl.DataFrame, names: readonly "lengthBias"[], kept: readonly string[]) => {
  const tables: pl.DataFrame[] = names.map((name) => core[name](pairs, { by: "judge" }));
  return tables.reduce((all, one) => all.join(one, { on: "judge" })).select("judge", ...kept);
};
/** LaTeX of a claim and a contrast in one table. */
const results = (pairs: pl.DataFrame, options: core.ContrastOptions) => {
  const own = core.contrast(pairs, options), tests = [core.longerAnswerWins, () => own];
  return toLatex(core.hypothesisTable(pairs, tests, { by: [] }));
};
const calls = {
  results,
  ...{ fixed, signed, counted, countRange, alignDecimals, displayName, inOrder, richText, escapeXml },
  barred: (frame: pl.DataFrame) => chart(frame, { value: frame.columns[1], recipe: bars() }),
  joined: (...given: Parameters<typeof joined>) => toLatex(joined(...given)),
  joinedByName: (...given: Parameters<typeof joined>) => toLatex({ X: joined(...given) }),
  joinedChart: (...given: Parameters<typeof joined>) =>
    chart(joined(...given), { value: given[2][0], recipe: dots({ rows: "judge" }) }),
  ofOwn,
  claims: (pairs: pl.DataFrame, options: core.TestOptions, kept: readonly string[]) =>
    toLatex(
      core.hypothesisTable(pairs, (own) => core.longerAnswerWins(own, options), { by: [] }).select(...kept),
    ),
  grouped,
  toLatex,
  table,
  dots,
  writeFrame,
  csv,
  computed,
  keysOf: (...given: Parameters<typeof computed>) => Object.keys(computed(...given)[0].keys),
  seriesColors,
  stacked,
};
const all = { ...calls, filed, drawn, ofRatio, pdf, histogram };
const kept = Object.fromEntries(Object.entries(all).map(([name, call]) => [name, held.of(call)]));
testCases(new URL("cases.jsonl", import.meta.url), { ...kept, grouped }, held.test); // rows of grouped stand in any order

const figure: RenderedFigure = {
  id: "test-fig1",
  ...{ svg: "<svg/>\n", png: new Uint8Array([1, 2, 3]), pdf: null, csv: null },
  box: { x: 0, y: 0, width: 1, height: 1 },
  ofResults: false,
  table: null,
  data: pl.DataFrame({
    ...{ judge: ["a", "b, c"], value: [0.5, NaN], n: [null, 3], provenance: ["published", "simulated"] },
  }),
  provenance: "simulated",
  sources: ["published", "simulated"],
  ...{ title: "", caption: "", alt: "" },
};

held.test("SVG, PNG and CSV beside each other; missing numbers are empty cells; no temporary file stays", async () => {
  using at = tempFolder();
  const out = `${at.path}/paper`, paths = await exportFigure(figure, out);
  assert.deepEqual(paths, ["svg", "png", "csv"].map((ending) => `${out}/test-fig1.${ending}`));
  const written = [...Deno.readDirSync(out)].map(({ name }) => name).sort();
  assert.equal(written.join(), "test-fig1.csv,test-fig1.png,test-fig1.svg");
  assert.equal(Deno.readTextFileSync(paths[0]), figure.svg);
  assert.deepEqual(Deno.readFileSync(paths[1]), figure.png);
  const said = /^judge,value,n,provenance\na,0\.5,,published\n"b, c",,3(\.0)?,simulated\n$/;
  assert.match(Deno.readTextFileSync(paths[2]), said);
  // A second time: replaced, but what is no export (as this one's SVG) only where that is asked for.
  const again = { ...figure, svg: "<svg>2</svg>" };
  await assert.rejects(exportFigure(again, out), /found another file .*test-fig1\.svg/);
  await exportFigure(again, out, { formats: ["svg"], overwrite: true });
  assert.equal(Deno.readTextFileSync(paths[0]), "<svg>2</svg>");
});

held.test("a chart of one's own in all formats, under the name given; what is none, or has no name, is refused", async () => {
  using at = tempFolder();
  const own = await drawn(
    pl.DataFrame({ judge: ["a", "b"], ib: [0.25, -0.1], low: [0.1, -0.3], high: [0.4, 0.1] }),
  );
  const paths = await exportFigure(own, `${at.path}/new`, {
    name: "ib",
    formats: ["svg", "png", "pdf", "csv"],
  });
  const starts = paths.map((path) => new TextDecoder().decode(Deno.readFileSync(path).slice(0, 5)));
  const heads = [starts[0].slice(0, 4), starts[1].slice(1, 4), starts[2].slice(0, 4)];
  assert.deepEqual(heads, ["<svg", "PNG", "%PDF"]);
  await assert.rejects(exportFigure(own, at.path), /a name for the files of a chart/);
  await assert.rejects(exportFigure(own, at.path, { name: "x", formats: ["jpg" as "png"] }), /found "jpg"/);
  await assert.rejects(exportFigure(Promise.resolve(own) as never, at.path), /a promise \(await it\)/);
  // Whole or not at all: what one format cannot have leaves no other behind.
  const cjk = { name: "cjk", formats: ["svg", "pdf"] as const };
  const foreign = await drawn(pl.DataFrame({ judge: ["日本"], ib: [0.25] }));
  await assert.rejects(exportFigure(foreign, at.path, cjk), /letters that DejaVu Sans has, found 日 本/);
  assert.ok(![...Deno.readDirSync(at.path)].some(({ name }) => name.startsWith("cjk")));
});

held.test("tables of the papers in LaTeX: groups, headings, totals, bold, changes; of what is no table none", async () => {
  using at = tempFolder();
  const texOf = async (...asked: Parameters<typeof renderFigure>) => {
    const [path] = await exportFigure(await renderFigure(...asked), at.path, { formats: ["tex"] });
    return Deno.readTextFileSync(path);
  };
  assert.match(await texOf("birch-table1", { caption: "Mine" }), /caption\{Mine\}/);
  assert.match(await texOf("birch-table1", { caption: false }), /^(?!.*caption\{)/s);
  const bias = core.informativenessBias(core.readPairs("data/examples/pairs.csv"), { level: 0.9 });
  const recipe = table({ columns: [{ label: "IB", quantity: "ib" }], unit: "points" });
  const warned = bias.head(1).withColumns(pl.lit("few (try: where: { a: 1 })").alias("warning"));
  const drawn = await chart(warned, { value: "ib", recipe, title: "T", caption: "mine" });
  // What one may write is for its reader, not for a paper's, who reads of warnings below LaTeX too.
  assert.match(drawn.svg, /has a warning: few\.</);
  const [warnedTex] = await exportFigure(drawn, at.path, { name: "warned", formats: ["tex"] });
  const words = /footnotesize 1 of 1 row has a warning: few\.\}/;
  assert.match(Deno.readTextFileSync(warnedTex), words);
  assert.match(
    toLatex(warned.select("ib", "warning")),
    /& few \\\\[^]*footnotesize Simulated: this describes/,
  );
  assert.match(drawn.svg, />Percentage points; 90% intervals; n = 64\.</);
  assert.equal(drawn.caption, "T. Mine.");
  const birch = await texOf("birch-table3");
  // Of which paper it is stands in every file.
  assert.match(birch, /^% Table 3 of zou2026informativeness \(papers\.bib\)\n/);
  const formats = ["csv", "pdf"] as const;
  const [csv, pdf] = await exportFigure(await renderFigure("birch-table3"), at.path, { formats });
  assert.match(Deno.readTextFileSync(csv), /,paper,number,cite\n.*,birch,Table 3,zou2026informativeness\n/);
  const own = await renderFigure("birch-fig3", { results: "data/examples/pairs.csv" });
  const [ownCsv] = await exportFigure(own, at.path, { name: "own", formats: ["csv"] });
  // Nobody's paper is to be cited for numbers of one's own.
  assert.match(Deno.readTextFileSync(ownCsv), /,paper,number,cite\n.*,"",drawn like Figure 3,""\n/);
  assert.match(new TextDecoder("latin1").decode(Deno.readFileSync(pdf)), /published; Table 3 of zou2026/);
  assert.match(
    birch,
    /\\multicolumn\{4\}\{c\}\{MLLM-as-a-Judge\} & \\multicolumn\{4\}\{c\}\{VL-RewardBench\}/,
  );
  assert.match(birch, /\\cmidrule\(lr\)\{2-5\} \\cmidrule\(lr\)\{6-9\}/);
  assert.equal(birch.match(/\\textbf/g)!.length, 16);
  assert.match(await texOf("birch-table2"), /44\.6\\phantom\{0\}/);
  assert.match(
    await texOf("birch-table8"),
    /9\.9\\phantom\{ \{\\footnotesize .* 9\.2\\rlap\{ \{\\footnotesize \(\$-\$0\.7\)\}\}/s,
  );
  assert.match(await texOf("mm-judgebias-table6"), /\\midrule\n *\\textbf\{Total\}/);
  // What marks say stands below; of colours, which LaTeX has not, nothing is said.
  assert.match(
    await texOf("multi-crit-table18", { results: "data/examples/criteria.csv" }),
    /^% own results as in Table 18 of xiong2025multicrit[^]*\\footnotesize \$\\Delta\$ is paired, over what both answered\. Its p is in the CSV\.\}\n.*14 of 48 rows have warnings.*\n\\end\{table\}/,
  );
  assert.doesNotMatch(await texOf("mm-judgebias-table2"), /tinted/);
  await assert.rejects(
    exportFigure(await renderFigure("birch-fig1"), at.path, { formats: ["tex"] }),
    /wanted a table for tex, found the chart or drawing birch-fig1/,
  );
});

held.test("points and histogram: every row with a number is drawn, others are counted, columns and options are checked", async () => {
  const frame = pl.DataFrame({
    ...{ a: [1, 2, null, 4, 4], b: [2, 1, 3, 4, 4], who: [..."xyxyy"] },
    ...{ item_id: [..."12345"], way: [..."uuvvv"] },
  });
  const by = { color: "who", facet: "way" };
  const scatter = await points(frame, { x: "a", y: "b", ...by, title: "Both" });
  assert.equal(scatter.svg.match(/<circle/g)!.length - 2, 4); // two of the legend
  assert.equal(scatter.data.height, 4);
  // Of which rows, and whole numbers as such (was 4.0 without the item).
  assert.match(scatter.data.writeCSV().toString(), /^row,a,b,who,way,provenance\n1,1,2,x[^]*\n4,4,4,y/);
  const said = "4 rows; 1 place with several rows, which stand around it; 1 without a number are left out";
  // The two rows at 4 and 4.
  assert.equal(new Set(scatter.svg.match(/<circle [^>]*>(?=<title>a 4, b 4: 2 rows)/g)).size, 2);
  assert.equal(scatter.caption, `${said}.`);
  const strip = await points(frame, { x: "a", y: "who", title: "Strip" });
  assert.match(strip.svg, />x<[^]*>y</);
  const drawnBars = await histogram(frame, { x: "b", bins: 4, title: "b" });
  // Bins of one: 1, 2, 3 and twice 4; none falls out at the ends.
  const bins = [...drawnBars.svg.matchAll(/<rect [^>]*height="([\d.]+)"/g)].map(([, height]) =>
    Number(height)
  )
    .slice(-4);
  assert.deepEqual(bins.map((height) => Math.round(height / bins[0])), [1, 1, 1, 2]);
  const stacked = await histogram(frame, { x: "b", ...by, order: { color: ["y"] }, title: "b" });
  assert.deepEqual(
    [stacked.data.columns, stacked.data.getColumn("rows").sum(), stacked.data.getColumn("who").get(0)],
    [["b_from", "b_to", "rows", "who", "way", "provenance"], 5, "y"],
  );
  const many = pl.DataFrame({ a: [...new Array(13).keys()], b: [...new Array(13).keys()].map(String) });
  const drawn = (rows: number) => histogram(many.head(rows), { x: "a", facet: "b", title: "t" });
  await assert.rejects(drawn(13), /at most 12 different values in b, found 13/);
  assert.equal((await drawn(12)).data.getColumn("rows").sum(), 12);
});

held.hold();

Deno.test("a column of a paper: grid lines stand at the labels, and a PNG says that it is as wide as the PDF; points without a counterpart are an error", async () => {
  const pairs = core.readPairs("data/examples/pairs.csv");
  const own = await figures.points(pairs, { x: "words_a", y: "words_b", width: "85mm" }), { svg } = own;
  const count = (label: string, mark: string) =>
    svg.split(`aria-label="${label}"`)[1].split("</g>")[0].split(`<${mark}`).length - 1;
  assert.equal(count("x-grid", "line"), count("x-axis tick label", "text"));
  using at = tempFolder();
  // The second and third time a picture of ours is replaced.
  for (const dpi of [undefined, 600, 300]) {
    const [path] = await exportFigure(own, at.path, { name: "own", formats: ["png"], dpi });
    const png = Deno.readFileSync(path), view = new DataView(png.buffer);
    const [width, perMetre] = [view.getUint32(16), view.getUint32(Buffer.from(png).indexOf("pHYs") + 4)];
    assert.ok(Math.abs(1000 * width / perMetre - 85) < 0.1, `${1000 * width / perMetre} mm`);
    assert.equal(Math.round(perMetre * 0.0254), dpi ?? 192);
  }
  const [x, y] = ["true", "false"].map((quantity) => ({ quantity, label: quantity }));
  const look = { value: "accuracy", metric: "image", recipe: figures.scatter({ x, y, points: "judge" }) };
  const by = ["judge", "image"] as const, accuracy = core.pairAccuracy(pairs, { by });
  await assert.rejects(chart(accuracy, look), /both true and false.*leave out image .*keys: \["judge"\]/);
  assert.match((await chart(accuracy, { ...look, keys: ["judge"] })).svg, /<circle|<path/);
});
