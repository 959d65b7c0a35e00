import type { CaptionSetting } from "../papers/philautia.ts";

/** A fact of the paper beside the simulation's. */
export interface CaptionCalibrationRow {
  /** Where the paper has it. */
  source: string;
  /** With reference captions or without. */
  setting: CaptionSetting;
  /** What is stated, in words. */
  fact: string;
  /** As printed, or the inequality that is stated. */
  published: string;
  /** What the simulation has, in the unit of the fact. */
  simulated: number;
  /** simulated − published; NaN where no number is stated. */
  deviation: number;
  /** Prints as published, or the inequality holds. */
  met: boolean;
}

/** A number as printed, met when the simulated one prints the same. */
export function printed(
  source: string,
  setting: CaptionSetting,
  fact: string,
  published: string | number,
  simulated: number,
): CaptionCalibrationRow {
  const text = String(published), decimals = text.split(".")[1]?.length ?? 0;
  const met = Number(simulated.toFixed(decimals)) === Number(text);
  return { source, setting, fact, published: text, simulated, deviation: simulated - Number(text), met };
}

/** A statement without a number of its own. */
export function stated(
  source: string,
  setting: CaptionSetting,
  fact: string,
  published: string,
  simulated: number,
  met: boolean,
): CaptionCalibrationRow {
  return { source, setting, fact, published, simulated, deviation: NaN, met };
}
