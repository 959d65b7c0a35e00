import { PALE, seriesColor, seriesColors } from "../colors.ts";
import { displayName } from "../display_names.ts";
import type { LegendEntry, Panel } from "../figure_spec.ts";
import { INK } from "../theme.ts";
import { optionNames } from "../../results/require_options.ts";
import { findValue, type Value } from "../values/value.ts";
import { requireMarks, requireRecipeOptions } from "./require_marks.ts";
import {
  channelOf,
  type Drawn,
  haveIntervals,
  levelsOf,
  type Look,
  type Recipe,
  scaleOf,
  type Series,
  seriesLegend,
  seriesOf,
} from "./recipe.ts";
import type { Point } from "./scatter_labels.ts";
import { type ScatterOptions, scatterPanel, SHOWN_THROUGH } from "./scatter_panel.ts";

export type { ScatterOptions };

const SCATTER_OPTIONS = optionNames<ScatterOptions>()([
  ...["points", "panels", "columns", "x", "y", "unit", "names", "order", "named", "sides"] as const,
  ...["groups", "hollow", "crosses"] as const,
]);

const BELOW = "#00766c", ABOVE = "#c4391d";

/**
 * Points of two quantities against each other, a panel each.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { chart, scatter } from "judgebias/figures";
 *
 * const frame = pl.DataFrame({ judge: ["a", "a"], metric: ["seen", "blind"], acc: [0.7, 0.6] });
 * const [x, y] = [{ quantity: "seen", label: "with the image (%)" }, { quantity: "blind", label: "without (%)" }];
 * const recipe = scatter({ x, y, named: "all" });
 * const { svg } = await chart(frame, { value: "acc", metric: "metric", recipe, title: "Accuracy" });
 * assert.match(svg, /a, blind: 60\.0/);
 * ```
 */
export function scatter(options: ScatterOptions): Recipe {
  requireRecipeOptions("scatter", options, SCATTER_OPTIONS);
  return (values, look) => draw(values, look, options);
}

async function draw(
  values: readonly Value[],
  { width }: Look,
  options: ScatterOptions,
): Promise<Drawn> {
  const { points = "judge", panels = [], unit = "percent", order = {}, sides, hollow, crosses, groups } =
    options;
  requireMarks(
    "scatter",
    values,
    { points: options.points, panels: options.panels },
    ({ keys, quantity }) => [
      ...Object.values(keys),
      quantity,
    ],
  );
  const scale = scaleOf(unit);
  const own = values.filter(({ quantity }) => quantity === options.x.quantity);
  const keys = levelsOf(points, own), colors = seriesColors(keys), few = options.named === "all";
  const series = groups ? groupsOf(own, groups) : [];
  const all = own.flatMap((value) => {
    const other = findValue(values, options.y.quantity, value.keys);
    if (!other || Number.isNaN(value.value + other.value)) return [];
    const key = value.keys[points], group = series.find(({ key }) => key === groups!.of(value));
    const point: Point = {
      x: scale * value.value,
      y: scale * other.value,
      n: value.n,
      name: displayName(key, options.names),
      color: group
        ? group.color
        : crosses?.where(value)
        ? INK.text
        : few
        ? colors[keys.indexOf(key)]
        : seriesColor(key, 0),
      symbol: group?.symbol ?? "dot",
      value,
      other,
    };
    if (sides) point.color = point.x > point.y ? BELOW : ABOVE;
    return [{ ...point, panel: channelOf(panels, value) }];
  });
  const panelNames = levelsOf(panels, all.map(({ value }) => value), order.panels);
  const columns = Math.min(options.columns ?? 3, Math.max(1, panelNames.length));
  const domains = domainsOf(all, scale, options);
  const largest = Math.max(...all.map(({ n }) => n));
  const drawn = await Promise.all(panelNames.map(async (panel): Promise<Panel & { unnamed: number }> => ({
    title: panel.split("\n").map((part) => displayName(part, options.names)).join(" · "),
    ...await scatterPanel(all.filter((point) => point.panel === panel), Math.floor(width / columns), {
      ...options,
      domains,
      largest,
    }),
  })));
  const unnamed = drawn.reduce((sum, panel) => sum + panel.unnamed, 0);
  const intervals = few && all.some(({ value, other }) => haveIntervals([value, other]));
  return {
    body: { kind: "panels", panels: drawn, columns },
    legend: [
      ...seriesLegend(series, []).map((entry) => ({
        ...entry,
        ...(few ? paleness(all) : { fill: SHOWN_THROUGH }),
      })),
      ...(unnamed > 0
        ? [{
          label: `${unnamed} ${
            unnamed === 1 ? "name has" : "names have"
          } no room: a mark says its own when pointed at`,
          color: INK.soft,
          glyph: "dot" as const,
        }]
        : []),
      ...legendOf(all, options, { hollow: hollow !== undefined, crosses: crosses !== undefined, intervals }),
    ],
    intervals,
  };
}

/** Groups with their marks; those of one family of models differ in lightness. */
function groupsOf(
  values: readonly Value[],
  { of, order, colors = {} }: NonNullable<ScatterOptions["groups"]>,
): Series[] {
  const grouped = values.map((value) => ({ ...value, keys: { group: of(value) } }));
  const ofFamilies = seriesColors(levelsOf("group", grouped, order));
  return seriesOf("group", grouped, { order }).map((one, i) => ({
    ...one,
    color: colors[one.key] ?? ofFamilies[i],
  }));
}

/** How keys look: as pale as the points where these are all simulated. */
const paleness = (all: readonly Point[]) =>
  all.length > 0 && all.every(({ value }) => value.provenance === "simulated") ? { fill: PALE } : {};

function legendOf(
  all: readonly Point[],
  { sides, hollow, crosses, groups, named = "far" }: ScatterOptions,
  drawn: { hollow: boolean; crosses: boolean; intervals: boolean },
): LegendEntry[] {
  const sized = all.filter(({ n }) => n > 0);
  const look = paleness(all);
  return [
    ...(sides
      ? [
        { label: `${sides.below} (below the diagonal)`, color: BELOW, glyph: "dot" as const, ...look },
        { label: `${sides.above} (on or above)`, color: ABOVE, glyph: "rhombus" as const, ...look },
      ]
      : []),
    ...(named === "far" && !groups && sized.length > 0
      ? [{
        label: "area ∝ n",
        color: INK.soft,
        glyph: "circle" as const,
      }]
      : []),
    ...(drawn.hollow && all.some(({ value }) => hollow!.where(value))
      ? [
        { label: hollow!.others, color: INK.soft, glyph: "dot" as const },
        { label: hollow!.label, color: INK.soft, glyph: "circle" as const },
      ]
      : []),
    ...(drawn.crosses && all.some(({ value }) => crosses!.where(value))
      ? [{ label: crosses!.label, color: INK.text, glyph: "cross" as const }]
      : []),
    ...(drawn.intervals ? [{ label: "95% interval", color: INK.soft, glyph: "range" as const }] : []),
  ];
}

/** The ends of both axes: the same where they are compared, else what the points with their intervals fill. */
function domainsOf(
  all: readonly Point[],
  scale: number,
  { x, y, named }: ScatterOptions,
): [number, number][] {
  const around = (ends: readonly number[]): [number, number] => {
    const known = ends.filter((end) => !Number.isNaN(end));
    // Five points, or five hundredths.
    const step = scale / 20;
    const low = Math.floor(Math.min(...known) / step) * step,
      high = Math.ceil(Math.max(...known) / step + 1e-9) * step;
    return low === high ? [low, high + step] : [low, high];
  };
  const reach = [x.reach ?? [], y.reach ?? []];
  if (named !== "all") {
    const both = around([...all.flatMap(({ x, y }) => [x, y]), ...reach.flat()]);
    return [both, both];
  }
  const ends = ({ value, low, high }: Value) => [value, low, high].map((end) => scale * end);
  return [
    around([...all.flatMap(({ value }) => ends(value)), ...reach[0]]),
    around([...all.flatMap(({ other }) => ends(other)), ...reach[1]]),
  ];
}
