import { fixed } from "../../progress/told.ts";
import { textWidth } from "../text_width.ts";
import { SIZE } from "../theme.ts";
import type { Unit } from "./recipe.ts";

/** The ends of an axis: of all that it must show, and nothing beyond. */
export function axisDomain(ends: readonly number[]): [number, number] {
  const known = ends.filter(Number.isFinite);
  if (known.length === 0) return [0, 1];
  const low = Math.min(...known), high = Math.max(...known);
  return low < high ? [low, high] : [Math.min(0, low), Math.max(0, high) || low + 1];
}

/** The numbers 1, 2 and 5 with zeros between two, and the next on either side. */
function roundNumbers([low, high]: readonly [number, number]): number[] {
  const first = Math.floor(Math.log10(low)) - 1, powers = Math.ceil(Math.log10(high)) - first + 2;
  const all = Array.from({ length: powers }, (_, k) => first + k)
    .flatMap((power) => [1, 2, 5].map((digit) => Number(`${digit}e${power}`)));
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

/** Pixels for a number of such an axis. */
const ROOM = 34;

/** How much of a step a mark may lie beyond the last number of an axis, and the most by which the axis is longer for one more. */
const OVERHANG = 0.15, LONGER = 0.2;

/** The ends of an axis: a number more where a mark would lie clearly beyond the last one and there is little to add. */
export function numberedDomain(
  ends: readonly number[],
  unit: Unit,
  decimals: number,
  pixels: number,
): [number, number] {
  let [low, high] = axisDomain(ends);
  // A longer axis may have other steps.
  for (let again = 0; again < 3; again++) {
    const { ticks, step: round } = stepped([low, high], unit, decimals, pixels);
    const step = ticks.length > 1 ? ticks[1] - ticks[0] : round;
    const first = ticks[0] - step, last = ticks.at(-1)! + step, nearer = Math.min(low - first, last - high);
    // One number alone says nothing of the scale.
    const lone = ticks.length === 1 ? nearer : 0, least = (lone ? 1 : 1 - OVERHANG) * step;
    const most = Math.max(lone, LONGER * (high - low));
    const [below, above] = [low - first, last - high].map((more) => more < least && more <= most);
    if (!(step > 0) || !below && !above) break;
    [low, high] = [below ? first : low, above ? last : high];
  }
  return [low, high];
}

/** Where an axis has numbers: as told, else as many as stand clear of each other, of a smaller step its ends where there would be one alone; between counts there are none. */
export function axisTicks(
  [low, high]: readonly [number, number],
  unit: Unit,
  decimals: number,
  pixels: number,
  given?: readonly number[],
): number[] {
  if (given) return given.filter((tick) => tick >= low && tick <= high);
  const { ticks, finer } = stepped([low, high], unit, decimals, pixels);
  return ticks.length > 1 || finer.length < 2 ? ticks : [finer[0], finer.at(-1)!];
}

/** The numbers of the smallest step with which they stand clear of each other, and those of the next finer one. */
function stepped([low, high]: readonly [number, number], unit: Unit, decimals: number, pixels: number) {
  let finer: number[] = [];
  for (let count = 10;; count--) {
    const step = Math.max(stepOf((high - low) / count), unit === "number" && decimals === 0 ? 1 : 0);
    const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    const first = Math.ceil(low / step - 1e-9), last = Math.floor(high / step + 1e-9);
    const ticks = Array.from(
      { length: last - first + 1 },
      (_, i) => Number(((first + i) * step).toFixed(10)),
    );
    const widest = Math.max(0, ...ticks.map((tick) => textWidth(fixed(tick, digits), SIZE.axis)));
    if (count <= 1 || (widest + 16) * (high - low) <= step * pixels) return { ticks, step, finer };
    if (ticks.length > 1) finer = ticks;
  }
}

/** Numbers of an axis as text, with as many decimals as the longest needs. */
export function tickText(ticks: readonly number[]): (tick: number) => string {
  const digits = Math.max(0, ...ticks.map((tick) => (String(tick).split(".")[1] ?? "").length));
  return (tick) => fixed(tick, digits);
}

/** The round number nearest to a step of an axis or a bin: 1, 2 or 5 with zeros. */
export function stepOf(raw: number): number {
  const power = 10 ** Math.floor(Math.log10(raw)), error = raw / power;
  return power * (error >= Math.sqrt(50) ? 10 : error >= Math.sqrt(10) ? 5 : error >= Math.SQRT2 ? 2 : 1);
}
