import type { Value } from "../values/value.ts";
import { channelOf, type Drawn, haveIntervals, levelsOf, type Look } from "./recipe.ts";
import { rowPanels } from "./row_panels.ts";
import { type Kind, namesWidth, type RowOptions } from "./row_places.ts";

export type { RowOptions };

/** Draws values in rows: what `dots`, `bars` and `dumbbells` share. */
export async function rowChart(
  values: readonly Value[],
  look: Look,
  kind: Kind,
  options: RowOptions & { from?: string; to?: string },
): Promise<Drawn> {
  const { panels = [], columns = Infinity } = options;
  const names = levelsOf(panels, values, options.order?.panels);
  if (options.each) return await sideBySide(values, names, look, kind, options);
  if (names.length <= columns) return await rowPanels(values, look, kind, options);
  const rows = Math.ceil(names.length / columns);
  const charts = await Promise.all(Array.from({ length: rows }, (_, r) => {
    const own = names.slice(r * columns, (r + 1) * columns);
    return rowPanels(values.filter((value) => own.includes(channelOf(panels, value))), look, kind, options);
  }));
  const drawn = charts.flatMap(({ body }) => body.kind === "panels" ? body.panels : []);
  return {
    body: { kind: "panels", panels: drawn, columns: 1 },
    legend: charts[0].legend,
    intervals: haveIntervals(values),
  };
}

/** Charts of the same rows beside each other, of which only the first names them. */
async function sideBySide(
  values: readonly Value[],
  names: readonly string[],
  { width }: Look,
  kind: Kind,
  options: RowOptions & { from?: string; to?: string },
): Promise<Drawn> {
  const { rows = "judge", panels = [] } = options;
  const rowNames = levelsOf(rows, values, options.order?.rows);
  const side = namesWidth(rowNames, options), plot = Math.floor((width - side) / names.length);
  const charts = await Promise.all(names.map((name, i) => {
    const own = values.filter((value) => channelOf(panels, value) === name);
    const shown = { ...options, ...options.each?.[name], order: { ...options.order, rows: rowNames } };
    return rowPanels(own, { width: plot + (i === 0 ? side : 0) }, kind, shown, { rowNames, named: i === 0 });
  }));
  const drawn = charts.flatMap(({ body }) => body.kind === "panels" ? body.panels.map(({ svg }) => svg) : []);
  const [first, ...others] = drawn;
  others.forEach((svg, i) => {
    svg.setAttribute("x", String(side + (i + 1) * plot));
    first.append(svg);
  });
  first.setAttribute("width", String(width));
  first.setAttribute("viewBox", `0 0 ${width} ${first.getAttribute("height")}`);
  const legends = charts.flatMap(({ legend = [] }) => legend);
  const legend = legends.filter((one, i) => legends.findIndex(({ label }) => label === one.label) === i);
  return {
    body: { kind: "panels", panels: [{ svg: first }], columns: 1 },
    legend,
    intervals: haveIntervals(values),
  };
}
