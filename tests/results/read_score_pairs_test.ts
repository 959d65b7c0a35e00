import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import type pl from "nodejs-polars";
import { reliability } from "@/metrics/reliability.ts";
import { reliabilitySummary } from "@/metrics/reliability_summary.ts";
import { judgementAbstains, judgementScore } from "@/results/layouts/mm_judge_bias.ts";
import { readReport } from "@/results/read_report.ts";
import { readResults } from "@/results/read_results.ts";
import { readScorePairs } from "@/results/read_score_pairs.ts";
import { inFolder } from "./in_folder.ts";

interface Report {
  types: Record<string, { value: number; samples: number }>;
  integrality: number;
  congruity: number;
  robustness: number;
  overall: number;
}
type Line = { seed: number; record: { meta?: { bias_type: string } } } | {
  reports: Record<string, Record<string, Report>>;
};
/** The records by seed, and what the authors' rules make of them. */
const GOLDEN = Deno.readTextFileSync("tests/results/golden/mm_judge_bias.jsonl").trim().split("\n")
  .map((line) => JSON.parse(line) as Line);
const RECORDS = Object.groupBy(GOLDEN.filter((line) => "record" in line), ({ seed }) => seed);
const REPORTS = GOLDEN.find((line) => "reports" in line)!.reports;

const column = (frame: pl.DataFrame, name: string) => frame.getColumn(name).toArray();

const untidy = Object.fromEntries(
  Object.entries(RECORDS).flatMap(([seed, lines]) =>
    lines!.map(({ record }, i) => [
      `out/judgements/seed_${seed}/${String(i).padStart(4, "0")}.json`,
      JSON.stringify(record, null, 2),
    ])
  ),
);

/** A record of the authors' output. */
const record = (judge: Record<string, unknown>, meta: Record<string, unknown> = {}) =>
  JSON.stringify({ judgement: { a: judge }, meta: { id: 1, bias_type: "text_dominance", ...meta } }, null, 2);

Deno.test("official folder: every value, count and mean of the authors' report, bit by bit", () => {
  inFolder(untidy, (folder) => {
    for (const [seed, judges] of Object.entries(REPORTS)) {
      const frame = readScorePairs(`${folder}/out/judgements/seed_${seed}`, { compatibility: "official" });
      const types = reliability(frame, { compatibility: "official" }).toRecords();
      const means = reliabilitySummary(frame, { compatibility: "official" }).toRecords();
      for (const [judge, report] of Object.entries(judges)) {
        const own = types.filter((row) => row.judge === judge);
        assert.deepEqual(
          Object.fromEntries(
            own.map(({ bias_type, value, n }) => [bias_type, { value, samples: Number(n) }]),
          ),
          report.types,
        );
        const { integrality, congruity, robustness, overall } = means.find((row) => row.judge === judge)!;
        const { types: _, ...wanted } = report;
        assert.deepEqual({ integrality, congruity, robustness, overall }, wanted);
      }
    }
  });
});

Deno.test("official folder: both seeds are runs in numerical order, judges rows, and the report says what was left out", () => {
  inFolder({ ...untidy, "out/report.json": "{}", "out/log.txt": "no table" }, (folder) => {
    const frame = readScorePairs(`${folder}/out`, { compatibility: "official" });
    assert.deepEqual(
      [...new Set(column(frame, "judge"))].sort(),
      ["a", "b(reasoning)"].map((x) => `judge-${x}`),
    );
    const seeds = new Map(column(frame, "seed").map((seed, i) => [seed, column(frame, "run")[i]]));
    assert.deepEqual([seeds.get("99"), seeds.get("1234")], [1, 2]);
    const { dropped, format } = readReport(frame)!;
    assert.equal(format, "mm-judgebias");
    const records = Object.values(RECORDS).flatMap((lines) => lines!.map(({ record }) => record));
    assert.equal(dropped.bias_type, records.filter(({ meta }) => meta?.bias_type === "colour").length);
  });
});

Deno.test("official folder without compatibility: N/A abstains, scores off the scale are errors, or dropped and counted", () => {
  inFolder(untidy, (folder) => {
    assert.throws(() => readScorePairs(folder), /\.json.*(wanted|meta)/);
  });
  const files = {
    "judgements/seed_2/0000.json": record({
      unbiased: "### Score: 10",
      biased: "### Score: N/A",
      biased_score: 4,
    }),
    "judgements/seed_2/0001.json": record({ unbiased_score: 12, biased_score: 3 }, { id: 2 }),
    "judgements/seed_10/0000.json": record({ unbiased: "### Score: 11", biased_score: 3 }),
  };
  inFolder(files, (folder) => {
    assert.throws(
      () => readScorePairs(folder),
      /seed_2.0001\.json, column judgement\.a\.unbiased_score: wanted a score from 1 to 10.*found 12/,
    );
    const frame = readScorePairs(folder, { onInvalid: "drop", prompt: "abstention" });
    assert.deepEqual(readReport(frame)!.dropped, { score: 1 });
    const rows = frame.select("run", "unbiased", "unbiased_status", "biased", "biased_status", "prompt")
      .toRecords();
    assert.deepEqual(rows.sort((a, b) => Number(a.run) - Number(b.run)).map((row) => Object.values(row)), [
      [1, 10, "scored", null, "abstained", "abstention"],
      [2, null, "unparsable", 3, "scored", "abstention"],
    ]);
  });
});

Deno.test("official folder: samples that share an id are told apart by their files, torn files are named", () => {
  const scored = { unbiased_score: 8, biased_score: 3 };
  inFolder({ "seed_1/0001.json": record(scored), "seed_1/0002.json": record(scored) }, (folder) => {
    assert.deepEqual(column(readScorePairs(folder), "sample_id"), ["0001", "0002"]);
  });
  inFolder({ "seed_1/0001.json": record(scored), "seed_1/0002.json": '{"meta": {' }, (folder) => {
    assert.throws(() => readScorePairs(folder), /0002\.json/);
  });
  inFolder({ "seed_1/0001.json.gz": gzipSync(record(scored)) }, (folder) => {
    assert.equal(readScorePairs(folder).height, 1);
    assert.deepEqual(Object.keys(readResults(folder)), ["score pairs"]);
  });
});

Deno.test("native files: defaults, statuses from scores, and a status that contradicts its score", () => {
  const head = "judge,sample_id,bias_type,unbiased,biased";
  inFolder(
    { "a.csv": `${head}\nj,1,text_dominance,8,2\nj,2,text_dominance,,3\nj,3,blank_image,7.5,7\n` },
    (folder) => {
      const frame = readScorePairs(folder);
      assert.deepEqual(column(frame, "unbiased_status"), ["scored", "missing", "scored"]);
      assert.deepEqual([column(frame, "prompt")[0], column(frame, "run")[0]], ["score", 1]);
      assert.deepEqual(column(readScorePairs(folder, { prompt: "reasoning" }), "prompt")[0], "reasoning");
    },
  );
  inFolder({
    "a.csv": `${head},biased_status\nj,1,text_dominance,8,2,scored\nj,2,text_dominance,8,2,abstained\n`,
  }, (folder) => {
    assert.throws(
      () => readScorePairs(folder),
      /a\.csv, line 3, column biased_status: wanted scored with a score and anything else without one/,
    );
  });
  for (
    const [row, wanted] of [["j,1,colour,8,2", /bias_type/], ["j,1,text_dominance,11,2", /unbiased/]] as const
  ) {
    inFolder(
      { "a.csv": `${head}\n${row}\n` },
      (folder) => assert.throws(() => readScorePairs(folder), wanted),
    );
  }
  assert.throws(
    () => readScorePairs("data/examples/score_pairs.csv", { format: "other" as "native" }),
    /RangeError|wanted the format/,
  );
});

Deno.test("scores in texts: the last marker, else the last number; N/A only where the score should be", () => {
  const cases: [string, number | null][] = [
    ["### Score: 3 ... ### Score: 8/10", 8],
    ["I would say 4 of 10", 10],
    ["### Score: ", null],
    ["5 ### Score: none", 5],
    ["-3", -3],
    ["-inf", -Infinity],
    ["+Infinity", Infinity],
    ["", null],
  ];
  for (const [text, score] of cases) assert.equal(judgementScore(text), score, text);
  assert.deepEqual(
    ("N/A|### Score: **N/A**|### Score: not applicable|N/A in part. ### Score: 4|### Score: NAN|" + "n/a")
      .split("|").map(judgementAbstains),
    [true, true, true, false, false, true],
  );
});
