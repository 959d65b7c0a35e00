import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { fitPomms } from "@/ensemble/fit_pomms.ts";
import { pommsReport } from "@/ensemble/pomms_report.ts";
import { splitRatings } from "@/ensemble/split_ratings.ts";
import { ratingAgreement } from "@/metrics/rating_agreement.ts";
import { columnNumbers } from "@/results/factor.ts";
import { readTokenScores } from "@/results/read_token_scores.ts";
import { elasticNetCV } from "@/stats/elastic_net_cv.ts";
import { kendallTau } from "@/stats/kendall.ts";
import { close } from "../stats/golden.ts";

const FOLDER = "../shared/data/mllm-judge-scores";
const JUDGES = ["gemini-2.5-flash", "llava-critic-7b", "phi-4-multimodal"];
const present = (() => {
  try {
    return Deno.statSync(`${FOLDER}/${JUDGES[0]}.csv`).isFile;
  } catch {
    return false;
  }
})();
if (!present) console.warn(`The tests on real judge scores are skipped: there is no folder ${FOLDER}`);

const read = () =>
  readTokenScores(JUDGES.map((judge) => `${FOLDER}/${judge}.csv`), {
    itemId: "sample_id",
    human: "gt_score",
    parsed: "parsed_score",
    filler: -11.512925464970229,
    logProbabilities: { s2_lp1: 1, s2_lp2: 2, s2_lp3: 3, s2_lp4: 4, s2_lp5: 5 },
  });

// /usr/bin/python3 tests/ensemble/golden/real_scores.py (scipy 1.10.1, scikit-learn 1.2.1)
const SCIPY: Record<string, { n: number; b: number; c: number }> = {
  "gemini-2.5-flash": { n: 5405, b: 0.34933462576612223, c: 0.3838490245695347 },
  "llava-critic-7b": { n: 5716, b: 0.28015794533328453, c: 0.30772482959450864 },
  "phi-4-multimodal": { n: 5651, b: 0.22604340701517744, c: 0.24818788405426587 },
};
const SKLEARN = {
  alpha: 0.002173730997632909,
  coefficients: [0.2962391324140586, 0.20322861775987247, 0.15964647859624645],
  intercept: 0.9778505267335178,
  tau: 0.3331621821668482,
};

Deno.test({
  name: "real judge scores: expected scores and τ with the humans are those of numpy and scipy",
  ignore: !present,
  fn() {
    const ratings = read();
    assert.equal(ratings.height, 5717);
    const missing = (name: string) => ratings.getColumn(name).nullCount();
    // Answers that were no score: printed ones, and 2 to 4 more whose probability lies elsewhere.
    assert.deepEqual(JUDGES.map((judge) => missing(`${judge} (parsed)`)), [308, 1, 64]);
    assert.deepEqual(JUDGES.map(missing), [312, 1, 66]);
    const rows = ratingAgreement(ratings, { by: [], evaluators: JUDGES }).toRecords() as {
      evaluator: string;
      n: number;
      tau_b: number;
      tau_b_low: number;
      tau_c: number;
    }[];
    for (const { evaluator, n, tau_b, tau_b_low, tau_c } of rows) {
      close(tau_b, SCIPY[evaluator].b, { relative: 1e-12, what: evaluator });
      close(tau_c, SCIPY[evaluator].c, { relative: 1e-12, what: evaluator });
      assert.equal(n, SCIPY[evaluator].n);
      assert.ok(tau_b - tau_b_low > 0.015 && tau_b - tau_b_low < 0.025);
    }
  },
});

Deno.test({
  name: "real judge scores: the elastic net of all three judges is scikit-learn's",
  ignore: !present,
  fn() {
    const ratings = read(), ids = columnNumbers(ratings.getColumn("item_id").cast(pl.Float64));
    const columns = ["human", ...JUDGES].map((name) => columnNumbers(ratings.getColumn(name)));
    const rows = Array.from(ids.keys()).filter((i) => columns.every((column) => !Number.isNaN(column[i])))
      .sort((a, b) => ids[a] - ids[b]);
    const half = Math.floor(rows.length / 2), train = rows.slice(0, half), test = rows.slice(half);
    const X = (part: number[]) => part.map((i) => columns.slice(1).map((column) => column[i]));
    const y = (part: number[]) => part.map((i) => columns[0][i]);
    const fit = elasticNetCV(X(train), y(train), { l1Ratio: 0.5 });
    close(fit.alpha, SKLEARN.alpha, { relative: 1e-10 });
    close(fit.intercept, SKLEARN.intercept, { relative: 1e-9 });
    fit.coefficients.forEach((value, j) => close(value, SKLEARN.coefficients[j], { relative: 1e-9 }));
    const predicted = X(test).map((row) =>
      row.reduce((sum, x, j) => sum + fit.coefficients[j] * x, fit.intercept)
    );
    const tau = kendallTau(predicted.map((value) => Math.round(value * 1e12) / 1e12), y(test)).tau;
    close(tau, SKLEARN.tau, { relative: 1e-6 });
  },
});

Deno.test({
  name:
    "real judge scores: a Pomms of the three agrees with the humans better than each judge, in three random splits",
  ignore: !present,
  fn() {
    const ratings = read();
    for (const seed of [1, 2, 3]) {
      const split = splitRatings(ratings, { seed });
      const part = (name: string) => split.filter(pl.col("split").eq(pl.lit(name)));
      const pomms = fitPomms({ train: part("train"), validation: part("validation") }, {
        evaluators: JUDGES,
      });
      assert.equal(pomms.steps[0].members[0], "gemini-2.5-flash");
      assert.equal(pomms.best, 2);
      const complete = part("test").filter(
        JUDGES.map((judge) => pl.col(judge).isNotNull()).reduce((all, one) => all.and(one)),
      );
      const steps = pommsReport(pomms, complete, { by: [] }).getColumn("tau_b").toArray() as number[];
      const single = ratingAgreement(complete, { by: [], evaluators: JUDGES }).getColumn("tau_b").toArray();
      assert.ok(steps[2] > Math.max(...single as number[]) + 0.01, `${steps} ${single}`);
    }
  },
});
