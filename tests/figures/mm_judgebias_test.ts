import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { placeLabels } from "@/figures/place_labels.ts";
import { figures, findFigure } from "@/figures/registry.ts";
import { renderSimulated } from "./render_simulated.ts";
import { renderFigure } from "@/figures/render_figure.ts";
import { isBold, withBest } from "@/figures/mm_judgebias/numbers.ts";
import { valueOf } from "@/figures/values/value.ts";
import { mmJudgeBiasTable2 } from "@/papers/mm_judgebias.ts";
import { PAPER_ITEMS } from "@/papers/papers.ts";
import { readScorePairs } from "@/results/read_score_pairs.ts";
import { solvedFrame } from "@/simulate/solution.ts";
import { random } from "@/stats/random.ts";

const records = (frame: pl.DataFrame) => frame.toRecords() as Record<string, string & number>[];

Deno.test("what the project page repeats of the paper is the paper's own, once", () => {
  const repeated = PAPER_ITEMS.filter(({ same }) => same !== undefined);
  assert.equal(repeated.length, 6);
  for (const { id, same } of repeated) {
    assert.equal(findFigure(id).id, same);
    assert.equal(figures.some((figure) => figure.id === id), false);
  }
});

Deno.test("computed: intervals, counts and noise are in the data; a BD within the noise is marked", async () => {
  const { data, sources } = await renderSimulated("mm-judgebias-table2");
  const values = records(data).filter(({ quantity }) => quantity === "text_dominance");
  assert.ok(
    values.slice(0, 30).every(({ low, high, value, noise, n }) =>
      low < value && value < high && noise < value && n > 100
    ),
  );
  assert.deepEqual(sources, ["simulated"]);
  // A judge that answers at random: what it shows is noise.
  const generator = random(1);
  const rows = Array.from({ length: 600 }, (_, i) => ({
    ...{ judge: "coin", run: 1 + i % 3, sample_id: String(Math.floor(i / 3)) },
    ...{ bias_type: "text_dominance", unbiased: 1 + generator.integer(10) },
    biased: 1 + generator.integer(10),
  }));
  const path = Deno.makeTempFileSync({ suffix: ".jsonl" });
  Deno.writeTextFileSync(path, rows.map((row) => JSON.stringify(row)).join("\n"));
  const { svg, provenance } = await renderFigure("mm-judgebias-table2", { results: path });
  Deno.removeSync(path);
  assert.equal(provenance, "results");
  assert.match(svg, />0\.\d{3}°</);
  assert.match(svg, /noise from run to run/);
});

Deno.test("results draw what they can feed, and refuse what they cannot", async () => {
  const official = "data/examples/mm_judgebias", measured = readScorePairs(official).drop("provenance");
  for (
    const id of ["mm-judgebias-table2", "site-panel-1", "mm-judgebias-leaderboard", "mm-judgebias-table6"]
  ) {
    assert.equal((await renderFigure(id, { results: official })).provenance, "simulated", id);
    assert.equal((await renderFigure(id, { results: measured })).provenance, "results", id);
  }
  const said = /generators of the responses/;
  await assert.rejects(renderFigure("mm-judgebias-fig4", { results: official }), said);
  const words = /rows of the prompt abstention/;
  await assert.rejects(renderFigure("mm-judgebias-table15", { results: official }), words);
  await assert.rejects(
    renderFigure("site-panel-3", { results: "data/examples/score_pairs.csv" }),
    /wanted results with rows of the bias type Response-Dominance/,
  );
  const pairs = solvedFrame("order pairs").drop("provenance");
  const order = await renderFigure("mm-judgebias-fig3", { results: pairs });
  assert.equal(order.provenance, "results");
  assert.deepEqual(records(order.data).slice(0, 2).map(({ value }) => value), [0.93, 0.85]);
  await assert.rejects(
    renderFigure("mm-judgebias-fig3", { results: "data/examples/pairs.csv" }),
    /rows of the variant verbose/,
  );
  const scores = solvedFrame("score pairs").drop("provenance", "experiment")
    .filter(pl.col("judge").isIn(["GPT-5 mini", "Qwen3-VL"]));
  for (
    const id of ["mm-judgebias-table3", "mm-judgebias-table16", "mm-judgebias-fig5"]
  ) {
    const { provenance, caption } = await renderFigure(id, { results: scores });
    assert.equal(provenance, "results", id);
    assert.doesNotMatch(caption, /simulat/);
  }
  const changes = await renderFigure("mm-judgebias-prompt-slopes", { results: scores });
  assert.equal(changes.provenance, "results");
  for (const { value, original, with_prompt } of records(changes.data)) {
    assert.ok(Math.abs(value - (with_prompt - original)) < 1e-9);
  }
});

Deno.test("bold: the best of a column, ties too, within groups; never a variance, nor a row alone, nor where all are equal", () => {
  const value = (judge: string, quantity: string, value: number) =>
    valueOf({ keys: { judge, prompt: "score" }, quantity, value, provenance: "results" });
  const values = [
    value("a", "overall", 0.5),
    value("b", "overall", 0.5),
    value("c", "overall", 0.4),
    value("a", "inter_run", 9),
  ];
  assert.deepEqual(withBest(values).map(isBold), [true, true, false, false]);
  assert.deepEqual(withBest(values.slice(0, 2)).map(isBold), [false, false]);
  assert.deepEqual(withBest(values, ({ keys }) => keys.judge).map(isBold), [false, false, false, false]);
});

Deno.test("thinking: six models with both rows, the gap of printed means, and the one that falls is named", async () => {
  const { data, caption, sources } = await renderFigure("mm-judgebias-table2-better");
  assert.deepEqual(sources, ["published", "computed from published"]);
  const overall = records(data.filter(pl.col("quantity").eq(pl.lit("overall"))));
  assert.equal(new Set(overall.map(({ judge }) => judge)).size, 6);
  const of = (judge: string) => mmJudgeBiasTable2().find((row) => row.judge === judge)!.average;
  const drawn = (judge: string, thinking: string) =>
    overall.find((row) => row.judge === judge && row.thinking === thinking)!.value;
  assert.equal(drawn("Qwen3-VL-8B", "thinks first"), of("Qwen3-VL-8B-Thinking"));
  assert.equal(drawn("Claude-Opus-4.5", "does not think"), of("Claude-Opus-4.5"));
  assert.match(caption, /5 of 6 models, and lowers that of Qwen3-VL-8B/);
});

Deno.test("placeLabels: no name on another name or dot, none outside, and those without room are left out", () => {
  const generator = random(5);
  const dots = Array.from(
    { length: 60 },
    (_, i) => ({ x: 400 * generator.uniform(), y: 300 * generator.uniform(), name: `judge ${i}` }),
  );
  const area = { left: 0, right: 400, top: 0, bottom: 300 };
  const placed = placeLabels(dots, { area, size: 10 });
  assert.ok(placed.length > 20 && placed.length < 60);
  const boxes = placed.map(({ x, y, dx, dy, anchor, name }) => {
    const width = 5 * name.length;
    const left = x + dx - (anchor === "start" ? 0 : anchor === "end" ? width : width / 2);
    return { left, right: left + width, top: y + dy - 6, bottom: y + dy + 6 };
  });
  boxes.forEach((a, i) => {
    assert.ok(a.top >= 0 && a.bottom <= 300);
    for (const b of boxes.slice(i + 1)) {
      assert.ok(a.left >= b.right || b.left >= a.right || a.top >= b.bottom || b.top >= a.bottom);
    }
  });
});

Deno.test("placeLabels: names keep off lines where there is room", () => {
  const area = { left: 0, right: 200, top: 0, bottom: 100 }, dots = [{ x: 50, y: 50, name: "a judge" }];
  const side = (avoid?: { x: number; y: number }[]) => placeLabels(dots, { area, size: 10, avoid })[0].anchor;
  assert.deepEqual(
    [side(), side([{ x: 75, y: 50 }]), side([{ x: 75, y: 50 }, { x: 25, y: 50 }])],
    ["start", "end", "middle"],
  );
});

Deno.test("placeLabels: where no place is free beside a dot its name stands farther off, with a line that crosses no name", () => {
  const area = { left: 0, right: 300, top: 0, bottom: 200 };
  const dots = Array.from(
    { length: 6 },
    (_, i) => ({ x: 120 + 9 * (i % 3), y: 90 + 9 * Math.floor(i / 3), name: `name ${i}` }),
  );
  const placed = placeLabels([...dots, { x: 240, y: 30, name: "alone" }], { area, size: 10 });
  assert.equal(placed.length, 6);
  assert.ok(placed.some(({ led }) => led) && placed.some(({ led }) => !led));
});

Deno.test("a line across a row hides no mark: it is drawn before the marks, without a ground of its own", async () => {
  const { svg } = await renderFigure("mm-judgebias-leaderboard", { formats: ["svg"] });
  const [tick, dot] = ['stroke="#cc3311"', 'aria-label="dot"'].map((part) => svg.indexOf(part));
  assert.ok(tick > 0 && tick < dot && !/stroke="#ffffff"[^>]*aria-label="link"/.test(svg));
});
