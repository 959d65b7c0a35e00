/** Timers count milliseconds in 31 bits. */
const LONGEST_SECONDS = 2_147_483;

/** How fast, how long and how much may be asked for; what the caller leaves out has a default within. */
const RANGES = {
  concurrency: ["concurrency", 1, 10_000],
  perMinute: ["rate", 1e-3, 1e9],
  retries: ["retries", 0, 1000],
  timeout: ["timeout", 1e-3, LONGEST_SECONDS],
  longestWait: ["longest wait", 0, LONGEST_SECONDS],
  maxReplyBytes: ["largest reply", 1, 512e6],
  maxBytesInFlight: ["bytes in flight", 1, 8e9],
  giveUpAfter: ["replies without a verdict", 0, Number.MAX_SAFE_INTEGER],
} as const;

/** The numbers of a run that have a range. */
export type RunRates = { [Name in keyof typeof RANGES]?: number };

/**
 * Holds the numbers of a run to their ranges: a dry run and a batch refuse what a run would.
 *
 * @throws {RangeError} naming the number
 */
export function requireRates(options: RunRates): void {
  for (const [option, [name, least, most]] of Object.entries(RANGES)) {
    const value = options[option as keyof typeof RANGES];
    if (value === undefined || value >= least && value <= most) continue;
    throw new RangeError(`judge: wanted ${name} from ${least} to ${most}, found ${value}`);
  }
}
