import type { Decoding, Reply, Usage } from "../protocol.ts";
import { textTokens } from "../plan/render_call.ts";
import type { Queries, Shown, TookCall } from "../store/queries.ts";
import { assumedReply, costOf, type Prices, replyLimit } from "./cost.ts";

/** How endpoints count pictures: by OpenAI's tiles, each alike, or by their size. */
const RULES = ["tiles", "flat", "pixels"] as const;
export type PictureRule = typeof RULES[number];

/** What the tokens of a request are worked out from: its text as estimated, and its pictures by each rule. */
type Parts = Record<PictureRule | "text", number>;

export function partsOf({ tokens, images, pictures }: Shown): Parts {
  const { tiles, pixels } = pictures ?? { tiles: 0, pixels: 0 };
  return { text: tokens - tiles, tiles, flat: images.length, pixels };
}

/** By how much a call cost more than was expected of it. */
export const beyond = (
  { of }: Pick<ReturnType<typeof expectations>, "of">,
  prices: Prices,
  { step, shown, ...took }: TookCall,
): number => {
  const { input, output } = of(step);
  return costOf(took, prices) - costOf({ input: input(partsOf(shown)), output }, prices);
};

const sum = <Item>(items: readonly Item[], of: (item: Item) => number) =>
  items.reduce((total, item) => total + of(item), 0);

/**
 * What is known of calls that were answered: of those that the endpoint counted, how many times the estimate their text was (`times`),
 * and by which rule it counts pictures at how many tokens (`each`: to a picture, to a pixel, or as a multiple of the tiles' tokens):
 * of the three the one that leaves the least squares.
 */
function learnt(took: readonly TookCall[]) {
  const counted = took.filter((call) => call.counted).map((call) => ({ ...call, ...partsOf(call.shown) }));
  const seen = counted.filter(({ flat }) => flat > 0), blind = counted.filter(({ flat }) => flat === 0);
  type Column = PictureRule | "text" | "input";
  const total = (calls: typeof counted, one: Column, two?: Column) =>
    sum(calls, (call) => call[one] * (two ? call[two] : 1));
  let times = blind.length > 0 ? total(blind, "input") / total(blind, "text") : 1;
  let rule: PictureRule | null = null, each = 1, least = Infinity;
  for (const one of RULES) {
    let factor = times;
    if (blind.length === 0) {
      // Where all have pictures, text is told apart from them by least squares too, or goes by the estimate of both.
      const [text, both, picture] = [
        total(seen, "text", "text"),
        total(seen, "text", one),
        total(seen, one, one),
      ];
      const apart = text * picture - both ** 2;
      factor = apart > 1e-3 * text * picture
        ? (total(seen, "input", "text") * picture - total(seen, "input", one) * both) / apart
        : total(seen, "input") / (total(seen, "text") + total(seen, "tiles"));
    }
    const found = (total(seen, "input") - factor * total(seen, "text")) / total(seen, one);
    const squares = sum(seen, (call) => (call.input - factor * call.text - found * call[one]) ** 2);
    if (!(factor > 0 && found > 0 && squares < least * (1 - 1e-6))) continue;
    [rule, each, least] = [one, found, squares];
    if (blind.length === 0) times = factor;
  }
  const replies = counted.length > 0 ? counted : took;
  return {
    ...{ calls: counted.length, blind: blind.length, pictures: total(seen, "flat"), times, rule, each },
    largest: Math.max(...seen.map(({ pixels }) => pixels)),
    /** The mean reply; null where there is none. */
    output: replies.length === 0 ? null : sum(replies, ({ output }) => output) / replies.length,
    input: (parts: Parts): number => parts.text * times + (rule === null ? parts.tiles : parts[rule] * each),
  };
}

/** What is known of the calls of a study, looked up anew when a tenth more was counted; without one nothing is. */
export function expectations(
  store: Pick<Queries, "took"> & { spent: Readonly<{ counted: number }> } | null,
  { decoding, ways }: { decoding: Decoding; ways: Readonly<Record<string, string>> },
) {
  const known = (step: string | null, way?: string) => {
    const took = store?.took(step, way) ?? [];
    return { took, ...learnt(took) };
  };
  let all = known(null), at = store?.spent.counted ?? 0;
  const steps = new Map<string, ReturnType<typeof known> & { longest: number }>();
  /** What a call of a step is expected to take: by the step's own with this prompt and decoding, else with any, else by all of the judge's. */
  const of = (step: string) => {
    if (store && store.spent.counted > at * 1.1) {
      [all, at] = [known(null), store.spent.counted];
      steps.clear();
    }
    let own = steps.get(step);
    if (!own) {
      const asked = known(step, ways[step]), longest = Math.max(0, ...asked.took.map(({ output }) => output));
      own = { ...(asked.calls > 0 ? asked : known(step)), longest };
      steps.set(step, own);
    }
    const best = own.calls > 0 ? own : all;
    const output = best.output ?? own.output, limit = replyLimit(decoding) ?? Infinity;
    const most = own.longest > limit ? Infinity : limit;
    return {
      ...{ input: best.input, output: Math.min(output ?? assumedReply(decoding), most), counted: best.calls },
      from: output === null ? "assumed" as const : own.output === null ? "others" as const : "step" as const,
      took: own.took,
      /** The longest reply to this prompt with this decoding; 0 without one. */
      longest: own.longest,
    };
  };
  /** Tokens of a call of which nothing came back. */
  const lost = (step: string, shown: Shown): Pick<Usage, "input" | "output"> => {
    const { input, output } = of(step);
    return { input: Math.round(input(partsOf(shown))), output: Math.round(output) };
  };
  return {
    ...{ of, lost },
    get all() {
      return all;
    },
    /** Tokens of a call whose reply came without a count: of the reply's text alone as long as no other was counted. */
    uncounted(
      step: string,
      shown: Shown,
      { text, finishReason }: Pick<Reply, "text" | "finishReason">,
    ): Usage {
      const { input, output } = lost(step, shown), own = textTokens(text);
      const nothing = own === 0 && finishReason === "content_filter";
      return { input, output: of(step).counted === 0 || nothing ? own : output, estimated: true };
    },
  };
}
