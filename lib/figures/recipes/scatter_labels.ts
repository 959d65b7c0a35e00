import { type NamedDot, placeLabels } from "../place_labels.ts";
import { SIZE } from "../theme.ts";
import type { Value } from "../values/value.ts";
import type { PLOT_SYMBOL } from "./recipe.ts";

/** Two values of the same keys. */
export interface Point {
  x: number;
  y: number;
  n: number;
  name: string;
  color: string;
  symbol: keyof typeof PLOT_SYMBOL;
  value: Value;
  other: Value;
}

/** Points of a line, close to each other, for names to keep off. */
export function along(from: NamedDot, to: NamedDot): { x: number; y: number }[] {
  const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / 6);
  return Array.from({ length: Math.max(0, steps - 1) }, (_, i) => {
    const share = (i + 1) / steps;
    return { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) };
  });
}

/** Names beside points; those that are named choose first, all others only keep their place free. */
export function labelsOf(
  points: readonly Point[],
  named: "far" | "all",
  isRing: (point: Point) => boolean,
  place: (point: Point) => NamedDot,
  room: Pick<Parameters<typeof placeLabels>[1], "area" | "avoid">,
) {
  const far = [...points].sort((a, b) => Math.abs(b.x - b.y) - Math.abs(a.x - a.y)).slice(0, 2);
  const first = named === "far" ? far : points.filter((point) => !isRing(point));
  const ordered = [...first, ...points.filter((point) => !first.includes(point))];
  const around = (named: readonly Point[], avoid = room.avoid) =>
    placeLabels(
      ordered.map((point) => ({ ...place(point), name: named.includes(point) ? point.name : "" })),
      { ...room, avoid, size: SIZE.note, radius: 5 },
    ).filter(({ name }) => name !== "");
  const found = around(first), lacking = lacked(first, found);
  if (named === "far" || lacking.length === 0) return found;
  // A dot without room for its name leaves it to the ring that it is joined with; else names stand on lines.
  const instead = points.filter((point) => isRing(point) && lacking.some(({ name }) => name === point.name));
  const left = [...first.filter((point) => !lacking.includes(point)), ...instead];
  const tries = [around(left), around(first, []), around(left, [])];
  return tries.find((labels) => lacked(first, labels).length === 0) ??
    tries.reduce((a, b) => b.length > a.length ? b : a);
}

/** The points whose names found no place. */
const lacked = (points: readonly Point[], found: readonly { name: string }[]) =>
  points.filter(({ name }) => !found.some((label) => label.name === name));
