import { textWidth } from "./text_width.ts";

/** A dot with a name, in pixels; without a name it only keeps its place free. */
export interface NamedDot {
  x: number;
  y: number;
  name: string;
}

/** Where a name goes: offset from its dot, which end of the text is there, and whether a line must lead to it. */
export interface PlacedLabel {
  dx: number;
  dy: number;
  anchor: "start" | "middle" | "end";
  led: boolean;
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** How far from its dot a name may stand, the nearest first, and from where on a line leads to it. */
const DISTANCES = [9, 17, 26, 38, 52, 68, 86], LED = 17;

/** How much farther a name stands off the dots of others, beside which it would be read as theirs; less where some would have no room. */
const ALOOF = [4, 2, 0];

const RADIUS = 5;

/** Ways from a dot: right, left, above, below, then slantwise. */
const WAYS = [
  ...[[1, 0], [-1, 0], [0, -1], [0, 1], [1, -1], [1, 1], [-1, -1], [-1, 1]],
  ...[[0.4, -1], [0.4, 1], [-0.4, -1], [-0.4, 1]],
] as const;

/** Names beside their dots, each at the nearest free place, with a line where that is farther off; one without any is left out. */
export function placeLabels<Dot extends NamedDot>(
  dots: readonly Dot[],
  options: LabelOptions,
): (Dot & PlacedLabel)[] {
  const wanted = dots.filter(({ name }) => name !== "").length;
  let best: (Dot & PlacedLabel)[] = [];
  for (const aloof of ALOOF) {
    const placed = placedAloof(dots, aloof, options);
    if (placed.length > best.length) best = placed;
    if (best.length === wanted) break;
  }
  return best;
}

interface LabelOptions {
  area: Box;
  size: number;
  avoid?: readonly { x: number; y: number }[];
}

function placedAloof<Dot extends NamedDot>(
  dots: readonly Dot[],
  aloof: number,
  { area, size, avoid = [] }: LabelOptions,
): (Dot & PlacedLabel)[] {
  const around = ({ x, y }: { x: number; y: number }, r: number): Box => ({
    left: x - r,
    right: x + r,
    top: y - r,
    bottom: y + r,
  });
  const taken = [...dots.map((dot) => around(dot, RADIUS)), ...avoid.map((point) => around(point, 1))];
  const labels: Box[] = [];
  const placed = new Map<Dot, Dot & PlacedLabel>();
  // Near ones first: a name beside its dot is better than a short line to another.
  for (const distance of DISTANCES) {
    for (const dot of dots) {
      if (dot.name === "" || placed.has(dot)) continue;
      const width = textWidth(dot.name, size);
      for (const [right, down] of WAYS) {
        const near = right !== 0 && down !== 0 ? distance * 0.75 : distance;
        const dx = right * near, dy = down * (near + (right === 0 ? size / 2 : 0));
        const anchor = right > 0 ? "start" : right < 0 ? "end" : "middle";
        const left = dot.x + dx - (anchor === "start" ? 0 : anchor === "end" ? width : width / 2);
        const box = {
          left: left - 2,
          right: left + width + 2,
          top: dot.y + dy - size * 0.62,
          bottom: dot.y + dy + size * 0.62,
        };
        const inside = box.left >= area.left && box.right <= area.right && box.top >= area.top &&
          box.bottom <= area.bottom;
        // A line to a name crosses no other name and no mark, and no later name crosses it.
        const line = distance < LED ? [] : Array.from(
          { length: Math.ceil(near / 4) },
          (_, i) =>
            around(
              { x: dot.x + 0.85 * dx * (i + 1) * 4 / near, y: dot.y + 0.85 * dy * (i + 1) * 4 / near },
              0.5,
            ),
        );
        const crossed = line.some((point) =>
          labels.some((label) => overlap(point, label)) ||
          dots.some((other) => other !== dot && overlap(point, around(other, RADIUS)))
        );
        if (!inside || crossed || taken.some((other) => overlap(box, other))) continue;
        if (
          dots.some((other) =>
            other !== dot && overlap(box, around(other, RADIUS + aloof + (distance < LED ? 0 : 3)))
          )
        ) continue;
        taken.push(box, ...line);
        labels.push(box);
        placed.set(dot, { ...dot, dx, dy, anchor, led: distance >= LED });
        break;
      }
    }
  }
  return dots.flatMap((dot) => placed.get(dot) ?? []);
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
