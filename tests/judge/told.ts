import type { Condition, Protocol, ProtocolOptions, Reply, ReplyVerdict } from "@/judge/protocol.ts";
import { PROMPTS } from "@/judge/prompts.ts";
import { PROTOCOLS } from "@/judge/protocols/index.ts";
import { SAMPLES } from "./protocols/samples.ts";
import { reply } from "./reply.ts";

/** A protocol about one sample, without an endpoint: what it asks, what it reads of replies, and the rows that come of it. */
export function told(
  of: string | Protocol,
  { sample: line, ...options }: ProtocolOptions & { sample?: object } = {},
) {
  const protocol = typeof of === "string" ? PROTOCOLS[of] : of, { steps } = protocol;
  const known = line ?? SAMPLES[protocol.name];
  if (!known) throw new Error(`wanted a sample of ${protocol.name} in tests/judge/protocols/samples.jsonl`);
  const sample = protocol.sample.parse(known);
  const conditions = protocol.conditions(options, sample), [first] = conditions;
  const verdict = (said: string | Reply, condition = first, step = 0) =>
    steps[step].parse(typeof said === "string" ? reply(said) : said, sample, condition);
  return {
    ...{ protocol, sample, conditions, verdict },
    /** Parts of a step's one message as text, images as <name>. */
    asked: (condition = first, step = 0, earlier: Record<string, ReplyVerdict> = {}) =>
      steps[step].messages(sample, condition, PROMPTS, earlier).flatMap(({ content }) => content)
        .map((part) => part.type === "text" ? part.text : `<${part.image}>`).join("\n"),
    /** The rows that these replies to the steps give, one each; undefined was not asked. */
    rows: (said: (string | Reply | undefined)[], condition: Condition = first, judge = "j") =>
      protocol.rows(
        sample,
        condition,
        Object.fromEntries(
          said.flatMap((one, i) => one === undefined ? [] : [[steps[i].name, verdict(one, condition, i)]]),
        ),
        judge,
      ),
  };
}
