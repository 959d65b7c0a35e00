import assert from "node:assert/strict";
import {
  biasAtEqualLength,
  biasAudit,
  biasExceedsLengthBias,
  contrast,
  findings,
  findingTable,
  honestLeaderboard,
  hypothesisTable,
  informativenessBias,
  noiseFloor,
  readPairs,
  readReport,
  readScorePairs,
  reliability,
  scoreVariance,
  slotPreference,
} from "judgebias";
import { chart, dots, drawnSamples, nineBiasesFigure, toLatex } from "judgebias/figures";
import { report } from "judgebias/report";
import pl from "nodejs-polars";
import { bundle } from "@/progress/show.ts";
import { textTable } from "@/progress/frame_table.ts";

const pairs = readPairs("data/examples/pairs.csv"), bias = informativenessBias(pairs);

/** What a notebook is given for the last line of a cell. */
const cell = (value: object): Record<string, string> =>
  Reflect.get(value, Symbol.for("Jupyter.display")).call(value);

const html = (value: unknown) => String(bundle(value)["text/html"]);

Deno.test("bundle: a frame is a table with its number of rows, escaped, empty where there is nothing", () => {
  const frame = pl.DataFrame([
    pl.Series("judge", ["<b>", null], pl.Utf8),
    pl.Series("ib", [-0.123456, NaN], pl.Float64),
    pl.Series("n", [12345, 7], pl.Float64).cast(pl.Int32),
  ]);
  const number = '<td style="text-align:right;white-space:nowrap">', text = '<td style="text-align:left">';
  assert.ok(html(frame).includes(`${text}&lt;b&gt;</td>${number}−0.1235</td>${number}12345</td>`));
  assert.ok(html(frame).includes(`<tr>${text}</td>${number}</td>`));
  assert.match(html(frame), /<th style="text-align:left">judge<.*<p>2 rows<\/p>/);
  const tau = { tau: [0.5, -0.03], tau_low: [0.41236, -0.1], p_adjusted: [8.414e-15, 0.00432] };
  const [, ...rows] = String(bundle(pl.DataFrame(tau))["text/plain"]).split(/\n */);
  assert.deepEqual(rows, ["0.5000   0.4124    < 0.0001", "−0.0300  −0.1000      0.0043", "2 rows"]);
  const counted = { value: [0.25421], n: [240], low: [0.2029], high: [0.3133] };
  assert.match(html(pl.DataFrame(counted)), />0\.2542 \[0\.2029, 0\.3133\]<.*>240</, "limits of no count");
  const sizes = { words: [1500.25, 2.5], n: [1234567.8, 1e-5], fee: [0.5, 1.234e-5], hair: [0.25, 1e-16] };
  assert.match(html(pl.DataFrame(sizes)), />1500.3<.*>1234568<.*>0.5<.*>0.25<.*>2.5<.*>0.00001234<.*>0.00</);
  const nested = { columns: ["x"], height: 1, head: () => nested, toRecords: () => [{ x: { a: [1] } }] };
  assert.ok(html(nested).includes(">{&quot;a&quot;:[1]}</td>"), "an object is its JSON");
  const none = pairs.filter(pl.lit(false));
  const why = ": the frame that it was given is empty, or no row of it takes part";
  assert.match(html(informativenessBias(none)), new RegExp(`<p>0 rows${why};`));
  assert.match(html(none), /<p>0 rows<\/p>/);
  const long = html(pl.DataFrame({ x: Array.from({ length: 80 }, (_, i) => i) }));
  assert.match(long, /80 rows, the first 20 shown/);
  assert.match(
    html(pairs.head(21)),
    /^(?!.*>provenance<).*<p>21 rows, the first 20 shown, simulated<\/p><p .*>all rows shown: benchmark example, /,
  );
  assert.equal(long.match(/<tr>/g)?.length, 21);
  const short = html(pl.DataFrame({ answer: [`costs $5 and $6 ${"word ".repeat(50)}`], judge: ["a"] }));
  assert.match(short, /<table class="tex2jax_ignore">/, "dollars are no formula");
  assert.match(short, / title="costs [^"]{240,}">costs \$5 and \$6 (word ){8}wor…<\/td>.*>a<\/td>/);
});

Deno.test("warnings that lines cut stand below them whole, each once, with their rows; cells hold them whole", () => {
  const long = `rows count together; ${"word ".repeat(12)}say \`by\``, other = `${"x".repeat(70)} < 1`;
  const frame = pl.DataFrame({
    ...{ judge: ["a", "b", "c", "d"], n: [1, 2, 3, 4], warning: [long, "short", long, null] },
    ib_warning: ["", "", other, ""],
  });
  const below = [`warning of row 1, row 3: ${long}`, `ib_warning of row 3: ${other}`];
  assert.deepEqual(bundle(frame)["text/plain"]?.toString().split("\n").slice(-3), ["4 rows", ...below]);
  const wide = frame.select(...[..."abcdefg"].map((name) => pl.lit(1).alias(name)), pl.col("*"));
  const words = /<p>4 rows<\/p><p [^>]*:normal;[^>]*>warning of row 1, row 3: rows [^…]*<code>/;
  assert.match(html(wide), words);
  assert.match(
    textTable(pairs, 1, 80),
    /^item_id +judge +human +choice /,
    "what a verdict is of stands first",
  );
  const cuts = frame.select(pl.col("warning").alias("said"), pl.col("warning").alias("too"), pl.col("n"));
  assert.match(textTable(cuts, 20, 80), /^n +said\n1 +rows [^\n]*…\n[^]*\n\ntoo\nrows [^\n]*…\n/);
  const lost = textTable(informativenessBias(pairs.head(40)).select("judge", "ib").head(1));
  assert.match(
    lost,
    /\nthe column warning, which .* selected, says: image false and 1 more row: CDS rests on 3 cl/,
  );
  const items = informativenessBias(pairs, { by: "item_id" }).withColumns(pl.col("item_id").alias("warning"));
  const [first] = items.getColumn("item_id").toArray();
  assert.ok(textTable(items.select("ib"), 1, 90).includes(`item_id ${first}: ${first} (and`), "in row order");
  const terminal = textTable(bias, 20, 80).split("\n");
  assert.ok(terminal.every((line) => line.length <= 80), "no line of a terminal is broken by it");
  assert.match(
    terminal.join(" "),
    /ib \[low, high\] +n +n_ids +n_cds +accuracy .*image +acc_ids .* all rows: benchmark example,.* not shown: df;/,
  );
  assert.match(
    html(frame),
    /:16em">rows count [^…]*say <code>by<\/code><.*">short<.*x &lt; 1<.*<p>4 rows<\/p>$/,
  );
  assert.match(html(bias), /left;white-space:nowrap">simulated-judge-a</, "no break at a hyphen");
});

Deno.test("at 80 columns rows of hypotheses are told apart, with estimate and verdict; no column is left out at any width", () => {
  const table = hypothesisTable(pairs, [biasExceedsLengthBias, biasAtEqualLength], { by: ["judge"] });
  const [head, ...rows] = textTable(table, 20, 80).split("\n"), below = rows.slice(6).join(" ");
  assert.match(head, /^judge +hypothesis +estimate \[low, high\] +p_adjusted +verdict$/);
  assert.equal(new Set(rows.slice(0, 6).map((row) => row.slice(0, 26))).size, 6);
  assert.match(
    below,
    / p_value +effect, measure .*1\.08 Cohen's h .*hypothesis in full: .*IB remains at .* all rows: n 128, clusters/,
  );
  const inCells = /(_|^)(low|high|warning|note|measure|provenance)$/;
  for (const one of [table, bias, biasAudit(pairs), slotPreference(pairs), honestLeaderboard(pairs), pairs]) {
    for (const width of [60, 80, 100, 140]) {
      const said = textTable(one, 20, width), names = one.columns.filter((name) => !inCells.test(name));
      assert.deepEqual(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(said)), [], `at ${width}`);
    }
  }
  assert.match(textTable(honestLeaderboard(pairs), 20, 80), /^image +judge +accuracy \[low, high\] +n +rank/);
  const short = informativenessBias(pairs, { by: ["judge"] }).select("judge", "ib", "low", "high");
  assert.match(toLatex(short), /A warning says: judge [^:]*: rows with and without the image/);
  assert.match(toLatex(bias.select("image", "ib"), { heading: "image" }), /image: false/);
  assert.deepEqual(JSON.parse(String(bundle(new Map([["a", 1]]))["text/plain"])), { a: 1 });
});

Deno.test("limits stand in the cell of their own estimate, which stays with its verdict where not all has room; of a stranger's frame too", () => {
  const scores = readScorePairs("data/examples/score_pairs.csv");
  const [head, first] = textTable(reliability(scores), 20, 80).split("\n");
  assert.match(head, /^judge +bias_type .*value \[low, high\] +n\b/, "beside value, not abstained");
  assert.match(first, / 0\.433 \[0\.227, 0\.668\] +10$/);
  assert.match(textTable(scoreVariance(scores), 20, 80), /^judge +inter_run \[low, high\] .*inter_sample \[/);
  assert.match(textTable(noiseFloor(scores), 20, 80), /^judge +bd_floor \[low, high\]/);
  const others = pl.DataFrame({ x: [0.5], low: [0.1], high: [0.9], name: ["n ".repeat(40)] });
  assert.match(textTable(others, 20, 40), /^ *x \[low, high\]\n0\.5 \[0\.1, 0\.9\]\n1 row\nname n n /);
  const asked = pl.DataFrame([{ share: 0.05, estimate: 0.3, low: 0.1, high: 0.5 }]);
  assert.match(textTable(asked, 20, 80), /^share +estimate \[low, high\]/, "the share is what was asked");
  const audit = textTable(biasAudit(pairs, { by: ["judge", "pipeline"] }), 20, 80);
  assert.match(audit, /^judge +asks +estimate \[low, high\] +p_value +verdict +n\n/);
  const long = pairs.withColumns(pl.col("judge").str.replace("judge", "judge-of-thirty-nine-letter"));
  const table = (tests: Parameters<typeof hypothesisTable>[1], width: number) =>
    textTable(hypothesisTable(long, tests, { by: "judge" }), 20, width);
  const one = /^judge +estimate \[low, high\] +p_adjusted +verdict .*\nsimulated-j…ine-letter-a +0\.209 /;
  assert.match(table(biasExceedsLengthBias, 80), one, "the p that a verdict follows stays");
  assert.match(table(biasExceedsLengthBias, 80), /judge in full: simulated-judge-of-thirty-nine-letter-a;/);
  const two = table([biasExceedsLengthBias, biasAtEqualLength], 80).split("\n").slice(1, 7);
  assert.equal(
    new Set(two.map((row) => row.slice(0, 40))).size,
    6,
    "else cut so far that rows are told apart",
  );
  const said = /^judge +estimate .*verdict .*\nsimulated-judge-of-thirty-nine-letter-a +0/;
  assert.match(table(biasExceedsLengthBias, 120), said);
  const shown = html(hypothesisTable(pairs, biasExceedsLengthBias, { by: "judge" }));
  assert.match(
    shown,
    /^(?!.*>hypothesis<).*all rows: hypothesis IB exceeds LB \(estimate: [^)]+\), /,
    "in notebooks too",
  );
  const plain = readPairs("data/examples/pairs.csv").drop("provenance");
  assert.match(textTable(slotPreference(plain)), /\n6 rows, results; 95% intervals$/);
  // So do findings with their limits in the cells, not their counts, and parts of a claim at its level.
  const found = findings("genai-bench"), edits = { conditions: ["image_edition"] };
  assert.match(textTable(findingTable(found, ["accuracy"], edits)), /public verdicts; 95% intervals$/);
  assert.match(textTable(findingTable(found, ["accuracy"], { ...edits, unit: "count" })), /verdicts$/);
  const { parts = [] } = biasExceedsLengthBias(plain, { alpha: 0.1 });
  assert.match(textTable(pl.DataFrame([...parts]).select("estimate", "low", "high")), /; 90% intervals$/);
});

Deno.test("beside conditions with a name the one without has a word, in tables and charts; alone it is empty", async () => {
  const rows = (condition: (string | null)[]) =>
    pl.DataFrame([
      pl.Series("judge", condition.map(() => "j")),
      pl.Series("condition", condition, pl.Utf8),
      pl.Series("ib", condition.map((_, i) => i / 10)),
    ]);
  const html = (condition: (string | null)[]) => String(bundle(rows(condition))["text/html"]);
  assert.match(html([null, "strict"]), />none<\/td>.*>strict<\/td>/);
  assert.match(html([null, null]), />j<\/td><td [^>]*><\/td>/);
  const chosen = { value: "ib", title: "IB", recipe: dots({ rows: "condition" }) };
  assert.match((await chart(rows([null, "strict"]), chosen)).svg, />none</);
});

Deno.test("bundle: pictures, text, other values", () => {
  const picture = bundle({ svg: "<svg/>", alt: 'a "chart"' }), image = String(picture["text/html"]);
  assert.equal(picture["image/svg+xml"], "<svg/>");
  assert.match(image, /^<img src="data:image\/svg\+xml;base64,PHN2Zy8\+" alt="a &quot;chart&quot;"/);
  // What marks say can be read without a mouse; a picture without marks has no list.
  assert.doesNotMatch(image, /details/);
  const [one, two] = ["a: 1 (n = 2; results)", "b &amp; c: 3"];
  const svg =
    `<svg><title>all</title><g><title>${one}</title></g><g><title>${two}</title></g><g><title>${one}</title></g></svg>`;
  const entries = `Data of this figure (2 entries)</summary><ul><li>${one}</li><li>${two}</li>`;
  assert.ok(html({ svg }).includes(entries));
  for (const one of [NaN, -Infinity, 0.25]) assert.deepEqual(bundle(one), { "text/plain": String(one) });
  const paragraph = /^<p class="tex2jax_ignore" [^>]*>plain &amp; <code>code<\/code><\/p>$/;
  assert.match(html("plain & `code`"), paragraph);
  assert.match(html("a  1\nbc 2"), /^<pre [^>]*>a {2}1\nbc 2<\/pre>$/, "columns keep their places");
  const made = pl.DataFrame({ way: ["a", "b"], provenance: ["assumed", "assumed"] });
  assert.match(html(made), /^(?!.*>provenance<).*<p>2 rows, assumed<\/p>$/);
  assert.match(html(made.withColumns(pl.col("way").alias("provenance"))), />provenance<.*<p>2 rows<\/p>$/);
  const record = bundle({ ib: NaN, n: 0, tokens: { input: 12, note: "a" } });
  assert.match(String(record["text/plain"]), /^ib +n +tokens.input +tokens.note\n +0 +12 +a *$/);
  const said = />n<\/th><th [^>]*>tokens.input<\/th>.*>12<\/td><td [^>]*>a<\/td><\/tr><\/tbody><\/table>$/;
  assert.match(String(record["text/html"]), said);
  assert.deepEqual(bundle({ a: [123456.789, -2 / 3] }), {
    "text/plain": `{\n  "a": [\n    123457,\n    -0.6667\n  ]\n}`,
  });
});

Deno.test("what readers and metrics return shows itself: a frame as show(frame) does, its report in a few lines, a contrast as a row", () => {
  const lines = cell(readReport(pairs)!)["text/plain"].split("\n");
  assert.deepEqual([cell(pairs), cell(bias), cell(bias.head(1))], [pairs, bias, bias.head(1)].map(bundle));
  const said = /^benchmark .* variant +ib \[low, high\] .*\n(.*\n){6}6 rows, simulated; 95% intervals$/;
  assert.match(Deno.inspect(bias), said);
  assert.deepEqual([lines.length, lines[0]], [4, "585 rows from data/examples/pairs.csv (layout: native)."]);
  const turned =
    /^In both orders simulated-judge-a decided 63 pairs and named another answer in 11; simulated-judge-b 63 pairs, 19;/;
  assert.match(lines[3], turned);
  const runs = readPairs([1, 2].flatMap((run) => pairs.toRecords().map((row) => ({ ...row, run }))));
  const twice = /simulated-judge-a decided 63 pairs .126 times. and .* in 22 of the 126 times;/;
  assert.match(cell(readReport(runs)!)["text/plain"], twice);
  const found = contrast(pairs, { outcome: "correct", first: { image: true }, second: { image: false } });
  assert.match(cell(found)["text/html"], />estimate \[low, high\]<\/th>.*>n_second<\/th>/);
  assert.deepEqual(Object.keys(found).slice(0, 4), ["estimate", "low", "high", "pValue"]);
});

Deno.test("as the last line of a cell a chart of one's own is its picture; what it lacks is named", async () => {
  const made = await chart(bias, { value: "ib", recipe: dots({ series: "image" }), title: "Mine" });
  assert.match(cell(made)["text/html"], /<img src="data:image\/svg\+xml/);
  assert.equal(cell(made)["image/svg+xml"], made.svg);
  assert.deepEqual(Object.keys(made), ["svg", "data", "caption"], "not listed");
  const pool = await drawnSamples();
  const nine = await nineBiasesFigure(pool[1], { pool, seed: 1, title: "A bowl of fruit" });
  assert.equal(cell(nine)["text/plain"], "A bowl of fruit");
  type Loose = (...args: unknown[]) => Promise<unknown>;
  const lacking: [draw: unknown, given: unknown[], words: RegExp][] = [
    [chart, [bias], /chart: wanted a recipe .*value: "ib", .*found nothing as recipe, nothing as value/],
    [chart, [bias, { value: "ib", title: "t" }], /found nothing as recipe/],
    [nineBiasesFigure, [pool[1]], /wanted options by name, found nothing/],
  ];
  for (const [draw, given, words] of lacking) await assert.rejects((draw as Loose)(...given), words);
});

Deno.test("a report in a cell is its answers, all else folded", async () => {
  const { "text/html": html } = cell(await report(pairs, { silent: true })),
    [short, rest] = html.split("The whole report");
  assert.match(
    short,
    /simulated[\s\S]*Is the judge biased\?[\s\S]*How sure is that\?[\s\S]*What can these results not say\?/,
  );
  assert.match(short, /two-sided p, adjusted for all of them/, "verdicts are of adjusted p-values");
  assert.equal(short.match(/<table/g)?.length, 1, "the table of judges alone");
  assert.match(rest, /\(IB\): [^]*"row">simulated-judge-a<[^]*t a more informative answer<[^]*"methods"/);
});
