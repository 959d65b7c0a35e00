import { rgb } from "d3-color";
import { z } from "zod";
import { readCards, TEXT } from "./cards/read_cards.ts";

const COLORS = z.record(TEXT, TEXT), LIST = z.array(TEXT);

/**
 * Colours of model families, the same in all figures and dark enough for names (4.5:1), by what a model's name has (the first that fits);
 * of series without a meaning of their own, dark and light in turn; ramps after ColorBrewer.
 */
const { families, quantities, series, ramps } = readCards(
  "colors",
  z.strictObject({
    ...{ families: COLORS, quantities: COLORS, series: LIST },
    ramps: z.strictObject({ diverging: LIST, sequential: LIST }),
  }),
);

const FAMILIES = Object.entries(families).map(([name, color]) => [new RegExp(name, "i"), color] as const);

/**
 * Colours of quantities and conditions, the same in all figures. Two that stand beside each other differ in lightness, so that
 * they can be told apart without colour.
 */
export const QUANTITY_COLOR: Readonly<Record<string, string>> = quantities;

export const RAMPS: Readonly<Record<"diverging" | "sequential", readonly string[]>> = ramps;

export const familyColor = (model: string): string | null =>
  FAMILIES.find(([name]) => name.test(model))?.[1] ?? null;

export const isModel = (name: string): boolean => familyColor(name) !== null && !/pomms/i.test(name);

/** The colour of a series by its meaning: of a quantity, else of a model's family, else the next one of the list. */
export function seriesColor(key: string, index: number): string {
  // `IRS_CDS` and `Acc_CDS` are of the CDS; `IB_no_image` is IB without image.
  const parts = [key, key.replace(/^(Acc|IRS|IB|LB)_/, ""), key.split("_")[0]];
  const quantity = parts.find((part) => Object.hasOwn(QUANTITY_COLOR, part));
  return quantity ? QUANTITY_COLOR[quantity] : familyColor(key) ?? series[index % series.length];
}

export function seriesColors(keys: readonly string[]): string[] {
  const colors = keys.map(seriesColor);
  return colors.map((color, i) => {
    const before = colors.slice(0, i).filter((other) => other === color).length;
    return before === 0
      ? color
      : before % 2 === 1
      ? rampColor([color, "#ffffff"], 0.3)
      : rampColor([color, "#000000"], 0.55);
  });
}

export const PALE = 0.22;

export const tint = (color: string, share = PALE): string => rampColor(["#ffffff", color], share);

export function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

export function luminance(color: string): number {
  const [r, g, b] = channels(color).map((c) => c / 255).map((c) =>
    c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export const readableInk = (ground: string): string =>
  contrast("#000000", ground) >= contrast("#ffffff", ground) ? "#000000" : "#ffffff";

/** Colour at `share` (0 to 1) of the way through a ramp, mixed between its two nearest colours; beyond the ends it stays. */
export function rampColor(colors: readonly string[], share: number): string {
  const at = Math.min(1, Math.max(0, share)) * (colors.length - 1);
  const i = Math.min(colors.length - 2, Math.floor(at));
  const mixed = channels(colors[i]).map((from, c) =>
    Math.round(from + (channels(colors[i + 1])[c] - from) * (at - i))
  );
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

export function channels(color: string): number[] {
  const { r, g, b } = rgb(color);
  return [r, g, b];
}
