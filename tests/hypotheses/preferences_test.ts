import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { hypothesisTable } from "@/hypotheses/hypothesis_table.ts";
import { jointLowersTradeoff } from "@/hypotheses/joint_judging.ts";
import {
  familySelfPreference,
  meanSelfPreference,
  selfPreference,
  selfPreferenceTable,
} from "@/hypotheses/self_preference.ts";
import { philautia } from "@/metrics/philautia.ts";
import { philautiaIntervals } from "@/metrics/philautia_intervals.ts";
import { tradeoffSensitivity } from "@/metrics/tradeoff_sensitivity.ts";
import { random } from "@/stats/random.ts";
import { criteriaFrame, item } from "../metrics/criteria_fixture.ts";
import { captionFrame, GOLDEN } from "../metrics/philautia_fixture.ts";

const near = (found: number, wanted: number, tolerance = 1e-9) =>
  assert.ok(Math.abs(found - wanted) <= tolerance, `${found} is not ${wanted}`);
const setting = "ref_free";

/** Captions of five models, each liked by itself as much as `taste` says. */
function tasteful(seed: number, taste: number, images = 60, models = 5): pl.DataFrame {
  const generator = random(seed);
  return captionFrame(
    Array.from(
      { length: images },
      () =>
        Array.from(
          { length: models },
          (_, g) =>
            Array.from({ length: models }, (_, e) =>
              0.5 + 0.03 * g - 0.02 * e + (g === e ? taste : 0) + 0.05 * generator.normal()),
        ),
    ),
  );
}

Deno.test("selfPreference: estimate and interval are those of philautiaIntervals", () => {
  const scores = captionFrame(GOLDEN.score);
  const rows = philautiaIntervals(scores, { setting }).toRecords() as Record<string, number | string>[];
  const row = rows.find(({ generator, evaluator }) => generator === "b" && evaluator === "b")!;
  const result = selfPreference(scores, { setting, model: "b" });
  const [images, place, asComputed] = result.sensitivity;
  near(images.estimate, Number(row.corrected));
  near(images.low, Number(row.low));
  near(asComputed.estimate, Number(row.value));
  assert.ok((images.pValue < 0.05) === (Number(row.low) > 0 || Number(row.high) < 0));
  assert.ok(Number.isNaN(place.pValue) && result.verdict === "untestable" && result.unit === "number");
});

Deno.test("selfPreference over all models, corrected; strange models are refused by name", () => {
  const scores = tasteful(1, 0.1);
  const tests = ["a", "b", "c", "d", "e"].map((model) => (frame: pl.DataFrame) =>
    selfPreference(frame, { setting, model })
  );
  const table = hypothesisTable(scores, tests, { by: [] });
  assert.equal(table.height, 5);
  // Noise of the images is no question; but among five models no cell can stand out from the others.
  assert.ok(table.getColumn("verdict").toArray().every((verdict) => verdict === "untestable"));
  const one = selfPreference(scores, { setting, model: "a" });
  assert.ok(one.sensitivity[0].pValue < 1e-6 && Number.isNaN(one.pValue + one.low));
  assert.match(one.warning, /among 21 arrangements p is 0\.095 at least, untestable at 0\.05/);
  assert.deepEqual(
    selfPreferenceTable(scores, { setting, families: { ab: ["a", "b"] } }).getColumn("hypothesis").toArray()
      .slice(4),
    ["e prefers itself", "models prefer themselves", "ab prefer each other"],
  );
  const many = selfPreference(tasteful(1, 0.1, 60, 9), { setting, model: "c" });
  assert.ok(many.verdict === "supported" && many.warning === "");
  assert.throws(
    () => selfPreference(scores, { setting, model: "z" }),
    /both write and evaluate captions \(a, b, c, d, e\), found z/,
  );
  assert.throws(() => selfPreference(scores, { setting: "other", model: "a" }), /other/);
});

Deno.test("meanSelfPreference: all 120 assignments, one by one", () => {
  const scores = tasteful(2, 0.01, 20);
  const { phiTilde } = philautia(scores, { setting });
  const permutations = (list: number[]): number[][] =>
    list.length === 0
      ? [[]]
      : list.flatMap((x) => permutations(list.filter((y) => y !== x)).map((rest) => [x, ...rest]));
  const sums = permutations([0, 1, 2, 3, 4]).map((places) =>
    places.reduce((sum, e, g) => sum + phiTilde[g][e], 0)
  );
  const own = phiTilde.reduce((sum, row, g) => sum + row[g], 0);
  const result = meanSelfPreference(scores, { setting });
  const sides = [1, -1].map((s) => sums.filter((sum) => s * sum >= s * own - 1e-9).length / 120);
  near(result.sensitivity[1].pValue, Math.min(1, 2 * Math.min(...sides)), 1e-12);
  near(result.sensitivity[2].estimate, own / 5);
  assert.equal(result.sensitivity.length, 8);
  const relatives = (options: { families?: string[][] }) =>
    meanSelfPreference(scores, { setting, ...options }).assumptions.some((line) =>
      line.includes("relatives")
    );
  const models = philautia(scores, { setting }).evaluators;
  assert.deepEqual([relatives({}), relatives({ families: [models] })], [true, false]);
  const sure = meanSelfPreference(tasteful(3, 0.1), { setting });
  assert.ok(sure.verdict === "supported" && sure.low > 0 && Math.abs(sure.pValue - 2 / 120) < 1e-12);
  const against = meanSelfPreference(tasteful(4, -0.1), { setting });
  assert.ok(against.verdict === "contradicted" && against.high < 0);
});

Deno.test("familySelfPreference: all sets of as many models; too few sets are untestable", () => {
  const scores = tasteful(5, 0, 20, 9), all = [...Array(9).keys()];
  const { phiTilde } = philautia(scores, { setting });
  const beside = (set: number[]) =>
    set.flatMap((g) => set.filter((e) => e !== g).map((e) => phiTilde[g][e])).reduce((sum, x) => sum + x, 0);
  const sets = all.flatMap((a) => all.flatMap((b) => all.flatMap((c) => a < b && b < c ? [[a, b, c]] : [])));
  const own = beside([0, 2, 3]), members = ["a", "c", "d"];
  const { sensitivity: [, place, asComputed] } = familySelfPreference(scores, { setting, members });
  const sides = [1, -1].map((s) => sets.filter((set) => s * beside(set) >= s * own - 1e-9).length / 84);
  near(place.pValue, Math.min(1, 2 * Math.min(...sides)), 1e-12);
  near(asComputed.estimate, own / 6);
  const few = familySelfPreference(tasteful(5, 0, 20, 6), { setting, members });
  assert.ok(few.verdict === "untestable" && /among 20 arrangements p is 0\.100 at least/.test(few.warning));
  assert.throws(() => familySelfPreference(scores, { setting, members: ["a"] }), /two or more members/);
  assert.throws(() => familySelfPreference(scores, { setting, members: ["a", "a"] }), /each once/);
  assert.throws(() => familySelfPreference(scores, { setting, members: ["a", "y"] }), /found y/);
});

/** Items with a conflict: the letters say what the judge chose jointly and singly. */
function modes(
  list: [joint: string, single: string][],
  more: (i: number) => { image?: string; split?: string } = () => ({}),
) {
  return criteriaFrame(list.flatMap(([joint, single], i) => [
    ...item(String(i), "AB", joint, { mode: "joint", ...more(i) }),
    ...item(String(i), "AB", single, { mode: "single", ...more(i) }),
  ]));
}
const repeat = (pair: [string, string], times: number) => Array.from({ length: times }, () => pair);

Deno.test("jointLowersTradeoff: TOS of the metric, on the items of both modes", () => {
  // 4 items seen in both modes, 9 only singly, 1 only jointly, 2 in neither.
  const list = [
    ...repeat(["AB", "BA"], 4),
    ...repeat(["AA", "AB"], 9),
    ...repeat(["AB", "BB"], 1),
    ...repeat(["AA", "BB"], 2),
  ];
  const criteria = modes(list);
  const result = jointLowersTradeoff(criteria);
  near(result.estimate, 5 / 16 - 13 / 16);
  assert.deepEqual([result.n, result.clusters, result.verdict], [16, 16, "supported"]);
  const tos = tradeoffSensitivity(criteria, { by: ["mode"] }).toRecords() as {
    mode: string;
    value: number;
    low: number;
  }[];
  const [joint, single] = result.sensitivity;
  near(joint.estimate, tos.find(({ mode }) => mode === "joint")!.value);
  near(single.low, tos.find(({ mode }) => mode === "single")!.low);
  assert.equal(jointLowersTradeoff(modes(list.map(([a, b]) => [b, a]))).verdict, "contradicted");
});

Deno.test("jointLowersTradeoff: pictures shared by items, missing answers, splits, bad requests", () => {
  const list = [...repeat(["AA", "AB"], 12), ...repeat(["AB", "AB"], 4), ...repeat(["A.", "AB"], 3)];
  const shared = jointLowersTradeoff(
    modes(list, (i) => ({ image: `p${i % 4}`, split: i < 8 ? "open_ended" : "reasoning" })),
  );
  assert.match(shared.method, /3 items usable in one mode only/);
  assert.deepEqual([shared.n, shared.clusters], [16, 4]);
  assert.ok(shared.low < shared.estimate && /rests on|nothing varies/.test(shared.warning), "four pictures");
  assert.deepEqual(shared.sensitivity.slice(2).map(({ name, n }) => [name, n]), [["open_ended", 8], [
    "reasoning",
    8,
  ]]);
  const alone = modes(list).filter(pl.col("mode").eq(pl.lit("joint")));
  assert.throws(() => jointLowersTradeoff(alone), /mode single, found joint/);
  assert.throws(() => jointLowersTradeoff(alone.drop("mode")), /no column mode/);
  const agreed = criteriaFrame([
    ...item("1", "AA", "AB", { mode: "joint" }),
    ...item("1", "AA", "AB", { mode: "single" }),
  ]);
  assert.equal(jointLowersTradeoff(agreed).verdict, "untestable");
});
