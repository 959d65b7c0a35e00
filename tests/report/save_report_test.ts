import assert from "node:assert/strict";
import { lengthBias, only, readPairs } from "judgebias";
import { renderFigure } from "judgebias/figures";
import { checkGate, markdownOf, plainText, readGate, type Report } from "judgebias/report";
import { heldReports } from "../outcomes/held_reports.ts";
import { tested } from "@/report/estimates.ts";
import type pl from "nodejs-polars";
import { testCases } from "../cases.ts";
import { tempFolder } from "../judge/temp_folder.ts";

const held = heldReports("cases_held"), { report, reportChange } = held;

/** What a report says, as its readers see it. */
const seen = (of: Report) => ({ ...of.json, ...of, text: plainText(of.json), markdown: markdownOf(of.json) });
/** How many sentences a report of a frame, a figure of its main rows, and a metric without rows, twice, print. */
async function printed(pairs: pl.DataFrame): Promise<number[]> {
  const { warn } = console, counts: number[] = [], where = { pipeline: "base", image: true };
  const example = readPairs("data/examples/pairs.csv"), none = () => lengthBias(pairs.head(0));
  const drawn = () => renderFigure("birch-fig1", { results: only(example, where) });
  for (const make of [() => report(pairs, { silent: true }), drawn, none, none]) {
    counts.push(0);
    console.warn = () => counts[counts.length - 1]++;
    await Promise.resolve(make()).finally(() => console.warn = warn);
  }
  return counts;
}

/** A limit held against lines of one question: estimate, interval, and what else the record says of each. */
function gated(limit: string, lines: [number, number, number, object?][], options?: object) {
  const own = lines.map(([estimate, low, high, more], i) => ({
    ...{ question: /\w+/.exec(limit)![0], group: { judge: `j${i}` }, estimate, low, high },
    ...{ verdict: "undecided", words: "", warning: "", parts: "", ...more },
  }));
  const record = { lines: own, left_out: { table: [] }, not_asked: [], problems: [], input: {} };
  return checkGate(record as never, limit, options);
}

testCases(new URL("gates.jsonl", import.meta.url), { gated });
testCases(new URL("cases.jsonl", import.meta.url), {
  changes: async (one: never, two: never, more: unknown) =>
    seen(await reportChange(one, two, { silent: true, ...typeof more === "object" && more })),
  gate: async (one: never, two: never, limit: string, ...more: []) => {
    const named = `+${/\w+/.exec(limit)![0]}`;
    return checkGate(
      (await reportChange(one, two, { silent: true, questions: [named] })).json,
      limit,
      ...more,
    );
  },
  gateOf: async (one: never, two: object, limit: never, ...more: []) =>
    checkGate((await report(one, { silent: true, ...two })).json, limit, ...more),
  report: async (given: never, options: object) => seen(await report(given, { silent: true, ...options })),
  tested,
  readGate: async (...given: Parameters<typeof readGate>) => await readGate(...given),
  printed,
}, held.test);

held.test("report: saved from the library as page, record, CSV, LaTeX and Markdown; the same bytes twice", async () => {
  using at = tempFolder();
  const pairs = readPairs("data/examples/pairs.csv");
  const made = await report(pairs, { silent: true, questions: ["ib", "slot"], out: `${at.path}/new/place` });
  const read = (name: string) => Deno.readTextFileSync(`${at.path}/new/place/${name}`);
  const names = [...Deno.readDirSync(`${at.path}/new/place`)].map(({ name }) => name).sort();
  assert.equal(names.join(), "estimates.csv,estimates.tex,index.html,report.json,report.md");
  assert.equal(read("index.html"), made.html);
  const reply = (item_id: string, choice: string) => ({ item_id, judge: "j", human: "A", choice });
  const replies = [reply("1", "So, [[A]]"), reply("2", "Who knows")], file = `${at.path}/unread/unread.csv`;
  const slots = { silent: true, questions: ["slot"], out: `${at.path}/unread` } as const;
  const ofReplies = (options: object) => report(readPairs(replies, options), slots);
  await ofReplies({ replies: true });
  const listed = Deno.readTextFileSync(file);
  assert.equal(listed, "item_id,judge,meant,reason,reply\n2,j,,unknown wording,Who knows\n");
  Deno.writeTextFileSync(file, listed.replace("j,,", "j,B,"));
  await assert.rejects(ofReplies({ replies: true }), /has meanings that somebody wrote/);
  for (const _ of [1, 2]) await ofReplies({ unread: file });
  assert.match(Deno.readTextFileSync(file), /\n2,j,B,read by hand,Who knows\n$/);
  assert.match(read("report.json"), /"judgebias-report\/1"/);
  assert.match(read("estimates.csv"), /,provenance\n[^]*,simulated\n$/);
  // Six lines of results between the rules: three judges, two questions.
  assert.equal(read("estimates.tex").match(/^ +simulated-.*\\\\$/gm)!.length, 6);
  // Columns that only further looks fill are no part of the table.
  assert.match(read("estimates.tex"), / & estimate \(points\) & n & p, adjusted & verdict/);
  assert.match(read("estimates.tex"), /^% simul[^]*\. 95\\% intervals; p adjusted by Holm/);
  const before = read("report.md");
  await report(pairs, { silent: true, questions: ["ib", "slot"], out: `${at.path}/new/place` });
  assert.equal(read("report.md"), before);
});

held.test("LaTeX of a report: no p is 0", async () => {
  using at = tempFolder();
  const rows = Array.from(
    { length: 300 },
    (_, i) => ({ item_id: `${i}`, judge: "a<b", human: "AB"[i % 2] }),
  );
  const choices = (i: number) => i % 20 === 0 ? "B" : i % 20 === 1 ? null : "A";
  const pairs = readPairs(rows.map((row, i) => ({ ...row, choice: choices(i) })));
  await report(pairs, { silent: true, questions: ["slot"], out: at.path });
  const table = Deno.readTextFileSync(`${at.path}/estimates.tex`);
  assert.match(table, /a\$<\$b .*\$<\$ 0\.0001/);
  assert.doesNotMatch(table, /0\.0000/);
  // What stands in warnings stands below.
  assert.match(table, /footnotesize 1 of 1 estimate has a warning \(/);
  // What holds a line open stands beside its verdict, as on the page.
  const said = [...Array(240).fill("AA"), ...Array(31).fill("AB"), ...Array(29).fill("A")];
  const both = [...said, ...Array(270).fill("BB"), ...Array(30).fill("BA")].map((
    [human, choice = null],
    i,
  ) => ({ item_id: `${i}`, judge: "j", human, choice, words_a: 9, words_b: 5 }));
  await report(readPairs(both), { silent: true, questions: ["lb"], out: at.path });
  const open = Deno.readTextFileSync(`${at.path}/estimates.tex`);
  assert.match(open, /undecided, since whether it is there without unread replies is open/);
});

held.test("markdownOf: intervals are called by their level, what cites nothing has no empty BibTeX, names are text in one row", async () => {
  const options = { silent: true, questions: ["ib"] }, odd = "a|b\n# [x](http://y) <b>`_";
  const { json, html } = await report("data/examples/pairs.csv", { ...options, alpha: 0.1 });
  assert.match(html, /on the others \(Zou et al\. 2026\)\./);
  assert.doesNotMatch(html, /\[@/, "what is cited has a name on the page");
  assert.match(markdownOf(json), /estimate \\\[90% interval\\\][^]*```bibtex\n@/);
  assert.doesNotMatch(markdownOf({ ...json, bibtex: "" }), /bibtex/);
  const pairs = readPairs(Array.from({ length: 40 }, (_, i) => ({
    ...{ item_id: `${i}`, judge: odd, human: "AB"[i % 2], choice: "A", more_informative: i % 3 ? "A" : "B" },
  })));
  const text = markdownOf((await report(pairs, options)).json), lines = text.split("\n");
  const row = lines.find((line) => line.startsWith("| ib |"))!;
  assert.ok(row.includes("a\\|b \\# \\[x\\](http://y) \\<b\\>\\`\\_"), row);
  assert.equal(lines.filter((line) => line.startsWith("# ")).length, 1);
});

held.hold();
