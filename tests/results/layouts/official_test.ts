import assert from "node:assert/strict";
import type pl from "nodejs-polars";
import { reliability, reliabilitySummary } from "@/metrics/reliability.ts";
import { publishedTable } from "@/papers/published_tables.ts";
import { canonicalCriterion, CRITERIA_SETS, orderedCriteria } from "@/results/criteria_sets.ts";
import { judgementAbstains, judgementScore } from "@/results/layouts/mm_judge_bias.ts";
import { overallJudgment } from "@/results/layouts/vl_reward_bench.ts";
import { loneNumber } from "@/results/reply_score.ts";
import { loneLabel } from "@/results/reply_verdict.ts";
import { readReport } from "@/results/read_report.ts";
import { readScorePairs } from "@/results/read_score_pairs.ts";
import { jsonLines } from "../../judge/study.ts";
import { inFolder } from "../in_folder.ts";

// What the papers' own code makes of judges' outputs, and what verdicts their texts hold.

type Means = Record<"integrality" | "congruity" | "robustness" | "overall", number>;
type Report = Means & { types: Record<string, { value: number; samples: number }> };
type Line = { seed: number; record: { meta?: { bias_type: string } } } | {
  reports: Record<string, Record<string, Report>>;
};
/** The records by seed, and what the authors' rules make of them. */
const GOLDEN = Deno.readTextFileSync("tests/results/golden/mm_judge_bias.jsonl").trim().split("\n")
  .map((line) => JSON.parse(line) as Line);
const RECORDS = GOLDEN.filter((line) => "record" in line),
  { reports } = GOLDEN.find((line) => "reports" in line)!;
const untidy = Object.fromEntries(
  RECORDS.map((
    { seed, record },
    i,
  ) => [`out/seed_${seed}/${i + 1000}.json`, JSON.stringify(record, null, 2)]),
);
const valuesOf = (frame: pl.DataFrame, name: string) => frame.getColumn(name).toArray();

Deno.test("MM-JudgeBias: every value, count and mean of the authors' report, bit by bit; seeds are runs in numerical order", () => {
  inFolder({ ...untidy, "out/report.json": "{}", "out/log.txt": "no table" }, (folder) => {
    const compatibility = "official";
    for (const [seed, judges] of Object.entries(reports)) {
      const frame = readScorePairs(`${folder}/out/seed_${seed}`, { compatibility });
      const types = reliability(frame, { compatibility }).toRecords();
      const means = reliabilitySummary(frame, { compatibility }).toRecords();
      for (const [judge, { types: wanted, ...wantedMeans }] of Object.entries(judges)) {
        const own = types.filter((row) => row.judge === judge);
        const found = own.map(({ bias_type, value, n }) => [bias_type, { value, samples: Number(n) }]);
        assert.deepEqual(Object.fromEntries(found), wanted);
        const { integrality, congruity, robustness, overall } = means.find((row) => row.judge === judge)!;
        assert.deepEqual({ integrality, congruity, robustness, overall }, wantedMeans);
      }
    }
    const frame = readScorePairs(`${folder}/out`, { compatibility });
    assert.deepEqual([...new Set(valuesOf(frame, "judge"))].sort(), ["judge-a", "judge-b(reasoning)"]);
    const seeds = new Map(valuesOf(frame, "seed").map((seed, i) => [seed, valuesOf(frame, "run")[i]]));
    assert.deepEqual([seeds.get("99"), seeds.get("1234")], [1, 2]);
    const { dropped, format } = readReport(frame)!;
    assert.equal(format, "mm-judgebias");
    assert.equal(
      dropped.bias_type,
      RECORDS.filter(({ record }) => record.meta?.bias_type === "colour").length,
    );
    assert.throws(() => readScorePairs(folder), /\.json.*(wanted|meta)/);
  });
});

Deno.test("verdicts in texts: the last marker, else the last number; N/A where the score should be; the answer that is named alone", () => {
  const readers: Record<string, (text: string) => unknown> = {
    ...{ judgementScore, judgementAbstains, overallJudgment },
  };
  const cases: Record<string, Record<string, string[]>>[] = jsonLines(
    "tests/results/layouts/verdicts_in_texts.jsonl",
  );
  for (const [of, found] of cases.flatMap(Object.entries)) {
    for (const [wanted, texts] of Object.entries<string[]>(found)) {
      for (const text of texts) assert.equal(String(readers[of](text)), wanted, text);
    }
  }
});

/** Texts about the number 8 of 10, or the label [[A]], by what a judge's parser finds in them. */
const textsOf = (name: RegExp): Record<string, string[]> =>
  jsonLines("tests/judge/parse/replies.jsonl").find((line) => name.test(line.name)).found;

Deno.test("one rule for numbers and labels of all scales and pairs", () => {
  const { 8: lone, unparsable: ambiguous } = textsOf(/could be another one is no score/);
  for (const [number, high] of [[7.5, 10], [85, 100], [0, 5]]) {
    for (const text of lone.map((text) => text.replace(/\b10\b/, `${high}`).replace("8", `${number}`))) {
      const found = loneNumber(text);
      assert.ok("number" in found && Number(found.number) === number, text);
      assert.ok([null, high].includes(found.outOf), text);
    }
    for (const text of ambiguous) assert.ok("fault" in loneNumber(text.replace("8", `${number}`)), text);
  }
  const letters = /\[\[([AB])\]\]/g,
    { A: decided, unparsable: undecided } = textsOf(/in a sentence that does not choose it/);
  for (const text of decided) assert.deepEqual(loneLabel(text, letters), { label: "A" }, text);
  for (const text of undecided) assert.ok("fault" in loneLabel(text, letters), text);
});

Deno.test("the criteria sets: five each, the paper's names in every spelling of its tables", () => {
  for (const set of Object.values(CRITERIA_SETS)) {
    assert.equal(set.length, 5);
    for (const text of set.flatMap(({ definition, reward, penalize }) => [definition, reward, penalize])) {
      assert.ok(text.length > 30 && /[.]$/.test(text), text);
    }
  }
  for (const { table, criterion } of publishedTable("multi-crit-appendix-tables10-15-19-labels")) {
    const split = ["Table 13", "Table 14", "Table 15"].includes(table) ? "reasoning" : "open_ended";
    assert.ok(CRITERIA_SETS[split].some(({ id }) => id === canonicalCriterion(split, criterion)), criterion);
  }
  assert.equal(canonicalCriterion("open_ended", "coherence"), "clarity");
  assert.equal(canonicalCriterion("reasoning", "coherence"), "logic");
  const given = ["efficiency", "zest", "logic", "logic"];
  assert.deepEqual(orderedCriteria("reasoning", given), ["logic", "efficiency", "zest"]);
});
