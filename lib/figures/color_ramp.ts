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

/**
 * Colour at `share` (0 to 1) of the way through a ramp, mixed between its two nearest colours; beyond the ends it stays.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { rampColor, RAMPS } from "@/figures/color_ramp.ts";
 *
 * assert.equal(rampColor(RAMPS.diverging, 0.5), "#ffffff");
 * assert.equal(rampColor(["#000000", "#ffffff"], 2), "#ffffff");
 * ```
 */
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
