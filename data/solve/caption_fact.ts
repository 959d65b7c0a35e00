import type { CaptionSetting } from "@/papers/philautia.ts";

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

/** What is stated: in words, as printed or as an inequality, what the simulation has, and whether that is so where the text cannot tell. */
export type Stated = readonly [fact: string, published: string | number, simulated: number, met?: boolean];

const HOLDS: Record<string, (value: number, limit: number) => boolean> = {
  "<": (value, limit) => value < limit,
  ">": (value, limit) => value > limit,
  "≥": (value, limit) => value >= limit,
};

/** Facts of a place in the paper. A number is met when the simulated one prints the same. */
export function facts(
  source: string,
  setting: CaptionSetting,
  stated: readonly Stated[],
): CaptionCalibrationRow[] {
  return stated.map(([fact, text, simulated, met]) => {
    const published = String(text), [sign, limit] = published.split(" ");
    const decimals = published.split(".")[1]?.length ?? 0;
    const isNumber = met === undefined && !(sign in HOLDS);
    return {
      ...{ source, setting, fact, published, simulated },
      deviation: isNumber ? simulated - Number(published) : NaN,
      met: met ??
        (isNumber
          ? Number(simulated.toFixed(decimals)) === Number(published)
          : HOLDS[sign](simulated, Number(limit))),
    };
  });
}
