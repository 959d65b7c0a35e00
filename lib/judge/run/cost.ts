import type { LoadedImage } from "../images/image_store.ts";
import type { Decoding, Message, Reply, Usage } from "../protocol.ts";
import { said } from "../../results/said.ts";
import { NOTHING_TOOK, type Queries, type Shown } from "../store/queries.ts";
import type { Store } from "../store/store.ts";
import { type Lost, NOTHING } from "../transport/judge.ts";
import { costOf, costText, paidFor, type Prices } from "./prices.ts";

const ASSUMED_REPLY_TOKENS = 400;

export const replyLimit = (
  { max_completion_tokens, max_tokens }: Pick<Decoding, "max_completion_tokens" | "max_tokens">,
) => max_completion_tokens ?? max_tokens;

export const assumedReply = (decoding: Decoding) =>
  Math.min(ASSUMED_REPLY_TOKENS, replyLimit(decoding) ?? Infinity);

/** What calls are expected to take, by those of their step that the endpoint counted: so many times the estimate of the request, and the mean reply. */
export function expectations(
  store: Pick<Queries, "took"> & { spent: Readonly<{ counted: number }> } | null,
  { decoding }: { decoding: Decoding },
) {
  let known = new Map<string | null, ReturnType<Queries["took"]>>(), at = 0;
  const took = (step: string | null) => {
    const { counted = 0 } = store?.spent ?? {};
    // Looked up anew when a tenth more was counted.
    if (counted > at * 1.1) [known, at] = [new Map(), counted];
    const found = known.get(step) ?? store?.took(step) ?? NOTHING_TOOK;
    known.set(step, found);
    return found;
  };
  const of = (step: string) => {
    const { calls, times, output } = took(step), reply = calls > 0 ? output : assumedReply(decoding);
    return { calls, times, output: Math.min(reply, replyLimit(decoding) ?? Infinity) };
  };
  const lost = (step: string, { tokens }: Shown): Pick<Usage, "input" | "output"> => {
    const { times, output } = of(step);
    return { input: Math.round(times * tokens), output: Math.round(output) };
  };
  return {
    ...{ of, lost },
    all: () => took(null),
    /** Tokens of a call whose reply came without a count: of the reply's text alone as long as no other was counted. */
    uncounted(
      step: string,
      shown: Shown,
      { text, finishReason }: Pick<Reply, "text" | "finishReason">,
    ): Usage {
      const { input, output } = lost(step, shown), own = textTokens(text);
      const nothing = own === 0 && finishReason === "content_filter";
      return { input, output: of(step).calls === 0 || nothing ? own : output, estimated: true };
    },
  };
}

/** How many times its estimate a request is taken to have as long as none was billed: the estimate is right within this factor. */
const ASSUMED_RATIO = 2;

/** Calls that go out together before any reply, and any limit, says how long one may be. */
const FIRST_TOGETHER = 10;

const MARGIN = 1.2;

type Planned = { step: { name: string }; shown: Shown };

/**
 * A cap on the cost of all calls of a study; null without one. A call counts with its estimate, times the largest share of one that was
 * billed so far, and its limit or the longest reply so far; those that go out `together` with the mean reply and a fifth more.
 */
export function costBudget(
  { store: { spent, out }, expected }: {
    store: Pick<Store, "spent" | "out">;
    expected: Pick<ReturnType<typeof expectations>, "of">;
  },
  { prices, maxCost }: { prices?: Prices; maxCost?: number },
  decoding: Decoding,
  { together = false } = {},
) {
  const limit = replyLimit(decoding);
  if (maxCost === undefined || !prices) return null;
  // What is out in batches is paid whatever this run does.
  const waits = out(), waiting: (() => void)[] = [];
  const isFirst = together && limit === undefined && spent.longest === 0;
  let input = 0, output = 0, calls = 0, reached = "";
  const longest = () => limit ?? (spent.longest || assumedReply(decoding));
  const replyOf = (name: string) => {
    const mean = together ? expected.of(name) : null;
    return mean && mean.calls > 0 ? MARGIN * mean.output : longest();
  };
  const most = (input: number, output: number) =>
    costOf({ input: (spent.ratio === 0 ? ASSUMED_RATIO : Math.max(1, spent.ratio)) * input, output }, prices);

  const reserve = ({ step: { name }, shown: { tokens } }: Planned): boolean => {
    const reply = replyOf(name);
    if (isFirst && waits.calls + calls >= FIRST_TOGETHER) {
      reached = said("first_batch", { calls: FIRST_TOGETHER });
      return false;
    }
    const out = most(waits.tokens + input + tokens, longest() * waits.calls + output + reply);
    if (paidFor(spent, prices)! + out > maxCost) {
      reached = `cost cap of ${maxCost} reached: a call may cost ${costText(most(tokens, reply))}`;
      return false;
    }
    [input, output, calls] = [input + tokens, output + reply, calls + 1];
    return true;
  };
  return {
    reserve,
    get reached() {
      return reached;
    },
    async reserveInTime(call: Planned): Promise<boolean> {
      while (!reserve(call)) {
        if (calls === 0) return false;
        await new Promise<void>((resume) => waiting.push(resume));
      }
      return true;
    },
    release({ tokens }: Shown): void {
      input -= tokens;
      calls--;
      output = calls * longest();
      for (const resume of waiting.splice(0)) resume();
    },
  };
}

/** What attempts took that brought nothing; each that nobody counted as is expected of the call. */
export function lostUsage(
  { input, output, unknown, ...parts }: Lost = NOTHING,
  each: Pick<Usage, "input" | "output">,
): { lost?: Usage } {
  if (input + output + unknown === 0) return {};
  const lost = { input: input + unknown * each.input, output: output + unknown * each.output, ...parts };
  return { lost: unknown > 0 ? { ...lost, estimated: true } : lost };
}

/** Roughly how many tokens messages have, within a factor of two for most models: a quarter per ASCII character, one per other, four per message, pictures by OpenAI's tiles. */
export function estimateTokens(messages: readonly Message[], images: readonly LoadedImage[]): number {
  const parts = messages.flatMap(({ content }) => content).map((part) =>
    part.type === "text" ? part.text : ""
  );
  const tokens = [4 * messages.length, ...parts.map(textTokens), ...images.map(imageTokens)];
  return tokens.reduce((sum, one) => sum + one);
}

// deno-lint-ignore no-control-regex
const OTHER = /[^\x00-\x7f]/;

export function textTokens(text: string): number {
  if (!OTHER.test(text)) return Math.ceil(text.length / 4);
  // deno-lint-ignore no-control-regex
  const other = text.length - text.replace(/[^\x00-\x7f]/g, "").length;
  return Math.ceil((text.length - other) / 4 + other);
}

function imageTokens({ width, height }: LoadedImage): number {
  if (width === null || height === null) return 765;
  const inBox = Math.min(1, 2048 / Math.max(width, height));
  const scale = inBox * Math.min(1, 768 / (Math.min(width, height) * inBox));
  return 85 + 170 * Math.ceil(width * scale / 512) * Math.ceil(height * scale / 512);
}
