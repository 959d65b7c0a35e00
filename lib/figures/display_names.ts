import { z } from "zod";
import { readCards, TEXT } from "./cards/read_cards.ts";

/** How names are written that data have otherwise: the same in all figures, of public verdicts' judges, of WildVision's models. */
export const DISPLAY_NAMES: Record<"everywhere" | "real" | "wildvision", Readonly<Record<string, string>>> =
  readCards("names", z.record(z.enum(["everywhere", "real", "wildvision"]), z.record(TEXT, TEXT)));

/**
 * A key as a figure writes it: by the figure's own names, else by the shared ones, else as it is.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { displayName } from "@/figures/display_names.ts";
 *
 * assert.deepEqual(["coco", "x", "a judge"].map((key) => displayName(key, { x: "X" })), ["COCO", "X", "a judge"]);
 * ```
 */
export function displayName(key: string, own: Readonly<Record<string, string>> = {}): string {
  for (const names of [own, DISPLAY_NAMES.everywhere]) if (Object.hasOwn(names, key)) return names[key];
  return key;
}
