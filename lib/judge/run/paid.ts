import { sortedText } from "../store/call_key.ts";
import { noSums, type PriceChange, type Sums } from "../store/rows.ts";
import { billed, costOf, type Prices, uncertainOf } from "./cost.ts";

/** What all runs of a study have cost, each reply at the prices of the run that got it. */
export interface Paid {
  /** What answered calls cost. */
  cost: number;
  /** The same with all that may have to be paid beyond it (`uncertain` of a run's summary). */
  most: number;
  /** Its parts by prices; not `kept` where runs had none, or none were kept yet: at those given now. */
  at: { prices: Prices; kept: boolean; cost: number }[];
}

/** Adds up what a study has cost; what came before the first change of prices that it keeps, and without any, at those given. */
export function paidFor(
  { spent, changes }: { spent: Readonly<Sums>; changes: readonly PriceChange[] },
  given: Prices,
): Paid {
  const whole = uncertainOf(spent), paid: Paid = { cost: 0, most: 0, at: [] };
  const all: PriceChange[] = [{ prices: null, spent: noSums() }, ...changes];
  all.forEach(({ prices, spent: before }, i) => {
    const after: Readonly<Sums> = all[i + 1]?.spent ?? spent, at = prices ?? given;
    const part = { ...spent };
    for (const name of Object.keys(part) as (keyof Sums)[]) part[name] = after[name] - before[name];
    // How far replies without a count spread is known of all together: each has its share.
    const share = part.uncounted / (spent.uncounted || 1);
    const more = {
      input: part.uncertainInput + share * (whole.input - spent.uncertainInput),
      output: part.uncertainOutput + share * (whole.output - spent.uncertainOutput),
    };
    const cost = costOf(billed(part), at), kept = prices !== null;
    paid.cost += cost;
    paid.most += cost + costOf(more, at);
    const same = paid.at.find((one) => one.kept === kept && sortedText(one.prices) === sortedText(at));
    if (same) same.cost += cost;
    else if (part.input + part.output > 0) paid.at.push({ prices: at, kept, cost });
  });
  return paid;
}
