import assert from "node:assert/strict";
import pl from "nodejs-polars";
import * as core from "judgebias";
import { BIAS_TAXONOMY } from "@/results/bias_taxonomy.ts";
import { random } from "@/stats/random.ts";
import { close, mean, upTo } from "../stats/golden.ts";
import { criteriaFrame, item } from "./criteria_fixture.ts";
import { pairsFrame, randomRows } from "./pairs_fixture.ts";
import { randomScores, type ScoreRow, scoresFrame } from "./scores_fixture.ts";

type Row = Record<string, number> & { judge: string; bias_type: string; dimension: string };
const records = (frame: pl.DataFrame) => frame.toRecords() as Row[];
const one = (frame: pl.DataFrame) => records(frame)[0];
const near = { absolute: 1e-12 };

Deno.test("BC is symmetric in nothing, BD falls with ŷ: properties on a grid", () => {
  for (let y = 1; y <= 10; y++) {
    for (let changed = 1; changed <= 10; changed++) {
      const bc = core.biasConformity([y], [changed]);
      assert.ok(bc >= 0 && bc <= 1);
      assert.equal(bc === 1, y === changed);
      if (y === 1) continue;
      const bd = core.biasDeviation([y], [changed]);
      assert.ok(bd >= 0 && bd <= 1);
      assert.equal(bd === 0, changed >= y);
      if (changed > 1) assert.ok(core.biasDeviation([y], [changed - 1]) >= bd);
    }
  }
});

/** Reliability written from its definition, with filters and plain averages. */
function textbook(rows: readonly ScoreRow[], type: string) {
  const { metric } = BIAS_TAXONOMY.find((spec) => spec.type === type)!;
  const runs = [...new Set(rows.map(({ run }) => run))].map((own) =>
    rows.filter(({ run, bias_type, unbiased, biased }) =>
      run === own && bias_type === type && unbiased !== null && biased !== null &&
      (metric === "bc" || unbiased > 1)
    ).map(({ unbiased: y, biased: b }) =>
      metric === "bd" ? Math.max(0, y! - b!) / (y! - 1) : 1 - Math.abs(y! - b!) / Math.max(y! - 1, 10 - y!)
    )
  ).filter((values) => values.length > 0);
  return mean(runs.map(mean));
}

Deno.test("reliability agrees with the textbook definition on lopsided data with gaps; its summary is the mean of types, not of dimensions", () => {
  const rows = randomScores({ seed: 3, samples: 120, runs: 3, judges: 2 }), frame = scoresFrame(rows);
  const values = records(core.reliability(frame));
  assert.ok(values.length > 14);
  for (const { value, low, high, n, n_clusters, judge, bias_type } of values) {
    close(value, textbook(rows.filter((row) => row.judge === judge), bias_type), near);
    assert.ok(low <= value && value <= high && n_clusters <= n);
  }
  for (const row of records(core.reliabilitySummary(frame))) {
    const own = values.filter(({ judge }) => judge === row.judge);
    for (const dimension of ["integrality", "congruity", "robustness"]) {
      const parts = own.filter((one) => one.dimension === dimension);
      close(row[dimension], mean(parts.map(({ value }) => value)), near);
    }
    close(row.overall, mean(own.map(({ value }) => value)), near);
    assert.ok(row.low < row.overall && row.overall < row.high);
  }
  const parts = records(core.reliability(frame, { by: ["difficulty"] }));
  const all = records(core.reliability(frame, { by: [] })), [{ bias_type, n }] = all;
  const own = parts.filter((row) => row.bias_type === bias_type);
  assert.equal(own.reduce((sum, row) => sum + row.n, 0), n, "by difficulty");
  const typed = core.reliability(frame, { by: ["bias_type"] });
  assert.equal(typed.height, all.length, "the type is not asked for twice");
  assert.equal(core.noiseFloor(frame, { by: ["bias_type"] }).columns[0], "bias_type");
});

Deno.test("downsample: the paper's grid, its seed, and independence of the groups around", () => {
  const rows = [..."ab"].flatMap((judge, i) => randomRows({ seed: i + 1, n: 400, judge }));
  const drawn = (own: typeof rows, seed: number) =>
    records(core.downsample(pairsFrame(own), { split: "length", seed }));
  const both = drawn(rows, 5);
  assert.equal(both[0].samples, 160);
  assert.deepEqual(both, drawn(rows, 5));
  assert.deepEqual(both[1], drawn(rows.slice(400), 5)[0]);
  assert.notEqual(both[0].mean, drawn(rows, 6)[0].mean);
  close(both[0].sd ** 2, both[0].variance, near);
});

Deno.test("cdsRatioSweep: ends are the subsets' accuracies, between them the weighted mean", () => {
  const pairs = pairsFrame(randomRows({ seed: 3, n: 2000 }));
  const bias = one(core.informativenessBias(pairs, { by: [] })), ratios = [0, 0.25, 0.5, 1];
  const sweep = records(core.cdsRatioSweep(pairs, { ratios, draws: 400, seed: 1, by: [] }));
  assert.deepEqual([sweep[0].accuracy, sweep[3].accuracy], [bias.acc_ids, bias.acc_cds]);
  assert.ok(sweep[0].sd < 1e-12 && sweep[3].sd < 1e-12);
  for (const { ratio, accuracy, sd, n_ids, n_cds, low, high } of sweep) {
    const expected = (1 - ratio) * bias.acc_ids + ratio * bias.acc_cds;
    assert.ok(Math.abs(accuracy - expected) < 5 * sd / Math.sqrt(400) + 1e-3, `ratio ${ratio}`);
    assert.ok(Math.abs(n_cds / (n_ids + n_cds) - ratio) < 1e-3, "the share is what was asked for");
    assert.ok(n_ids === bias.n_ids || n_cds === bias.n_cds, "one subset is used whole");
    assert.ok(low < expected && expected < high);
  }
});

Deno.test("cdsRatioSweep: of few rows too a mean of subsamples lies within its limits, or there is none", () => {
  const { uniform } = random(3), options = { ratios: [0.05, 0.1, 0.25, 0.32, 0.5, 0.8, 0.9], by: [] };
  for (let seed = 0; seed < 200; seed++) {
    const [ofCds, right] = [uniform(), uniform()], sure = seed % 2 === 0;
    const pairs = pairsFrame(
      upTo(3 + Math.floor(20 * uniform())).map(() => {
        const isCds = uniform() < ofCds, isRight = sure ? isCds === right < 0.5 : uniform() < right;
        return { human: "A", choice: isRight ? "A" : "B", more_informative: isCds ? "B" : "A" };
      }),
    );
    for (const row of records(core.cdsRatioSweep(pairs, { ...options, draws: 1 + seed % 40, seed }))) {
      const { ratio, accuracy, low, high, n_ids, n_cds } = row, text = `seed ${seed}, ratio ${ratio}`;
      assert.equal(Number.isNaN(accuracy), n_ids === 0 || n_cds === 0, text);
      assert.ok(Number.isNaN(low + high) || low <= accuracy && accuracy <= high, text);
    }
  }
});

Deno.test("unparsedAudit: a draw is the seed's, rows keep theirs whatever else is unparsed", () => {
  const accuracy = (seed: number, first: string | null) => {
    const frame = pairsFrame(upTo(40).map((i) => ({ choice: i === 0 ? first : null })));
    return records(core.unparsedAudit(frame, { by: [], seed }))[2].accuracy;
  };
  assert.equal(accuracy(1, null), accuracy(1, null));
  assert.ok(new Set([1, 2, 3, 4].map((seed) => accuracy(seed, null))).size > 1);
  close(accuracy(1, "A") - accuracy(1, "B"), 1 / 40, near);
});

Deno.test("agreementCeiling: a judge that is milder than people keeps its τ and loses κ", () => {
  const human = upTo(60).map((i) => i % 5), other = human.map((x, i) => i % 7 === 0 ? (x + 1) % 5 : x);
  const of = (judge: number[]) =>
    one(core.agreementCeiling(pl.DataFrame({
      item_id: upTo(120).map((i) => String(i % 60)),
      annotator: upTo(120).map((i) => i < 60 ? "p" : "q"),
      ...{ human: [...human, ...other], judge: [...judge, ...judge] },
    })));
  const same = of(human), mild = of(human.map((x) => x + 3));
  close(mild.tau, same.tau);
  assert.ok(same.kappa > same.kappa_ceiling && mild.kappa < 0.3 && mild.kappa_gap_low > 0.3);
});

Deno.test("compareCriteria: where units share items, p and interval agree and rest on items, not on pairs; the order only turns the sign", () => {
  const frame = criteriaFrame(
    upTo(40).flatMap((i) => [
      ...item(`${i}`, "AABB", i % 3 ? "AABB" : "AAAA", { mode: "joint" }),
      ...item(`${i}`, "AABB", i % 2 ? "AABB" : "AAAA", { mode: "single" }),
    ]),
  );
  const modes = { first: { mode: "joint" }, second: { mode: "single" }, by: [] };
  const at = (more = {}) => records(core.compareCriteria(frame, { ...modes, ...more }));
  const forth = at(), back = at({ first: modes.second, second: modes.first }), cmr = forth[2];
  assert.deepEqual([cmr.n, cmr.n_clusters], [160, 40]);
  const [inside, outside] = [0.99, 1.01].map((factor) => at({ level: 1 - factor * cmr.p_value })[2]);
  assert.ok(inside.low * inside.high < 0 && outside.low * outside.high > 0, `${inside.low} ${outside.low}`);
  forth.forEach(({ difference, p_value, low }, i) => {
    close(difference, -back[i].difference, near);
    close(low, -back[i].high, near);
    close(p_value, back[i].p_value);
  });
});

/** Three judges of items that people answer with A in 70%: easy items are judged alike, hard ones by chance. */
function threeJudges(items: number, seed: number) {
  const { uniform } = random(seed), truth: number[] = [];
  const rows = upTo(items).flatMap((i) => {
    truth.push(uniform() < 0.7 ? 1 : 0);
    const right = uniform() < 0.7 ? 0.97 : 0.6;
    return [..."xyz"].map((judge) => ({
      ...{ item_id: `${i}`, judge, choice: (uniform() < right) === (truth[i] === 1) ? "A" : "B" },
    }));
  });
  return { truth, pairs: pl.DataFrame(rows) };
}

Deno.test("labelQueue: narrower limits than as many labels at random, and they hold", () => {
  const labels = 120, sets = 40;
  let narrower = 0, plain = 0, held = 0;
  for (let s = 0; s < sets; s++) {
    const { truth, pairs } = threeJudges(1200, s);
    const votes = pairs.getColumn("choice").toArray();
    const predicted = truth.map((_, i) =>
      votes.slice(3 * i, 3 * i + 3).filter((v) => v === "A").length > 1 ? 1 : 0
    );
    const queue = (n: number, seed: number) => core.labelQueue(pairs, { n, seed }).toRecords();
    const stratum = new Map(queue(truth.length, 0).map((row) => [Number(row.item_id), String(row.stratum)]));
    const limits = (ids: readonly number[], isStratified: boolean) => {
      const known = new Set(ids), rest = truth.map((_, i) => i).filter((i) => !known.has(i));
      const of = (list: readonly number[]) => ({
        predicted: list.map((i) => predicted[i]),
        ...isStratified ? { strata: list.map((i) => stratum.get(i)!) } : {},
      });
      const labelled = { ...of(ids), truth: ids.map((i) => truth[i]) };
      return core.correctedRate({ method: "ppi", ...of(rest), labelled });
    };
    const queued = limits(queue(labels, s).map(({ item_id }) => Number(item_id)), true);
    const drawn = limits(random(s + 999).shuffle(upTo(truth.length)).slice(0, labels), false);
    narrower += queued.high - queued.low;
    plain += drawn.high - drawn.low;
    if (queued.low <= mean(truth) && mean(truth) <= queued.high) held++;
  }
  // Width goes with 1/√n: 0.9 of the width saves a fifth of the labels.
  assert.ok(narrower < 0.93 * plain, `${narrower / sets} against ${plain / sets}`);
  assert.ok(held / sets > 0.87, `${held} of ${sets}`);
});

Deno.test("labelQueue: what is labelled is not asked again, weights count all, edges", () => {
  const human = pl.when(pl.col("item_id").isIn(["0", "1"])).then(pl.lit("A")).otherwise(pl.lit(null));
  const some = threeJudges(50, 1).pairs.withColumns(human.alias("human"));
  const asked = (n: number) => core.labelQueue(some, { n, seed: 3 });
  const told = asked(12).toObject() as { item_id: string[]; weight: number[]; n_stratum: number[] };
  const { item_id: ids, weight } = told, large = weight.filter((_, i) => told.n_stratum[i] > 1);
  assert.ok(!ids.includes("0") && !ids.includes("1") && new Set(ids).size === 12);
  close(mean(weight) * 12, 48);
  assert.ok(Math.max(...large) < 1.5 * Math.min(...large), "labels are drawn in proportion");
  assert.equal(asked(1).height, 1);
  assert.throws(() => asked(49), /from 1 to the 48 items without a human label, found 49/);
  assert.deepEqual(asked(12).toRecords(), asked(12).toRecords());
});

Deno.test("calibrationError: p is below 5% where the lower limit leaves 0, and only there; the correction takes most of a calibrated judge's bias out", () => {
  const rejected: number[] = [], calibrated: { ece: number; corrected: number; low: number }[] = [];
  for (let seed = 1; seed <= 300; seed++) {
    const { uniform } = random(seed), shift = seed % 3 / 8;
    const probability = upTo(60).map(() => 0.5 + uniform() / 2);
    const found = core.calibrationError(probability, probability.map((p) => uniform() < p - shift ? 1 : 0));
    const { low, pValue } = found;
    assert.equal(pValue < 0.05, low > 0, `p ${pValue} beside a lower limit of ${low} (seed ${seed})`);
    rejected.push(Number(low > 0));
    if (shift === 0) calibrated.push(found);
  }
  assert.ok(mean(rejected) > 0.3 && mean(rejected) < 0.83, `${mean(rejected)}`);
  const [plain, corrected] = (["ece", "corrected"] as const).map((name) =>
    mean(calibrated.map((one) => one[name]))
  );
  assert.ok(plain > 0.03 && corrected < 0.7 * plain, `${plain} ${corrected}`);
  assert.ok(calibrated.filter(({ low }) => low === 0).length > 90);
});
