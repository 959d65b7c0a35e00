import { globSync, readFileSync } from "node:fs";
import pl from "nodejs-polars";
import * as figures from "judgebias/figures";
import type { Recipe } from "judgebias/figures";
import { composeFigure, type ComposeOptions } from "@/figures/compose.ts";
import { FIGURES, printedOf } from "@/figures/figure_entry.ts";
import type { Drawing, FigureContext, Glyph, LegendEntry } from "@/figures/figure_spec.ts";
import { drawLegend } from "@/figures/legend.ts";
import type { NumberFigure } from "@/figures/number_figure.ts";
import type { Provenance } from "@/figures/provenance.ts";
import { random } from "@/stats/random.ts";
import { boundsOf, printedValue, type Value, valueOf, withoutInterval } from "@/figures/values/value.ts";
import { normalisedSvg } from "../figures/normalised_svg.ts";
import { letGo } from "../property/rules.ts";
import { Outcomes } from "./outcomes.ts";

// What recipes draw with each of their options, and legends and frames of figures: the papers' figures use but some of them.

const JUDGES = ["GPT-4o", "a judge with quite a long name", "b & <c>", "zeta"],
  SETS = ["one", "two", "three"];

/** Values of judges on benchmarks with and without the image: ties, gaps, bounds, printed and simulated ones, open intervals. */
const VALUES: Value[] = JUDGES.flatMap((judge, j) =>
  SETS.flatMap((benchmark, b) =>
    ["true", "false"].flatMap((image, i) => {
      const keys = { judge, benchmark, image }, k = (7 * j + 5 * b + 3 * i) % 11, value = (k - 4) / 10;
      if (k === 3) return [boundsOf(keys, "IB", -Infinity, 0.25)];
      if (k === 7) return [printedValue(keys, "IB", ".310")];
      if (k === 10 && i === 1) return [];
      return [valueOf({
        ...{ keys, quantity: "IB", value: k === 9 ? NaN : value, n: 20 * (k + 1), clusters: 10 },
        ...k % 4 === 0 ? {} : { low: value - 0.1 * (1 + j), high: value + 0.15 },
        ...{ provenance: k === 6 ? "simulated" : "results", more: { share: k / 10, noise: 0.05 } } as const,
      })];
    })
  )
);
const OTHERS = VALUES.map((one) => withoutInterval({ ...one, quantity: "LB", value: one.value / 2 + 0.1 }));

/** Functions among the options in recipes.jsonl, where they stand by name: JSON has none. */
const FUNCTIONS: Record<string, unknown> = {
  $large: ({ value }: Value) => value >= 0.2,
  $image: ({ keys }: Value) => keys.image,
  $note: ({ n }: Value) => `n ${n}`,
  $count: (values: readonly Value[]) => `${values.length} values`,
  $first: (row: string | Value) => typeof row === "string" ? row[0] : "t",
  $last: (row: string) => row.startsWith("z"),
  $star: () => "*",
};
/** The same with numbers drawn: which end, side or row a rule takes depends on them. */
function drawnAgain(values: readonly Value[], seed: number): Value[] {
  const { uniform } = random(seed);
  return values.map((one) => {
    const value = uniform() * (seed % 2 ? 1 : -0.4), far = seed * uniform() / 10;
    return { ...one, value, ...Number.isNaN(one.low) ? {} : { low: value - far, high: value + far / 2 } };
  });
}
type Options = Record<string, unknown>;
/** Of each recipe its usual options, and what others are tried with, one at a time. */
const ASKED = readFileSync(new URL("recipes.jsonl", import.meta.url), "utf8").trim().split("\n").map((line) =>
  JSON.parse(line, (_, value) => FUNCTIONS[value] ?? value) as Record<"usual" | "tried", Options> & {
    recipe: string;
  }
);

const data = pl.DataFrame({ a: [1] }), spec = { id: "x", number: "Figure 1", title: "A title" };

async function drawn(values: Value[], recipe: Recipe, width: number): Promise<unknown> {
  const { body, legend, ...said } = await recipe(values, { width, coarse: width < 600 });
  const { svg } = composeFigure(spec, { body, legend, data, caption: "", alt: "a" }, []);
  return { svg: normalisedSvg(svg), ...said };
}

Deno.test("recipes draw what is kept with each of their options", async () => {
  const outcomes = new Outcomes("drawings");
  for (const { recipe: name, usual, tried } of ASKED) {
    const recipe = (figures as unknown as Record<string, (options: Options) => Recipe>)[name];
    const values = name === "scatter" ? [...VALUES, ...OTHERS] : VALUES;
    for (const [option, value] of [["", null], ...Object.entries(tried)] as [string, unknown][]) {
      const own = recipe({ ...usual, ...(option === "" ? {} : { [option]: value }) });
      outcomes.of(`${name} ${option}`, [await drawn(values, own, 720), await drawn(values, own, 520)]);
      await letGo();
    }
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      const own = drawnAgain(values.slice(0, 4 * seed), seed);
      outcomes.of(`${name} drawn ${seed}`, [await drawn(own, recipe(usual), seed > 3 ? 720 : 430)]);
    }
  }
  outcomes.hold();
});

const GLYPHS = "dot rhombus square triangle plus star bar line dashed circle tick range bounds below above"
  .split(" ") as Glyph[];

Deno.test("legends and what stands around a chart are drawn as is kept", () => {
  const outcomes = new Outcomes("legends"), long = "words of an entry that needs a line ".repeat(4);
  const ramp = { colors: ["#ffffff", "#b04a00"], low: "≤ 0", high: "12", ticks: [[0.5, "6"]] } as const;
  const entries: LegendEntry[] = GLYPHS.flatMap((glyph) =>
    [1, 0.22].map((fill) => ({ label: `${glyph} ${fill}`, color: "#b04a00", glyph, fill }))
  );
  const all = [...entries, { label: long, color: "#3aa58a" }, { label: "r", color: "#000000", ramp }];
  for (const width of [760, 400, 200]) outcomes.of(`legend ${width}`, [drawLegend(all, 12.5, width)]);
  const tries: ComposeOptions[] = JSON.parse(
    '[{}, {"title": "Mine"}, {"title": false}, {"caption": "Mine"}, {"caption": false}, {"badge": false}, {"width": 600}]',
  );
  const body: Drawing["body"] = { kind: "panels", panels: [], columns: 1 }, footnotes = ["One.", long];
  const sources: Provenance[][] = [["published"], ["published", "simulated"], ["results"], []];
  for (const options of tries) {
    const made = sources.map((from) =>
      composeFigure(spec, { body, legend: all, data, caption: long, footnotes, alt: "a" }, from, options)
    );
    outcomes.of(`frame ${JSON.stringify(options)}`, made);
  }
  outcomes.hold();
});

/** Numbers at which rules of figures turn: signs, halves, shares of which an axis begins, certainty. */
const EDGES = [-0.1, 0, 0.05, 0.5, 0.7, 0.85, 0.9, 1, NaN];

Deno.test("figures say and mark what is kept of numbers that lie at the edges of their rules", async () => {
  const outcomes = new Outcomes("edges"), look = { width: 720 }, once = () => [];
  const files = globSync("lib/figures/*/*.ts").filter((path) => !/\/(recipes|values|gallery|mod)/.test(path));
  const modules: object[] = await Promise.all(files.sort().map((path) => import(`../../${path}`)));
  for (
    const [id, spec] of modules.flatMap(Object.values).flatMap(Object.entries) as [string, NumberFigure][]
  ) {
    const { options, marks, notes } = spec;
    const own = typeof spec === "object" && spec !== null &&
      (spec.published?.() ?? spec.findings?.() ?? (FIGURES[id]?.printed && printedOf(id)));
    if (!own || !(notes || marks || typeof options === "function")) continue;
    const asked = EDGES.flatMap((value) => [
      own.map((one) => ({ ...one, value })),
      own.map((one, i) => i % 3 === 1 ? { ...one, value, low: value - 0.1, high: value + 0.1 } : one),
    ]);
    // Judges on either side of 0 and of one another, few and many.
    const turned = Array.from({ length: 12 }, (_, seed) => {
      const { uniform } = random(seed);
      return own.map((one) => uniform() < seed / 12 ? { ...one, value: uniform() - 0.3 } : one);
    });
    const said = [own, ...asked, ...turned].map(async (values) => {
      const context = { source: "results", origin: "results", look, once } as unknown as FigureContext;
      const tried = [
        () => notes?.(values, context),
        () => marks?.(values, look),
        () => typeof options === "function" && options(values, look),
      ].map((call) => Promise.try<unknown, []>(call).catch((error) => error.message));
      const [notes_, marks_, options_] = await Promise.all(tried);
      return { notes: notes_, marks: marks_, options: options_ };
    });
    outcomes.of(id, await Promise.all(said));
  }
  outcomes.hold();
});
