/**
 * Colours of model families, the same in all figures and dark enough for names (4.5:1), and how a family is known by a model's
 * name; the first that fits.
 */
const FAMILIES: readonly (readonly [name: RegExp, color: string])[] = [
  [/^(gpt|o\d|chatgpt)/i, "#00766c"],
  [/gemini/i, "#1d5fb8"],
  [/claude/i, "#ad4f10"],
  [/llava|onevision/i, "#a8234a"],
  [/llama/i, "#6b3fa0"],
  [/qwen|qvq/i, "#4338a8"],
  [/internvl/i, "#5b6b82"],
  [/phi-?\d/i, "#8a6100"],
  [/gemma/i, "#2f74bd"],
  [/deepseek/i, "#3f51d1"],
  [/molmo/i, "#ad3f7a"],
  [/eagle/i, "#7a5230"],
  [/pixtral|mistral/i, "#b83d17"],
  [/minicpm|cogvlm|glm/i, "#5c7a1f"],
  [/prometheus/i, "#4a5d23"],
  [/pomms/i, "#1c2733"],
];

/**
 * Colours of quantities and conditions, the same in all figures. Two that stand beside each other differ in lightness, so that
 * they can be told apart without colour.
 */
export const QUANTITY_COLOR: Readonly<Record<string, string>> = {
  IB: "#8e2a6b",
  LB: "#3aa58a",
  IDS: "#0b4f8a",
  CDS: "#c26a12",
  Acc: "#1c2733",
  image: "#0b4f8a",
  no_image: "#a87b00",
  base: "#7b8794",
  image_caption: "#8f79bb",
  standard_ref: "#3f86c0",
  birch: "#0b3c66",
  bd: "#6b3fa0",
  bc: "#00766c",
};

/** Colours for series without a meaning of their own, dark and light in turn. */
const SERIES_COLOR = [
  "#0b4f8a",
  "#b05c0a",
  "#00766c",
  "#b3437f",
  "#6b3fa0",
  "#587814",
  "#7a5230",
  "#2f77bd",
];

/** The colour of a model's family; null for a name that is of none. */
export function familyColor(model: string): string | null {
  return FAMILIES.find(([name]) => name.test(model))?.[1] ?? null;
}

/** Whether a name is that of a real model: of a family of them. */
export const isModel = (name: string): boolean => familyColor(name) !== null && !/pomms/i.test(name);

/** The colour of a series by its meaning: of a quantity, else of a model's family, else the next one of `SERIES_COLOR`. */
export function seriesColor(key: string, index: number): string {
  // `IRS_CDS` and `Acc_CDS` are of the CDS; `IB_no_image` is IB without image.
  const parts = [key, key.replace(/^(Acc|IRS|IB|LB)_/, ""), key.split("_")[0]];
  const quantity = parts.find((part) => Object.hasOwn(QUANTITY_COLOR, part));
  return quantity ? QUANTITY_COLOR[quantity] : familyColor(key) ?? SERIES_COLOR[index % SERIES_COLOR.length];
}

/** The colours of several series: those of one family are told apart by lightness. */
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

/** What is left of a colour in the marks of simulated numbers. */
export const PALE = 0.22;

/** A colour mixed with white: `share` of it is left. Marks of simulated numbers are filled so. */
export function tint(color: string, share = PALE): string {
  return rampColor(["#ffffff", color], share);
}

/** The contrast of two colours (WCAG 2): 1 to 21; text wants 4.5 against what it stands on. */
export function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

/** Relative luminance of a colour (WCAG 2). */
export function luminance(color: string): number {
  const [r, g, b] = channels(color).map((c) => c / 255).map((c) =>
    c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The ink that stands out most from a colour, black or white: at 4.58:1 or more. */
export function readableInk(ground: string): string {
  return contrast("#000000", ground) >= contrast("#ffffff", ground) ? "#000000" : "#ffffff";
}

/** Ramps of colours: diverging (blue below, white at, red above the centre) and sequential (pale to dark); after ColorBrewer. */
export const RAMPS = {
  diverging: [
    "#2166ac",
    "#4393c3",
    "#92c5de",
    "#d1e5f0",
    "#ffffff",
    "#fddbc7",
    "#f4a582",
    "#d6604d",
    "#b2182b",
  ],
  sequential: ["#fdfde3", "#e3f2c2", "#b5dfbb", "#73c6bd", "#3aa5c0", "#2179b3", "#24489d"],
};

/** Colour at `share` (0 to 1) of the way through a ramp, mixed between its two nearest colours; beyond the ends it stays. */
export function rampColor(colors: readonly string[], share: number): string {
  const at = Math.min(1, Math.max(0, share)) * (colors.length - 1);
  const i = Math.min(colors.length - 2, Math.floor(at));
  const mixed = channels(colors[i]).map((from, c) =>
    Math.round(from + (channels(colors[i + 1])[c] - from) * (at - i))
  );
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

/** Red, green and blue of a colour, each up to 255. */
export function channels(color: string): number[] {
  return [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
}
