import { textWidth } from "./text_width.ts";

/** A dot with a name, in pixels. */
export interface NamedDot {
  x: number;
  y: number;
  name: string;
  /** How far its mark reaches sideways, where that is more than the others'. */
  radius?: number;
}

/** Where a name goes: offset from its dot, and which end of the text is there. */
export interface PlacedLabel extends NamedDot {
  dx: number;
  dy: number;
  anchor: "start" | "middle" | "end";
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Where names may stand, and how large they and the dots are. */
interface Look {
  area: Box;
  size: number;
  radius?: number;
  /** What else no name may cover: points of lines. */
  avoid?: readonly { x: number; y: number }[];
}

/**
 * Names beside their dots so that none covers a dot or another name, or seems to belong to another dot: for each the first free place right, left, above, below,
 * then slantwise; a name without a free place is left out. Earlier dots choose first; in further attempts first those whose names
 * are left out or stand slantwise; the one with the most names stands, and of these the one whose names are the nearest.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { placeLabels } from "@/figures/place_labels.ts";
 *
 * const area = { left: 0, right: 200, top: 0, bottom: 100 };
 * const placed = placeLabels([{ x: 50, y: 50, name: "a" }, { x: 190, y: 50, name: "long name" }], { area, size: 10 });
 * assert.deepEqual(placed.map(({ anchor }) => anchor), ["start", "end"]);
 * ```
 */
export function placeLabels(
  dots: readonly NamedDot[],
  look: Look,
): PlacedLabel[] {
  let order = [...dots], best = placeInOrder(order, look);
  for (let attempt = 1, placed = best; attempt < ATTEMPTS; attempt++) {
    const well = new Set(placed.filter(({ dx, dy }) => dx === 0 || dy === 0).map(({ dot }) => dot));
    if (well.size === order.length) break;
    order = [...order.filter((dot) => !well.has(dot)), ...order.filter((dot) => well.has(dot))];
    placed = placeInOrder(order, look);
    if (placed.length > best.length || placed.length === best.length && farness(placed) < farness(best)) {
      best = placed;
    }
  }
  return dots.flatMap((dot) => best.filter((one) => one.dot === dot).map(({ dot: _, ...label }) => label));
}

/** How often names that found no place, or a slant one, may choose first. */
const ATTEMPTS = 12;

/** How hard names are to tell the dots of: not at all beside them, a little above and below, most slantwise. */
function farness(placed: readonly PlacedLabel[]): number {
  return placed.reduce((sum, { name, dx, dy }) => sum + (name === "" || dy === 0 ? 0 : dx === 0 ? 1 : 3), 0);
}

function placeInOrder(
  dots: readonly NamedDot[],
  { area, size, radius = 5, avoid = [] }: Look,
): (PlacedLabel & { dot: NamedDot })[] {
  // Sideways a dot keeps names farther off: one that ends beside it would seem to be its own.
  const aside = 3 * radius;
  const taken: Box[] = dots.map(({ x, y }) => ({
    left: x - aside,
    right: x + aside,
    top: y - radius,
    bottom: y + radius,
  }));
  const lines = avoid.map(({ x, y }) => ({ left: x - 1, right: x + 1, top: y - 1, bottom: y + 1 }));
  return dots.flatMap((dot, i) => {
    const width = textWidth(dot.name, size), gap = Math.max(radius, dot.radius ?? 0) + 3;
    const places: Pick<PlacedLabel, "dx" | "dy" | "anchor">[] = [
      { dx: gap, dy: 0, anchor: "start" },
      { dx: -gap, dy: 0, anchor: "end" },
      { dx: 0, dy: -gap - size / 2, anchor: "middle" },
      { dx: 0, dy: gap + size / 2, anchor: "middle" },
      ...[-1, 1].flatMap((side) => [
        { dx: gap - 2, dy: side * (gap + size / 4), anchor: "start" as const },
        { dx: 2 - gap, dy: side * (gap + size / 4), anchor: "end" as const },
      ]),
    ];
    for (const place of places) {
      const left = dot.x + place.dx -
        (place.anchor === "start" ? 0 : place.anchor === "end" ? width : width / 2);
      const middle = dot.y + place.dy;
      const box = { left, right: left + width, top: middle - size * 0.65, bottom: middle + size * 0.65 };
      const inside = box.left >= area.left && box.right <= area.right && box.top >= area.top &&
        box.bottom <= area.bottom;
      const free = taken.every((other, k) => k === i || !overlap(box, other)) &&
        !lines.some((point) => overlap(box, point));
      if (!inside || !free) continue;
      taken.push(box);
      return [{ ...dot, ...place, dot }];
    }
    return [];
  });
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
