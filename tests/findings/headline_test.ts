import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { mean, standardDeviation } from "simple-statistics";
import { CORRECTIONS } from "@/findings/correction.ts";
import { findingTable, findingText } from "@/findings/finding_text.ts";
import { findings } from "@/findings/findings.ts";
import { findingsList, headlineFindings } from "./headline_findings.ts";
import { rowsLeftOut } from "@/figures/real/viescore.ts";
import { sentence, silentJudges } from "@/figures/real/genai.ts";
import { renderFigure } from "@/figures/render_figure.ts";
import { DATA_SOURCES, type DataSourceName } from "@/results/data_sources.ts";
import { valueOf } from "@/figures/values/value.ts";

const TODAY = headlineFindings();

const plain = (text: string) => text.replace(/\s+/g, " ").trim();

Deno.test("README: its findings are those of data/findings, word for word", () => {
  const readme = Deno.readTextFileSync("README.md");
  const [, list] = /<!-- findings: [^>]* -->([\s\S]*)<!-- end of findings -->/.exec(readme)!;
  assert.equal(plain(list), plain(findingsList(TODAY)));
});

type Numbers = Partial<Record<"estimate" | "low" | "high" | "n" | "p_adjusted", number>>;

/** Whose numbers of a quantity are changed: of all judges and conditions, or of those named. */
interface Whose {
  judge?: string;
  condition?: string;
}

/** The findings of a source with other numbers for one quantity. */
function changed(
  source: "genai-bench" | "wildvision" | "viescore",
  quantity: string,
  numbers: Numbers,
  whose: Whose = {},
) {
  const is = Object.entries(whose).reduce(
    (all, [column, name]) => all.and(pl.col(column).eq(pl.lit(name))),
    pl.col("quantity").eq(pl.lit(quantity)),
  );
  return findings(source).withColumns(
    ...Object.entries(numbers).map(([name, value]) =>
      pl.when(is).then(pl.lit(value)).otherwise(pl.col(name)).alias(name)
    ),
  );
}

const FRAME = { "genai-bench": "genai", wildvision: "wild", viescore: "scores" } as const;

const HALVES = { judge: "gpt4o", condition: CORRECTIONS.halves.condition };

/** Numbers for which a claim of the README is false, and what must stand there instead. */
const FALSE_FOR: readonly (readonly [
  why: string,
  finding: number,
  source: keyof typeof FRAME,
  quantity: string,
  numbers: Numbers,
  whose: Whose,
  claim: RegExp,
])[] = [
  ["judges as often left as right", 0, "genai-bench", "share_first", { estimate: 0.5 }, {}, /for no judge$/],
  ["people as often left", 0, "genai-bench", "human_share_first", { estimate: 0.999 }, {}, /for no judge$/],
  [
    "the random judge as often left",
    0,
    "genai-bench",
    "share_first",
    { high: 0.999 },
    { judge: "random" },
    /for no judge$/,
  ],
  ["intervals down to people", 0, "genai-bench", "share_first", { low: 0.4 }, {}, /for no judge$/],
  [
    "half of the judges",
    0,
    "genai-bench",
    "share_first",
    { estimate: 0.5 },
    { judge: "llava" },
    /for some judges$/,
  ],
  ["gaps not sure after Holm", 1, "genai-bench", "gap", { p_adjusted: 0.3 }, {}, /^No gap of .* is sure$/],
  ["intervals of gaps over 0", 1, "genai-bench", "gap", { low: -0.1, high: 0.1 }, {}, /^No gap/],
  ["no p of a gap", 1, "genai-bench", "gap", { p_adjusted: NaN }, {}, /^No gap/],
  [
    "interval of one gap over 0",
    1,
    "genai-bench",
    "gap",
    { high: 0.1 },
    { judge: "gpt4o", condition: "video_generation" },
    /^5 of 6 gaps of GPT-4o and Gemini 1.5 Pro are sure, and GPT-4o's changes side$/,
  ],
  [
    "all gaps on the right",
    1,
    "genai-bench",
    "gap",
    { low: -0.2, high: -0.1 },
    {},
    /^GPT-4o and Gemini 1.5 Pro have a gap in every task$/,
  ],
  [
    "another judge's gap on both sides as well",
    1,
    "genai-bench",
    "gap",
    { low: 0.1, high: 0.2 },
    { judge: "gemini-1.5-pro", condition: "image_edition" },
    /GPT-4o and Gemini 1.5 Pro's changes side$/,
  ],
  [
    "longer wins less within a model",
    2,
    "wildvision",
    "length_within",
    { low: -0.03, high: -0.01 },
    {},
    /wins less than/,
  ],
  [
    "interval within a model over 0",
    2,
    "wildvision",
    "length_within",
    { low: -0.01 },
    {},
    /may explain$/,
  ],
  [
    "one judge above the ceiling",
    3,
    "viescore",
    "gap",
    { low: -0.1, high: -0.05 },
    { judge: "gpt4o-0" },
    /^1 of 14 judges may reach/,
  ],
  ["all judges may be there", 3, "viescore", "gap", { low: -0.01 }, {}, /^14 of 14 judges may reach/],
  ["judge and people alike", 4, "genai-bench", "judged_excess", { low: -0.01 }, HALVES, /is not sure to be/],
  ["the truth is in its interval", 4, "genai-bench", "coverage_naive", { estimate: 0.94 }, {}, /is not sure/],
  ["corrected and wrong", 4, "genai-bench", "coverage_ppi", { estimate: 0.8 }, {}, /^200 labels do not mend/],
  [
    "much narrower than labels alone",
    4,
    "genai-bench",
    "width_ppi",
    { estimate: 0.06 },
    HALVES,
    /then saves labels$/,
  ],
];

for (const [why, finding, source, quantity, numbers, whose, claim] of FALSE_FOR) {
  Deno.test(`README: claim ${finding + 1} does not stand where it is false: ${why}`, () => {
    const stands = TODAY[finding].claim;
    const own =
      headlineFindings({ [FRAME[source]]: changed(source, quantity, numbers, whose) })[finding].claim;
    assert.match(own, claim);
    assert.notEqual(own, stands);
  });
}

Deno.test("README: words and numbers inside the sentences follow the data", () => {
  const said = (finding: number, ...change: Parameters<typeof changed>) => {
    const { sentence, caveat } = headlineFindings({ [FRAME[change[0]]]: changed(...change) })[finding];
    return `${sentence}. ${caveat}`;
  };
  const genai = "genai-bench", random = { ...HALVES, judge: "random" };
  assert.match(said(0, genai, "share_first", { estimate: 0.5 }), /0 of 10 judges .* name the left/);
  assert.match(
    said(0, genai, "share_first", { n: 499 }, { judge: "llava" }),
    /of 9 judges \(those of 17 with/,
  );
  assert.match(said(0, genai, "human_share_first", { estimate: 0.97 }), /people prefer it in 97\.0% of/);
  assert.match(TODAY[1].sentence, /changes side .* speaks against a plain liking/);
  assert.doesNotMatch(said(1, genai, "gap", { low: -0.2, high: -0.1 }), /changes side|liking/);
  assert.match(said(1, genai, "gap", { p_adjusted: 0.0001 }), /all of these 6 p < 0\.001/);
  assert.match(said(1, genai, "gap", { p_adjusted: NaN }), /not all of these have a p/);
  assert.match(
    said(1, genai, "gap", { estimate: 0.3 }, { judge: "gpt4o" }),
    /GPT-4o on pictures 30\.0 points/,
  );
  assert.match(TODAY[2].sentence, /points \[.*\] of them within one/);
  assert.doesNotMatch(said(2, "wildvision", "length_within", { estimate: -0.02 }), /of them/);
  assert.doesNotMatch(said(2, "wildvision", "length_within", { estimate: 0.3 }), /of them/);
  assert.match(
    said(3, "viescore", "tau", { estimate: 0.6 }, { judge: "llava-0" }),
    /pictures, llava, agrees .* τ = 0\.60/,
  );
  assert.match(said(3, "viescore", "ceiling", { estimate: 0.3 }), /two people agree at 0\.30/);
  const fewer = findings("viescore").filter(pl.col("condition").neq(pl.lit("Text-Guided_IE")));
  assert.match(TODAY[3].caveat, /^7 tasks pooled/);
  assert.match(headlineFindings({ scores: fewer })[3].caveat, /^6 tasks pooled/);
  assert.match(said(4, genai, "true_rate", { estimate: 0.3 }, HALVES), /people 30\.0%/);
  assert.match(said(4, genai, "coverage_naive", { estimate: 0.94 }), /holds people's share in 94% of 400/);
  assert.match(said(4, genai, "coverage_ppi", { estimate: 0.61 }), /\(prediction-powered\) in only 61%/);
  assert.match(said(4, genai, "width_labels", { estimate: 0.3 }), /labels without the judge give 30\.0/);
  assert.doesNotMatch(TODAY[4].caveat, /even/);
  assert.match(said(4, genai, "judged_excess", { low: 0.01 }, random), /even the source's random judge/);
});

Deno.test("README: a number that the data lack is an error, not a gap in the sentence", () => {
  const without = (quantity: string) =>
    findings("genai-bench").filter(pl.col("quantity").neq(pl.lit(quantity)));
  for (const quantity of ["gap", "human_share_first", "judged_excess", "width_labels"]) {
    assert.throws(() => headlineFindings({ genai: without(quantity) }), /wanted a finding, found none of/);
  }
});

Deno.test("README: every interval of the findings is one of data/findings, estimate, limits and n", () => {
  const [, list] = /<!-- findings: [^>]* -->([\s\S]*)<!-- end of findings -->/.exec(
    Deno.readTextFileSync("README.md"),
  )!;
  const rows = (["genai-bench", "wildvision", "viescore"] as const).flatMap((source) =>
    findings(source).toRecords() as unknown as Record<"estimate" | "low" | "high" | "n", number>[]
  );
  const number = (text: string) => Number(text.replace("−", "-").replace(",", ""));
  const quoted = [
    ...plain(list).matchAll(
      /(−?[\d.]+)(%| points)? \[(−?[\d.]+), (−?[\d.]+)\](?:, n = (\d+(?:,\d{3})*))?/g,
    ),
  ];
  assert.equal(quoted.length, list.split("[").length - 1);
  assert.ok(quoted.length >= 18);
  for (const [all, estimate, unit, low, high, n] of quoted) {
    const is = (value: number, text: string) =>
      value !== null && Math.abs((unit ? 100 : 1) * value - number(text)) <= (unit ? 0.05 : 0.005) + 1e-9;
    assert.ok(
      rows.some((row) =>
        is(row.estimate, estimate) && is(row.low, low) && is(row.high, high) &&
        (n === undefined || row.n === number(n))
      ),
      `no row of data/findings is ${all}`,
    );
  }
});

Deno.test("README: how many verdicts and judges stand behind the findings", () => {
  const readme = plain(Deno.readTextFileSync("README.md"));
  const [, verdicts, judges] = /Computed from ([\d,]+) public verdicts and scores of (\d+) real judges/.exec(
    readme,
  )!;
  const rows = Object.values(DATA_SOURCES).map(({ rows }) =>
    Number(/^[\d,]+/.exec(rows)![0].replaceAll(",", ""))
  );
  const thousands = Math.round(rows.reduce((a, b) => a + b) / 1000);
  assert.equal(verdicts, `${thousands},000`);
  // A model is one judge whatever its prompt, its examples or the collection that asked it.
  const model = (judge: string) =>
    judge.replace(/\/.*|(_ih)?-[01]$/g, "").toLowerCase().replace("gpt-4o", "gpt4o");
  const models = (Object.keys(DATA_SOURCES) as DataSourceName[]).flatMap((source) =>
    [...findings(source).getColumn("judge")].map(String)
  ).filter((judge) => judge !== "random" && !judge.startsWith("panel of")).map(model);
  assert.equal(Number(judges), new Set(models).size);
});

Deno.test("findingText and findingTable: signs, units, missing limits, order, an unknown finding", () => {
  const frame = pl.DataFrame({
    judge: ["a", "b", "a"],
    condition: ["c", "c", "c"],
    quantity: ["gap", "gap", "share"],
    estimate: [-0.1234, 0.2, 0.5],
    low: pl.Series("low", [-0.2, 0.1, null], pl.Float64),
    high: pl.Series("high", [-0.0001, 0.3, null], pl.Float64),
    n: [1234567, 12, 3],
  });
  const key = { judge: "a", condition: "c", quantity: "gap" };
  assert.equal(findingText(frame, key, { unit: "points" }), "−12.3 points [−20.0, 0.0], n = 1,234,567");
  assert.equal(findingText(frame, { ...key, quantity: "share" }), "50.0%, n = 3");
  const ranks = frame.withColumns(
    pl.lit(2).alias("estimate"),
    pl.lit(1).alias("low"),
    pl.lit(3).alias("high"),
  );
  assert.equal(findingText(ranks, key, { unit: "rank" }), "2 [1, 3], n = 1,234,567");
  assert.throws(() => findingText(frame, { ...key, judge: "z" }), /found none of z, c, gap/);
  const table = findingTable(frame, ["gap", "share"], { unit: "number" });
  assert.deepEqual(table.columns, ["judge", "gap", "share", "n"]);
  assert.deepEqual(table.toRecords(), [
    { judge: "b", gap: "0.20 [0.10, 0.30]", share: "–", n: 12 },
    { judge: "a", gap: "−0.12 [−0.20, 0.00]", share: "0.50", n: 1234567 },
  ]);
});

Deno.test("captions of real figures: a sentence holds whatever the numbers", () => {
  assert.match(sentence([0.9, 0.1, -0.2]), /In 1 of 3 cases the left .* in 1 the right/);
  assert.match(sentence([]), /In 0 of 0/);
  const value = (quantity: string, value: number) =>
    valueOf({ keys: { judge: "mantis-8b-idefics2" }, quantity, value, provenance: "results" });
  assert.equal(silentJudges([value("accuracy_wrong", 0.2), value("accuracy_dropped", 0.3)]), "");
  assert.match(
    silentJudges([value("accuracy_wrong", 0), value("accuracy_random", 0.51)]),
    /Mantis, none of whose replies can be read, has 51%/,
  );
});

Deno.test("caption of the matrix: which rows are left out, and that evaluators place those models alike", async () => {
  const entry = (generator: string, value: number) =>
    valueOf({ keys: { generator, evaluator: "e" }, quantity: "phi_tilde", value, provenance: "results" });
  assert.equal(rowsLeftOut([entry("a", 1), entry("b", 2)]), "");
  assert.equal(rowsLeftOut([entry("a", 1), entry("a", NaN)]), "", "half is enough");
  assert.match(
    rowsLeftOut([entry("a", 1), entry("b", NaN)]),
    /Left out: b, which all evaluators place alike/,
  );
  assert.match(
    rowsLeftOut([entry("a", NaN), entry("a", NaN), entry("a", 1), entry("b", 1)]),
    /Left out: a, /,
  );
  const rows = findings("viescore").filter(pl.col("quantity").eq(pl.lit("mean_score"))).toRecords() as {
    judge: string;
    condition: string;
    estimate: number;
  }[];
  const places = Map.groupBy(rows, ({ judge }) => judge).values().flatMap((own) => {
    const scores = own.map(({ estimate }) => estimate);
    return own.map(({ condition, estimate }) => ({
      model: condition.split("/")[1],
      z: (estimate - mean(scores)) / standardDeviation(scores),
    }));
  });
  const spread = Map.groupBy(places, ({ model }) => model).entries().map(([model, own]) =>
    [model, standardDeviation(own.map(({ z }) => z))] as const
  ).toArray().sort((a, b) => a[1] - b[1]);
  const text = plain((await renderFigure("real-matrix")).svg.replace(/<[^>]*>/g, " "));
  const [, ...said] = /Left out: (\w+), (\w+), (\w+), which/.exec(text)!;
  assert.deepEqual(said.sort(), spread.slice(0, 3).map(([model]) => model).sort());
  assert.ok(spread[2][1] < spread[3][1] / 1.5);
});
