import { textWidth } from "../text_width.ts";
import { fixed, SIZE } from "../theme.ts";
import type { Unit } from "./recipe.ts";
import { type Kind, outer, type Placed, type RowOptions, sideOf } from "./row_places.ts";

/** Space between charts beside each other so that the numbers at the ends of their axes do not touch. */
export function panelGap(
  [low, high]: readonly [number, number],
  ticks: number | readonly number[],
  panelWidth: number,
): number {
  const step = stepOf(typeof ticks === "number" ? (high - low) / ticks : ticks[1] - ticks[0]);
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9)), pixels = panelWidth / (high - low);
  const [first, last] = typeof ticks === "number"
    ? [Math.ceil(low / step - 1e-9) * step, Math.floor(high / step + 1e-9) * step]
    : [ticks[0], ticks[ticks.length - 1]];
  const over = (tick: number, room: number) =>
    textWidth(fixed(tick, decimals), SIZE.axis) / 2 - room * pixels;
  return Math.max(LEAST_GAP, over(first, first - low) + over(last, high - last) + LEAST_GAP);
}

/** The step of d3's ticks that is nearest to one wanted: 1, 2 or 5 times a power of ten. */
function stepOf(raw: number): number {
  const power = 10 ** Math.floor(Math.log10(raw)), error = raw / power;
  return power * (error >= Math.sqrt(50) ? 10 : error >= Math.sqrt(10) ? 5 : error >= Math.SQRT2 ? 2 : 1);
}

/**
 * Ticks of an axis: about so many, but none beyond 100 percent or points where all values lie within these, and the axis only
 * makes room for numbers beside marks.
 */
export function ticksWithin(
  [low, high]: readonly [number, number],
  count: number,
  unit: Unit,
  placed: readonly Placed[],
): number | number[] {
  const beyond = placed.some(({ value }) =>
    [value.value, value.low, value.high].some((end) => 100 * Math.abs(end) > MOST)
  );
  if (unit === "number" || beyond || (low >= -MOST && high <= MOST)) return count;
  const [from, to] = [Math.max(low, -MOST), Math.min(high, MOST)], step = stepOf((high - low) / count);
  const first = Math.ceil(from / step - 1e-9), last = Math.floor(to / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
}

/** The largest that a share or a difference of shares can be, as drawn. */
const MOST = 100;

/** Space between charts beside each other at least. */
const LEAST_GAP = 10;

/** The ends of the axis, with room for the numbers beside the outermost marks. */
export function domainOf(
  placed: readonly Placed[],
  { reach = [], at = [], numbers = true, signed = false, upTo = Infinity }: RowOptions,
  scale: number,
  kind: Kind,
  panelWidth: number,
): [number, number] {
  const ends = placed.flatMap(({ value: { value, low, high } }) => [value, low, high])
    .filter((x) => !Number.isNaN(x)).map((x) => Math.min(upTo, scale * x));
  const edges = [...ends, ...reach, ...at, ...(kind === "bars" ? [0] : [])];
  const low = Math.min(...edges), high = Math.max(...edges);
  const span = high > low ? high - low : Math.abs(high) || 1;
  // What a number takes of the axis; twice that at most is needed, once on either side.
  const shareOf = ({ text }: Placed) => numbers ? (textWidth(text, SIZE.note) + 16) / panelWidth : 0;
  const share = Math.max(...placed.map(shareOf));
  const room = (one: Placed) => span * shareOf(one) / Math.max(0.2, 1 - (signed ? 1 : 2) * share),
    edge = 0.02 * span;
  const pairs = kind === "dumbbells" ? placed : [];
  const lefts = placed.filter((one) => sideOf(one, pairs) === "end").map((one) =>
    scale * outer(one.value, "end", pairs.length > 0) - room(one)
  );
  // The number of a mark a little below 0 stands above it.
  const rights = placed.filter((one) => sideOf(one, pairs) === "start" && !one.beyond).map((one) => {
    const from = scale * outer(one.value, "start", pairs.length > 0);
    return (from < 0 && from + room(one) > 0 ? 0 : from) + room(one);
  });
  return [Math.min(low === 0 ? 0 : low - edge, ...lefts), Math.max(high === 0 ? 0 : high + edge, ...rights)];
}
