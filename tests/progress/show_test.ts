import assert from "node:assert/strict";
import { informativenessBias, readPairs, readReport } from "judgebias";
import pl from "nodejs-polars";
import { progress, progressLine } from "@/progress/progress.ts";
import { bundle, show } from "@/progress/show.ts";

Deno.test("bundle: a frame is a table with its number of rows, escaped, empty where there is nothing", () => {
  const frame = pl.DataFrame([
    pl.Series("judge", ["<b>", null], pl.Utf8),
    pl.Series("ib", [-0.123456, NaN], pl.Float64),
    pl.Series("n", [12345, 7], pl.Float64).cast(pl.Int32),
  ]);
  const html = String(bundle(frame)["text/html"]);
  assert.match(
    html,
    /<td>&lt;b&gt;<\/td><td style="text-align:right">−0\.1235<\/td><td style="text-align:right">12345<\/td>/,
  );
  assert.match(html, /<tr><td><\/td><td style="text-align:right"><\/td>/);
  assert.match(html, /<p>2 rows<\/p>/);
  const long = pl.DataFrame({ x: Array.from({ length: 80 }, (_, i) => i) });
  assert.match(String(bundle(long)["text/html"]), /80 rows, the first 20 shown/);
  assert.equal(String(bundle(long)["text/html"]).match(/<tr>/g)?.length, 21);
  const answers = pl.DataFrame({ answer: [`costs $5 and $6 ${"word ".repeat(50)}`], judge: ["a"] });
  const short = String(bundle(answers)["text/html"]);
  assert.match(short, /<table class="tex2jax_ignore">/, "dollars are no formula");
  assert.match(short, /<td title="costs [^"]{240,}">costs \$5 and \$6 (word ){8}wor…<\/td><td>a<\/td>/);
});

Deno.test("a column is shown as a frame of it alone", async () => {
  const said: string[] = [], { log } = console;
  console.log = (line) => said.push(line);
  try {
    await show(pl.Series("judge", ["a", "b"]));
  } finally {
    console.log = log;
  }
  assert.deepEqual(said, ["judge\na\nb\n2 rows"]);
});

Deno.test("bundle: pictures, text, other values", () => {
  const picture = bundle({ svg: "<svg/>", alt: 'a "chart"' });
  assert.equal(picture["image/svg+xml"], "<svg/>");
  assert.match(
    String(picture["text/html"]),
    /^<img src="data:image\/svg\+xml;base64,PHN2Zy8\+" alt="a &quot;chart&quot;"/,
  );
  // What marks say can be read without a mouse; a picture without marks has no list.
  assert.doesNotMatch(String(picture["text/html"]), /details/);
  const svg =
    "<svg><title>all</title><g><title>a: 1 (n = 2; results)</title></g><g><title>b &amp; c: 3</title></g></svg>";
  assert.match(
    String(bundle({ svg })["text/html"]),
    /<summary>2 marks, one by one<\/summary><ul><li>a: 1 \(n = 2; results\)<\/li><li>b &amp; c: 3<\/li>/,
  );
  assert.deepEqual(bundle("plain"), { "text/plain": "plain" });
  for (const number of [NaN, -Infinity, 0.25]) {
    assert.deepEqual(bundle(number), { "text/plain": String(number) });
  }
  assert.match(String(bundle({ ib: NaN, n: 0 })["text/plain"]), /"ib": "NaN",\s+"n": 0/);
  assert.deepEqual(bundle({ a: 1 }), { "text/plain": '{\n  "a": 1\n}' });
});

Deno.test("progressLine: share, time left, notes; nothing done and nothing to do", () => {
  const line = (current: number, total: number, seconds = 10) =>
    progressLine({ label: "x", current, total, seconds, note: "" });
  assert.match(line(0, 4), /0\/4, 10 s$/);
  assert.match(line(1, 4, 100), /1\/4, 1 min 40 s, 5 min 0 s left$/);
  assert.match(line(4, 4), /█{24} 4\/4, 10 s$/);
  assert.match(line(0, 0), /0\/0/);
  assert.match(
    progressLine({ label: "x", current: 1, total: 2, seconds: 7200, note: "fig" }),
    /2 h 0 min, 2 h 0 min left, fig$/,
  );
});

Deno.test("progress: silent, and never in the way", () => {
  const bar = progress({ total: 2, label: "x", silent: true });
  bar.tick();
  bar.tick(5);
  bar.done();
});

Deno.test("what readers and metrics return shows itself: a frame as show(frame) does, its report in a few lines", () => {
  const face = (value: unknown) =>
    (value as Record<symbol, () => Record<string, string>>)[Symbol.for("Jupyter.display")]();
  const pairs = readPairs("data/examples/pairs.csv"),
    lines = face(readReport(pairs))["text/plain"].split("\n");
  const bias = informativenessBias(pairs);
  assert.deepEqual([face(pairs), face(bias)], [bundle(pairs), bundle(bias)]);
  assert.equal(lines.length, 5);
  assert.equal(lines[0], "585 rows from data/examples/pairs.csv (layout: native).");
  assert.match(
    lines[2],
    /^simulated-judge-a judged 63 pairs in both orders and named another answer in 11 of them\.$/,
  );
});
