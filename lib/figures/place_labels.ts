import { textWidth } from "./text_width.ts";

type NamedDot = { x: number; y: number; name: string };

type PlacedLabel = { dx: number; dy: number; anchor: "start" | "middle" | "end"; led: boolean };

type Box = Record<"left" | "right" | "top" | "bottom", number>;

/** How far from its dot a name may stand, the nearest first, and from where on a line leads to it. */
const DISTANCES = [9, 17, 26, 38, 52, 68, 86], LED = 17;

const RADIUS = 5.5;

const WAYS = [
  ...[[1, 0], [-1, 0], [0, -1], [0, 1], [1, -1], [1, 1], [-1, -1], [-1, 1]],
  ...[[0.4, -1], [0.4, 1], [-0.4, -1], [-0.4, 1]],
] as const;

/** Names beside their dots, each at the nearest place that is free of names, dots, lines and points to avoid, with a line where that is farther off; one without any is left out. */
export function placeLabels<Dot extends NamedDot>(
  dots: readonly Dot[],
  { area, size, avoid = [] }: { area: Box; size: number; avoid?: readonly { x: number; y: number }[] },
): (Dot & PlacedLabel)[] {
  const around = ({ x, y }: { x: number; y: number }, r: number): Box => ({
    ...{ left: x - r, right: x + r, top: y - r, bottom: y + r },
  });
  const taken = dots.map((dot) => around(dot, RADIUS)), avoided = avoid.map((point) => around(point, 1));
  const placed = new Map<Dot, Dot & PlacedLabel>();
  // Near ones first: a name beside its dot is better than a short line to another.
  for (const distance of DISTANCES) {
    for (const dot of dots.filter(({ name }) => name !== "")) {
      for (const [right, down] of placed.has(dot) ? [] : WAYS) {
        const near = right !== 0 && down !== 0 ? distance * 0.75 : distance, led = distance >= LED;
        const dx = right * near, dy = down * (near + (right === 0 ? size / 2 : 0));
        const anchor = right > 0 ? "start" : right < 0 ? "end" : "middle";
        const width = textWidth(dot.name, size);
        const left = dot.x + dx - (anchor === "start" ? 0 : anchor === "end" ? width : width / 2);
        const [top, bottom] = [-0.62, 0.62].map((half) => dot.y + dy + half * size);
        const box = { left: left - 2, right: left + width + 2, top, bottom };
        const inside = box.left >= area.left && box.right <= area.right && top >= area.top &&
          bottom <= area.bottom;
        const steps = Array.from({ length: led ? Math.ceil(near / 4) : 0 }, (_, i) => i + 1);
        const line = steps.map((step) => 0.85 * step * 4 / near)
          .map((share) => around({ x: dot.x + share * dx, y: dot.y + share * dy }, 0.5))
          .filter((point) => !overlap(point, around(dot, RADIUS)));
        if (!inside || avoided.some((other) => overlap(box, other))) continue;
        if ([box, ...line].some((own) => taken.some((other) => overlap(own, other)))) continue;
        taken.push(box, ...line);
        placed.set(dot, { ...dot, dx, dy, anchor, led });
        break;
      }
    }
  }
  return dots.flatMap((dot) => placed.get(dot) ?? []);
}

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
