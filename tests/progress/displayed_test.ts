import assert from "node:assert/strict";
import { contrast, help, informativenessBias, lengthBias, readPairs } from "judgebias";
import { chart, dots, drawnSamples, nineBiasesFigure } from "judgebias/figures";
import { report } from "judgebias/report";

const pairs = readPairs("data/examples/pairs.csv");

/** What a notebook is given for the last line of a cell. */
function cell(value: object): Record<string, string> {
  return Reflect.get(value, Symbol.for("Jupyter.display")).call(value);
}

Deno.test("as the last line of a cell a chart of one's own is its picture", async () => {
  const made = await chart(informativenessBias(pairs), {
    value: "ib",
    recipe: dots({ series: "image" }),
    title: "Mine",
  });
  assert.match(cell(made)["text/html"], /<img src="data:image\/svg\+xml/);
  assert.equal(cell(made)["image/svg+xml"], made.svg);
  assert.deepEqual(Object.keys(made), ["svg", "data", "caption"], "not listed");
  const pool = await drawnSamples();
  const nine = await nineBiasesFigure(pool[1], { pool, seed: 1, title: "A bowl of fruit" });
  assert.equal(cell(nine)["text/plain"], "A bowl of fruit");
});

Deno.test("a report in a cell is its answers, all else folded", async () => {
  const { "text/html": html } = cell(await report(pairs, { silent: true }));
  const [short, rest] = html.split("The whole report");
  assert.match(
    short,
    /Is the judge biased\?[\s\S]*How sure is that\?[\s\S]*What can these results not say\?/,
  );
  assert.match(short, /simulated/);
  assert.match(short, /p adjusted for all of them/, "verdicts are of adjusted p-values");
  assert.doesNotMatch(short, /<tr/);
  assert.match(rest, /id="methods"/);
});

Deno.test("a contrast in a cell is a row of its numbers", () => {
  const found = contrast(pairs, { outcome: "correct", first: { image: true }, second: { image: false } });
  assert.match(cell(found)["text/html"], /<th>estimate<\/th>.*<th>n_second<\/th>/);
  assert.deepEqual(Object.keys(found).slice(0, 4), ["estimate", "low", "high", "pValue"]);
});

Deno.test("help prints once, also where the console echoes what it returns", () => {
  const { log } = console, lines: string[] = [];
  console.log = (text: string) => void lines.push(text);
  try {
    const text = help(lengthBias);
    assert.equal(lines.length, 1);
    assert.equal(Deno.inspect(text), "", "nothing more");
    assert.match(String(text), /lengthBias\(/);
  } finally {
    console.log = log;
  }
});

Deno.test("what a chart of one's own lacks is named", async () => {
  const bias = informativenessBias(pairs);
  type Loose = (...args: unknown[]) => Promise<unknown>;
  await assert.rejects((chart as Loose)(bias), /chart: wanted options with a title .* found none/);
  await assert.rejects(
    (chart as Loose)(bias, { value: "ib", title: "t" }),
    /found no recipe among value, title/,
  );
  await assert.rejects((nineBiasesFigure as Loose)((await drawnSamples())[1]), /wanted options with a title/);
});
