import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tmpdir } from "node:os";
import pl from "nodejs-polars";
import {
  alternativeAnnotator,
  bradleyTerry,
  calibrationError,
  describe,
  disagreements,
  familyPreference,
  longerAnswerWins,
  longerWins,
  mitigationLowersBias,
  orderConsistency,
  pairAccuracy,
  pairSelfPreference,
  positionRobustness,
  readPairs,
  readReport,
  repeatability,
  repeatsItself,
  saturation,
  slotPreference,
  transitivity,
  unparsedAudit,
  verbosityRobustness,
} from "@/mod.ts";
import { report } from "@/report/mod.ts";
import { random } from "@/stats/random.ts";

/** Ten verdicts on each of three pairs of models that nearly go round in a circle. */
const verdicts = [["a", "b", 6], ["b", "c", 6], ["c", "a", 6]].flatMap(([model_a, model_b, wins], k) =>
  Array.from({ length: 10 }, (_, i) => ({
    item_id: String(10 * k + i),
    judge: "j",
    model_a,
    model_b,
    human: i % 3 === 0 ? "B" : "A",
    choice: i < Number(wins) ? "A" : "B",
    run: 1,
    annotator: "p0",
  }))
);

/** Every row seven times: as runs of the same answer, or as people who voted on the same verdict. */
const copies = (column: "run" | "annotator") =>
  pl.DataFrame(
    verdicts.flatMap((row) =>
      Array.from({ length: 7 }, (_, k) => ({ ...row, [column]: column === "run" ? k + 1 : `p${k}` }))
    ),
  );

Deno.test("copies of a verdict are no evidence of circles: as runs and as people's votes", () => {
  const one = pl.DataFrame(verdicts), expected = transitivity(one, { by: [] }).toRecords()[0];
  for (const column of ["run", "annotator"] as const) {
    assert.deepEqual(transitivity(copies(column), { by: [] }).toRecords()[0], expected, column);
  }
});

Deno.test("repeatability counts a verdict once, however many people voted on it", () => {
  const twice = verdicts.flatMap((
    row,
    i,
  ) => [row, { ...row, run: 2, choice: i % 4 === 0 ? "tie" : row.choice }]);
  const voted = twice.flatMap((row) => ["p", "q", "r"].map((annotator) => ({ ...row, annotator })));
  const [one] = repeatability(pl.DataFrame(twice), { by: [] }).toRecords();
  const [three] = repeatability(pl.DataFrame(voted), { by: [] }).toRecords();
  assert.equal(one.n, 30);
  assert.deepEqual(three, one);
});

Deno.test("pairs with a column score are pairs, and no ratings", () => {
  const twice = verdicts.flatMap((
    row,
    i,
  ) => [row, { ...row, run: 2, choice: i % 4 === 0 ? "tie" : row.choice }]);
  const plain = repeatability(pl.DataFrame(twice), { by: [] }).toRecords();
  for (const score of ["A>>B", 3]) {
    const scored = pl.DataFrame(twice.map((row) => ({ ...row, score })));
    assert.deepEqual(repeatability(scored, { by: [] }).toRecords(), plain);
    assert.equal(repeatsItself(scored).estimate, plain[0].flip_rate);
    assert.throws(() => saturation(scored), /saturation: wanted caption scores or ratings, found pairs/);
  }
  const counted = pl.DataFrame(verdicts.map((row, i) => ({ ...row, tokens_a: i })));
  assert.throws(() => saturation(counted), /wanted caption scores or ratings, found pairs/);
});

Deno.test("a call with two verdicts on the rows of two people is refused, with a way out", () => {
  const folder = mkdtempSync(join(tmpdir(), "copies-"));
  try {
    const path = join(folder, "p.csv"),
      write = (last: string) =>
        writeFileSync(path, `item_id,judge,human,choice,annotator\n0,j,A,A,p\n1,j,A,A,p\n0,j,B,${last},q\n`);
    write("B");
    assert.throws(
      () => readPairs(path),
      /line 4, column choice: wanted one verdict per call.*has "A" in .*line 2; .*column run/,
    );
    write("A");
    assert.equal(readPairs(path).height, 3);
    const conditions = ["plain", "careful"].map((condition, i) => {
      const file = join(folder, `${condition}.csv`);
      writeFileSync(
        file,
        `benchmark,item_id,judge,human,choice,condition\nb,0,j,A,${"AB"[i]},${condition}\n`,
      );
      return file;
    });
    const judged = readPairs(conditions);
    assert.equal(judged.height, 2, "another condition is another call");
    assert.deepEqual(disagreements(judged).select("condition", "n_rows", "n_wrong").rows(), [[
      "careful",
      2,
      1,
    ]]);
    const two = pl.DataFrame([{ ...verdicts[0], choice: "A" }, {
      ...verdicts[0],
      choice: "B",
      annotator: "q",
    }]);
    assert.throws(() => transitivity(two), /transitivity: wanted one verdict per .*column run/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

Deno.test("a verdict counts once, however many people voted on it: the judge's shares, ties and unread replies", () => {
  // Both orders of each pair; a tie and an unread reply among the verdicts; the answers' lengths differ.
  const orders = verdicts.flatMap((row, i) =>
    [false, true].map((swapped) => ({
      ...row,
      swapped,
      choice: i === 4 ? null : i === 5 ? "tie" : i % 7 === 0 && swapped ? "B" : row.choice,
      words_a: 10 + i % 3,
      words_b: 11,
      variant: i < 20 ? "original" : "verbose",
    }))
  );
  const one = pl.DataFrame(orders);
  // Items with other numbers of votes weigh no more than items with one.
  const many = pl.DataFrame(
    orders.flatMap((row) =>
      Array.from({ length: 1 + Number(row.item_id) % 3 }, (_, k) => ({ ...row, annotator: `p${k}` }))
    ),
  );
  const same = (metric: (frame: pl.DataFrame) => pl.DataFrame, columns?: readonly string[]) => {
    const [wanted, found] = [one, many].map((frame) => metric(frame).toRecords());
    const cut = (row: Record<string, unknown>) => (columns ?? Object.keys(row)).map((name) => row[name]);
    assert.deepEqual(found.map(cut), wanted.map(cut));
    return wanted[0];
  };
  assert.equal(same((frame) => longerWins(frame, { by: [] })).n_unparsed, 2);
  assert.equal(same((frame) => orderConsistency(frame, { by: [] })).n, 29);
  same((frame) => positionRobustness(frame, { by: [] }));
  same((frame) => verbosityRobustness(frame, { by: [] }));
  const judged = ["n", "share_first", "low", "high", "n_tie", "n_unparsed"] as const;
  assert.deepEqual(
    [same((frame) => slotPreference(frame, { by: [] }), judged)].map((
      { n, n_tie, n_unparsed },
    ) => [n, n_tie, n_unparsed]),
    [[56, 2, 2]],
  );
  for (const metric of [pairAccuracy, pairSelfPreference] as const) {
    same((frame) => metric(frame.withColumns(pl.lit("a").alias("judge")), { by: [] }), [
      "n_tie",
      "n_unparsed",
    ]);
  }
  assert.equal(pairAccuracy(one, { by: [] }).toRecords()[0].n_unparsed, 2);
  // Votes stay votes: accuracy goes over all of them, and groups by person are each person's own.
  assert.equal(pairAccuracy(many, { by: [] }).toRecords()[0].n, many.height);
  const own = slotPreference(many, { by: ["annotator"] }).toRecords().map(({ n }) => n);
  assert.deepEqual(own, [56, 36, 18]);
  const inOrders = orderConsistency(many, { by: ["annotator"] }).toRecords().map(({ n }) => n);
  assert.deepEqual(inOrders, [29, 19, 10]);
  const [summary] = describe(many).toRecords(), [plain] = describe(one.drop("annotator")).toRecords();
  assert.deepEqual([summary.rows, summary.calls, summary.ties, summary.unparsable], [many.height, 60, 2, 2]);
  assert.deepEqual([plain.ties, plain.unparsable, "calls" in plain], [2, 2, false]);
});

Deno.test("strengths, their intervals and counts of replies do not grow with copies", () => {
  const [one] = bradleyTerry(pl.DataFrame(verdicts), { by: [] }).toRecords();
  const [people] = bradleyTerry(copies("annotator"), { by: [] }).toRecords();
  const [runs] = bradleyTerry(copies("run"), { by: [] }).toRecords();
  assert.deepEqual(people, one);
  for (const column of ["strength", "low", "high"]) {
    assert.ok(Math.abs(Number(runs[column]) - Number(one[column])) < 1e-6, column);
  }
  const unread = copies("annotator").withColumns(
    pl.when(pl.col("item_id").eq(pl.lit("3"))).then(pl.lit(null)).otherwise(pl.col("choice")).alias("choice"),
  );
  assert.equal(unparsedAudit(unread, { by: [] }).toRecords()[0].n_unparsed, 1);
});

Deno.test("wrong arguments and several runs get a message with the way out", () => {
  const pairs = copies("run"),
    call = (action: unknown, ...given: unknown[]) => () =>
      Reflect.apply(action as () => void, undefined, given);
  assert.throws(call(alternativeAnnotator, pairs), /wanted an epsilon .* found none; say { epsilon: 0.2 }/);
  assert.throws(call(alternativeAnnotator, pairs, { epsilon: 0.1 }), /several runs: choose one/);
  assert.throws(call(calibrationError, pairs), /calibrationError: wanted a list of probabilities/);
  assert.throws(
    call(familyPreference, pairs),
    /familyPreference: wanted what philautia\(\) returns.*pairSelfPreference/,
  );
});

Deno.test("reading counts verdicts in both orders once, however many people voted", () => {
  const folder = mkdtempSync(join(tmpdir(), "copies-"));
  try {
    const path = join(folder, "p.csv");
    const rows = [0, 1, 2].flatMap((item) =>
      ["p", "q"].flatMap((annotator) =>
        [false, true].map((swapped) =>
          `${item},j,A,${swapped && item === 0 ? "B" : "A"},${annotator},${swapped}`
        )
      )
    );
    writeFileSync(path, `item_id,judge,human,choice,annotator,swapped\n${rows.join("\n")}\n`);
    const [{ both, flipped }] = readReport(readPairs(path))!.orders!;
    assert.deepEqual([both, flipped], [3, 1]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

Deno.test("claims of pairs on which several people voted: the longer answer's is one of the judge, people stand beside it", () => {
  const rows = verdicts.map((row, i) => ({
    ...row,
    words_a: 10 + i % 4,
    words_b: 12 - i % 3,
    image_id: String(i % 10),
  }));
  const one = longerAnswerWins(pl.DataFrame(rows));
  // A second person who always says B.
  const voted = pl.DataFrame([...rows, ...rows.map((row) => ({ ...row, annotator: "p1", human: "B" }))]);
  const two = longerAnswerWins(voted);
  for (const name of ["estimate", "low", "high", "n", "verdict"] as const) {
    assert.equal(two[name], one[name], name);
  }
  const people = ({ sensitivity }: typeof one) =>
    sensitivity.find(({ name }) => name === "people in the judge's place")!;
  assert.ok(people(two).n === 2 * people(one).n && people(two).estimate !== people(one).estimate);
});

Deno.test("two ways of judging are compared vote by vote where several people voted", () => {
  const ways = verdicts.flatMap((row, i) =>
    ["base", "birch"].map((pipeline) => ({
      ...row,
      pipeline,
      more_informative: i % 2 ? "A" : "B",
      choice: pipeline === "base" || i % 4 ? row.choice : "A",
    }))
  );
  const one = mitigationLowersBias(pl.DataFrame(ways));
  const voted = ways.flatMap((row) => ["p", "q"].map((annotator) => ({ ...row, annotator })));
  const two = mitigationLowersBias(pl.DataFrame(voted));
  assert.ok(Math.abs(two.estimate - one.estimate) < 1e-12 && Math.abs(two.high - one.high) < 1e-9);
  assert.equal(two.clusters, one.clusters);
});

Deno.test("a report on several runs and people says who may stand in, of the first run", async () => {
  const draw = random(8);
  const rows = Array.from({ length: 40 }, (_, item) => {
    const better = item % 2 ? "A" : "B";
    return ["p", "q", "r"].flatMap((annotator) => {
      const human = draw.uniform() < 0.8 ? better : better === "A" ? "B" : "A";
      return [1, 2].map((run) => ({
        item_id: String(item),
        judge: "j",
        run,
        annotator,
        human,
        choice: run === 1 ? better : "A",
      }));
    });
  }).flat();
  const lineOf = async (frame: pl.DataFrame) =>
    (await report(frame, { silent: true, questions: ["stand_in"] })).json.lines[0];
  const both = await lineOf(pl.DataFrame(rows)),
    first = await lineOf(pl.DataFrame(rows.filter(({ run }) => run === 1)));
  assert.deepEqual([both.estimate, both.n], [first.estimate, first.n]);
  assert.match(both.note!, /; first run alone$/);
  assert.doesNotMatch(first.note!, /first run/);
});
