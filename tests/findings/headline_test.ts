import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { mean, standardDeviation } from "simple-statistics";
import { CORRECTIONS } from "@/findings/correction.ts";
import { type FindingRow, findings, findingTable } from "@/findings/findings.ts";
import { renderFigure } from "@/figures/render_figure.ts";
import { thousands } from "@/progress/told.ts";
import figures from "../../data/cards/figures.json" with { type: "json" };
import names from "../../data/cards/names.json" with { type: "json" };
import words from "../../data/cards/words.json" with { type: "json" };
import { DATA_SOURCES, type DataSourceName } from "@/results/data_sources.ts";

const plain = (text: string) => text.replace(/\s+/g, " ").trim();
const [, LIST] = /<!-- findings: [^>]* -->([\s\S]*)<!-- end of findings -->/.exec(
  Deno.readTextFileSync("README.md"),
)!;

/** The findings of a source, to be asked for by judge, condition and quantity; NaN fulfils no condition. */
function asked(source: DataSourceName) {
  const rows = (findings(source).toRecords() as unknown as FindingRow[]).map((row) => ({
    ...row,
    ...{ estimate: row.estimate ?? NaN, low: row.low ?? NaN, high: row.high ?? NaN },
    p: row.p_adjusted ?? NaN,
  }));
  const of = (condition: string, quantity: string) =>
    rows.filter((row) => row.condition === condition && row.quantity === quantity);
  const row = (judge: string, condition: string, quantity: string) =>
    of(condition, quantity).find((one) => one.judge === judge)!;
  return { rows, of, row };
}
const genai = asked("genai-bench"), wild = asked("wildvision"), scores = asked("viescore");
const PICTURES = "image_generation", TASKS = [PICTURES, "image_edition", "video_generation"];
const HALVES = CORRECTIONS.halves.condition;
const shares = genai.of(PICTURES, "share_first").filter(({ judge, n }) => judge !== "random" && n >= 500);
const gaps = ["gpt4o", "gemini-1.5-pro"].map((judge) => TASKS.map((task) => genai.row(judge, task, "gap")));

/** What the README claims, whether the data say so, and counts that stand in its sentences beside the intervals. */
const CLAIMS: [claim: string, isSo: () => boolean, counts: () => string[]][] = [
  ["Six of ten judges name the left picture nine times in ten.", () => {
    const random = genai.row("random", PICTURES, "share_first");
    // The slot, not the pairs: people and the random judge must not name the left as often.
    const decided = shares.filter(({ judge, estimate, low }) =>
      estimate >= 0.9 && low > random.high && low > genai.row(judge, PICTURES, "human_share_first").estimate
    );
    return decided.length === 6 && shares.length === 10;
  }, () => {
    const judges = genai.of(PICTURES, "four_way_accuracy").filter(({ judge }) => judge !== "random").length;
    const always = shares.filter(({ estimate }) => estimate >= 0.9).length;
    return [`${always} of ${shares.length} judges (those of ${judges} `];
  }],
  ["GPT-4o and Gemini 1.5 Pro have a gap in every task, and GPT-4o's changes side.", () => {
    const [own, other] = gaps.map((of) =>
      new Set(of.map(({ low, high }) => low > 0 ? 1 : high < 0 ? -1 : 0))
    );
    return gaps.flat().every(({ p }) => p < 0.05) && !own.has(0) && !other.has(0) && own.size === 2 &&
      other.size === 1;
  }, () => {
    const tested = genai.rows.filter(({ quantity, p }) => quantity === "gap" && !Number.isNaN(p));
    const largest = Math.max(...gaps.flat().map(({ p }) => p));
    return [`the ${tested.length} gaps`, `the largest of these 6 p is ${largest.toFixed(3)}`];
  }],
  ["The longer answer wins more than its model explains.", () => {
    const [within, excess] = ["length_within", "length_excess"].map((quantity) =>
      wild.row("gpt-4o", "all models", quantity)
    );
    return within.low > 0 && within.estimate <= excess.estimate;
  }, () => []],
  [
    "No judge reaches the people.",
    () => scores.of("all tasks", "gap").every(({ low }) => low > 0),
    () => {
      const best = scores.of("all tasks", "tau").reduce((a, b) => b.estimate > a.estimate ? b : a);
      const tasks = scores.rows.filter(({ judge, quantity, condition }) =>
        judge === best.judge && quantity === "tau" && !condition.startsWith("all tasks")
      );
      return [`${names.real[best.judge as "gpt4o-0"]}, agrees`, `${tasks.length} tasks pooled`];
    },
  ],
  ["Labels mend a judge's number, and the judge then adds little.", () => {
    const of = (quantity: string) => genai.row("gpt4o", HALVES, quantity);
    // Less than 95% by more than 400 draws err; a fifth narrower would be worth a judge.
    return of("judged_excess").low > 0 && of("coverage_naive").estimate < 0.925 &&
      of("coverage_ppi").estimate >= 0.925 &&
      of("width_ppi").estimate > 0.8 * of("width_labels").estimate &&
      genai.row("random", HALVES, "judged_excess").low < 0;
  }, () => {
    const of = (quantity: string) => 100 * genai.row("gpt4o", HALVES, quantity).estimate;
    return [
      `holds people's share in only ${of("coverage_naive").toFixed(0)}%`,
      `in ${of("coverage_ppi").toFixed(0)}%. That interval is ${of("width_ppi").toFixed(1)} points wide`,
      `and ${of("width_labels").toFixed(1)} from the labels without the judge`,
    ];
  }],
];

for (const [claim, isSo, counts] of CLAIMS) {
  Deno.test(`README: ${claim}`, () => {
    for (const words of [`**${claim}**`, ...counts()]) assert.ok(plain(LIST).includes(words), words);
    assert.ok(isSo());
  });
}

Deno.test("README: every interval of the findings is one of data/findings, estimate, limits and n", () => {
  const rows = (["genai-bench", "wildvision", "viescore"] as const).flatMap((source) =>
    findings(source).toRecords() as unknown as Record<"estimate" | "low" | "high" | "n", number>[]
  );
  const number = (text: string) => Number(text.replace("−", "-").replace(",", ""));
  const quoted = [
    ...plain(LIST).matchAll(/(−?[\d.]+)(%| points)? \[(−?[\d.]+), (−?[\d.]+)\](?:, n = (\d+(?:,\d{3})*))?/g),
  ];
  assert.equal(quoted.length, LIST.split("[").length - 1);
  for (const finding of plain(LIST).split(/ (?=\d\. \*\*)/)) assert.match(finding, /\[.*\].*_But_: /);
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
  const [, verdicts, judges] = /from ([\d,]+) public verdicts and scores of (\d+) real judges/.exec(readme)!;
  const [scored, drawn] = scores.of("all tasks", "guessed_share").map(({ n, estimate }) => [n, n * estimate])
    .reduce((sum, one) => sum.map((all, i) => all + one[i])).map((n) => thousands(Math.round(n)));
  assert.ok(readme.includes(`Of ${scored} scores of pictures VIEScore drew ${drawn}, or a part of them`));
  const numberOf = (rows: string) => Number(/^[\d,]+/.exec(rows)![0].replaceAll(",", ""));
  const rows = Object.values(DATA_SOURCES).map(({ rows }) => numberOf(rows));
  assert.equal(verdicts, `${Math.round(rows.reduce((a, b) => a + b) / 1000)},000`);
  // A model is one judge whatever its prompt, its examples or the collection that asked it.
  const model = (judge: string) =>
    judge.replace(/\/.*|(_ih)?-[01]$/g, "").toLowerCase().replace("gpt-4o", "gpt4o");
  const models = (Object.keys(DATA_SOURCES) as DataSourceName[]).flatMap((source) =>
    [...findings(source).getColumn("judge")].map(String)
  ).filter((judge) => judge !== "random" && !judge.startsWith("panel of")).map(model);
  assert.equal(Number(judges), new Set(models).size);
});

Deno.test("findingTable: signs, units, missing limits, order", () => {
  const frame = pl.DataFrame({
    ...{ judge: ["a", "b", "a"], condition: ["c", "c", "c"], quantity: ["gap", "gap", "share"] },
    ...{ estimate: [-0.1234, 0.2, 0.5], low: pl.Series("low", [-0.2, 0.1, null], pl.Float64) },
    ...{ high: pl.Series("high", [-0.0001, 0.3, null], pl.Float64), n: [1234567, 12, 4] },
  });
  const ranks = frame.withColumns(
    pl.lit(2).alias("estimate"),
    pl.lit(1).alias("low"),
    pl.lit(3).alias("high"),
  );
  const column = (of: pl.DataFrame, unit?: "points" | "rank") => [
    ...findingTable(of, ["gap"], { unit }).getColumn("gap"),
  ];
  assert.deepEqual(column(frame, "points"), ["20.0 points [10.0, 30.0]", "−12.3 points [−20.0, 0.0]"]);
  assert.deepEqual(column(frame), ["20.0% [10.0, 30.0]", "−12.3% [−20.0, 0.0]"]);
  assert.deepEqual(column(ranks, "rank"), ["2 [1, 3]", "2 [1, 3]"]);
  const table = findingTable(frame, ["gap", "share"], { unit: "number" });
  assert.deepEqual(table.toRecords(), [
    { judge: "b", gap: "0.20 [0.10, 0.30]; n = 12", share: "–" },
    { judge: "a", gap: "−0.12 [−0.20, 0.00]; n = 1,234,567", share: "0.50; n = 4" },
  ], "each its own n where a row has several");
  assert.deepEqual(findingTable(frame, ["gap"]).columns, ["judge", "gap", "n"]);
  const counts = pl.Series("counts", ["n_tie 3", "n_unparsed 2", "n_odd 1"]), judges = ["a", "b"];
  const counted = findingTable(frame.withColumns(counts), ["share"], { unit: "count" }).toRecords();
  assert.deepEqual(counted, [{ judge: "a", share: "2 of 4", n_odd: 1 }], "with what was counted beside");
  assert.throws(() => findingTable(frame, ["gap"], { unit: "count" }), /shares of n for the unit "count"/);
  const inOrder = findingTable(frame, ["gap"], { judges }).getColumn("judge");
  assert.deepEqual([...inOrder], judges);
  // By the names of the figures: a judge, a model with its prompt, a model of an account; the best rank first, none last.
  const codes = ["gpt4o-1", "LLaMA2/Vanilla_NoRules", "liuhaotian/llava-v1.6-34b", "unranked"];
  const named = pl.DataFrame({
    judge: codes,
    condition: codes.map(() => "c"),
    quantity: codes.map(() => "rank"),
  });
  const ranked = named.withColumns(pl.Series("estimate", [3, 1, 2, null]), pl.lit(9).alias("n"));
  const first = [...findingTable(ranked, ["rank"], { unit: "rank" }).getColumn("judge")];
  assert.deepEqual(first, ["LLaMA2, plain", "LLaVA-1.6-34B", "GPT-4o, one example", "unranked"]);
});

Deno.test("caption of the matrix: which rows are left out, and that evaluators place those models alike", async () => {
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

Deno.test("real-leaderboard: title and caption say what its ranks do, and would not of others", () => {
  const said = (ranks: readonly FindingRow[]) => {
    const settled = ranks.filter(({ low, high }) => low === high).length;
    const first = ranks.filter(({ low }) => low === 1).map(({ judge }) => names.real[judge as "gpt4o-0"]);
    return [
      settled === 0 ? "No judge’s rank is settled" : "",
      `${first.join(", ").replace(/, (?=[^,]*$)/, " and ")} could be the first; ${
        settled || "none"
      } of ${ranks.length} places is settled.`,
    ];
  };
  const ranks = genai.of("image_edition", "rank").filter(({ low }) => low > 0);
  const told = [figures["real-leaderboard"].title, words["real-leaderboard"].caption.findings];
  assert.deepEqual(told, said(ranks));
  assert.notEqual(told[0], said(ranks.map((row, i) => i === 5 ? { ...row, low: 6, high: 6 } : row))[0]);
});
