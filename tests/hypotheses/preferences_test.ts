import assert from "node:assert/strict";
import type pl from "nodejs-polars";
import * as core from "judgebias";
import { random } from "@/stats/random.ts";
import { captionFrame, GOLDEN } from "../metrics/philautia_fixture.ts";
import { near, total, upTo } from "../stats/golden.ts";

const setting = "ref_free";

/** Captions of models, each liked by itself as much as `taste` says. */
function tasteful(seed: number, taste: number, images = 60, models = 5): pl.DataFrame {
  const { normal } = random(seed), own = (g: number, e: number) => g === e ? taste : 0;
  const score = (g: number, e: number) => 0.5 + 0.03 * g - 0.02 * e + own(g, e) + 0.05 * normal();
  return captionFrame(upTo(images).map(() => upTo(models).map((g) => upTo(models).map((e) => score(g, e)))));
}

Deno.test("selfPreference: estimate and interval are those of philautiaIntervals", () => {
  const scores = captionFrame(GOLDEN.score),
    intervals = core.philautiaIntervals(scores, { setting }).toRecords();
  const row = intervals.find(({ generator, evaluator }) => generator === "b" && evaluator === "b")!;
  const { corrected, value, low, high } = row;
  const result = core.selfPreference(scores, { setting, model: "b" }),
    [images, place, asComputed] = result.sensitivity;
  near(images.estimate, corrected);
  near(images.low, low);
  near(asComputed.estimate, value);
  assert.equal(images.pValue < 0.05, low > 0 || high < 0);
  assert.ok(Number.isNaN(place.pValue) && result.verdict === "untestable" && result.unit === "number");
});

Deno.test("selfPreference over all models, corrected: among five no cell can stand out from the others, among nine one can", () => {
  const scores = tasteful(1, 0.1);
  const tests = [..."abcde"].map((model) => (frame: pl.DataFrame) =>
    core.selfPreference(frame, { setting, model })
  );
  const verdicts = core.hypothesisTable(scores, tests, { by: [] }).getColumn("verdict").toArray();
  assert.deepEqual(verdicts, verdicts.map(() => "untestable"));
  const one = core.selfPreference(scores, { setting, model: "a" });
  assert.ok(one.sensitivity[0].pValue < 1e-6 && Number.isNaN(one.pValue + one.low));
  assert.match(one.warning, /among 21 arrangements p is 0\.095 at least, untestable at 0\.05/);
  const many = core.selfPreference(tasteful(1, 0.1, 60, 9), { setting, model: "c" });
  assert.ok(many.verdict === "supported" && many.warning === "");
});

/** Two-sided p of the actual place among all. */
const placed = (own: number, all: readonly number[]) =>
  Math.min(
    1,
    2 * Math.min(...[1, -1].map((s) => all.filter((x) => s * x >= s * own - 1e-9).length / all.length)),
  );

Deno.test("meanSelfPreference: all 120 assignments, one by one", () => {
  const scores = tasteful(2, 0.01, 20), { phiTilde, evaluators } = core.philautia(scores, { setting });
  const orders = (list: number[]): number[][] =>
    list.length === 0
      ? [[]]
      : list.flatMap((x) => orders(list.filter((y) => y !== x)).map((rest) => [x, ...rest]));
  const sum = (places: number[]) => total(places.map((e, g) => phiTilde[g][e])), own = sum(upTo(5));
  const { sensitivity } = core.meanSelfPreference(scores, { setting });
  near(sensitivity[1].pValue, placed(own, orders(upTo(5)).map(sum)));
  near(sensitivity[2].estimate, own / 5);
  assert.equal(sensitivity.length, 8);
  const relatives = (options: { families?: string[][] }) =>
    /relatives/.test(core.meanSelfPreference(scores, { setting, ...options }).assumptions.join());
  assert.deepEqual([relatives({}), relatives({ families: [evaluators] })], [true, false]);
  const sure = core.meanSelfPreference(tasteful(3, 0.1), { setting });
  assert.ok(sure.verdict === "supported" && sure.low > 0);
  near(sure.pValue, 2 / 120);
  const against = core.meanSelfPreference(tasteful(4, -0.1), { setting });
  assert.ok(against.verdict === "contradicted" && against.high < 0);
});

Deno.test("familySelfPreference: all sets of as many models; too few sets are untestable", () => {
  const scores = tasteful(5, 0, 20, 9),
    { phiTilde } = core.philautia(scores, { setting }),
    members = ["a", "c", "d"];
  const beside = (set: number[]) =>
    total(set.flatMap((g) => set.filter((e) => e !== g).map((e) => phiTilde[g][e])));
  const sets = upTo(9).flatMap((a) => upTo(a).flatMap((b) => upTo(b).map((c) => [c, b, a])));
  const own = beside([0, 2, 3]),
    { sensitivity: [, place, asComputed] } = core.familySelfPreference(scores, { setting, members });
  near(place.pValue, placed(own, sets.map(beside)));
  near(asComputed.estimate, own / 6);
  const { verdict, warning } = core.familySelfPreference(tasteful(5, 0, 20, 6), { setting, members });
  assert.match(`${verdict}: ${warning}`, /^untestable: .*among 20 arrangements p is 0\.100 at least/);
  const many = { setting, members: [..."abcdefghij"] };
  const said = /up to 100000 sets.*found 184756/;
  assert.throws(() => core.familySelfPreference(tasteful(5, 0, 4, 20), many), said);
});
