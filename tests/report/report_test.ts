import assert from "node:assert/strict";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { isDeepStrictEqual } from "node:util";
import { dirname, join } from "node:path";
import pl from "nodejs-polars";
import { kept } from "@/report/number_text.ts";
import { readCaptionScores, readPairs } from "judgebias";
import { command } from "@/cli/report.ts";
import { inProcess } from "../cli/in_process.ts";
import { jsonLines } from "../judge/study.ts";
import { file } from "../results/in_folder.ts";
import { checkGate, markdownOf, plainText } from "judgebias/report";
import { heldReports } from "../outcomes/held_reports.ts";
import { random } from "judgebias/stats";

const held = heldReports("reports_held"), { report, reportChange } = held;

const EXAMPLE = "data/examples/pairs.csv";

/** Chances of choosing A: the quality of the pair, and what a judge favours by how much. */
interface Planted {
  informative?: number;
  longer?: number;
  first?: number;
}

/** Verdicts of judges with planted biases on pairs whose informativeness, length, slot and label are independent. */
function planted(judges: Record<string, Planted>, items: number, seed: number): pl.DataFrame {
  const draw = random(seed);
  const rows = Array.from({ length: items }, (_, i) => ({
    ...{ item_id: `q${i}`, human: draw.uniform() < 0.5 ? "A" : "B" },
    more_informative: draw.uniform() < 0.5 ? "A" : "B",
    ...{ words_a: 20 + Math.floor(60 * draw.uniform()), words_b: 20 + Math.floor(60 * draw.uniform()) },
  }));
  return pl.DataFrame(
    Object.entries(judges).flatMap(([judge, { informative = 0, longer = 0, first = 0 }]) =>
      rows.map((row) => {
        const chance = 0.5 + (row.human === "A" ? 0.2 : -0.2) + first +
          (row.more_informative === "A" ? informative : -informative) +
          (row.words_a > row.words_b ? longer : row.words_a < row.words_b ? -longer : 0);
        return { ...row, judge, choice: draw.uniform() < chance ? "A" : "B" };
      })
    ),
  );
}

/** What a reader sees of a page: without its style and script. */
function bodyOf(html: string): string {
  return html.slice(html.indexOf("<body>"), html.indexOf("<script>"));
}

held.test("questions are of answers as they were; judges without such rows are named", async () => {
  const pairs = planted({ j: { informative: 0.3 }, k: {} }, 120, 5).withColumns(
    pl.lit("original").alias("variant"),
  );
  const equalized = pairs.withColumns(
    pl.lit("length_equalized").alias("variant"),
    pl.col("human").alias("choice"),
  );
  const estimates = async (frame: pl.DataFrame) => {
    const { json } = await report(frame, { silent: true });
    const own = json.lines.filter(({ question }) => question === "ib_equal_length");
    return own.map(({ estimate, n }) => [estimate, n]);
  };
  assert.deepEqual(await estimates(pl.concat([pairs, equalized])), await estimates(pairs));
  const blind = pairs.withColumns(pl.col("judge").eq(pl.lit("j")).alias("image"));
  const { json } = await report(blind, { silent: true });
  assert.ok(json.left_out.notes.some((note) => /judged with the image: k has no such row/.test(note)));
});

held.test("what changed between conditions is asked of judgments with the image, as all else is", async () => {
  // With the image the new prompt loses half of the pairs, without it it wins them.
  const rows = [true, false].flatMap((image) =>
    ["old", "new"].flatMap((condition) =>
      Array.from({ length: 60 }, (_, i) => {
        const right = (condition === "old") === image || i % 2 === 0;
        return { item_id: `${i}`, judge: "j", human: "A", choice: right ? "A" : "B", image, condition };
      })
    )
  );
  const { json } = await report(readPairs(rows), { silent: true, baseline: "old" });
  const [change] = json.lines.filter(({ question }) => question === "accuracy_by_condition");
  assert.deepEqual([change.estimate, change.n], [-0.5, 60]);
  const of = (condition: string) =>
    readPairs(rows.filter((row) => row.condition === condition).map(({ condition: _, ...row }) => row));
  const two = await reportChange(of("old"), of("new"), { silent: true });
  const [worse] = two.json.lines.filter(({ question }) => question === "accuracy_change");
  assert.deepEqual([worse.estimate, worse.n, worse.verdict], [-0.5, 60, "supported"]);
  // What a verdict says keeps its colons.
  assert.match(plainText(json) + JSON.stringify(json.answers), /image: it is more accurate/);
});

held.test("a report names the planted biases and only them", async () => {
  const named = new Set<string>();
  let wrong = 0;
  const pairsOf = (seed: number) =>
    planted({ informed: { informative: 0.2 }, wordy: { longer: 0.2 }, fair: {} }, 600, seed);
  for (let seed = 1; seed <= 12; seed++) {
    const { estimates } = await report(pairsOf(seed), { silent: true });
    const rows = estimates.filter(pl.col("look").eq(pl.lit("main"))).toRecords();
    const told = rows.filter(({ verdict }) => verdict === "supported" || verdict === "contradicted");
    for (const { question, judge, judges, estimate } of told) {
      named.add(`${question} ${judge}`);
      const whose = String(judge ?? judges), of = String(question).slice(0, 2);
      const planted = of === "ib" ? /informed/.test(whose) : of === "lb" && /wordy/.test(whose);
      if (!planted || Number(estimate) < 0 !== (of === "ib" && whose === "wordy against informed")) wrong++;
    }
    const found = told.filter(({ verdict }) => verdict === "supported").map((row) =>
      `${row.question} ${row.judge}`
    );
    assert.ok(found.includes("ib informed") && found.includes("lb wordy"), `seed ${seed}: ${found}`);
  }
  // Family-wise 5%: of 12 reports 3 or more with a false line have a chance of 2%; 100 seeds were run by hand, see the note.
  assert.ok(wrong <= 2, `${wrong} false findings`);
  assert.ok(!named.has("slot fair"));
});

held.test("the same rows give the same bytes, other rows another hash", async () => {
  const options = { silent: true };
  const [one, two] = [await report(readPairs(EXAMPLE), options), await report(readPairs(EXAMPLE), options)];
  assert.equal(one.html, two.html);
  assert.deepEqual(one.json, two.json);
  const other = await report(readPairs(EXAMPLE).head(500), options);
  assert.notEqual(one.json.input.sha256, other.json.input.sha256);
});

held.test("names and texts from files are data on the page and on the terminal", async () => {
  const hostile = `</script><script>alert(1)</script>"'&<img src=x onerror=alert(1)>`;
  const pairs = planted({ [hostile]: {}, "\u001b[31mred": {} }, 60, 3)
    .withColumns(pl.lit(`=cmd|' /C calc'!A0`).alias("domain"));
  const made = await report(pairs, { silent: true, title: hostile });
  assert.doesNotMatch(made.html, /<script>alert|<img src=x/);
  assert.equal(made.html.match(/<script>/g)?.length, 1);
  // deno-lint-ignore no-control-regex
  assert.doesNotMatch(plainText(made.json), /\u001b/);
});

held.test("every example file has a report without holes", async (t) => {
  for (const name of ["pairs.csv", "score_pairs.csv", "caption_scores.csv", "ratings.csv", "criteria.csv"]) {
    await t.step(name, async () => {
      const { html, json, estimates } = await report(`data/examples/${name}`, { silent: true });
      assert.doesNotMatch(bodyOf(html), /NaN|undefined|Infinity|\[object/);
      assert.ok(html.length < 3_000_000);
      assert.ok(json.lines.length > 0 && estimates.height >= json.lines.length);
      assert.equal(json.provenance, "simulated");
      assert.match(html, /describes the simulation/);
    });
  }
  assert.equal((await report(planted({ a: {} }, 40, 1), { silent: true })).json.provenance, "results");
});

held.test("a change between two results is found, and none where nothing changed", async () => {
  const before = planted({ old: { informative: 0.25 } }, 1500, 5);
  const same = planted({ old: { informative: 0.25 } }, 1500, 5).withColumns(pl.lit("new").alias("judge"));
  const mended = pl.concat([
    planted({ old: {} }, 1500, 5).head(1400).withColumns(pl.lit("new").alias("judge")),
  ]);
  const nothing = await reportChange(before, same, { silent: true });
  assert.deepEqual(
    nothing.json.lines.map(({ question, estimate }) => [question, estimate]),
    ["mitigation_change", "accuracy_change", "lb_change", "slot_change"].map((id) => [id, 0]),
  );
  const { json } = await reportChange(before, mended, { silent: true, questions: ["+ib_change"] });
  const ib = json.lines.find(({ question }) => question === "ib_change")!;
  assert.equal(ib.verdict, "supported"); // it fell
  assert.ok(ib.high! < 0);
  assert.deepEqual(ib.group, { judge: "old → new" });
  assert.match(
    json.left_out.notes[0],
    /^1,400 judgments are in both .* 100 of 1,500 are only in the first, 0 of 1,400 only in the second/,
  );
  const others = planted({ other: {} }, 3, 1).withColumns(pl.lit("x").alias("item_id"));
  await assert.rejects(() => reportChange(before, others, { silent: true }), /once|none with the same/);
});

held.test("a test of one's own stands in the report beside the others", async () => {
  const { biasAtEqualLength, ownMetric } = await import("judgebias");
  const equalLength = (own: pl.DataFrame) => biasAtEqualLength(own, { condition: {} });
  const [judge, people] = ["choice", "human"].map((name) => (row: Record<string, unknown>) =>
    row[name] === "A"
  );
  const ofPeople = (own: pl.DataFrame) =>
    ownMetric(own, {
      ...{ by: [], means: { judge, people }, of: (mean: Record<string, number>) => mean.judge / mean.people },
      ...{ scale: "ratio", delta: 0.9 } as const,
    });
  const right = (side: boolean) => (row: Record<string, unknown>) =>
    (row.more_informative === row.human) === side ? row.choice === row.human : null;
  const ratio = (own: pl.DataFrame) =>
    ownMetric(own, {
      ...{ by: [], means: { ids: right(true), cds: right(false) }, of: ({ ids, cds }) => ids / cds },
      ...{ scale: "ratio" as const, claimIs: "above" as const, delta: 0.1 },
    });
  const { json, html } = await report(planted({ a: { informative: 0.2 } }, 400, 2), {
    silent: true,
    hypotheses: [equalLength, ofPeople, { title: "IDS to CDS", test: ratio }],
  });
  const told = json.lines.find(({ question }) => question === "of_people")!;
  assert.equal(told.words, "no effect that matters (within ±0.9 of 1)"); // was: within ± points
  assert.equal(json.lines.find(({ question }) => question === "equal_length")?.verdict, "supported");
  // Called by its title, with its formula.
  assert.match(
    html,
    /shown<\/b>: IDS to CDS is above 1[^]*IDS to CDS is a test of .*ids \/ cds, a ratio; against 1, delta 0\.1/,
  );
  assert.match(html, /<h2 id="equal_length-title">Equal length<\/h2>/);
});

held.test("results that are computed already, titles, and tests that fail stand in the report beside the others", async () => {
  const { biasAtEqualLength } = await import("judgebias");
  const { claim } = await import("@/hypotheses/claim.ts");
  const pairs = planted({ a: { informative: 0.2 }, b: {} }, 400, 2);
  const done = biasAtEqualLength(pairs.filter(pl.col("judge").eq(pl.lit("a"))), { condition: {} });
  const look = { estimate: -0.2, low: -0.3, high: -0.1, df: 39, n: 90, clusters: 40, pOf: () => 1e-5 };
  const below = claim({
    ...{ hypothesis: "lower by all of the ways of asking we had", claim: "the rate fell", claimIs: "below" },
    parts: [{ name: "the rate", nullValue: 0, look: { ...look, warning: "few images" } }],
    effect: { measure: "none", value: NaN },
    ...{ method: "by hand", alpha: 0.1, frames: [] },
  });
  const { json, html, estimates } = await report(pairs, {
    silent: true,
    questions: ["ib"],
    hypotheses: [
      done,
      below,
      { title: "ib", test: (own) => biasAtEqualLength(own, { condition: {} }) },
      function brokenTest(): never {
        throw new SyntaxError("no such thing");
      },
      (() => undefined) as never,
      function throwsText(): never {
        throw "a text";
      },
    ],
  });
  const of = (question: string) => json.lines.filter((line) => line.question === question);
  const [line] = of("ib_remains_at_the_same_length_difference");
  // Deno and Node differ in the last digits: ten are the same in both, and more are not said.
  const numbers = [json.lines, estimates.toRecords()].flatMap((rows) =>
    rows.flatMap((row) => Object.values(row).filter((value) => typeof value === "number"))
  );
  assert.ok(numbers.some((value) => !Number.isInteger(value)));
  for (const value of numbers) assert.equal(value, kept(value));
  assert.equal(line.estimate, kept(done.estimate));
  assert.deepEqual(line.group, {});
  const [fell] = of("lower_by_all_of_the_ways_of_asking_we_ha");
  assert.deepEqual([fell.verdict, fell.warning], [
    "supported",
    "few images; its interval is at 90%, all others at 95%: say alpha: 0.05 there too",
  ]);
  assert.match(html, /shown<\/b>: the rate fell/);
  assert.deepEqual(of("ib_2").map(({ group }) => group.judge), ["a", "b"]); // beside the report's own ib
  assert.equal(of("ib").length, 2);
  assert.deepEqual(of("broken_test").map(({ verdict, warning }) => [verdict, warning]), [
    ["untestable", "SyntaxError: no such thing"],
    ["untestable", "SyntaxError: no such thing"],
  ]);
  assert.match(html, /SyntaxError: no such thing/);
  assert.match(of("own_hypothesis_5")[0].warning, /wanted a HypothesisResult .*found nothing/);
  assert.match(of("throws_text")[0].warning, /^something was thrown that is no error: a text$/);
  const ways = estimates.toRecords().filter((row) =>
    row.look === "other ways of asking" && row.question === "ib_2"
  );
  assert.deepEqual(
    [...new Set(ways.map((row) => row.quantity))],
    ["at a difference of 0", "pairs within 5 words, as they are", "all pairs, as they are"],
  );
  // Each with its own counts: few pairs have as few clusters.
  for (const { n, clusters } of ways) assert.ok(Number(clusters) <= Number(n), `${clusters} of ${n}`);
  await assert.rejects(() => report(pairs, { silent: true, hypotheses: [3 as never] }), /HypothesisResult/);
});

held.test("what stops a question is said on top, once", async () => {
  const pairs = planted({ a: {} }, 60, 2);
  const { json, html } = await report(pl.concat([pairs, pairs.head(1)]), { silent: true });
  assert.equal(json.problems.length, 1, JSON.stringify(json.problems));
  assert.match(json.problems[0].problem, /^wanted one row per .*found rows 1 and 61/);
  const stopped = json.problems[0].questions.map(({ id }) => id);
  for (const id of ["ib", "lb", "slot", "accuracy"]) assert.ok(stopped.includes(id), id);
  assert.ok(html.indexOf("found rows 1 and 61") < html.indexOf(`<section id="read"`));
  assert.match(html, /Not computed: <a href="#\w+">[^<]+<\/a>, <a /);
  assert.match(plainText(json), /Not computed: Informativeness bias, .*found rows 1 and 61/);
});

held.test("runs are looked at one by one where there are several", async () => {
  const run = (number: number, seed: number, first: number) =>
    planted({ a: { first } }, 300, seed).withColumns(pl.lit(number).cast(pl.Int32).alias("run"));
  const pairs = pl.concat([run(1, 5, 0.2), run(2, 5, -0.2)]);
  const { estimates, json } = await report(pairs, { silent: true, questions: ["slot", "repeat"] });
  const looks = estimates.toRecords().filter((row) => row.question === "slot" && row.look === "by run");
  assert.deepEqual(looks.map((row) => [row.run, Math.sign(Number(row.estimate))]), [["1", 1], ["2", -1]]);
  const flips = json.lines.find(({ question }) => question === "repeat")!;
  assert.equal(flips.n, 300);
  assert.match(flips.note, /a run's pass rate from .*%/);
});

held.test("a judge without a readable verdict has no slot preference of 0", async () => {
  const mute = planted({ mute: {} }, 80, 6).withColumns(pl.lit(null).cast(pl.Utf8).alias("choice"));
  const { json, html } = await report(pl.concat([planted({ a: { first: 0.3 } }, 400, 6), mute]), {
    silent: true,
  });
  assert.match(json.problems[0].problem, /^No verdict of mute names an answer \(unread or ties\)/);
  // The key of the picture has what there is, and n stands beside every verdict.
  const tones = new Set(json.lines.filter(({ verdict }) => verdict !== "not tested").map(({ tone }) => tone));
  assert.equal(html.includes("rules an effect out"), tones.has("absent"));
  assert.equal(html.includes("shows what one hopes for"), tones.has("help"));
  assert.match(html, /class="soft key".*?<th scope="col"[^>]*>(?:<button[^>]*>)?n\u00a0\(clusters\)</s);
  const slots = json.lines.filter(({ question }) => question === "slot");
  assert.deepEqual(slots.map(({ group, verdict }) => [group.judge, verdict]), [["a", "supported"]]);
  const lb = json.lines.find(({ question, group }) => question === "lb" && group.judge === "mute")!;
  assert.ok(lb.n! > 0); // as wrong throughout, which its section says
});

held.test("a finding in either direction is one, and its sentence says which", async () => {
  const pairs = planted({ a: { first: -0.3 }, b: { first: 0.3 } }, 500, 7);
  const { json, html } = await report(pairs, { silent: true });
  const slots = json.lines.filter(({ question }) => question === "slot");
  const found = slots.map(({ verdict, estimate }) => `${verdict} ${Math.sign(estimate!)}`);
  assert.deepEqual(found, ["supported -1", "supported 1"]);
  assert.match(html, /stands first, for its slot or for what it is \(1 of 2\): b \(/);
  assert.match(html, /stands second, for its slot or for what it is \(1 of 2\): a \(/);
});

held.test("a share of 0 says what it is of and held against; only estimates count among those with a warning", async () => {
  const said: Record<string, (swapped: boolean) => string | null> = {
    first: (swapped) => swapped ? "B" : "A",
    last: (swapped) => swapped ? "A" : "B",
    silent: () => null,
  };
  const pairs = pl.DataFrame(
    Object.keys(said).flatMap((judge) =>
      Array.from({ length: 80 }, (_, i) => {
        const of = { item_id: `q${i >> 1}`, judge, swapped: i % 2 > 0, human: i % 4 < 2 ? "A" : "B" };
        return { ...of, choice: said[judge](of.swapped) };
      })
    ),
  );
  const made = await report(pairs, { silent: true, questions: ["order", "accuracy"] }), { json } = made;
  const answers = json.answers[0].answers.join("\n"),
    held = "first slot among changed verdicts, held against 50%";
  for (
    const [words, name, numbers] of [["first", "first", "100.0 [90.7, 100.0]%"], [
      "second",
      "last",
      "0.0 [0.0, 9.3]%",
    ]]
  ) {
    const claim = `lets the ${words} slot win when the order decides`;
    assert.ok(answers.includes(`${claim} (1 of 3; ${held}): ${name} (${numbers}).`), answers);
    assert.match(plainText(json), new RegExp(`order +${name} .* n = 40, p < 0.0001 against 50%: ${claim}`));
    assert.match(markdownOf(json), new RegExp(` against 50% \\| [^|]*: ${claim} \\|`));
  }
  assert.match(
    answers,
    /untestable \(1 of 3\): silent \(no verdict went from one answer to the other with the order\)\./,
  );
  const { json: of } = await report(readCaptionScores("data/examples/caption_scores.csv"), { silent: true });
  assert.deepEqual(
    [of.lines.length, of.cannot_say.filter((one) => /carr/.test(one))],
    [12, []],
    "six are untestable",
  );
});

held.test("what an outsider found: rows counted that take part, replies left out where it says so, labels compared, unread columns named", async () => {
  // 200 pairs of one judge; where people prefer B a quarter of the replies cannot be read.
  const draw = random(9);
  const pairs = pl.DataFrame(Array.from({ length: 200 }, (_, i) => {
    const human = i % 2 ? "A" : "B";
    const read = human === "A" || draw.uniform() < 0.5;
    return {
      ...{ item_id: `q${i}`, judge: "a", human, order: "AB" },
      choice: read ? (draw.uniform() < 0.7 ? human : human === "A" ? "B" : "A") : null,
      ...{ words_a: i < 190 ? 10 + i % 7 : null, words_b: 12 },
    };
  }));
  const { json } = await report(pairs, { silent: true });
  const of = (question: string) => json.lines.find((line) => line.question === question)!;
  const parsed = pairs.filter(pl.col("choice").isNotNull()).height;
  assert.equal(of("slot").n, parsed);
  assert.match(of("lb").without, /without unread replies$/);
  assert.ok(of("lb").n! <= 190);
  assert.ok(
    json.left_out.notes.some((note) => /own questions uses as they are: order\./.test(note)),
    json.left_out.notes.join(),
  );
  const open = `Unread replies (choice is empty): a (${200 - parsed} of 200); ` +
    "slot leaves them out, accuracies and biases count them as wrong.";
  assert.ok(json.left_out.notes.includes(open), json.left_out.notes.join());
  const records = pairs.toRecords().map(({ item_id, judge, human, choice }) => ({
    ...{ item_id, judge, meta: { human, tokens: 7 }, order: "AB", reply: { choice: choice ?? "n/a" } },
  }));
  const nested = readPairs(records, {
    columns: { human: "meta.human", choice: "reply.choice" },
    missing: ["n/a"],
  });
  const { notes } = (await report(nested, { silent: true })).json.left_out;
  assert.ok(notes.includes(open), notes.join());
  assert.ok(notes.some((note) => /uses as they are: order\./.test(note)), notes.join());
  const flipped = pairs.withColumns(
    pl.when(pl.col("human").eq(pl.lit("A"))).then(pl.lit("B")).otherwise(pl.lit("A")).alias("human"),
  );
  const said = /same human labels .* found 200 of 200 that differ, such as item q0 \(B before, A after\)/;
  await assert.rejects(() => reportChange(pairs, flipped, { silent: true }), said);
  const { left_out } = (await reportChange(pairs, pairs, { silent: true })).json;
  assert.ok(!left_out.notes.some((note) => /the key of an earlier/.test(note)));
});

held.test("the task writes page, record and CSV; every limit counts and says what it was held against; nothing untested passes", async () => {
  const folder = mkdtempSync(join(tmpdir(), "judgebias-report-"));
  const run = (...args: string[]) => inProcess(command, ...args, "--out", folder);
  const [empty, bad, mute] = ["", "a,b\n1,2\n", "1,j,A,\n2,j,B,\n"].map((text) =>
    file(text[0] === "a" ? text : `item_id,judge,human,choice\n${text}`)
  );
  const ib = "ib > 0.2: held against 3 lines, 1 crosses it, 1 not shown, 1 not decided\n";
  // The prompt y takes the bias of x by errors: accuracy falls by 20 points.
  const costly = file(
    `item_id,judge,condition,human,more_informative,choice\n${
      Array.from({ length: 800 }, (_, i) => {
        const item = i % 400, isRight = item % 200 < (item >= 200 || i >= 400 ? 100 : 180);
        return `${item},j,${i < 400 ? "x" : "y"},A,${item < 200 ? "A" : "B"},${isRight ? "A" : "B"}`;
      }).join("\n")
    }\n`,
  );
  const paths: Record<string, string> = { mute, empty, bad, costly, both: dirname(bad) };
  copyFileSync(EXAMPLE, join(dirname(bad), "pairs.csv"));
  try {
    for (const [limits, code, words, of] of jsonLines("tests/report/task_limits.jsonl")) {
      const args = limits.flatMap((limit: string) => limit.startsWith("--") ? [limit] : ["--fail-on", limit]);
      const ended = await run(paths[of] ?? EXAMPLE, ...args);
      assert.match(ended.stdout + ended.stderr, new RegExp(words.replace("@ib", ib)), `${limits}`);
      assert.equal(ended.code, code, `${limits}: ${ended.stderr}`);
    }
    assert.match(Deno.readTextFileSync(join(folder, "estimates.csv")), /^question,look,judge,/);
    assert.equal(JSON.parse(Deno.readTextFileSync(join(folder, "report.json"))).schema, "judgebias-report/1");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

held.test("a judge whose replies cannot be read is not free of bias: nothing is tested, mostly unread is warned of, gates say so", async () => {
  const rows = planted({ fair: {}, mumbling: { informative: 0.3 }, mute: {} }, 600, 3).toRecords();
  const pairs = pl.DataFrame(rows.map((row, i) => ({
    ...row,
    choice: row.judge === "mute" || row.judge === "mumbling" && i % 20 > 0 ? null : row.choice,
  })));
  const { json } = await report(pairs, { silent: true });
  // Counted are the rows behind a difference: in nine pairs no answer is the longer one.
  const counts = { ib: "570 of 600", ib_equal_length: "570 of 600", lb: "561 of 591" };
  for (const [question, count] of Object.entries(counts)) {
    const of = (judge: string) =>
      json.lines.find((line) => line.question === question && line.group.judge === judge)!;
    assert.equal(of("mute").verdict, "untestable", question);
    assert.equal(of("mute").warning, "no reply could be read");
    assert.ok(of("mumbling").warning.includes(`${count} replies are unread`), question);
    assert.notEqual(of("mumbling").verdict, "absent", question);
    assert.doesNotMatch(of("fair").warning, /are unread/);
  }
  const { checked, crossed, untested } = checkGate(json, "ib > 0.5");
  assert.deepEqual([checked, crossed.length], [1, 0]);
  assert.deepEqual(untested.map(({ what }) => what), ["mumbling", "mute"]);
  assert.match(untested[0].why, /570 of 600 replies are unread/);
  // Of the image reliance those of the 200 items that were judged both with the image and without.
  const some = Array.from({ length: 200 }, (_, i) => `q${i}`);
  const both = [pairs, pairs.filter(pl.col("item_id").isIn(some))].map((rows, i) =>
    rows.withColumns(pl.lit(i === 0).alias("image"))
  );
  const { lines } = (await report(pl.concat(both), { silent: true, questions: ["irs"] })).json;
  const { warning } = lines.find(({ group }) => group.judge === "mumbling")!;
  assert.match(warning, /\d of 400 replies are unread/);
  // A limit that no reply can reach holds, whatever is unread.
  assert.deepEqual(checkGate(json, "ib >= 1").untested, untested.slice(1));
});

/** What unread replies could have said, each by its row: the worst for any of the report's questions. */
const SAID: Record<string, (row: Record<string, unknown>) => boolean> = {
  A: () => true,
  B: () => false,
  right: ({ truth }) => truth === "A",
  wrong: ({ truth }) => truth !== "A",
  first: ({ swapped }) => !swapped,
  second: ({ swapped }) => Boolean(swapped),
  "right by one judge, wrong by the other": ({ judge, truth }) => (judge === "x") === (truth === "A"),
  "right under one condition": ({ condition, truth }) => (condition === "x") === (truth === "A"),
  "wrong under one condition": ({ condition, truth }) => (condition === "x") !== (truth === "A"),
};

const numberOf = (text?: string) => Number(text?.replace("−", "-") ?? NaN) / 100;

/** Between which values unread replies leave the parts of a claim, and what both are. */
const partsIn = ({ note }: { note: string }) =>
  [...note.matchAll(/(the (?:drop|change)[^;]*?) is between (\S+) and (\S+) points/g)]
    .map(([, name, low, high]) => ({ name, low: numberOf(low), high: numberOf(high) }));
const numbersOf = (
  { note, estimate }: { note: string; estimate: number | null },
) => [estimate ?? NaN, numberOf(/^the change of accuracy (\S+) \[/.exec(note)?.[1])];

Deno.test("no line that is not held open turns, whatever unread replies would have said; none leaves its range", async () => {
  const other = (one: string) => one === "A" ? "B" : "A", models = ["x", "y", "z"], draw = random(1);
  const rows = Array.from({ length: 50 }, (_, i) => {
    const [truth, more_informative] = [draw.uniform(), draw.uniform()].map((u) => u < 0.5 ? "A" : "B");
    const [words_a, words_b] = [9 + Math.floor(9 * draw.uniform()), 9], [m, n] = [i % 3, (i + 1 + i % 2) % 3];
    const votes = ["p", "q", "r"].map((
      annotator,
    ) => [annotator, draw.uniform() < 0.85 ? truth : other(truth)]);
    return ["x", "y"].flatMap((judge) =>
      [false, true].flatMap((swapped) => {
        const lean = (more_informative === "A" ? 0.2 : -0.2) + (swapped ? -0.2 : 0.2), u = draw.uniform();
        const said = u < 0.5 + (truth === "A" ? 0.2 : -0.2) + (judge === "x" ? lean : 0) ? "A" : "B";
        const choice = draw.uniform() < (truth === "A" ? 0.05 : 0.15) ? null : said, confidence = 0.95;
        const own = { item_id: `${i}`, judge, swapped, truth, choice, more_informative, words_a, words_b };
        return votes.map(([annotator, human]) => ({
          ...own,
          annotator,
          human,
          confidence,
          model_a: models[m],
          model_b: models[n],
        }));
      })
    );
  }).flat();
  // … and two conditions of one judge, whose pairs have a label in part: of a claim the parts are of different rows.
  const ways = rows.map(({ judge: condition, ...row }) => {
    const place = Number(row.item_id) % 6, more_informative = place > 2 ? row.more_informative : null;
    const choice = place === 0 && condition === "y" ? null : row.choice;
    return { ...row, condition, judge: "j", more_informative, choice };
  });
  // so that much is shown
  const asked = { silent: true, families: { f: ["x", "z"] }, alpha: 0.5 };
  const questions = ["mitigation", "mitigation_lb", "accuracy"].map((one) => `${one}_by_condition`);
  const linesOf = async (given: Record<string, unknown>[]) => {
    const own = "condition" in given[0] ? { ...asked, questions } : asked;
    return (await report(pl.DataFrame(given.map(({ truth: _, ...row }) => row)), own)).json.lines;
  };
  const isFound = (verdict: string) => verdict === "supported" || verdict === "contradicted";
  let parts = 0;
  for (const own of [rows, ways]) {
    const lines = await linesOf(own);
    assert.ok(own === ways || lines.filter(({ verdict }) => isFound(verdict)).length > 4);
    for (const [way, isA] of [["as it is", () => true] as const, ...Object.entries(SAID)]) {
      const isSame = way === "as it is";
      const filled = own.map((row) => ({ ...row, choice: row.choice ?? (isA(row) ? "A" : "B") }));
      const told = isSame ? lines : await linesOf(filled);
      for (const line of lines) {
        const { question, group: { part: _, ...group }, verdict, words, reach, warning, note } = line;
        const same = told.find(({ group: { part: _, ...other }, ...one }) =>
          one.question === question && isDeepStrictEqual(other, group)
        );
        const what = `${way}: ${question} ${JSON.stringify(group)}`,
          { low = null, high = null } = reach ?? {};
        if (isFound(verdict) && isFound(same?.verdict ?? "") && !/^errs/.test(words)) {
          assert.equal(same!.words, words, what);
        }
        if (/are unread/.test(warning)) {
          assert.match(note + warning, /whatever unread replies|is not known/, what);
        }
        if (same?.estimate == null) continue;
        for (const { name, low, high } of partsIn(line)) {
          const [drop, kept] = numbersOf(same), found = name === "the change of accuracy" ? kept : drop;
          parts++;
          assert.ok(low - 0.0006 <= found && found <= high + 0.0006, `${what}: ${name} ${found}: ${note}`);
        }
        if (low === null || high === null) continue;
        assert.ok(low - 1e-9 <= same.estimate && same.estimate <= high + 1e-9, `${what}: ${same.estimate}`);
      }
    }
  }
  assert.ok(parts > 20, String(parts));
});

held.hold();
