import { costText, type Paid, type Prices } from "../judge/run/cost.ts";

export const pricesText = ({ input, output, cached }: Prices) =>
  `${input} and ${output}${cached === undefined ? "" : ` (${cached} from a cache)`}`;

/** From one cost to another, which may be printed alike. */
const costsText = (low: number, high: number) =>
  costText(low) === costText(high) ? costText(low) : `${costText(low)} to ${costText(high)}`;

/** What was paid and may have to be, by prices where there were several, others than those of `now`, or some are not known. */
export function paidText({ cost, most, at }: Paid, now?: Prices): string {
  const parts = at.map(({ prices, kept, cost }) =>
    `${costText(cost)} ${kept ? `at ${pricesText(prices)}` : "of runs that kept no prices, at those of now"}`
  );
  const others = at.filter(({ prices }) => now && pricesText(prices) !== pricesText(now)).length;
  const told = at.length > 1 || others > 0 || at.some(({ kept }) => !kept);
  return `${costsText(cost, most)}${told ? ` (${parts.join("; ")})` : ""}`;
}

/** What became of a cap, and what it rests on: nobody knows what a reply costs before it is there. */
export function capText(
  maxCost: number,
  { cost, most }: Pick<Paid, "cost" | "most">,
  { limited, batch, otherwise }: { limited: boolean; batch: boolean; otherwise: string },
): string {
  const over = (by: number) => `exceeded by ${costText(by)}`;
  const said = cost > maxCost
    ? over(cost - maxCost)
    : most > maxCost
    ? `may be ${over(most - maxCost)}`
    : otherwise;
  const rests = batch
    ? "; batches are filled by the mean of the replies so far and a margin: longer ones take the cost over it"
    : limited
    ? ""
    : "; a reply longer than any so far takes the cost over it (--decoding max_completion_tokens=N ends replies)";
  return `${costText(maxCost)} for this protocol and judge alone: ${said}${rests}`;
}

/** What is estimated to come, with its range where there is one. */
export const about = ({ cost, low, high }: Record<"cost" | "low" | "high", number | null>) =>
  `about ${costText(cost ?? 0)}${
    low === null || low === high ? "" : ` (95% range ${costText(low)} to ${costText(high!)})`
  }`;
