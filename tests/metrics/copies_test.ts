import assert from "node:assert/strict";
import pl from "nodejs-polars";
import * as core from "judgebias";
import { report, reportChange } from "judgebias/report";
import { levels } from "@/results/only.ts";
import { random } from "@/stats/random.ts";
import { inFolder } from "../results/in_folder.ts";
import { jsonLines } from "../judge/study.ts";
import { close, upTo } from "../stats/golden.ts";
import { measure, METRICS } from "../property/asked.ts";
import { letGo } from "../property/rules.ts";

const one = (frame: pl.DataFrame) => frame.toRecords()[0] as Record<string, number>;

/** Ten verdicts on each of three pairs of models that nearly go round in a circle. */
const verdicts = [["a", "b"], ["b", "c"], ["c", "a"]].flatMap(([model_a, model_b], k) =>
  upTo(10).map((i) => ({
    ...{ item_id: String(10 * k + i), judge: "j", model_a, model_b, run: 1, annotator: "p0" },
    ...{ human: i % 3 === 0 ? "B" : "A", choice: i < 6 ? "A" : "B" },
  }))
);
type Verdict = typeof verdicts[number];

/** Rows several times: as runs of the same answer, or as people who voted on the same verdict; items with other numbers of votes weigh the same. */
const copies = <T extends object>(rows: T[], column: string, times: number | ((row: T) => number)) =>
  pl.DataFrame(rows.flatMap((row) =>
    upTo(typeof times === "number" ? times : times(row)).map((k) => ({
      ...{ ...row, [column]: column === "run" ? k + 1 : `p${k}` },
    }))
  ));

const twice = verdicts.flatMap((row, i) => [row, { ...row, run: 2, choice: i % 4 ? row.choice : "tie" }]);
/** Both orders of each pair; a tie and an unread reply among the verdicts; the answers' lengths differ. */
const orders = verdicts.flatMap((row, i) =>
  [false, true].map((swapped) => ({
    ...{ ...row, swapped, words_a: 10 + i % 3, words_b: 11, variant: i < 20 ? "original" : "verbose" },
    choice: i === 4 ? null : i === 5 ? "tie" : i % 7 === 0 && swapped ? "B" : row.choice,
  }))
);
const ways = verdicts.flatMap((row, i) =>
  ["base", "birch"].map((pipeline) => ({
    ...{ ...row, pipeline, more_informative: i % 2 ? "A" : "B" },
    choice: pipeline === "base" || i % 4 ? row.choice : "A",
  }))
);
const own = orders.map((row) => ({ ...row, judge: "a" }));

/** What is the same of verdicts and of their copies: all of a row, or the columns named; and some values of it. */
const SAME: [string, string, string, string, object][] = jsonLines("tests/metrics/copies.jsonl");
const ROWS: Record<string, object[]> = { verdicts, twice, orders, own };

for (const [metric, named, column, columns, wanted] of SAME) {
  Deno.test(`${metric}: a verdict counts once, however many copies of it are there (${column})`, () => {
    const of = (frame: pl.DataFrame) => one(core[metric as "pairAccuracy"](frame, { by: [] }));
    const rows = ROWS[named], single = of(pl.DataFrame(rows));
    for (const times of [3, (row: object) => 1 + Number((row as Verdict).item_id) % 3]) {
      // Who passes in repeated runs goes over votes, and a run more is a verdict more.
      if ((metric === "repeatability" || column === "run") && typeof times !== "number") continue;
      const many = of(copies(rows, column, times));
      for (const name of columns === "" ? Object.keys(single) : columns.split(" ")) {
        if (typeof single[name] !== "number") assert.equal(many[name], single[name], name);
        else if (Number.isNaN(single[name])) assert.ok(Number.isNaN(many[name]), name);
        else close(many[name], single[name], { relative: 1e-6, absolute: 1e-6, what: name });
      }
    }
    assert.deepEqual({ ...single, ...wanted }, single);
  });
}

Deno.test("votes stay votes: accuracy goes over all of them, and groups by person are each person's own", () => {
  const many = copies(orders, "annotator", (row) => 1 + Number(row.item_id) % 3), by = ["annotator"];
  const n = (frame: pl.DataFrame) => frame.getColumn("n").toArray();
  assert.deepEqual(n(core.pairAccuracy(many, { by: [] })), [many.height]);
  assert.deepEqual(n(core.slotPreference(many, { by })), [56, 36, 18]);
  assert.deepEqual(n(core.orderConsistency(many, { by })), [29, 19, 10]);
  const summary = one(core.describe(many)),
    plain = one(core.describe(many.filter(pl.col("annotator").eq(pl.lit("p0"))).drop("annotator")));
  assert.deepEqual([summary.rows, summary.calls, summary.ties, summary.unparsable], [many.height, 60, 2, 2]);
  assert.deepEqual([plain.ties, plain.unparsable, "calls" in plain], [2, 2, false]);
});

Deno.test("a second person who says the same changes no count of replies that metrics, claims and reports say", async () => {
  const SAID =
    /[\d,]+ (of [\d,]+ )?((unread|IDS|CDS) )?(repl|verdict|judgment|tie|pair)[a-z]*\b(?! of rows)|n_(tie|unread|unparsed)":\d+/g;
  const counts = (value: unknown) =>
    JSON.stringify(value).replace(/ verdicts \([\d,]+ votes\)/g, "").match(SAID);
  const choices = orders.map(({ choice }, i) => i % 5 ? choice : i % 2 ? "B" : null);
  const two = pl.DataFrame([
    ...orders,
    ...orders.map((row, i) => ({ ...row, judge: "k", choice: choices[i] })),
  ]);
  const both = two.withColumns(pl.col("human").alias("more_informative"));
  for (const rows of [core.readPairs("data/examples/pairs.csv"), both]) {
    const saidOf = async (people: readonly string[]) => {
      const frame = pl.concat(people.map((one) => rows.withColumns(pl.lit(one).alias("annotator"))));
      const [a, b] = levels(frame, "judge").map((judge) => core.only(frame, { judge }));
      const questions = ["order", "ib_equal_length", "slot", "accuracy_by_judge"];
      const { json: { lines } } = await report(frame, { silent: true, questions });
      const { json, changed } = await reportChange(a, b, { silent: true });
      const said: Record<string, unknown[] | null> = {
        report: counts(lines),
        reportChange: [...counts(json) ?? [], json.changed, changed?.height],
      };
      for (const one of METRICS.pairs.filter(({ metric }) => !/alternative|Lengths|variance/.test(metric))) {
        said[one.name] = counts(await Promise.try(measure, one, frame).catch(String));
        await letGo();
      }
      return said;
    };
    const one = await saidOf(["p"]), two = await saidOf(["p", "q"]);
    const votes = Object.keys(one).filter((name) => `${one[name]}` !== `${two[name]}`).map((name) => {
      const k = one[name]?.findIndex((count, i) => count !== two[name]?.[i]) ?? 0;
      return `${name} says ${one[name]?.[k]} of one person and ${
        two[name]?.[k]
      } of two who vote on the same ` +
        "replies: a column that counts replies is outcomes.calls(condition), counted(condition) counts votes";
    });
    assert.ok(votes.length === 0, `\n${votes.join("\n")}`);
  }
});

Deno.test("pairs with a column score are pairs, and no ratings", () => {
  const plain = core.repeatability(pl.DataFrame(twice), { by: [] }).toRecords();
  for (const score of ["A>>B", 3]) {
    const scored = pl.DataFrame(twice.map((row) => ({ ...row, score })));
    assert.deepEqual(core.repeatability(scored, { by: [] }).toRecords(), plain);
    assert.equal(core.repeatsItself(scored).estimate, plain[0].flip_rate);
  }
});

Deno.test("readers: a call with two verdicts is refused with a way out; other conditions are other calls; orders count once", () => {
  const head = "item_id,judge,human,choice,annotator";
  const votes = (last: string) => `${head}\n0,j,A,A,p\n1,j,A,A,p\n0,j,B,${last},q\n`;
  const condition = (name: string, choice: string) =>
    `benchmark,item_id,judge,human,choice,condition\nb,0,j,A,${choice},${name}\n`;
  const both = upTo(12).map((i) => {
    const item = i >> 2, swapped = i % 2 === 1;
    return `${item},j,A,${swapped && item === 0 ? "B" : "A"},${"pq"[i >> 1 & 1]},${swapped}`;
  });
  inFolder({
    ...{ "two.csv": votes("B"), "one.csv": votes("A") },
    "orders.csv": `${head},swapped\n${both.join("\n")}\n`,
    ...{ "plain.csv": condition("plain", "A"), "careful.csv": condition("careful", "B") },
  }, (folder) => {
    const read = (...names: string[]) => core.readPairs(names.map((name) => `${folder}/${name}.csv`));
    const said = /line 4, column choice: wanted one verdict per call.*has "A" in .*line 2; .*column run/;
    assert.throws(() => read("two"), said);
    assert.equal(read("one").height, 3);
    const judged = read("plain", "careful");
    assert.equal(judged.height, 2, "another condition is another call");
    const [{ both: inBoth, flipped }] = core.readReport(read("orders"))!.orders!;
    assert.deepEqual([inBoth, flipped], [3, 1]);
  });
});

Deno.test("claims of pairs on which several people voted: the longer answer's is one of the judge, people stand beside it; ways are compared vote by vote", () => {
  const rows = verdicts.map((row, i) => ({
    ...{ ...row, words_a: 10 + i % 4, words_b: 12 - i % 3, image_id: String(i % 10) },
  }));
  const single = core.longerAnswerWins(pl.DataFrame(rows));
  // A second person who always says B.
  const second = rows.map((row) => ({ ...row, annotator: "p1", human: "B" }));
  const two = core.longerAnswerWins(pl.DataFrame([...rows, ...second]));
  for (const name of ["estimate", "low", "high", "n", "verdict"] as const) {
    assert.equal(two[name], single[name]);
  }
  const people = ({ sensitivity }: typeof single) =>
    sensitivity.find(({ name }) => name === "people in the judge's place")!;
  assert.ok(people(two).n === 2 * people(single).n && people(two).estimate !== people(single).estimate);
  const once = core.mitigationLowersBias(pl.DataFrame(ways));
  const voted = core.mitigationLowersBias(copies(ways, "annotator", 2));
  close(voted.estimate, once.estimate, { absolute: 1e-12 });
  close(voted.high, once.high, { absolute: 1e-9 });
  assert.equal(voted.clusters, once.clusters);
});

Deno.test("report: who may stand in is said of the first run; copies make no judge miscalibrated", async () => {
  const draw = random(8);
  const lineOf = async (frame: pl.DataFrame, question: string) =>
    (await report(frame, { silent: true, questions: [question] })).json.lines.find((line) =>
      line.question === question
    )!;
  const rows = upTo(40).flatMap((item) => {
    const better = item % 2 ? "A" : "B", other = item % 2 ? "B" : "A";
    return ["p", "q", "r"].flatMap((annotator) => {
      const human = draw.uniform() < 0.8 ? better : other;
      const of = { item_id: String(item), judge: "j", annotator, human };
      return [1, 2].map((run) => ({ ...of, run, choice: run === 1 ? better : "A" }));
    });
  });
  const both = await lineOf(pl.DataFrame(rows), "stand_in");
  const first = await lineOf(pl.DataFrame(rows.filter(({ run }) => run === 1)), "stand_in");
  assert.deepEqual([both.estimate, both.n], [first.estimate, first.n]);
  assert.match(both.note!, /; first run alone$/);
  assert.doesNotMatch(first.note!, /first run/);

  const { uniform } = random(4);
  const calls = upTo(60).map((i) => {
    const confidence = 0.55 + 0.1 * (i % 5), choice = uniform() < confidence - 0.1 ? "A" : "B";
    return { item_id: `q${i}`, judge: "j", human: "A", choice, confidence, run: 1, annotator: "p0" };
  });
  const single = await lineOf(pl.DataFrame(calls), "confidence");
  assert.deepEqual([single.verdict, single.n, single.clusters], ["undecided", 60, 60]);
  for (const column of ["run", "annotator"]) {
    const five = await lineOf(copies(calls, column, 5), "confidence");
    assert.deepEqual([five.verdict, five.n, five.clusters, five.warning], ["undecided", 300, 60, ""], column);
    for (const name of ["low", "high", "p"] as const) {
      close(Number(five[name]), Number(single[name]), { relative: 1e-9, absolute: 1e-12, what: name });
    }
  }
  // What the same rows said before: without clusters they are five times as sure.
  const all = copies(calls, "run", 5).toRecords();
  const right = all.map((row) => row.choice === "A" ? 1 : 0), sure = all.map((row) => Number(row.confidence));
  const blind = core.calibrationError(sure, right);
  assert.ok(blind.low > 0 && blind.pValue < 0.001);
  const named = core.calibrationError(sure, right, { clusters: all.map((row) => row.item_id as string) });
  const plain = calls.map((row) => row.choice === "A" ? 1 : 0), once = calls.map((row) => row.confidence);
  const wanted = core.calibrationError(once, plain, { clusters: calls.map((row) => row.item_id) });
  assert.deepEqual(wanted, core.calibrationError(once, plain));
  for (const name of ["ece", "low", "high", "corrected", "brier", "pValue", "df"] as const) {
    close(named[name], wanted[name], { relative: 1e-9, absolute: 1e-12, what: name });
  }
  named.bins.forEach(({ low, high, clusters }, b) => {
    assert.equal(clusters, wanted.bins[b].clusters);
    close(low, wanted.bins[b].low, { relative: 1e-9 });
    close(high, wanted.bins[b].high, { relative: 1e-9 });
  });
});
