import type pl from "nodejs-polars";
import { philautiaIntervals } from "../../metrics/philautia_intervals.ts";
import {
  type CaptionSetting,
  PHILAUTIA_FACTS,
  PHILAUTIA_SIGNS,
  philautiaScores,
} from "../../papers/philautia.ts";
import { captionCodes } from "../../results/caption_codes.ts";
import type { FigureContext } from "../figure_spec.ts";
import { ORDERS } from "../paper_order.ts";
import type { HeatOptions } from "../recipes/heat_cells.ts";
import { computed } from "../values/computed.ts";
import { boundsOf, findValue, pick, printedValue, ranked, type Value } from "../values/value.ts";

export const ORDER = ORDERS.philautia;

export const MATRIX: HeatOptions = {
  rows: "generator",
  columns: "evaluator",
  panels: "setting",
  names: { ref_based: "(i) Reference-based", ref_free: "(ii) Reference-free" },
  domain: [-3.25, 3.25],
  label: "preference (Φ̃)",
  rowTitle: "generators",
  columnTitle: "evaluators",
};

export function settingsOf(captionScores: pl.DataFrame): string[] {
  return captionCodes(captionScores).setting.levels.map(String).sort();
}

export async function lastSetting({ frame, source }: FigureContext): Promise<string> {
  return source === "published" ? ORDER.setting[1] : settingsOf(await frame("caption scores")).at(-1)!;
}

/** Entries of Φ̃ of a setting with their intervals over images. */
export async function matrixOf(setting: string, context: FigureContext): Promise<Value[]> {
  const frame = await context.frame("caption scores");
  return await context.once(`preferences ${setting}`, () => entriesOf(frame, setting));
}

/** The same from a frame at hand. */
export function entriesOf(frame: pl.DataFrame, setting: string): Value[] {
  return computed(philautiaIntervals(frame, { setting }), {
    value: "value",
    quantity: "Φ̃",
    keys: ["setting", "generator", "evaluator"],
    more: ["phi"],
  });
}

export async function allMatrices(context: FigureContext): Promise<Value[]> {
  const settings = settingsOf(await context.frame("caption scores"));
  return (await Promise.all(settings.map((setting) => matrixOf(setting, context)))).flat();
}

export const isPrinted = (values: readonly Value[]): boolean =>
  values.some(({ provenance }) => provenance === "published");

/** What differences of two entries are called, which stand in the CSV beside them. */
export const DIFFERENCE = "difference of";
export const isScore = ({ quantity }: Value): boolean => !quantity.startsWith(DIFFERENCE);

export const isSelf = ({ keys }: Value): boolean => keys.generator === keys.evaluator;

/** What the paper prints of Φ̃: the diagonal, three further entries, and signs. */
export function printedAndSigns(): Value[] {
  return (ORDER.setting as CaptionSetting[]).flatMap((setting) => {
    const printed = printedEntries(setting), signs = PHILAUTIA_SIGNS.filter((one) => one.setting === setting);
    const bounds = signs.map(({ generator, evaluator, sign }) => {
      const [low, high] = sign > 0 ? [0, Infinity] : [-Infinity, 0];
      return boundsOf({ setting, generator, evaluator }, "Φ̃", low, high);
    });
    return [...printed, ...bounds.filter(({ keys }) => !findValue(printed, "Φ̃", keys))];
  });
}

/** Entries of Φ̃ that the paper prints (section 6.1, 6.2, Table 2), with their printed form. */
export function printedEntries(setting: CaptionSetting): Value[] {
  const entry = (generator: string, evaluator: string, printed: string) =>
    printedValue({ setting, generator, evaluator }, "Φ̃", printed);
  return [
    ...philautiaScores().filter((score) => score.setting === setting)
      .map(({ model, printed }) => entry(model, model, printed)),
    ...PHILAUTIA_FACTS.entries.filter(([where]) => where === setting)
      .map(([, generator, evaluator, value]) => entry(generator, evaluator, value.toFixed(2))),
  ];
}

/** Of two alone, standardised numbers say which is the larger one and no more. */
export async function ofTwo({ frame, source }: FigureContext): Promise<string[]> {
  if (source === "published") return [];
  const codes = captionCodes(await frame("caption scores"));
  const two = ([["evaluator", "entries of Φ̃"], ["generator", "scores standardised by evaluator"]] as const)
    .filter(([key]) => codes[key].levels.length === 2);
  return two.map(([key, what]) =>
    `Of two ${key}s ${what} can only be −1 or 1: they say which is larger, not by how much.`
  );
}

export function strongest(values: readonly Value[]): string[] {
  const last = values.map(({ keys }) => keys.setting).sort().at(-1);
  return ranked(pick(values, { setting: last ?? "" }), "Φ̃", "generator");
}
