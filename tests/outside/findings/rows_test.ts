import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { mean, sampleRankCorrelation, standardDeviation } from "simple-statistics";
import { findingDifferences, findings, realRows } from "@/findings/findings.ts";
import { computeFindings } from "@/findings/compute_findings.ts";
import { DATA_SOURCES, type DataSourceName } from "@/results/data_sources.ts";
import { readCaptionScores } from "@/results/read_caption_scores.ts";
import { readPairs } from "@/results/read_pairs.ts";
import { readRatings } from "@/results/read_ratings.ts";
import { GENAI_BENCH, VIESCORE, VIESCORE_AVERAGES, WILDVISION } from "../../findings/printed.ts";

for (const name of Object.keys(DATA_SOURCES) as DataSourceName[]) {
  const rows = realRows(name);
  Deno.test({
    name: `data/findings/${name}.csv is what the rows give${
      rows === null ? " (skipped: no rows; deno task data fetches them)" : ""
    }`,
    ignore: rows === null,
    fn() {
      assert.deepEqual(findingDifferences(findings(name), computeFindings(name, rows!)).slice(0, 5), []);
    },
  });
}

const wildvision = realRows("wildvision");
Deno.test({
  name: `WildVision: games and rewards of the source's leaderboard come out of the rows${
    wildvision === null ? " (skipped: no rows)" : ""
  }`,
  ignore: wildvision === null,
  fn() {
    const rows = readPairs(wildvision!).select("model_b", "score").toRecords() as {
      model_b: string;
      score: string;
    }[];
    for (const [model, [, reward, ...games]] of Object.entries(WILDVISION)) {
      const own = rows.filter((row) => row.model_b === model);
      const count = (score: string) => own.filter((row) => row.score === score).length;
      const [much, better, , worse, worst] = ["B>>A", "B>A", "A=B", "A>B", "A>>B"].map(count);
      // A game without a verdict counts as a tie in the source.
      assert.deepEqual([much, better, 500 - much - better - worse - worst, worse, worst], games, model);
      assert.equal(
        (100 * (much + better / 2 - worse / 2 - worst) / 500).toFixed(1),
        reward.toFixed(1),
        model,
      );
    }
  },
});

const genai = realRows("genai-bench");
Deno.test({
  name: `GenAI-Bench: the 54 accuracies that the source prints come out of the rows${
    genai === null ? " (skipped: no rows)" : ""
  }`,
  ignore: genai === null,
  fn() {
    const counts = new Map<string, { right: number; n: number }>();
    const rows = readPairs(genai!).select("judge", "domain", "correct").toRecords() as Record<
      string,
      string
    >[];
    for (const { judge, domain, correct } of rows) {
      const own = counts.get(`${judge} ${domain}`) ?? { right: 0, n: 0 };
      counts.set(`${judge} ${domain}`, { right: own.right + Number(Number(correct) === 1), n: own.n + 1 });
    }
    for (const [judge, printed] of Object.entries(GENAI_BENCH)) {
      ["image_generation", "image_edition", "video_generation"].forEach((task, t) => {
        const { right, n } = counts.get(`${judge.replace(/_8192$/, "")} ${task}`)!;
        assert.equal((100 * right / n).toFixed(4), printed[t].toFixed(4), `${judge} ${task}`);
      });
    }
  },
});

const viescore = realRows("viescore");
Deno.test({
  name: `VIEScore: 203 counts, means and deviations and 111 correlations of the source come out of the rows${
    viescore === null ? " (skipped: no rows)" : ""
  }`,
  ignore: viescore === null,
  fn() {
    interface Picture {
      image_id: string;
      generator: string;
      task: string;
      sc: number;
      pq: number;
      source_score: number;
    }
    const pictures = readCaptionScores(viescore!).filter(pl.col("evaluator").eq(pl.lit("gemini-0")))
      .filter(pl.col("source_score").isNotNull()).toRecords() as unknown[] as Picture[];
    const people = new Map<string, { sc: number[]; pq: number[]; o: number[] }>();
    for (
      const { item_id, sc, pq } of readRatings(`${viescore}/human.csv.gz`).toRecords() as {
        item_id: string;
        sc: string;
        pq: string;
      }[]
    ) {
      const own = people.get(item_id) ?? { sc: [], pq: [], o: [] };
      people.set(item_id, own);
      own.sc.push(Number(sc));
      own.pq.push(Number(pq));
      own.o.push(Math.sqrt(Number(sc) * Number(pq)));
    }
    // The source cuts a side to 0 … 1 and prints four digits without trailing zeros.
    const side = (value: number) => Math.min(1, value / 10);
    const printed = (value: number) => Number(value.toFixed(4));
    // Sums of the same ratings in another order differ in the last bit and rank as different (up to 0.003 in ρ): these are the
    // orders in which the source's folders must have listed the raters, for with others not all digits come out.
    const ORDERS: Record<string, number[]> = { "Text-Guided_IE": [0, 2, 1], "Subject-Driven_IG": [1, 2, 0] };
    const averages: number[][] = [];
    for (const [task, generators] of Object.entries(VIESCORE)) {
      const order = ORDERS[task] ?? [0, 1, 2];
      const correlations: number[][] = [];
      for (const [generator, wanted] of Object.entries(generators)) {
        const own = pictures.filter((one) => one.task === task && one.generator === generator);
        const sides = own.map(({ sc, pq }) => [side(sc), side(pq), Math.sqrt(side(sc) * side(pq))]);
        const three = own.map(({ image_id }) => {
          const { sc, pq, o } = people.get(`${task}/${generator}${image_id.slice(task.length)}`)!;
          return [sc, pq, o].map((values) => order.reduce((sum, rater) => sum + values[rater], 0) / 3);
        });
        const column = (rows: number[][], c: number) => rows.map((row) => row[c]);
        const found = [0, 1, 2].flatMap((c) => [
          printed(mean(column(sides, c))),
          printed(standardDeviation(column(sides, c))),
        ]);
        const rho = [0, 1, 2].map((c) => sampleRankCorrelation(column(sides, c), column(three, c)));
        assert.deepEqual([own.length, ...found, ...rho.map(printed)], wanted, `${task} ${generator}`);
        correlations.push(rho);
      }
      // The source takes the mean of ρ as if it were Fisher's z, for tasks and for all: too small (data/README.md).
      averages.push([0, 1, 2].map((c) => Math.tanh(mean(correlations.map((rho) => rho[c])))));
      assert.deepEqual(averages.at(-1)!.map(printed), VIESCORE_AVERAGES[task], task);
    }
    const all = [0, 1, 2].map((c) => Math.tanh(mean(averages.map((rho) => rho[c]))));
    assert.deepEqual(all.map(printed), VIESCORE_AVERAGES.all);
    assert.equal(averages.length * 3 + 3 + 3 * 29, 111);
  },
});
