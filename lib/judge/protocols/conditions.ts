import type { Condition, ProtocolOptions } from "../protocol.ts";

/**
 * The conditions that options ask for: image × order × run, by default with the image, in the given order, once.
 *
 * @param hasImage a sample without an image is asked once without it, whatever `images` says
 * @throws {RangeError} for options that ask for nothing
 */
export function orderConditions(options: ProtocolOptions, hasImage: boolean): Condition[] {
  const { images = [true], orders = ["given"] } = options;
  if (images.length === 0 || images.some((image) => typeof image !== "boolean")) {
    throw new RangeError(`judge: wanted images among true, false, found ${JSON.stringify(images)}`);
  }
  if (orders.length === 0 || orders.some((order) => order !== "given" && order !== "swapped")) {
    throw new RangeError(`judge: wanted orders among given, swapped, found ${JSON.stringify(orders)}`);
  }
  const shown = hasImage ? [...new Set(images)] : [false];
  return shown.flatMap((image) =>
    [...new Set(orders)].flatMap((order) =>
      runConditions(options).map(({ run }) => ({ image, swapped: order === "swapped", run }))
    )
  );
}

const MOST_RUNS = 1000;

/**
 * One condition per run, for protocols without answers to swap.
 *
 * @throws {RangeError} for a number of runs that is no whole number from 1 to 1000
 */
export function runConditions({ runs = 1 }: ProtocolOptions, image = true): Condition[] {
  if (!Number.isInteger(runs) || runs < 1 || runs > MOST_RUNS) {
    throw new RangeError(`judge: wanted runs as a whole number from 1 to ${MOST_RUNS}, found ${runs}`);
  }
  return Array.from({ length: runs }, (_, i) => ({ image, swapped: false, run: i + 1 }));
}

/** A judge's name with its run and order, for frames that have no columns for these. */
export function judgeTold({ judge, run, swapped }: { judge: string; run: number; swapped: boolean }): string {
  return `${judge}${run > 1 ? ` run ${run}` : ""}${swapped ? " swapped" : ""}`;
}
