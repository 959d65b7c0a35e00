import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { fitPomms } from "@/ensemble/fit_pomms.ts";
import { pommsOf, readPomms, writePomms } from "@/ensemble/pomms.ts";
import { pommsPhilautia } from "@/ensemble/pomms_philautia.ts";
import { pommsReport } from "@/ensemble/pomms_report.ts";
import { kendallTau } from "@/stats/kendall.ts";
import { random } from "@/stats/random.ts";
import { captionFrame } from "../metrics/philautia_fixture.ts";
import { close } from "../stats/golden.ts";

import golden from "./golden/pomms.json" with { type: "json" };
import { tempFolder } from "../judge/temp_folder.ts";

const NAMES = ["a", "b", "c", "d", "e"];

/** A ratings frame from rows of scores and the humans' scores. */
function frameOf({ X, y }: { X: (number | null)[][]; y: (number | null)[] }, names = NAMES): pl.DataFrame {
  return pl.DataFrame([
    pl.Series("item_id", y.map((_, i) => `item ${i}`), pl.Utf8),
    pl.Series("human", y, pl.Float64),
    ...names.map((name, j) => pl.Series(name, X.map((row) => row[j]), pl.Float64)),
  ]);
}

function draw(seed: number, n: number, columns = 4): { X: number[][]; y: number[] } {
  const g = random(seed);
  const rows = Array.from({ length: n }, () => {
    const quality = g.normal();
    return {
      x: Array.from({ length: columns }, (_, j) => quality + (1 + j / 2) * g.normal()),
      y: Math.round(quality + 0.5 * g.normal()),
    };
  });
  return { X: rows.map(({ x }) => x), y: rows.map(({ y }) => y) };
}
const train = frameOf(golden.train), validation = frameOf(golden.validation);

// /usr/bin/python3 tests/ensemble/golden/pomms.py > tests/ensemble/golden/pomms.json (scikit-learn 1.2.1, scipy 1.10.1)
Deno.test("fitPomms agrees with scikit-learn's ElasticNetCV and scipy's τ: order, alphas, weights and τ of every step", () => {
  for (const { steps, ...options } of golden.fits) {
    const pomms = fitPomms({ train, validation }, {
      ...options,
      criterion: options.criterion as "tau_b" | "tau_c",
    });
    assert.deepEqual(
      pomms.steps.map(({ members }) => members),
      steps.map(({ members }) => members.map((member) => NAMES[member])),
    );
    pomms.steps.forEach((step, k) => {
      const what = `${JSON.stringify(options)}, step ${k}`;
      close(step.alpha, steps[k].alpha, { relative: 1e-10, what });
      close(step.validationTau, steps[k].validationTau, { relative: 1e-12, what });
      close(step.intercept, steps[k].intercept, { relative: 1e-8, what });
      step.coefficients.forEach((value, m) =>
        close(value, steps[k].coefficients[m], { relative: 1e-8, absolute: 1e-10, what })
      );
    });
    const taus = steps.map(({ validationTau }) => validationTau);
    assert.equal(pomms.best, taus.indexOf(Math.max(...taus)));
  }
});

Deno.test("predict is intercept + Σ weight · score, NaN where a member has none; other columns do not matter", () => {
  const pomms = fitPomms({ train, validation });
  const { members: [first, second], coefficients: [p, q], intercept } = pomms.steps[1];
  const frame = pl.DataFrame([
    pl.Series(second, [0.2, null, 0.4], pl.Float64),
    pl.Series("text", ["x", "y", "z"], pl.Utf8),
    pl.Series(first, [0.5, 0.6, NaN], pl.Float64),
  ]);
  const predicted = pomms.predict(frame, 1);
  close(predicted[0], intercept + p * 0.5 + q * 0.2, { absolute: 1e-12 });
  assert.ok(Number.isNaN(predicted[1]) && Number.isNaN(predicted[2]));
  // 0.1 + 0.2 is not 0.3 in binary, but these rows are equal.
  const record = { ...pomms.toJSON(), best: 0 };
  record.steps = [{ ...record.steps[0], members: ["a", "b"], coefficients: [1, 1], intercept: 0 }];
  const [sum, plain] = pommsOf(record).predict(pl.DataFrame({ a: [0.1, 0.3], b: [0.2, 0] }));
  assert.equal(sum, plain);
  assert.throws(() => pomms.predict(frame, 4), { name: "TypeError", message: /predict: wanted the columns/ });
  assert.throws(() => pomms.predict(frame, 5), /wanted a step from 0 to 4, found 5/);
  assert.deepEqual(pomms.predict(validation), pomms.predict(validation, pomms.best));
  assert.equal(pomms.predict(validation.head(0)).length, 0);
});

Deno.test("a Pomms comes back from its file as it was, also where a step has no τ", () => {
  using at = tempFolder();
  const path = `${at.path}/deep/pomms.json`;
  const flat = frameOf({ X: [[1], [1], [1], [1], [1]], y: [1, 2, 3, 4, 5] }, ["flat"]);
  const pomms = fitPomms({ train: flat, validation: flat });
  assert.ok(Number.isNaN(pomms.steps[0].validationTau));
  for (const one of [pomms, fitPomms({ train, validation })]) {
    writePomms(one, path);
    assert.deepEqual(readPomms(path).toJSON(), one.toJSON());
  }
  assert.deepEqual(
    readPomms(path).predict(validation, 3),
    fitPomms({ train, validation }).predict(validation, 3),
  );

  const bad = (content: string, message: RegExp) => {
    Deno.writeTextFileSync(path, content);
    assert.throws(() => readPomms(path), { name: "SyntaxError", message });
  };
  bad("{", /wanted JSON in .*pomms\.json/);
  const record = JSON.parse(JSON.stringify(pomms)), [first] = record.steps;
  const odd = [{ best: 7 }, { steps: [{ ...first, coefficients: [1, 2] }] }, {
    steps: [{ ...first, intercept: null }],
  }];
  for (const own of [...odd, { steps: undefined }]) {
    bad(JSON.stringify({ ...record, ...own }), /steps with a coefficient for each of their members/);
  }
  assert.throws(() => readPomms(`${at.path}/none.json`), /ENOENT|No such file/);
});

Deno.test("a constant evaluator is chosen last, equal ones in the order of their columns", () => {
  const { X, y } = draw(3, 120, 1);
  const frame = frameOf({ X: X.map(([x]) => [7, x, x]), y }, ["flat", "twin 1", "twin 2"]);
  const { steps, best } = fitPomms({ train: frame, validation: frame });
  assert.match(String([steps[2].members[0], ...steps[2].notes]), /^twin 1,(.*,)?flat never varies/);
  assert.equal(steps[0].coefficients.length, 1);
  assert.equal(best, 0, "of equal steps the smallest");
  const alone = fitPomms({ train: frame, validation: frame }, { evaluators: ["flat", "twin 2"] });
  assert.deepEqual(alone.steps[0].members, ["twin 2"]);
});

Deno.test("rows without a score are left out and counted; text, missing columns and bad options are refused", () => {
  const holes = frameOf({
    X: golden.train.X.map((row, i) => i === 3 ? [null, ...row.slice(1)] : row),
    y: golden.train.y.map((value, i) => i === 5 ? null : value),
  });
  const pomms = fitPomms({ train: holes, validation });
  assert.deepEqual(pomms.rows, { train: 158, validation: 90, droppedTrain: 2, droppedValidation: 0 });
  assert.deepEqual(pomms.candidates, NAMES);

  const empty = train.withColumns(pl.lit(null).cast(pl.Float64).alias("c"));
  assert.equal(fitPomms({ train: empty, validation }, { evaluators: ["a", "b"] }).rows.train, 160);
  const still = validation.withColumns(pl.lit(3).cast(pl.Float64).alias("human"));
  const text = train.withColumns(pl.lit("x").alias("a")), none = validation.head(0);
  const few = /at least 5 training rows .as many as folds. with scores in human, .* found 4/;
  const refused: [of: object, options: object, message: RegExp, name?: string][] = [
    [{ train: empty }, {}, /score, found none in 160 rows; evaluators: \[…\] leaves some out/],
    [{}, { evaluators: ["z"] }, /wanted the column z/, "TypeError"],
    [{}, { evaluators: [] }, /at least one numeric column/],
    [{}, { evaluators: ["a", "a"] }, /each evaluator once/],
    [{}, { maxMembers: 6 }, /maxMembers from 1 to 5, found 6/],
    [{}, { criterion: "pearson" }, /criterion/, "RangeError"],
    [{}, { l1Ratio: 2 }, /l1Ratio/],
    [{ train: train.head(4) }, {}, few],
    [{ validation: none }, {}, /different human scores in the 0 validation rows, found 0/],
    [{ validation: still }, {}, /different human scores in the 90 validation rows, found 1/],
    [{ train: text }, { evaluators: ["a"] }, /a/, "TypeError"],
  ];
  for (const [of, options, message, name] of refused) {
    const call = () => fitPomms({ train, validation, ...of }, options as { maxMembers: number });
    assert.throws(call, { message, ...name && { name } });
  }
  assert.equal(fitPomms({ train, validation }, { maxMembers: 2 }).steps.length, 2);
});

Deno.test("pommsReport has every step's τ on new rows, by group, beside the validation's", () => {
  const pomms = fitPomms({ train, validation });
  const report = pommsReport(pomms, validation, { by: [] }).toRecords() as Record<string, number | string>[];
  assert.equal(report.length, 5);
  report.forEach((row, k) => {
    close(row.tau_b as number, pomms.steps[k].validationTau, { relative: 1e-13 });
    close(row.validation_tau as number, pomms.steps[k].validationTau);
    close(
      row.tau_c as number,
      kendallTau([...pomms.predict(validation, k)], golden.validation.y, { variant: "c" }).tau,
    );
    assert.deepEqual([row.step, row.added, row.n, row.n_unscored], [k, pomms.steps[k].members[k], 90, 0]);
    assert.ok(
      (row.tau_b_low as number) < (row.tau_b as number) && (row.tau_b as number) < (row.tau_b_high as number),
    );
    assert.ok(Number.isNaN(row.philautia_members as number));
  });
});

Deno.test("pommsReport's means of the ensemble's preferences are pommsPhilautia's, step by step", () => {
  const g = random(6);
  const captions = captionFrame(
    Array.from({ length: 20 }, () => NAMES.map(() => NAMES.map(() => g.uniform()))),
  );
  const pomms = fitPomms({ train, validation });
  const report = pommsReport(pomms, validation, { by: [], captionScores: captions }).toRecords();
  report.forEach((row, step) => {
    const { meanOverMembers } = pommsPhilautia(captions, pomms, { setting: "ref_free", step }).pomms;
    close(row.philautia_members as number, meanOverMembers);
  });
  assert.throws(
    () => pommsReport(pomms, validation, { captionScores: captions, setting: "ref_based" }),
    /wanted a setting out of ref_free/,
  );
});
