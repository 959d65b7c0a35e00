import { round, textElement } from "../svg_text.ts";
import { INK, SIZE } from "../theme.ts";

/** A rectangle in a drawing, in pixels. */
export interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** An arrow between two named cards. */
export interface Link {
  from: string;
  to: string;
  label?: string;
  color?: string;
  dashed?: boolean;
  /** Shifts both ends along the cards' sides, in pixels, so that arrows back and forth do not lie on each other. */
  shift?: number;
}

/** An arrow from the side of one card to that of another which faces it, with its word. */
export function drawLink(
  { from, to, label = "", color = INK.soft, dashed = false, shift = 0 }: Link,
  places: Map<string, Place>,
) {
  const [a, b] = [from, to].map((name) => {
    const place = places.get(name);
    if (!place) {
      throw new RangeError(
        `picture: wanted a link to a card out of ${[...places.keys()].join(", ")}, found ${name}`,
      );
    }
    return place;
  });
  const [middleA, middleB] = [a, b].map(({ x, y, width, height }) => ({
    x: x + width / 2,
    y: y + height / 2,
  }));
  // The ends stand on the sides that face each other.
  const beside = a.x + a.width <= b.x || b.x + b.width <= a.x;
  const forward = beside ? middleB.x > middleA.x : middleB.y > middleA.y;
  const [x1, y1, x2, y2] = beside
    ? [forward ? a.x + a.width : a.x, middleA.y + shift, forward ? b.x : b.x + b.width, middleB.y + shift]
    : [middleA.x + shift, forward ? a.y + a.height : a.y, middleB.x + shift, forward ? b.y : b.y + b.height];
  const at = { x: (x1 + x2) / 2, y: (y1 + y2) / 2 };
  const text = label &&
    textElement(label, {
      x: beside ? at.x : at.x + 8,
      y: beside ? at.y - 5 : at.y + 4,
      size: SIZE.note,
      color,
      anchor: beside ? "middle" : "start",
    });
  return line(x1, y1, x2, y2, color, dashed) + text;
}

/** A straight arrow with its head at the second point. */
export function line(
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  color = INK.soft,
  dashed = false,
): string {
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const head = (side: number) =>
    `${round(x2 - 7 * ux - side * 4 * uy)},${round(y2 - 7 * uy + side * 4 * ux)}`;
  return `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2 - 5 * ux)}" y2="${round(y2 - 5 * uy)}" ` +
    `stroke="${color}" stroke-width="1.5"${dashed ? ' stroke-dasharray="5 4"' : ""}/>` +
    `<polygon points="${round(x2)},${round(y2)} ${head(1)} ${head(-1)}" fill="${color}"/>`;
}
