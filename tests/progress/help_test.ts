import assert from "node:assert/strict";
import * as core from "judgebias";
import * as figures from "judgebias/figures";
import * as judge from "judgebias/judge";
import * as report from "judgebias/report";
import * as simulate from "judgebias/simulate";
import * as stats from "judgebias/stats";

const DOORS: Record<string, Record<string, unknown>> = {
  judgebias: core,
  "judgebias/stats": stats,
  "judgebias/figures": figures,
  "judgebias/judge": judge,
  "judgebias/simulate": simulate,
  "judgebias/report": report,
};

/** What `help` gives, without printing it. */
function text(subject?: Parameters<typeof core.help>[0]): string {
  const { log } = console;
  console.log = () => {};
  try {
    return String(core.help(subject));
  } finally {
    console.log = log;
  }
}

for (const [door, names] of Object.entries(DOORS)) {
  Deno.test(`help knows all that ${door} exports, with signature and text`, () => {
    const listed = text(door).split("\n").map((line) => line.split(" ")[0]);
    assert.deepEqual(listed.sort(), Object.keys(names).sort());
    for (const name of Object.keys(names)) {
      const [signature, ...paragraphs] = text(name).split("\n\n");
      assert.match(signature, new RegExp(`^(async )?(function|const|class) ${name}\\b`));
      assert.doesNotMatch(signature, /\breturn\b/, `${name}: a signature, no body`);
      assert.ok(paragraphs.length > 1 && paragraphs[0].length > 20, `${name} is documented`);
    }
  });
}

Deno.test("help: by function, with example and source; in a cell it shows itself", () => {
  assert.equal(text(core.lengthBias), text("lengthBias"));
  const all = text("lengthBias");
  for (
    const part of [
      /function lengthBias\(/,
      /LB = /,
      /import \{ lengthBias \} from "judgebias"/,
      /lib\/metrics\/length_bias\.ts/,
    ]
  ) {
    assert.match(all, part);
  }
  const shown = new core.ShownText("a < b\n  $c");
  const bundle: Record<string, string> = Reflect.get(shown, Symbol.for("Jupyter.display")).call(shown);
  assert.equal(bundle["text/plain"], "a < b\n  $c");
  assert.match(bundle["text/html"], /^<pre class="tex2jax_ignore"[^>]*>a &lt; b\n {2}\$c<\/pre>$/);
});

Deno.test("help: options with their types and what they do, those of interfaces that are extended too, but for what is left out", () => {
  for (
    const [name, ...options] of [
      ["lengthBias", "bounds?: boolean", "by?: By", "clusters?: ClusterColumns", "level?: number"],
      [
        "readPairs",
        "format?: ",
        "columns?: Record<string, string>",
        "missing?: readonly (string | number)[]",
      ],
      ["chart", "recipe: Recipe", "value: string"],
      ["correctedRate", "predicted: ArrayLike<number>"],
      ["elasticNet", "l1Ratio: number"],
    ]
  ) {
    const all = text(name);
    assert.match(all, /\n\nOptions\n/, name);
    for (const option of options) assert.ok(all.includes(`\n  ${option}`), `${name}: ${option}\n${all}`);
  }
  assert.match(text("lengthBias"), /\n {2}level\?: number\n {6}Level of the intervals; 0\.95 by default\.\n/);
  assert.doesNotMatch(text("cohenKappa").split("@example")[0], /\n\nOptions\n\s*\n/);
});

Deno.test("help: the catalogue answers questions with functions that exist; unknown names are refused", () => {
  const catalogue = text();
  const lines = catalogue.split("\n\n")[0].split("\n");
  assert.ok(lines.length > 20);
  for (const line of lines) {
    if (/^\S.*\?$/.test(line)) continue;
    assert.match(line, /^ {4}\S.{0,95}$/);
    for (const name of line.trim().split(", ")) {
      assert.ok(Object.values(DOORS).some((door) => name in door), name);
    }
  }
  const metrics = [
    ...Deno.readTextFileSync("lib/mod.ts").matchAll(/^export \{([^}]*)\} from "\.\/metrics\//gm),
  ]
    .flatMap(([, names]) => names.match(/(?<!\btype )\b(?!type\b)[a-z]\w*/g) ?? []);
  assert.deepEqual(
    metrics.filter((name) => !catalogue.includes(name)),
    [],
    "metrics that answer no question",
  );
  // Words of what people ask for, where no function is called so.
  for (
    const [word, name] of [
      ["length", "longerWins"],
      ["position", "orderConsistency"],
      ["slot", "slotPreference"],
      ["log-probabilities", "readTokenScores"],
      ["logprobs", "readTokenScores"],
      ["biases", "biasAudit"],
    ]
  ) {
    assert.match(text(word), new RegExp(`^${name} +\\S`, "m"), word);
  }
  assert.throws(() => text("lenghtBias"), {
    name: "RangeError",
    message: /found "lenghtBias"; did you mean lengthBias/,
  });
  // A script without types may ask for anything.
  assert.throws(() => Reflect.apply(core.help, null, [3]), {
    name: "TypeError",
    message: 'help: wanted a function or a name such as "lengthBias", found 3',
  });
});

Deno.test("help of a word: a short one is a word of its own, a longer one the beginning of one", () => {
  const names = (word: string) => text(word).split("\n").map((line) => line.split(" ")[0]);
  assert.ok(names("ib").includes("downsample"));
  assert.ok(!names("ib").some((name) => ["describe", "calibrationError", "PAPERS", "infer"].includes(name)));
  assert.ok(names("length").includes("lengthBias") && names("slot").includes("slotPreference"));
});
