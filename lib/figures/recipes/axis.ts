import { textWidth } from "../text_width.ts";
import { numberText, SIZE } from "../theme.ts";

export type Axis = { domain: readonly [number, number]; ticks: readonly number[] };

export function axisDomain(ends: readonly number[]): [number, number] {
  const known = ends.filter(Number.isFinite);
  if (known.length === 0) return [0, 1];
  const low = Math.min(...known), high = Math.max(...known);
  return low < high ? [low, high] : [Math.min(0, low), Math.max(0, high) || low + 1];
}

/** The place of an axis that lies nearest to a number: its end for one beyond it. */
export const clipped = (place: number, [low, high]: readonly [number, number]): number =>
  Math.min(Math.max(place, low), high);

const CLEAR = 8, GAP = 16;

const FAR = 0.2;

const endingIn = (ticks: readonly number[], all = ticks): Axis => ({ domain: [all[0], all.at(-1)!], ticks });

/** An axis of ratios, which is that of their logarithm: from one of the numbers 1, 2 and 5 with zeros to another; where these have no room those with zeros alone stand at it, and its ends if they can. */
export function ratioAxis(ends: readonly number[], pixels: number): Axis {
  const known = ends.filter((end) => end > 0 && Number.isFinite(end));
  const [low, high] = known.length === 0 ? [1, 1] : [Math.min(...known), Math.max(...known)];
  const first = Math.floor(Math.log10(low)) - 1, decades = Math.ceil(Math.log10(high)) - first + 2;
  const numbers = Array.from(
    { length: 3 * decades },
    (_, k) => Number(`${[1, 2, 5][k % 3]}e${first + Math.floor(k / 3)}`),
  );
  const all = numbers.filter((_, i) => !(numbers[i + 1] < low) && !(numbers[i - 1] > high));
  const powers = all.filter((one) => Number.isInteger(Math.log10(one)));
  const isClear = (ticks: readonly number[]) => {
    const widths = ticks.map((one) => textWidth(tickText(ticks)(one), SIZE.axis));
    const apart = (i: number) => pixels * Math.log(ticks[i] / ticks[i - 1]) / Math.log(all.at(-1)! / all[0]);
    return ticks.every((_, i) => i === 0 || apart(i) >= (widths[i] + widths[i - 1]) / 2 + CLEAR);
  };
  const withEnds = [...new Set([all[0], ...powers, all.at(-1)!])];
  return endingIn([all, withEnds].find(isClear) ?? powers, all);
}

/** An axis around all that it must show, each end at the next round number unless that is far, with as many between them as stand clear of each other; between counts there are none. */
export function numberedAxis(ends: readonly number[], pixels: number, areCounts = false): Axis {
  const [low, high] = axisDomain(ends), most = FAR * (high - low);
  for (let step = Math.max(stepOf((high - low) / 10), areCounts ? 1 : 0);; step = stepOf(2 * step)) {
    const first = Math.floor(low / step + 1e-9), length = Math.ceil(high / step - 1e-9) - first + 1;
    const all = Array.from({ length }, (_, i) => Number(((first + i) * step).toFixed(10)));
    const [from, to] = [[low, all[0]], [high, all.at(-1)!]].map(([end, next]) =>
      Math.abs(end - next) <= most ? next : end
    );
    const ticks = all.filter((tick) => tick >= from && tick <= to), text = tickText(ticks);
    if (ticks.length < 3) return ticks.length < 2 ? endingIn(all) : { domain: [from, to], ticks };
    const widest = Math.max(...ticks.map((tick) => textWidth(text(tick), SIZE.axis)));
    if ((widest + GAP) * (to - from) <= step * pixels) return { domain: [from, to], ticks };
  }
}

export function tickText(ticks: readonly number[]): (tick: number) => string {
  const digits = Math.max(0, ...ticks.map((tick) => (String(tick).split(".")[1] ?? "").length));
  return (tick) => numberText(tick, digits);
}

export function stepOf(raw: number): number {
  const power = 10 ** Math.floor(Math.log10(raw)), error = raw / power;
  return power * (error >= Math.sqrt(50) ? 10 : error >= Math.sqrt(10) ? 5 : error >= Math.SQRT2 ? 2 : 1);
}
