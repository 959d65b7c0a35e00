import pl from "nodejs-polars";
import type { LegendEntry, Panel } from "../figure_spec.ts";
import { type HeatmapCell, heatmapPanel } from "../heatmap_panel.ts";
import { countRange, INK, INNER } from "../theme.ts";
import { settingName } from "./philautia_figure.ts";
import type { PreferenceValue, PreferenceValues } from "./preference_values.ts";

/** How a panel of Φ̃ is drawn. */
export interface PreferencePanelOptions {
  title: string;
  /** Only these models, in this order; all by default. */
  generators?: readonly string[];
  evaluators?: readonly string[];
  /** The largest absolute value of the colours, common to the panels of a figure. */
  reach: number;
  width?: number;
  cellHeight?: number;
  /** A second line in the cells: intervals. */
  note?: (value: PreferenceValue) => string;
}

/** A heatmap of Φ̃ or a submatrix of it: generators × evaluators, published cells dotted, the diagonal outlined. */
export async function preferencePanel(
  matrix: PreferenceValues,
  options: PreferencePanelOptions,
): Promise<Panel> {
  const { generators = matrix.generators, evaluators = matrix.evaluators, reach, title, note, ...size } =
    options;
  const cells: HeatmapCell[] = shown(matrix, { generators, evaluators }).map((value) => ({
    row: value.generator,
    column: value.evaluator,
    value: value.value,
    text: value.printed?.replace("-", "−"),
    marked: value.provenance === "published",
    note: note?.(value),
  }));
  const svg = await heatmapPanel(cells, {
    rows: generators,
    columns: evaluators,
    scale: "diverging",
    domain: [-reach, reach],
    // A narrow panel has room for the ramp alone; the caption says what rows and columns are.
    ...(size.width === undefined
      ? { label: "preference (Φ̃)", rowTitle: "generators", columnTitle: "evaluators" }
      : { label: "Φ̃" }),
    width: INNER,
    ...size,
  });
  return { title, svg };
}

/** The values of some models. */
export function shown(
  { values }: PreferenceValues,
  { generators, evaluators }: { generators: readonly string[]; evaluators: readonly string[] },
): PreferenceValue[] {
  return values.filter((value) =>
    generators.includes(value.generator) && evaluators.includes(value.evaluator)
  );
}

/** The largest absolute entry. */
export function reachOf(values: readonly PreferenceValue[]): number {
  return values.reduce((most, { value }) => Math.max(most, Math.abs(value)), 1e-9);
}

/** `Reference-based (n = 4,500 images)`. */
export function settingTitle({ setting, images, values }: PreferenceValues, number?: string): string {
  const counts = values.map(({ n }) => n);
  const alike = counts.every((n) => n === images);
  return `${number ? `(${number}) ` : ""}${settingName(setting)} (${countRange([images])} images${
    alike ? "" : `, ${countRange(counts).replace("n = ", "")} scores per cell`
  })`;
}

/** Values as the tidy frame behind a figure, one row per cell. */
export function preferenceFrame(values: readonly PreferenceValue[]): pl.DataFrame {
  const text = (name: keyof PreferenceValue) => pl.Series(name, values.map((value) => value[name]), pl.Utf8);
  const number = (name: keyof PreferenceValue) =>
    pl.Series(name, values.map((value) => value[name]), pl.Float64);
  return pl.DataFrame([
    text("setting"),
    text("generator"),
    text("evaluator"),
    number("value"),
    number("low"),
    number("high"),
    number("phi"),
    number("n").cast(pl.Int32),
    text("provenance"),
    text("spread_provenance"),
  ]);
}

/** The dot of published cells, where there are any and others. */
export function cellLegend(values: readonly PreferenceValue[]): LegendEntry[] {
  const published = values.filter(({ provenance }) => provenance === "published").length;
  if (published === 0) return [];
  return [{
    label: `dot: published (${published} of ${values.length} cells)`,
    color: INK.text,
    glyph: "dot",
  }];
}
