import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import pl from "nodejs-polars";
import * as core from "judgebias";
import { report } from "judgebias/report";
import { takeRows } from "@/results/take_rows.ts";

// What metrics and claims make of rows as people have them.

type Rows = Record<string, unknown>[];
const PAIR = { item_id: "1", judge: "j", human: "A", choice: "A" };
const column = (frame: pl.DataFrame, name: string) => frame.getColumn(name).toArray();

Deno.test("rows with and without the image that count together are said, but where a metric compares them", () => {
  const pairs = core.readPairs("data/examples/pairs.csv"), by = "judge";
  const says = (table: pl.DataFrame) =>
    column(table, "warning").map((warning) =>
      /with and without the image count together: by "image"/.test(String(warning))
    );
  for (const metric of [core.informativenessBias, core.pairAccuracy, core.lengthBias, core.slotPreference]) {
    assert.deepEqual(says(metric(pairs, { by })), [true, true, true], metric.name);
    assert.deepEqual(says(metric(pairs, { by, where: { image: true } })), [false, false, false], metric.name);
    assert.ok(!says(metric(pairs)).includes(true), metric.name);
  }
  assert.deepEqual(says(core.imageReliance(pairs, { by })), [false, false, false]);
});

Deno.test("a condition is in the key of each frame, and groups metrics where there are several", () => {
  const twice = (row: object) => ["plain", "terse"].map((condition) => ({ ...row, condition }));
  const pairs = core.readPairs(twice({ ...PAIR, more_informative: "B" }));
  assert.deepEqual(column(core.informativenessBias(pairs), "condition"), ["plain", "terse"]);
  assert.deepEqual(column(core.describe(pairs), "condition"), ["plain", "terse"]);
  assert.ok(!core.informativenessBias(pairs.head(1)).columns.includes("condition"));
  const says = (options: Parameters<typeof core.informativenessBias>[1]) =>
    core.informativenessBias(pairs, options).toRecords().map(({ warning }) =>
      /several conditions/.test(warning!)
    );
  assert.deepEqual(says({ by: "judge" }), [true]);
  assert.deepEqual(says({ where: { condition: "plain" }, by: "judge" }), [false]);
  assert.deepEqual(says({}), [false, false]);
  assert.throws(
    () => core.judgesDiffer(pairs, { first: "j", second: "k" }),
    /wanted rows of one condition, found plain, terse; take one of them: only\(frame, \{ condition: "plain" \}\)/,
  );
  const scored = { judge: "j", sample_id: "1", bias_type: "text_dominance", unbiased: 5, biased: 4 };
  assert.equal(column(core.abstentionRatio(core.readScorePairs(twice(scored))), "condition")[0], "plain");
  const criteria = core.readCriteria(twice({ ...PAIR, split: "open_ended", criterion: "clarity" }));
  assert.deepEqual(column(core.conflictMatchingRate(criteria), "condition"), ["plain", "terse"]);
  const caption = { image_id: "1", generator: "g", evaluator: "e", setting: "ref_free", score: 0.5 };
  const said = /wanted rows of one condition, found plain, terse/;
  assert.throws(() => core.preferenceMatrix(core.readCaptionScores(twice(caption))), said);
});

Deno.test("pairs without human labels: what asks people says so, the rest is computed; without models strengths say that", () => {
  const rows = [false, true].flatMap((swapped) =>
    ["A", "B", "A"].map((choice, i) => ({
      ...{ item_id: `${i}`, judge: "j", choice, swapped, words_a: 5, words_b: 9 },
    }))
  );
  const pairs = core.readPairs(rows.map((row) => ({ ...row, model_a: "x", model_b: "y" })));
  for (const metric of [core.orderConsistency, core.longerWins, core.slotPreference]) {
    assert.equal(metric(pairs).height, 1, metric.name);
  }
  assert.equal(core.bradleyTerry(pairs).height, 2);
  const sweep = { ratios: [0.5], draws: 1, seed: 1 },
    plain = { agreement: {}, honestLeaderboard: {}, imageReliance: {} };
  const asking = { pairAccuracy: {}, informativenessBias: {}, lengthBias: {}, unparsedAudit: {}, ...plain };
  for (
    const [name, options] of Object.entries({
      ...asking,
      cdsRatioSweep: sweep,
      downsample: { ...sweep, split: "length" },
    })
  ) {
    const said = `${name}: wanted human labels \\(A or B in the column human\\), found none in 6 rows`;
    assert.throws(() => core[name as "pairAccuracy"](pairs, options), new RegExp(said), name);
  }
  // A part without labels has no numbers, of whatever: a claim on it is untestable.
  assert.equal(core.pairAccuracy(pairs.head(2)).getColumn("n").get(0), 0);
  const styles = (own: pl.DataFrame) => core.styleEffects(own, { covariates: ["words"] });
  for (const metric of [core.bradleyTerry, core.transitivity, styles]) {
    assert.throws(
      () => metric(core.readPairs([PAIR])),
      /wanted the models that wrote the answers \(columns model_a and model_b\), found none named in 1 row;/,
    );
  }
  assert.equal(core.bradleyTerry(core.readPairs([PAIR]).head(0)).height, 0);
});

Deno.test("several voters on a pair in both orders: order and standing in are computed; who did not vote is no voter", () => {
  const rows = [false, true].flatMap((swapped) =>
    ["p", "q"].map((annotator) => ({ ...PAIR, swapped, annotator, choice: swapped ? "B" : "A" }))
  );
  const [row] = core.orderConsistency(pl.DataFrame(rows), { by: [] }).toRecords();
  assert.deepEqual([row.n, row.consistency], [1, 0]); // one verdict in each order, whoever voted on it
  const silent = [false, true].map((swapped) => ({
    ...rows[0],
    ...{ item_id: "2", swapped, annotator: null, human: null },
  }));
  const votes = pl.DataFrame([...rows.slice(0, 2), ...silent]);
  assert.equal(core.alternativeAnnotator(votes, { epsilon: 0.1 }).toRecords()[0].n, 1);
});

Deno.test("runs may be counted from 0, as loops over seeds do: the numbers are those of runs from 1", () => {
  const [zero, one] = [0, 1].map((from) => {
    const rows = (row: (run: number, i: number) => object) =>
      [0, 1, 2].flatMap((run) => [1, 2, 3, 4].map((i) => ({ ...row(run, i), run: run + from }))) as Rows;
    const pairs = rows((run, i) => ({ ...PAIR, item_id: `${i}`, choice: (run + i) % 3 === 0 ? "B" : "A" }));
    const captions = rows((_, i) => ({
      ...{ image_id: `${i}`, generator: "g", evaluator: "e", setting: "ref_free", score: i / 10 },
    }));
    const scores = core.readScorePairs(rows((run, i) => ({
      ...{ judge: "j", sample_id: `${i}`, bias_type: "text_dominance", unbiased: i },
      biased: (run + i) % 5 + 1,
    })));
    const tables = [
      core.repeatability(core.readPairs(pairs)),
      core.reliability(scores),
      core.scoreVariance(scores),
    ];
    return [core.readCaptionScores(captions).height, ...tables.map((table) => table.toRecords())];
  });
  assert.deepEqual(zero, one);
});

Deno.test("judges whose items carry the same ids in benchmarks of their own have no verdicts in common", () => {
  const rows = ["gpt", "llava"].map((judge) => ({ ...PAIR, judge, benchmark: judge }));
  const said = /found none \(2 rows of one of them alone\)/;
  assert.throws(() => core.judgesDiffer(core.readPairs(rows), { first: "gpt", second: "llava" }), said);
});

Deno.test("what a claim takes as independent is an image where items share one, else the item", () => {
  const cases = [[["x", "x", "y"], /different images/], [["0", "1", "2"], /different items/]] as const;
  for (const [images, unit] of cases) {
    const rows = images.map((image_id, i) => ({
      ...PAIR,
      ...{ item_id: `${i}`, image_id, words_a: 2 + i, words_b: 1 },
    }));
    assert.match(core.longerAnswerWins(core.readPairs(rows)).assumptions[0], unit);
  }
});

Deno.test("lists in columns of a file's own are no hindrance to a report, names of passing columns none to rows taken", async () => {
  const passing = { taken: 1, found: "x", label: "x", first: "x", row: "x", group: "x", key: "x", n: "x" };
  const rows = [{ a: 1, b: ["x\ny"] }, null].map((meta, i) => ({
    ...PAIR,
    item_id: `${i}`,
    meta,
    ...passing,
  }));
  const pairs = core.readPairs(rows);
  assert.equal((await report(pairs, { silent: true })).json.left_out.rows, 2);
  assert.deepEqual(column(core.describe(pairs), "rows"), [2]);
  assert.deepEqual(column(takeRows(pairs, Int32Array.of(1)), "taken"), [1]);
});

Deno.test("records and frames in memory are read as files are; labels and corrections too", () => {
  const records = [{ ...PAIR, words_a: 3, when: new Date(0) }, { ...PAIR, item_id: 7, words_a: NaN }];
  const read = core.readPairs(records);
  assert.deepEqual(column(read, "when"), ["1970-01-01T00:00:00.000Z", null]);
  assert.deepEqual(column(read, "words_a"), [3, null]);
  assert.deepEqual(column(read, "item_id"), ["1", "7"]);
  assert.ok(core.readPairs(pl.DataFrame([PAIR])).frameEqual(core.readPairs([PAIR])));
  assert.ok(core.readPairs(read).frameEqual(read)); // what was read stays as it is
  const pairs = [["one", "1"], ["one", "2"], ["two", "1"]].map(([benchmark, item_id]) => ({
    ...PAIR,
    benchmark,
    item_id,
  }));
  const labelled = (labels: pl.DataFrame) => column(core.readPairs(pairs, { labels }), "more_informative");
  assert.deepEqual(labelled(core.readLabels([{ item_id: "2", more_informative: "A" }])), [null, "A", null]);
  const label = { item_id: "1", more_informative: "B" };
  assert.deepEqual(labelled(core.readLabels([{ ...label, benchmark: "one" }])), ["B", null, null]);
  assert.throws(() => labelled(core.readLabels([label])), /the column benchmark/);
  assert.throws(
    () => core.readPairs(pairs, { corrections: pl.DataFrame({ item_id: ["1"], human: ["B"] }) }),
    /the frame of corrections: wanted the column benchmark/,
  );
});

Deno.test("describe: counts by judge, benchmark, pipeline, image; of ratings, captions and labels; repeated rows", () => {
  const lines =
    "1,j,A,A,1,A,1 2,j,A,tie,1,,1 3,j,tie,,1,tie,1 1,j,A,A,1,A,2 1,j,A,A,0,A,1 1,k,A,A,1,A,1 4,k,tie,tie,1,A,1";
  const b = lines.split(" ").map((line) => {
    const [item_id, judge, human, choice, image, more_informative, run] = line.split(",");
    return { item_id, judge, human, choice, image, more_informative, run: Number(run), benchmark: "b" };
  });
  assert.deepEqual(core.describe(core.readPairs(b)).toRecords().map((row) => Object.values(row)), [
    ["j", "b", "base", false, 1, 1, 3, 0, 0, 0, 0, 0],
    ["j", "b", "base", true, 4, 3, 1, 1, 1, 2, 1, 0],
    ["k", "b", "base", true, 2, 2, 2, 1, 0, 0, 1, 0],
  ]);
  assert.deepEqual(
    core.describe(core.readPairs(b)).columns,
    "judge benchmark pipeline image rows items missing ties unparsable unlabelled human_ties duplicates"
      .split(" "),
  );
  const twice = core.describe(pl.concat([core.readPairs(b), core.readPairs(b).head(3)])).toRecords();
  assert.deepEqual(twice.map((row) => Number(row.duplicates)), [0, 3, 0]);
  const ratings = pl.DataFrame({ item_id: ["1", "1", "2"], human: [1, null, 3] });
  assert.deepEqual(core.describe(ratings).toRecords(), [{
    ...{ rows: 3, items: 2, missing: 0, unrated: 1, duplicates: 0 },
  }]);
  const captions = pl.DataFrame({
    ...{ image_id: ["1", "2", "1", "1"], generator: ["g", "g", "h", "h"] },
    ...{ evaluator: ["e", "e", "e", "e"], setting: ["ref_free", "ref_free", "ref_free", "ref_free"] },
    score: [0.5, null, 0.1, 0.1],
  });
  // h has no row for image 2, and two for image 1.
  const counts = core.describe(captions)
    .select(..."generator rows items missing unscored duplicates".split(" "));
  const [g, h] = counts.toRecords().map((row) => Object.values(row));
  assert.deepEqual([g, h], [["g", 2, 2, 0, 1, 0], ["h", 2, 1, 1, 0, 1]]);
  const labels = core.describe(core.readLabels("data/examples/labels.csv"));
  assert.deepEqual([column(labels, "labeller"), column(labels, "rows")], [["human", "model"], [60, 60]]);
  // What has another frame's columns is none: a judge's labels, ratings of two answers, criteria without a label.
  for (
    const none of [{ x: 1 }, { more_informative: "A", judge: "j" }, { human: 1, words_a: 3 }, {
      ...{ judge: "j", choice: "A", criterion: "c" },
    }]
  ) {
    assert.throws(
      () => core.describe(pl.DataFrame([{ item_id: "1", ...none }])),
      TypeError,
      JSON.stringify(none),
    );
  }
  // Benchmarks of one model's answers each: no pair of one's is missing among the other's.
  const apart = core.readPairs(
    [PAIR, { ...PAIR, item_id: "2" }].map((row, i) => ({ ...row, benchmark: `b${i}` })),
  );
  assert.deepEqual(column(core.describe(apart), "missing"), [0, 0]);
});

const REAL = "../shared/data/judgebench", present = existsSync(REAL) && readdirSync(REAL).length > 0;
if (!present) console.warn(`The test on real JudgeBench verdicts is skipped: there is no folder ${REAL}`);

Deno.test({
  name:
    "real JudgeBench output: accuracy, length bias and position robustness of a judge, and the same in the table of six",
  ignore: !present,
  fn() {
    const pairs = core.readPairs(`${REAL}/arena_hard-o1-mini.jsonl`);
    const [accuracy] = core.pairAccuracy(pairs).toRecords();
    const [bias] = core.lengthBias(pairs).toRecords();
    const [position] = core.positionRobustness(pairs).toRecords();
    // Counted independently of this library:
    //   python3 -c "import json; r=[json.loads(l) for l in open('arena_hard-o1-mini.jsonl')]
    //   f=lambda d,s: {'A>B':'AB'[s],'B>A':'BA'[s],'A=B':'tie'}[d]
    //   g=[(x['label'][0],f(x['judgments'][s]['decision'],s),len(x['response_A'].split()),len(x['response_B'].split())) for x in r for s in (0,1)]
    //   print(sum(h==c for h,c,_,_ in g))"  and so on, Python 3.11
    assert.deepEqual([accuracy.n, Math.round(accuracy.accuracy! * 700)], [700, 509]);
    assert.deepEqual([bias.n_longer, bias.n_shorter, bias.n_equal_length], [338, 356, 6]);
    assert.deepEqual([Math.round(bias.acc_longer! * 338), Math.round(bias.acc_shorter! * 356)], [246, 258]);
    assert.deepEqual([position.n, Math.round(position.robustness! * 350), position.n_tie], [350, 235, 39]);
    const human = { "A>B": "A", "B>A": "B" }, choice = { ...human, "A=B": "tie" };
    const table = core.readPairs(`${REAL}/judgments.csv`, {
      columns: {
        ...{ item_id: "pair_id", judge: "judge_model", condition: "judge_name", domain: "source" },
        ...{ human: "label", choice: "decision", swapped: "game" },
      },
      values: { human, choice, swapped: { 1: "false", 2: "true" } },
      choiceOrder: "shown",
    });
    const accuracies = core.pairAccuracy(table).toRecords();
    assert.deepEqual([table.height, accuracies.length], [6 * 700, 6]);
    const same = accuracies.find(({ judge }) => String(judge).startsWith("o1-mini"))!;
    assert.deepEqual([same.accuracy, same.n, same.n_tie], [accuracy.accuracy, accuracy.n, accuracy.n_tie]);
  },
});

Deno.test("scores on two scales and a 0 that is below them are told, of two columns, two sides and groups of rows; few, and scales alike, are not", () => {
  const rows = (count: number, row: (i: number) => Record<string, unknown>) =>
    Array.from({ length: count }, (_, i) => ({ item_id: `${i}`, human: i % 5 + 1, ...row(i) }));
  const told = (frame: object) => core.readReport(frame as pl.DataFrame)?.warnings ?? [];
  const two = (count: number, a: number, b: (i: number) => number) => {
    const own = rows(count, (i) => ({ human: "AB"[i % 2], gpt_a: i % a + 1, gpt_b: b(i) }));
    return told(core.readPairs(own, { judges: ["gpt"] })).join();
  };
  assert.match(two(40, 10, (i) => i % 5 + 1), /^gpt_b never goes above 5, gpt_a goes up to 10/);
  assert.match(two(40, 5, (i) => i % 6), /^gpt_b: 0 stands in 7 rows, .* from 1 to 5\. .*missing: \[0\]/);
  assert.doesNotMatch(two(19, 10, (i) => i % 5 + 1) + two(40, 10, (i) => i % 9 + 1), /never goes|0 stands/);
  const zero = told(core.readRatings(rows(40, (i) => ({ gpt: i % 6 })))).join();
  assert.match(zero, /gpt: 0 stands in 7 rows, .*values: \{ "gpt": \{ "0": null \} \}/);
  const domains = rows(80, (i) => ({ gpt: i % (i < 40 ? 5 : 10) + 1, domain: i < 40 ? "art" : "code" }));
  const said = /gpt of domain art never goes above 5, gpt of domain code/;
  assert.match(told(core.readRatings(domains)).join(), said);
  const sides = rows(40, (i) => ({ unbiased: i % 10 + 1, biased: (i % 9 + 2) / 2 })).map((
    { item_id, ...row },
  ) => ({ ...{ judge: "j", sample_id: item_id, bias_type: "visual_transformation" }, ...row }));
  assert.match(told(core.readScorePairs(sides)).join(), /biased of j never goes above 5, unbiased of j/);
  const captions = rows(40, (i) => ({ evaluator: "xy"[i % 2], score: Math.floor(i / 2) % (i % 2 ? 11 : 6) }))
    .map((row) => ({ ...row, image_id: row.item_id, generator: "g", setting: "ref_free" }));
  const scores = told(core.readCaptionScores(captions, { maxScore: 10 })).join();
  assert.match(scores, /score of evaluator x never goes above 5, score of evaluator y goes up to 10/);
});
