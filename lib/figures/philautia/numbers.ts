import type pl from "nodejs-polars";
import { philautiaIntervals } from "../../metrics/philautia_intervals.ts";
import { type CaptionSetting, PHILAUTIA_FACTS, PHILAUTIA_MODELS } from "../../papers/philautia.ts";
import { captionCodes } from "../../results/caption_codes.ts";
import type { FigureContext } from "../figure_spec.ts";
import type { HeatOptions } from "../recipes/heatmap.ts";
import { computed } from "../values/computed.ts";
import { findValue, ranked, type Value, valueOf } from "../values/value.ts";
import { preferenceBounds, printedEntries } from "./preference_bounds.ts";
import type { Bounds } from "./tightened_bounds.ts";

/** The column that says what is known of all entries of a row that have no facts of their own. */
export const OTHERS = "any other";

/** The paper's models and settings in its order. */
export const ORDER = {
  models: PHILAUTIA_MODELS as readonly string[],
  settings: ["ref_based", "ref_free"] as readonly CaptionSetting[],
} as const;

/** Panels of Φ̃ by setting, as Figure 4 names them. */
export const NAMES: Readonly<Record<string, string>> = {
  ref_based: "(i) Reference-based",
  ref_free: "(ii) Reference-free",
};

/** How matrices of Φ̃ are drawn. */
export const MATRIX: HeatOptions = {
  rows: "generator",
  columns: "evaluator",
  panels: "setting",
  names: NAMES,
  order: {
    rows: ORDER.models,
    columns: [...ORDER.models, "Pomms", OTHERS],
    panels: ORDER.settings,
  },
  domain: [-3.25, 3.25],
  label: "preference (Φ̃)",
  rowTitle: "generators",
  columnTitle: "evaluators",
};

/** The settings of a frame, that with references first. */
export function settingsOf(captionScores: pl.DataFrame): string[] {
  return captionCodes(captionScores).setting.levels.map(String).sort();
}

/** The setting without references, where the results have it. */
export async function lastSetting({ frame }: Pick<FigureContext, "frame">): Promise<string> {
  return settingsOf(await frame("caption scores")).at(-1)!;
}

/** Entries of Φ̃ of a setting with their intervals over images. */
export async function matrixOf(setting: string, context: FigureContext): Promise<Value[]> {
  const frame = await context.frame("caption scores");
  return await context.once(`preferences ${setting}`, () => entriesOf(frame, setting, context));
}

/** The same from a frame at hand. */
export function entriesOf(
  frame: pl.DataFrame,
  setting: string,
  { origin }: Pick<FigureContext, "origin">,
): Value[] {
  return computed(philautiaIntervals(frame, { setting }), {
    value: "value",
    quantity: "Φ̃",
    keys: ["setting", "generator", "evaluator"],
    more: ["phi"],
    provenance: origin,
  });
}

/** Entries of all settings of the results. */
export async function allMatrices(context: FigureContext): Promise<Value[]> {
  const settings = settingsOf(await context.frame("caption scores"));
  return (await Promise.all(settings.map((setting) => matrixOf(setting, context)))).flat();
}

/** Whether the sign of an entry is known from its bounds. */
const signed = ([low, high]: Bounds) => low >= 0 || high <= 0;

/** How far apart bounds may be to be drawn in a cell of their own. */
const NARROW = 2.2;

/** Ends as they are drawn: outwards to two decimals, so that nothing possible is cut off. */
const outwards = ([low, high]: Bounds): Bounds => [Math.floor(100 * low) / 100, Math.ceil(100 * high) / 100];

/**
 * A matrix of what is known: printed entries, and of others the bounds where these fix the sign or are narrow; what holds of all
 * others of a row stands once, in the column `any other`. With `every`, each entry has its own bounds.
 */
export function knownMatrix(
  setting: string,
  bounds: readonly (readonly Bounds[])[],
  printed: readonly Value[],
  { every = false } = {},
): Value[] {
  const bound = (generator: string, evaluator: string, [low, high]: Bounds, value = NaN) =>
    valueOf({
      keys: { setting, generator, evaluator },
      quantity: "Φ̃",
      value,
      low,
      high,
      interval: "bounds",
      provenance: "computed from published",
    });
  return ORDER.models.flatMap((generator, i) => {
    const cells = ORDER.models.flatMap((evaluator, j) => {
      const known = findValue(printed, "Φ̃", { generator, evaluator });
      if (known) return [known];
      const [low, high] = bounds[i][j];
      // As sure as a printed number: what follows from printed ones.
      if (high - low < 0.03) return [bound(generator, evaluator, [low, high], (low + high) / 2)];
      return every || signed([low, high]) || high - low < NARROW
        ? [bound(generator, evaluator, outwards([low, high]))]
        : [];
    });
    const drawn = new Set(cells.map(({ keys }) => keys.evaluator));
    const rest = bounds[i].filter((_, j) => !drawn.has(ORDER.models[j]));
    if (rest.length === 0) return cells;
    const ends = outwards([Math.min(...rest.map(([low]) => low)), Math.max(...rest.map(([, high]) => high))]);
    return [...cells, bound(generator, OTHERS, ends)];
  });
}

/** What the paper pins down of Φ̃ of a setting. */
export function pinnedDown(setting: CaptionSetting): Value[] {
  return knownMatrix(setting, preferenceBounds(setting), printedEntries(setting));
}

/** How many cells are printed, follow from printed ones, have a certain sign, have bounds of their own. */
export function pinnedCounts(values: readonly Value[]) {
  const cells = values.filter(({ keys }) => keys.evaluator !== OTHERS);
  const bounds = cells.filter(({ value, interval }) => Number.isNaN(value) && interval === "bounds");
  return {
    printed: cells.filter(({ provenance }) => provenance === "published").length,
    computed:
      cells.filter(({ value, provenance }) => !Number.isNaN(value) && provenance !== "published").length,
    signs: bounds.filter(({ low, high }) => signed([low, high])).length,
    ranges: bounds.filter(({ low, high }) => !signed([low, high])).length,
  };
}

/** Models from the highest to the lowest value of a quantity in the last setting that there is. */
export function strongest(values: readonly Value[], quantity: string, key = "model"): string[] {
  const last = values.map(({ keys }) => keys.setting).sort().at(-1);
  return ranked(values.filter(({ keys }) => keys.setting === last), quantity, key);
}

/** How many models, images, captions and scores the experiment has. */
export function experimentCounts() {
  const models = ORDER.models.length, settings = ORDER.settings.length, { images } = PHILAUTIA_FACTS;
  return {
    models,
    images,
    captions: models * images,
    settings,
    scores: models * images * models * settings,
  };
}
