import { fixed } from "../../progress/told.ts";
import { textWidth } from "../text_width.ts";
import { SIZE } from "../theme.ts";
import type { Unit } from "./recipe.ts";

export function axisDomain(ends: readonly number[]): [number, number] {
  const known = ends.filter(Number.isFinite);
  if (known.length === 0) return [0, 1];
  const low = Math.min(...known), high = Math.max(...known);
  return low < high ? [low, high] : [Math.min(0, low), Math.max(0, high) || low + 1];
}

/** The numbers 1, 2 and 5 with zeros from one end of an axis of ratios to the other, and the next on either side. */
function roundNumbers([low, high]: readonly [number, number]): number[] {
  const first = Math.floor(Math.log10(low)) - 1, powers = Math.ceil(Math.log10(high)) - first + 2;
  const all = Array.from(
    { length: 3 * powers },
    (_, k) => Number(`${[1, 2, 5][k % 3]}e${first + Math.floor(k / 3)}`),
  );
  return all.filter((_, i) => !(all[i + 1] < low) && !(all[i - 1] > high));
}

/** The ends of an axis of ratios, which is that of their logarithm: round numbers around all that it must show. */
export function ratioDomain(ends: readonly number[]): [number, number] {
  const known = ends.filter((end) => end > 0 && Number.isFinite(end));
  const all = roundNumbers(known.length === 0 ? [1, 1] : [Math.min(...known), Math.max(...known)]);
  return [all[0], all.at(-1)!];
}

/** Where an axis of ratios has its numbers: of many those with zeros alone. */
export function ratioTicks(domain: readonly [number, number], pixels: number): number[] {
  const all = roundNumbers(domain).filter((one) => one >= domain[0] && one <= domain[1]);
  return all.length * ROOM < pixels ? all : all.filter((one) => Number.isInteger(Math.log10(one)));
}

const ROOM = 34;

/** By how much of its length an end of an axis may lie beyond what it must show. */
const LONGER = 0.2;

/** The ends of an axis: around all that it must show, each at the next number unless that is far. */
export function numberedDomain(
  ends: readonly number[],
  unit: Unit,
  decimals: number,
  pixels: number,
): [number, number] {
  const [low, high] = axisDomain(ends);
  const around = (step: number, most: number): [number, number] => {
    const [below, above] = [Math.floor(low / step + 1e-9), Math.ceil(high / step - 1e-9)].map((times) =>
      Number((times * step).toFixed(10))
    );
    return [low - below <= most ? below : low, above - high <= most ? above : high];
  };
  // A longer axis may have a larger step.
  for (let domain: [number, number] = [low, high], last = 0;;) {
    const { step } = stepped(domain, unit, decimals, pixels);
    if (step <= last) return domain;
    const near = around(step, LONGER * (high - low)), { ticks } = stepped(near, unit, decimals, pixels);
    [domain, last] = [ticks.length > 2 ? near : around(step, Infinity), step];
  }
}

/** Where an axis has numbers: as told, else as many as stand clear of each other; between counts there are none. */
export function axisTicks(
  [low, high]: readonly [number, number],
  unit: Unit,
  decimals: number,
  pixels: number,
  given?: readonly number[],
): number[] {
  if (given) return given.filter((tick) => tick >= low && tick <= high);
  return stepped([low, high], unit, decimals, pixels).ticks;
}

/** The numbers of the smallest step with which they stand clear of each other. */
function stepped([low, high]: readonly [number, number], unit: Unit, decimals: number, pixels: number) {
  for (let count = 10;; count--) {
    const step = Math.max(stepOf((high - low) / count), unit === "number" && decimals === 0 ? 1 : 0);
    const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    const first = Math.ceil(low / step - 1e-9), last = Math.floor(high / step + 1e-9);
    const ticks = Array.from(
      { length: last - first + 1 },
      (_, i) => Number(((first + i) * step).toFixed(10)),
    );
    const widest = Math.max(0, ...ticks.map((tick) => textWidth(fixed(tick, digits), SIZE.axis)));
    if (count <= 1 || (widest + 16) * (high - low) <= step * pixels) return { ticks, step };
  }
}

export function tickText(ticks: readonly number[]): (tick: number) => string {
  const digits = Math.max(0, ...ticks.map((tick) => (String(tick).split(".")[1] ?? "").length));
  return (tick) => fixed(tick, digits);
}

/** The round number nearest to a step of an axis or a bin: 1, 2 or 5 with zeros. */
export function stepOf(raw: number): number {
  const power = 10 ** Math.floor(Math.log10(raw)), error = raw / power;
  return power * (error >= Math.sqrt(50) ? 10 : error >= Math.sqrt(10) ? 5 : error >= Math.SQRT2 ? 2 : 1);
}
