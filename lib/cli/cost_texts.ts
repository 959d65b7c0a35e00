import { costText, type Prices } from "../judge/run/cost.ts";
import type { Paid } from "../judge/run/paid.ts";

export const pricesText = ({ input, output, cached }: Prices) =>
  `${input} and ${output}${cached === undefined ? "" : ` (${cached} from a cache)`}`;

/** From one cost to another, which may be printed alike. */
const costsText = (low: number, high: number) =>
  costText(low) === costText(high) ? costText(low) : `${costText(low)} to ${costText(high)}`;

/** What was paid and may have to be, by prices where there were several or some are not known. */
export function paidText({ cost, most, at }: Paid): string {
  const parts = at.map(({ prices, kept, cost }) =>
    `${costText(cost)} ${kept ? `at ${pricesText(prices)}` : "of runs that kept no prices, at those of now"}`
  );
  const told = at.length > 1 || at.some(({ kept }) => !kept);
  return `${costsText(cost, most)}${told ? ` (${parts.join("; ")})` : ""}`;
}

/** What is estimated to come, with its range where there is one. */
export const about = ({ cost, low, high }: Record<"cost" | "low" | "high", number | null>) =>
  `about ${costText(cost ?? 0)}${
    low === null || low === high ? "" : ` (95% range ${costText(low)} to ${costText(high!)})`
  }`;
