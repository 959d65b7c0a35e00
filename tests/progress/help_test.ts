import assert from "node:assert/strict";
import { stdout } from "node:process";
import { globSync } from "node:fs";
import { inspect } from "node:util";
import pl from "nodejs-polars";
import * as core from "judgebias";
import * as figures from "judgebias/figures";
import { ROOT } from "@/cli/project.ts";
import { columnSentence, columnsMeant, search } from "@/progress/search.ts";
import { FEATURES } from "@/results/frame_features.ts";
import { ownFacts } from "@/progress/own_facts.ts";
import { inProcess } from "../cli/in_process.ts";
import { jsonLines } from "../judge/study.ts";
import { tried } from "../outcomes/outcomes.ts";

const { doors, words: WORDS } = ownFacts<Record<"doors" | "words", Record<string, string[]>>>("help");
const DOORS: Record<string, Record<string, unknown>> = Object.fromEntries(
  await Promise.all(Object.keys(doors).map(async (door) => [door, await import(door)])),
);

/** What `help` gives, without printing it; its error as text. */
const text = (subject?: Parameters<typeof core.help>[0]) => String(tried(() => core.help(subject)));
stdout.isTTY = false;

for (const [door, names] of Object.entries(DOORS)) {
  Deno.test(`help knows all that ${door} exports, with signature and text`, () => {
    const lines = text(door).split("\n"), listed = lines.map((line) => line.split(" ")[0]);
    assert.deepEqual(listed.toSorted(), Object.keys(names).sort());
    for (const name of Object.keys(names)) {
      const [signature, ...paragraphs] = text(name).split("\n\n");
      assert.match(signature, new RegExp(`^(async )?(function|const|class) ${name}\\b`));
      assert.doesNotMatch(signature, /\breturn\b/, `${name}: a signature, no body`);
      assert.ok(paragraphs.length > 1 && paragraphs[0].length > 20, `${name} is documented`);
      const [sentence] = paragraphs[0].replace(/\s+/g, " ").split(/(?<=[.?]) /);
      const [, said] = / +(.*?)…?$/.exec(lines[listed.indexOf(name)])!, rest = sentence.slice(said.length);
      const isCut = said.length > 200 && sentence.startsWith(said) && /^\W/.test(rest);
      assert.ok(isCut || said.startsWith(sentence), sentence);
    }
  });
}

Deno.test("help: no option that a function holds its callers to is missing in its text", () => {
  const missing = Object.values(DOORS).flatMap((names) => Object.keys(names)).flatMap((name) => {
    const said = text(name), [, path] = / it stands in (lib\/\S+)/.exec(said) ?? [];
    const ways = Deno.readTextFileSync(ROOT + path).split(
      new RegExp(`^export (?:async )?function ${name}\\b`, "m"),
    );
    const [body] = ways.slice(1).at(-1)?.split(/^}$/m) ?? [""], [before] = said.split(/^@/m);
    const held = body.match(/(?<=requireOptions\([^[\]()]*\[)[^\]]*/g) ?? [];
    const known: string[] = held.join().match(/(?<=")\w+(?=")/g) ?? [],
      has = (one: string) => before.includes(`\n  ${one}`);
    return known.filter((one) => !has(`${one}: `) && !has(`${one}?: `)).map((one) => `${name}: ${one}`);
  });
  // These it refuses in words of its own.
  assert.deepEqual(missing, ["reportChange: hypotheses", "reportChange: baseline"]);
});

/** What is asked, and what stands in the answer (`whole`: at its very beginning): options with their types, those of interfaces that are extended too. */
const ASKED = jsonLines("tests/progress/help_asked.jsonl");

Deno.test("help: by function or word, with options, example and source; unknown names are refused", () => {
  assert.equal(text(core.lengthBias), text("lengthBias"));
  const unsaid = ASKED.flatMap(({ asked, said, whole }) => {
    const all = text(asked), lacks = (words: string) => !new RegExp(words, whole ? "" : "m").test(all);
    return said.filter(lacks).map((words: string) => `help(${asked}) lacks ${words}; it says:\n${all}`);
  });
  assert.deepEqual(unsaid, []);
  stdout.isTTY = true;
  assert.match(text("judgebias/stats"), /^\w+ .{0,150}…$/m, "a terminal's lines are cut");
  stdout.isTTY = false;
});

Deno.test("help prints once, also where the console echoes what it returns; in a cell it shows itself", async () => {
  let shown: unknown;
  const run = () => Promise.resolve(void (shown = core.help(core.lengthBias)));
  const { stdout } = await inProcess({ name: "help", summary: "", run });
  assert.match(stdout, /lengthBias\(/);
  assert.equal(Deno.inspect(shown), "", "nothing more");
  const within = (take: () => unknown) =>
    inProcess({ name: "help", summary: "", run: async () => void await take() });
  for (const take of [() => `x${core.help("lengthBias")}`, () => "x" + core.help("lengthBias")]) {
    assert.equal((await within(take)).stdout, "", "a text that is taken is its taker's to print");
  }
  assert.equal(stdout.split("function lengthBias(").length, 2);
  const words = new core.ShownText("a < b\n  $c");
  const bundle: Record<string, string> = Reflect.get(words, Symbol.for("Jupyter.display")).call(words);
  assert.deepEqual([bundle["text/plain"], Deno.inspect(words), inspect(words)], Array(3).fill("a < b\n  $c"));
  assert.match(bundle["text/html"], /^<pre class="tex2jax_ignore"[^>]*>a &lt; b\n {2}\$c<\/pre>$/);
});

Deno.test("help: the catalogue answers questions with functions that exist, and names every metric", () => {
  const catalogue = text(), lines = catalogue.split("\n\n")[0].split("\n");
  const told = lines.filter((line) => !/^\S.*\?$/.test(line));
  for (const line of told) assert.match(line, /^ {4}\S.{0,95}$/);
  for (const name of told.flatMap((line) => line.trim().split(", "))) {
    const [, own, door = "judgebias"] = /^(\w+)(?: \((.*)\))?$/.exec(name)!;
    assert.ok(own in DOORS[door], name);
  }
  for (const name of Object.values(WORDS).flat()) {
    assert.ok(Object.values(DOORS).some((door) => name in door), name);
  }
  const drawn = figures.figures.map(({ id, title, frames, needs }) => {
    const labels = needs.map((need) => FEATURES[need].label).join("; ");
    const own = frames.length > 0 ? ` [${frames.join(" and ")}${labels && `, with ${labels}`}]` : "";
    return [id, title + own];
  });
  const wanted = JSON.stringify(Object.fromEntries(drawn), null, 2) + "\n";
  const kept = `${ROOT}data/facts/figures.json`;
  if (Deno.env.get("OUTCOMES") === "write") Deno.writeTextFileSync(kept, wanted);
  assert.equal(Deno.readTextFileSync(kept), wanted, "figures as help lists them: OUTCOMES=write keeps them");
  const door = Deno.readTextFileSync(`${ROOT}lib/mod.ts`);
  const metrics = [...door.matchAll(/^export \{([^}]*)\} from "\.\/metrics\//gm)]
    .flatMap(([, names]) => names.match(/(?<!\btype )\b(?!type\b)[a-z]\w*/g) ?? []);
  const silent = metrics.filter((name) => !catalogue.includes(name));
  const where = 'write its name in data/facts/help.json, in "questions", behind the one that it answers';
  assert.ok(silent.length === 0, `metrics that answer no question: ${silent.join(", ")}; ${where}`);
});

Deno.test("help has a sentence for every column of frames, metrics and claims", () => {
  const of = { metrics: new Set<string>(), hypotheses: new Set<string>() };
  const door = Deno.readTextFileSync(`${ROOT}lib/mod.ts`);
  for (const path of globSync(`${ROOT}tests/outcomes/metrics_of_*.json`)) {
    for (const [call, fields] of Object.entries<object>(JSON.parse(Deno.readTextFileSync(path)))) {
      const [name] = call.split(" ");
      const isMetric = new RegExp(`\\b${name}\\b[^}]*\\} from "./metrics/`).test(door);
      if (name === "splitRatings") continue;
      for (const field of Object.keys(fields)) of[isMetric ? "metrics" : "hypotheses"].add(field);
    }
  }
  const inFrames = new Set(Object.values(core.FRAMES).flatMap(({ columns }) => Object.keys(columns)));
  const names = new Set([...of.metrics, ...of.hypotheses, ...inFrames]);
  // What is kept of an error, a plan and a contrast as they are shown is no column.
  const others = ["error", "typed", "words", "text/html", "text/plain", "leftOut"];
  const silent = [...names].filter((name) => !columnSentence(name));
  const write = "columns without a sentence, which data/facts/columns.json is to have";
  assert.deepEqual(
    silent.toSorted(),
    others.toSorted(),
    `${write}: ${silent.filter((name) => !others.includes(name))}`,
  );
  // A sentence says one thing: a metric's column with the name of a claim's means the same.
  const SAME =
    "alpha clusters df estimate high ib low method n n_cds n_clusters n_ids pValue p_value provenance unscored warning";
  const twofold = [...of.metrics].filter((name) =>
    of.hypotheses.has(name) && ![...inFrames, ...others].includes(name)
  );
  const another = twofold.filter((name) => !SAME.split(" ").includes(name)).map((name) =>
    `the column ${name} has the sentence of claims, "${
      columnSentence(name)
    }": name it otherwise, or in SAME of this test`
  );
  assert.ok(another.length === 0, another.join("\n"));
  const [first, second] = ["p_value", "p value"].map((asked) =>
    columnsMeant(asked, search(asked, []))[0].share
  );
  assert.ok(first > 1 && second === 1, "a habit that says as much comes between");
});

Deno.test("help: what habits of pandas are here runs on a frame of pairs", async () => {
  const out = `${await Deno.makeTempDir()}/out.csv`, df = core.readPairs("data/examples/pairs.csv");
  const other = df.select("item_id", "benchmark").unique().rename({ benchmark: "kind" });
  const known = { ...core, ...figures, pl, df, other, one: df, two: df };
  const names = { '"x"': '"simulated-judge-a"', '"y"': '"simulated-judge-b"' };
  const { log } = console;
  console.log = () => {};
  try {
    for (
      const [habit, { here: written }] of Object.entries(ownFacts<Record<string, { here: string }>>("pandas"))
    ) {
      const code = Object.entries({ ...names, "results.csv": "data/examples/pairs.csv", "out.csv": out })
        .reduce((code, [from, to]) => code.replaceAll(from, to), written);
      const run = new Function(...Object.keys(known), `return (async () => [${code}])();`);
      const [found] = await run(...Object.values(known)).catch((error: Error) => {
        throw new Error(`${habit}: ${written}: ${error.message}`);
      });
      if (found?.columns) assert.ok(found.height > 0, habit);
    }
  } finally {
    console.log = log;
  }
  assert.ok((await Deno.stat(out)).size > 0);
});
