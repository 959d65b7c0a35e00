import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { dropSentence } from "@/figures/birch/charts.ts";
import { renderFigure } from "@/figures/render_figure.ts";
import type { FigureId } from "@/figures/figure_id.ts";
import { only } from "@/results/only.ts";
import { readCaptionScores } from "@/results/read_caption_scores.ts";
import { readCriteria } from "@/results/read_criteria.ts";
import { readPairs } from "@/results/read_pairs.ts";
import { readRatings } from "@/results/read_ratings.ts";
import { readScorePairs } from "@/results/read_score_pairs.ts";
import { simulateVotedPairs } from "judgebias/simulate";

const EXAMPLES = "data/examples";

/** What a reader of the picture sees in front of everything else. */
const titleOf = (svg: string) => /<title[^>]*>([^<]*)<\/title>/.exec(svg)![1];

/** Pairs of one judge on one benchmark, by subset and whether the judge was right. */
function pairsOf(rows: { subset: "IDS" | "CDS"; right: boolean; image_id?: string }[]): pl.DataFrame {
  const path = `${Deno.makeTempDirSync()}/pairs.csv`;
  pl.DataFrame({
    benchmark: rows.map(() => "mine"),
    item_id: rows.map((_, i) => `item ${i}`),
    ...(rows[0].image_id === undefined ? {} : { image_id: rows.map(({ image_id }) => image_id!) }),
    judge: rows.map(() => "a judge"),
    human: rows.map(() => "A"),
    choice: rows.map(({ right }) => right ? "A" : "B"),
    more_informative: rows.map(({ subset }) => subset === "IDS" ? "A" : "B"),
    words_a: rows.map((_, i) => 10 + i),
    words_b: rows.map((_, i) => 60 - i),
  }).writeCSV(path);
  return readPairs(path);
}

const many = (n: number, subset: "IDS" | "CDS", share: number) =>
  Array.from({ length: n }, (_, i) => ({ subset, right: i < share * n }));

Deno.test("a frame that changes in place between two calls gives another figure", async () => {
  const pairs = readPairs(`${EXAMPLES}/pairs.csv`);
  const value = async () =>
    (await renderFigure("birch-fig3", { results: pairs })).data.getColumn("value").toArray() as number[];
  const before = await value();
  const turned = (pairs.getColumn("choice").toArray() as string[]).map((choice) =>
    choice === "A" ? "B" : "A"
  );
  pairs.replaceAtIdx(pairs.columns.indexOf("choice"), pl.Series("choice", turned));
  assert.notDeepEqual(await value(), before);

  const scores = readScorePairs(`${EXAMPLES}/score_pairs.csv`);
  const table = async () =>
    (await renderFigure("mm-judgebias-table2", { results: scores })).data.getColumn("value").toArray();
  const first = await table();
  scores.replaceAtIdx(
    scores.columns.indexOf("biased"),
    pl.Series("biased", scores.getColumn("unbiased").toArray()),
  );
  assert.notDeepEqual(await table(), first);
});

Deno.test("what results are called is not kept from an earlier call", async () => {
  const pairs = readPairs(`${EXAMPLES}/pairs.csv`);
  assert.equal((await renderFigure("birch-fig1", { results: pairs })).provenance, "simulated");
  pairs.replaceAtIdx(
    pairs.columns.indexOf("provenance"),
    pl.Series("provenance", Array(pairs.height).fill("results")),
  );
  assert.equal((await renderFigure("birch-fig1", { results: pairs })).provenance, "results");
});

Deno.test("pictures of one's own results do not bear the number of the paper's figure", async () => {
  const pairs = readPairs(`${EXAMPLES}/pairs.csv`);
  assert.match(titleOf((await renderFigure("birch-fig3")).svg), /^Figure 3 · /);
  assert.doesNotMatch(titleOf((await renderFigure("birch-fig3", { results: pairs })).svg), /Figure 3/);
});

Deno.test("what accuracy does is said as it is, whatever the signs", async () => {
  assert.equal(dropSentence([0.406, 0.59]), "Accuracy falls by 40.6 to 59.0 points");
  assert.equal(dropSentence([-0.098, -0.007]), "Accuracy rises by 0.7 to 9.8 points");
  assert.equal(dropSentence([-0.098, 0.007]), "Accuracy changes by −0.7 to +9.8 points");
  assert.equal(dropSentence([0.12]), "Accuracy falls by 12.0 points");
  assert.equal(dropSentence([0, 0.05]), "Accuracy falls by 0.0 to 5.0 points");
  assert.equal(dropSentence([-0.05, 0]), "Accuracy rises by 0.0 to 5.0 points");
  assert.equal(dropSentence([0, 0]), "Accuracy stays the same");
  assert.equal(dropSentence([]), "Accuracy cannot be compared");
  const rising = pairsOf([...many(20, "IDS", 0.4), ...many(20, "CDS", 0.6)]);
  const { caption } = await renderFigure("birch-fig1", { results: rising });
  assert.match(caption, /^Accuracy rises by 20\.0 points/);
  const ways = pl.concat([
    rising.withColumns(pl.lit("base").alias("pipeline")),
    pairsOf([...many(20, "IDS", 0.9), ...many(20, "CDS", 0.8)]).withColumns(
      pl.lit("birch").alias("pipeline"),
    ),
  ]);
  assert.match(
    (await renderFigure("birch-fig1", { results: ways })).caption,
    /^Accuracy rises by 20\.0 points in rows of Base; falls by 10\.0 points in rows of BIRCH where/,
  );
});

Deno.test("captions on two biases and on equal lengths say what these results hold, of either sign and of none", async () => {
  const pairs = readPairs(`${EXAMPLES}/pairs.csv`);
  const other = pl.when(pl.col("choice").eq(pl.lit("A"))).then(pl.lit("B"))
    .when(pl.col("choice").eq(pl.lit("B"))).then(pl.lit("A")).otherwise(pl.col("choice"));
  const { caption } = await renderFigure("birch-fig3", { results: pairs.withColumns(other.alias("choice")) });
  assert.match(
    caption,
    /^IB exceeds LB in 1 of 3 cases .*, by 0\.4 points; it lies below in 2, by 11\.8 to 20\.4 points \(Δ\)/,
  );
  const short = pairsOf([...many(20, "IDS", 0.8), ...many(20, "CDS", 0.4)]).withColumns(
    pl.lit(9).cast(pl.Int32).alias("words_a"),
    pl.lit(9).cast(pl.Int32).alias("words_b"),
  );
  const same = pl.concat(
    ["original", "length_equalized"].map((variant) => short.withColumns(pl.lit(variant).alias("variant"))),
  );
  const said = { steps: "hypotheses-equalization-steps", kept: "hypotheses-length-threshold" };
  const { caption: steps } = await renderFigure(said.steps, { results: same });
  assert.match(steps, /changes IB by 0\.0 points, selecting them by 0\.0\./);
  const two = pl.concat(["j", "k"].map((judge) => same.withColumns(pl.lit(judge).alias("judge"))));
  // Where the first set is all pairs nothing changes, and nothing is said of it.
  const { caption: kept } = await renderFigure(said.kept, { results: two });
  assert.match(
    kept,
    /^mine: IB of pairs that differ by at most so many words; bands: 95% intervals\. n = 40\.$/,
  );
  const wider = pl.concat([
    two,
    two.withColumns(
      pl.col("item_id").add(pl.lit("w")).alias("item_id"),
      pl.lit(90).cast(pl.Int32).alias("words_b"),
    ),
  ]);
  const { caption: all } = await renderFigure(said.kept, { results: wider });
  assert.match(all, /as they are 0 \(j, k\); lengthened 0 \(j, k\)\./);
});

Deno.test("hypotheses-beside-people: people's IB and judges' are said with their sign", async () => {
  const pairs = simulateVotedPairs(), informative = pl.col("more_informative");
  const other = pl.when(informative.eq(pl.lit("A"))).then(pl.lit("B"))
    .when(informative.eq(pl.lit("B"))).then(pl.lit("A")).otherwise(informative);
  const turned = pairs.withColumns(other.alias("more_informative"), pl.lit("results").alias("provenance"));
  const { caption } = await renderFigure("hypotheses-beside-people", { results: turned });
  assert.match(
    caption,
    /^People have an IB below 0\. Where they split evenly, 0 of 3 judges favour the more informative answer, 1 the less informative one \(as noisy as people, biased\)\./,
  );
});

Deno.test("intervals are said to be clustered by image only where images join pairs", async () => {
  const rows = [...many(20, "IDS", 0.8), ...many(20, "CDS", 0.4)];
  const alone = await renderFigure("birch-fig3", { results: pairsOf(rows) });
  assert.match(alone.caption, /clustered by item/);
  const shared = pairsOf(rows.map((row, i) => ({ ...row, image_id: `image ${i % 10}` })));
  assert.match((await renderFigure("birch-fig3", { results: shared })).caption, /clustered by image/);
});

Deno.test("figure 4: a judge with pairs of one subset alone is left out; where none has both, an error says so", async () => {
  const both = pairsOf([...many(20, "IDS", 0.8), ...many(20, "CDS", 0.4)]);
  const alone = pairsOf(many(20, "CDS", 0.5)).withColumns(pl.lit("one-sided").alias("judge"));
  const { data } = await renderFigure("birch-fig4", { results: pl.concat([both, alone]) });
  assert.deepEqual([...new Set(data.getColumn("judge").toArray())], ["a judge"]);
  await assert.rejects(
    renderFigure("birch-fig4", { results: alone }),
    (error: Error) => error instanceof RangeError && /more_informative.*one-sided/.test(error.message),
  );
});

Deno.test("captions name ties and unread replies that are many, of the rows that are drawn; a judge of ties alone stays the same in nothing", async () => {
  const rows = pairsOf([...many(14, "IDS", 0.8), ...many(6, "CDS", 0.4)]).withColumns(
    pl.lit("photos").alias("domain"),
  );
  const said = async (id: FigureId, choice: pl.Expr) => {
    const judged = rows.withColumns(choice.alias("choice"));
    const both = pl.concat([true, false].map((image) => judged.withColumns(pl.lit(image).alias("image"))));
    return (await renderFigure(id, { results: both })).caption;
  };
  const tied = pl.lit("tie"), unread = pl.lit(null).cast(pl.Utf8);
  assert.match(
    await said("birch-fig1", tied),
    /^Accuracy is 0 and stays so where.* 20 ties of 20 count as wrong\./,
  );
  assert.match(
    await said("birch-fig3", tied),
    /^IB cannot be compared with LB in any case\. 20 ties of 20/,
  );
  for (const id of ["birch-fig4", "birch-fig8", "birch-fig9", "birch-fig10"] as const) {
    assert.match(await said(id, tied), / 20 ties of 20 count as wrong\./, id);
  }
  for (const id of ["birch-fig5", "birch-fig6", "birch-fig11", "birch-table1"] as const) {
    assert.match(await said(id, tied), / 40 ties of 40 count as wrong\./, id);
  }
  assert.match(await said("birch-fig9", unread), / 20 unread replies of 20 count as wrong\./);
  const first = pl.when(pl.col("item_id").eq(pl.lit("item 3"))).then(tied).otherwise(pl.col("choice"));
  assert.match(await said("birch-fig9", first), / 1 tie of 20 counts as wrong\./);
  const criteria = readCriteria(`${EXAMPLES}/criteria.csv`).withColumns(tied.alias("choice"));
  const { caption } = await renderFigure("multi-crit-joint", { results: criteria });
  assert.match(caption, / 220 ties of 220 prefer neither response, which is never right\./);
});

Deno.test("a verdict, or a bias, that stands alone in a picture is named; what the audit warns of stands below", async () => {
  const read = readPairs(`${EXAMPLES}/pairs.csv`), informative = pl.col("more_informative");
  const pairs = read.withColumns(
    pl.when(informative.eq(pl.lit("A"))).then(pl.lit("B")).otherwise(pl.lit("A")).alias("choice"),
    pl.lit(null).cast(pl.Utf8).alias("domain"),
  );
  const text = async (id: FigureId, results: pl.DataFrame) =>
    (await renderFigure(id, { results })).svg.replaceAll(/<\/text>\s*<text[^>]*>/g, " ");
  const audit = await text("hypotheses-bias-audit", pairs);
  for (
    const said of [
      ">bias to the less informative<",
      "ways with simulated-judge-a, simulated-judge-b and simulated-judge-c; one",
      "of the pairs only 2 of CDS and 8 of IDS differ",
    ]
  ) assert.ok(audit.includes(said) || audit.replaceAll(/\s+/g, " ").includes(said), said);
  assert.doesNotMatch(audit, /where votes are even,|bias found/);
  const same = pairs.withColumns(
    ...["words_a", "words_b"].map((name) => pl.lit(9).cast(pl.Int32).alias(name)),
  );
  assert.match(await text("birch-fig3", same), />Informativeness bias \(IB\)</);
});

Deno.test("figure 4: a share that so few pairs cannot have is no mark, and the caption counts those that are", async () => {
  const few = pairsOf([...many(3, "IDS", 1), ...many(20, "CDS", 0.4)]);
  const { caption, data } = await renderFigure("birch-fig4", { results: few });
  assert.match(caption, /means of 100 subsamples with that share \(8 of 9; the rest takes more pairs\)/);
  assert.equal(only(data, { quantity: "mean of subsamples" }).height, 8);
  const all = pairsOf([...many(20, "IDS", 1), ...many(20, "CDS", 0.4)]);
  assert.match((await renderFigure("birch-fig4", { results: all })).caption, /with that share\./);
});

Deno.test("philautia-table2 names the setting that the scores have", async () => {
  const ratings = readRatings(`${EXAMPLES}/ratings.csv`);
  const captions = readCaptionScores(`${EXAMPLES}/caption_scores.csv`);
  const results = { ratings, "caption scores": captions.filter(pl.col("setting").eq(pl.lit("ref_based"))) };
  const { caption } = await renderFigure("philautia-table2", { results });
  assert.match(caption, /^Φ̃, reference-based/);
  assert.doesNotMatch(caption, /without references|Reference-free/);
});

Deno.test("philautia-table1: single evaluators and ensembles are compared on the same judgments", async () => {
  const ratings = readRatings(`${EXAMPLES}/ratings.csv`);
  const first = ratings.columns.find((name) =>
    !["item_id", "image_id", "split", "human", "benchmark"].includes(name) &&
    typeof ratings.getColumn(name).get(0) === "number"
  )!;
  // Every third score of an evaluator is missing.
  const holes = ratings.getColumn(first).toArray().map((value, i) => i % 3 === 0 ? null : value);
  const torn = ratings.withColumns(pl.Series(first, holes as (number | null)[], pl.Float64));
  const { data, svg } = await renderFigure("philautia-table1", { results: torn });
  const counts = new Set(data.getColumn("n").toArray());
  assert.equal(counts.size, 1, [...counts].join());
  assert.match(svg, /test judgments that some evaluator did not score/);
});

Deno.test("the CSV is given where it is asked for", async () => {
  const { csv, data } = await renderFigure("birch-table1", { formats: ["csv"] });
  assert.equal(csv!.trimEnd().split("\n").length, data.height + 1);
  assert.match(csv!.split("\n")[0], /benchmark,judge.*provenance/);
  assert.equal((await renderFigure("birch-table1")).csv, null);
});

Deno.test("sentences about a paper's numbers are not said of others", async () => {
  const scores = readScorePairs(`${EXAMPLES}/score_pairs.csv`);
  const said = async (id: Parameters<typeof renderFigure>[0], results: pl.DataFrame) => {
    const { caption = "", svg } = await renderFigure(id, { results });
    return `${titleOf(svg)} ${caption}`;
  };
  // Queries of the example get shorter as difficulty rises.
  assert.doesNotMatch(await said("mm-judgebias-fig5", scores), /grow/);
  assert.doesNotMatch(await said("mm-judgebias-table2", scores), /✓|thinks/);
  assert.doesNotMatch(await said("mm-judgebias-leaderboard", scores), /nine|differ most/);
  for (const id of ["site-difficulty", "site-sunburst"] as const) {
    assert.doesNotMatch(await said(id, scores), /page/);
  }
  const pairs = readPairs(`${EXAMPLES}/pairs.csv`);
  assert.doesNotMatch(await said("birch-fig3", pairs), /The paper/);
  assert.doesNotMatch(await said("hypotheses-bias-audit", pairs), /five/);
  // Of three evaluators no interval is known.
  const captions = readCaptionScores(`${EXAMPLES}/caption_scores.csv`);
  assert.match(
    await said("philautia-intervals", captions),
    /favour their own captions\?.* no interval is known/,
  );
});

Deno.test("what is said counts what these results have", async () => {
  const criteria = readCriteria(`${EXAMPLES}/criteria.csv`);
  const split = criteria.filter(pl.col("split").eq(pl.lit("open_ended")));
  assert.match(
    (await renderFigure("multi-crit-joint", { results: split })).svg,
    /: four metrics, one split\./,
  );

  // No score falls, of five bias types alone, with both judges alike.
  const example = readScorePairs(`${EXAMPLES}/score_pairs.csv`);
  const few = example.unique({
    subset: ["sample_id", "bias_type"],
    keep: "first",
    maintainOrder: true,
  });
  const still = few.withColumns(
    pl.lit("scored").alias("unbiased_status"),
    pl.lit("scored").alias("biased_status"),
    pl.lit(5).cast(pl.Int32).alias("unbiased"),
    pl.lit(6).cast(pl.Int32).alias("biased"),
  );
  const alike = pl.concat(["j", "k"].map((judge) => still.withColumns(pl.lit(judge).alias("judge"))));
  const panel = await renderFigure("site-panel-1", { results: alike });
  assert.match(panel.caption, /^BD is below 0\.5 with 2 of 2 judges; the lowest is 0\.000\./);
  const prompts = pl.concat(
    ["score", "abstention", "reasoning"].map((prompt) => alike.withColumns(pl.lit(prompt).alias("prompt"))),
  );
  const said: [id: FigureId, alt: RegExp][] = [
    ["mm-judgebias-table2", /of two judges by five bias types/],
    ["mm-judgebias-table14", /of two judges without and with/],
    ["mm-judgebias-table16", /of two judges with two prompts/],
  ];
  for (const [id, alt] of said) {
    const { svg } = await renderFigure(id, { results: id === "mm-judgebias-table2" ? alike : prompts });
    assert.match(svg, /Means: of the bias types that a judge has, 5 of 9\./);
    assert.match(svg, alt);
  }

  const domain = pairsOf([...many(20, "IDS", 0.8), ...many(20, "CDS", 0.4)])
    .withColumns(pl.lit("charts").alias("domain"));
  const seen = pl.concat([true, false].map((image) => domain.withColumns(pl.lit(image).alias("image"))));
  assert.match(
    (await renderFigure("birch-fig11", { results: seen })).caption,
    /^The image raises accuracy in 0 of 1 cases \(domains of mine × judges\)\. Named: up to two of each panel/,
  );
  const taken = async (id: FigureId, results: pl.DataFrame) =>
    (await renderFigure(id, { results })).svg.match(/Only rows [^.]*\./)?.[0];
  const both = pl.concat(["base", "birch"].map((one) => seen.withColumns(pl.lit(one).alias("pipeline"))));
  const others = "; the results have others too.";
  assert.equal(await taken("birch-fig9", both), `Only rows of the pipeline base, with the image${others}`);
  assert.equal(await taken("birch-fig11", both), `Only rows of the pipeline base${others}`);
  assert.equal(await taken("birch-fig9", seen), `Only rows with the image${others}`);
  assert.equal(await taken("birch-fig9", only(seen, { image: true })), undefined);
});

Deno.test("a sentence speaks of as many judges, types, models and settings as these results have", async () => {
  const alone = (frame: pl.DataFrame) => only(frame, { judge: String(frame.getColumn("judge").get(0)) });
  const scores = alone(readScorePairs(`${EXAMPLES}/score_pairs.csv`)), by = "simulated-judge-a";
  const criteria = readCriteria(`${EXAMPLES}/criteria.csv`);
  const captions = readCaptionScores(`${EXAMPLES}/caption_scores.csv`);
  const ratings = readRatings(`${EXAMPLES}/ratings.csv`);
  const agreed = criteria.withColumns(pl.lit("A").alias("human"));
  const single = criteria.filter(pl.col("mode").eq(pl.lit("single")));
  const prompts = pl.concat(
    ["score", "reasoning"].map((prompt) => scores.withColumns(pl.lit(prompt).alias("prompt"))),
  );
  const cases: [FigureId, Parameters<typeof renderFigure>[1] & object, said: RegExp, not: RegExp][] = [
    [
      "site-panel-1",
      { results: scores },
      new RegExp(`BD is 0\\.\\d{3} with ${by}\\.`),
      /mean of 1|1 judges|Other/,
    ],
    [
      "mm-judgebias-fig4",
      { results: scores },
      /Without other judges’ cells in the column/,
      /the other judges’/,
    ],
    [
      "mm-judgebias-table2",
      { results: scores },
      /and BC \(Robustness\)\. .*of one judge by/,
      /bold|tinted|1 judges/,
    ],
    [
      "mm-judgebias-table4",
      { results: prompts },
      /over the bias types that a judge has/,
      /nine|three judges/,
    ],
    ["multi-crit-fig9", { results: agreed }, /Most often: no pair of criteria\./, /against/],
    ["multi-crit-tradeoff-map", { results: single }, /Conflict: it is solved\./, /Δ/],
    ["multi-crit-tradeoff-map", { results: criteria }, /Conflict: it is solved\. Δ in points/, /of thinking/],
    ["philautia-fig2", { results: captions }, /2 of 3 generators; this figure is of one/, /no number of it/],
    [
      "philautia-table2",
      { results: { ratings, "caption scores": captions } },
      /the matrix of the models/,
      /twelve/,
    ],
    ["real-saturation", { results: captions }, /of 6 scales \(evaluator × setting\)/, /6 evaluators/],
    [
      "birch-table7",
      { results: `${EXAMPLES}/labels.csv` },
      /95% intervals by Wilson/,
      /text alone|clustered/,
    ],
  ];
  for (const [id, options, said, not] of cases) {
    const { caption, alt, svg } = await renderFigure(id, options);
    const text = `${caption} ${alt} ${
      [...svg.matchAll(/<text[^>]*>([^<]*)/g)].map(([, one]) => one).join(" ")
    }`;
    assert.match(text, said, id);
    assert.doesNotMatch(text, not, id);
  }
});
