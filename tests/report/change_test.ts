import assert from "node:assert/strict";
import pl from "nodejs-polars";
import * as core from "judgebias";
import { plainText } from "judgebias/report";
import { heldReports } from "../outcomes/held_reports.ts";
import { random } from "judgebias/stats";
import { fromResult } from "@/report/estimates.ts";
import { forest } from "@/report/forest.ts";
import { valueText } from "@/report/number_text.ts";
import { tempFolder } from "../judge/temp_folder.ts";

const held = heldReports("changes_held"), { report, reportChange } = held;

const { contrast, mitigationLowersBias, readCriteria } = core;
const { readLabels, readPairs, readRatings, readScorePairs } = core;
const silent = { silent: true };

/** Judges' verdicts on the same items: right with a chance of one's own. */
function verdicts(judges: Record<string, number>, items: number, seed: number): pl.DataFrame {
  const draw = random(seed);
  return pl.DataFrame(
    Object.entries(judges).flatMap(([judge, chance]) =>
      Array.from({ length: items }, (_, i) => {
        const human = i % 2 ? "A" : "B", right = draw.uniform() < chance;
        return { item_id: `q${i}`, judge, human, choice: right ? human : human === "A" ? "B" : "A" };
      })
    ),
  );
}

held.test("judges renamed between two results are paired by name", async () => {
  const before = verdicts({ old: 0.6, same: 0.7 }, 400, 1), after = verdicts({ new: 0.9, same: 0.7 }, 400, 1);
  const { json } = await reportChange(before, after, { ...silent, judges: { old: "new" } });
  const lines = json.lines.filter(({ question }) => question === "accuracy_change");
  assert.deepEqual(lines.map(({ group }) => group.judge), ["old → new", "same"]);
  assert.ok(lines[0].verdict === "supported" && lines[0].low! > 0.2);
  assert.match(json.left_out.notes[0], /^800 judgments are in both/);
  assert.doesNotMatch(json.left_out.notes.join(), /Not compared/);
  // Without being told, the renamed judge is left out, and the terminal says so with the way out.
  const { json: untold } = await reportChange(before, after, silent);
  assert.match(
    plainText(untold),
    /Not compared: old \(only in the first\), new \(only in the second\); .*--pair-judges old=new\./,
  );
  // Where no judge is in both, nothing can be compared, and the way out is the same.
  const [old, renewed] = [before, after].map((all) => all.filter(pl.col("judge").eq(pl.lit("same")).not()));
  const two = (all: pl.DataFrame, name: string) =>
    pl.concat([all, all.withColumns(pl.lit(name).alias("judge"))]);
  const labels = readLabels("data/examples/labels.csv");
  const refused: [pl.DataFrame, pl.DataFrame, object, RegExp][] = [
    [two(old, "older"), two(renewed, "newer"), {}, /with the same judge; .*--pair-judges old=new, /],
    [before, after, { judges: { older: "new" } }, /first results \(old, same\) to pair, found "older"/],
    [labels, labels, {}, /two results of pairs or .* to compare, found labels/],
  ];
  for (const [first, second, told, said] of refused) {
    await assert.rejects(async () => await reportChange(first, second, { ...silent, ...told }), said);
  }
});

held.test("the fewer verdicts change, the narrower the limits of the change: those of a contrast of the same rows", async () => {
  const before = verdicts({ a: 0.8 }, 240, 4), choices = before.getColumn("choice").toArray() as string[];
  let width = 0;
  for (const changed of [0, 1, 2, 5, 20]) {
    const other = choices.map((choice, i) => i < changed ? (choice === "A" ? "B" : "A") : choice);
    const after = before.withColumns(pl.Series("choice", other));
    const { json } = await reportChange(before, after, silent);
    const { estimate, low, high } = json.lines.find(({ question }) => question === "accuracy_change")!;
    const both = pl.concat(
      [before, after].map((frame, i) => frame.withColumns(pl.lit(`p${i}`).alias("condition"))),
    );
    const told = contrast(both, {
      outcome: "correct",
      first: { condition: "p1" },
      second: { condition: "p0" },
    });
    assert.deepEqual(
      [estimate, low, high].map((value) => value!.toFixed(9)),
      [told.estimate, told.low, told.high].map((value) => value.toFixed(9)),
    );
    assert.ok(high! - low! > width, `${changed} changed: ${low} to ${high}`);
    width = high! - low!;
  }
});

held.test("bias that fell because accuracy did is no gain: the claim on mitigations decides, in one file and in two", async () => {
  const draw = random(8);
  // Right on IDS and on CDS with these chances.
  const judged = (condition: string | null, chances: readonly [number, number]) =>
    pl.DataFrame(Array.from({ length: 600 }, (_, i) => {
      const human = i % 2 ? "A" : "B", other = human === "A" ? "B" : "A", isIds = i % 3 > 0;
      const choice = draw.uniform() < chances[Number(!isIds)] ? human : other;
      return {
        ...{ item_id: `q${i}`, judge: "a", human, choice, condition },
        more_informative: isIds ? human : other,
      };
    }));
  const [plain, worse, better] = [
    judged("plain", [0.95, 0.35]),
    judged("worse", [0.6, 0.4]),
    judged("zbetter", [1, 0.85]),
  ];
  const both = pl.concat([plain, worse, better]);
  const told = mitigationLowersBias(both, { first: "plain", second: "worse" });
  const [drop, kept] = told.parts!;
  assert.equal(told.verdict, "contradicted");
  // One change of accuracy has one interval and p, whoever says it.
  const { low, pValue } = contrast(both, {
    outcome: "correct",
    first: { condition: "worse" },
    second: { condition: "plain" },
  });
  const inAll = told.sensitivity.at(-1)!;
  assert.deepEqual([inAll.low, inAll.pValue, inAll.n], [low, pValue, 600]);
  const alone = (frame: pl.DataFrame) => frame.drop("condition");
  for (
    const { json, estimates, html } of [
      await report(both, { ...silent, questions: ["+ib_by_condition"] }),
      await reportChange(alone(plain), alone(worse), { ...silent, questions: ["+ib_change"] }),
    ]
  ) {
    const [mitigation, other] = json.lines.filter(({ question }) => question.startsWith("mitigation"));
    assert.deepEqual(
      [mitigation.verdict, mitigation.tone, mitigation.group.part],
      ["contradicted", "harm", drop.name],
    );
    // One interval of the drop, in its line, its answer and the claim; its note has what the line has not.
    const limits = [mitigation.estimate, mitigation.low, mitigation.high].map((one) =>
      valueText(one!, "points")
    );
    assert.match(
      json.answers.find(({ id }) => id === mitigation.question)!.answers.join(),
      new RegExp(`\\(${drop.name} ${limits[0]} \\[${limits[1]}, ${limits[2]}\\] points, ${kept.name} `),
    );
    assert.match(
      mitigation.note,
      new RegExp(
        `^${kept.name} [^;]* points; IB from [^;]* points; p of the drop in IB alone .*, unadjusted$`,
      ),
    );
    assert.ok(Math.abs(mitigation.low! - drop.low) < 1e-9 && Math.abs(mitigation.high! - drop.high) < 1e-9);
    assert.deepEqual([other?.verdict ?? "supported", other?.tone ?? "help"], ["supported", "help"]);
    const [bias, gain] = json.lines.filter(({ question }) => /^ib_(by|change)/.test(question));
    assert.deepEqual(
      [bias.verdict, bias.words, bias.tone],
      ["supported", "informativeness bias fell", "effect"],
    );
    assert.deepEqual([gain?.words ?? bias.words, gain?.tone ?? bias.tone], [bias.words, bias.tone]);
    // A sentence names both quantities.
    const { answers } = json.answers.find(({ id }) => id.startsWith("mitigation"))!;
    assert.ok(
      answers.every((one) => / \(the drop in IB .* points, the change of accuracy .* points\)\.$/.test(one)),
    );
    const looks = estimates.toRecords().filter((row) =>
      String(row.question).startsWith("mitigation") && row.quantity === "drop in IB"
    );
    assert.equal(looks.length, other ? 2 : 1);
    assert.deepEqual([looks[0].n, looks[0].clusters, looks[0].part], [600, 600, null]);
    const [panel] = html.split(`<section id="mitigation_`)[1].split("<details");
    assert.doesNotMatch(panel, /<tr[^>]*--grid/);
  }
  // Margins of 5 and 10 points: the wider one is its row's own. A note of all stands once.
  const rows = [0.05, 0.1].map((margin) => {
    const one = fromResult(mitigationLowersBias(both, { first: "plain", second: "worse", margin }), "");
    return { ...one, group: { conditions: "worse instead of plain", margin: `${margin}` }, note: "as told" };
  });
  const { source } = forest(rows, { unit: "points", nullValue: 0, delta: 0.05, columns: [], caption: "" });
  const signs = [/<tr[^>]*--grid/g, /worse instead/g, /; as told</g];
  assert.deepEqual(signs.map((one) => source.match(one)?.length), [1, 2, 1]);
});

held.test("two pairs of scores: the mean of five metrics; ratings are not compared", async () => {
  const ratings = readRatings("data/examples/ratings.csv");
  await assert.rejects(
    reportChange(ratings, ratings, silent),
    /of pairs or score pairs or criteria to compare, found ratings/,
  );
  // Of five metrics two are 1 and three 0 where the biased answer is scored as the other is.
  const scores = readScorePairs("data/examples/score_pairs.csv"),
    of5 = core.reliability(scores, { by: ["judge"] });
  const alike = await reportChange(scores, scores.withColumns(pl.col("unbiased").alias("biased")), silent);
  const means = of5.groupBy("judge").agg(pl.col("value").mean()).sort("judge").getColumn("value").toArray();
  assert.deepEqual(
    alike.json.lines.map((l) => (0.4 - l.estimate!).toFixed(9)),
    means.map((m) => Number(m).toFixed(9)),
  );
});

held.test("two judgments by criteria: the change of each metric", async () => {
  const criteria = readCriteria("data/examples/criteria.csv");
  const right = criteria.withColumns(pl.col("human").alias("choice"));
  const { json } = await reportChange(criteria, right, silent);
  const found = json.lines.filter(({ question }) => question === "criteria_change");
  const names = new Set(found.map(({ group: { metric, criterion } }) => metric ?? criterion));
  assert.equal(
    names.size,
    4 + criteria.getColumn("criterion").nUnique(),
    "each metric, and each criterion by itself",
  );
  assert.ok(found.every(({ estimate }) => estimate === null || estimate >= 0));
  assert.ok(found.some(({ low, estimate }) => low! > 0 && estimate! > 0)); // eight items prove little among 34 tests
  const same = await reportChange(criteria, criteria, silent);
  assert.deepEqual(
    [same.json.left_out.rows, same.json.left_out.table.filter(({ duplicates }) => duplicates !== 0)],
    [criteria.height, []],
    "what was read is told of once",
  );
  assert.ok(same.json.lines.every(({ estimate }) => estimate === null || estimate === 0));
  assert.equal(same.json.problems.length, 0, JSON.stringify(same.json.problems));
});

held.test("what was said when two results were read stands in their comparison, of both once, and no column of ours is named", async () => {
  using at = tempFolder();
  const write = (name: string, head: string) => {
    const rows = Array.from({ length: 20 }, (_, i) => `${i},j,${i % 2 ? "A" : "B"},A,x,y`);
    Deno.writeTextFileSync(`${at.path}/${name}`, `item_id,judge,human,choice,${head}\n${rows.join("\n")}\n`);
    return `${at.path}/${name}`;
  };
  const first = write("first.csv", "model_A,anotator"), second = write("second.csv", "model_A,b");
  const { json } = await reportChange(first, second, { silent: true });
  const said = json.left_out.notes.map((note) => /^(.*?)the column (\w+) is not read/.exec(note)?.slice(1, 3))
    .filter(Boolean);
  assert.deepEqual(said, [["", "model_A"], ["In the first: ", "anotator"]]);
  assert.ok(!json.left_out.notes.some((note) => /own questions uses.*compared/.test(note)));
  // What a file lacks is not said to be lacking where the other has it.
  const verdicts = Deno.readTextFileSync(first).replaceAll(/^(.*?,.*?),.*?,/gm, "$1,");
  Deno.writeTextFileSync(second, verdicts);
  const { json: { left_out: { notes } } } = await reportChange(first, second, { silent: true });
  assert.ok(notes.some((note) => /are those of the other: human\.$/.test(note)));
  assert.ok(!notes.some((note) => note.includes("there is no column human")));
});

held.test("another look at a change passes no verdict of its own, least of all one that the section's contradicts", async () => {
  const pairs = readPairs("data/examples/pairs.csv");
  const always = pairs.withColumns(pl.col("human").alias("choice"));
  const { estimates } = await reportChange(pairs, always, { silent: true });
  const looks = estimates.filter(pl.col("look").neq(pl.lit("main")));
  assert.ok(looks.height > 0);
  assert.deepEqual(looks.getColumn("verdict").unique().toArray(), [null]);
});

held.hold();
