import { refusing } from "../../results/said.ts";
import { ownFacts } from "../../progress/own_facts.ts";
import { settleReply, type Structured } from "../parse/settle_reply.ts";
import { namesLike, requireOptions } from "../../progress/require.ts";
import { told } from "../../progress/told.ts";
import { hashOfText } from "../store/call_key.ts";
import { textAt } from "../transport/usable_reply.ts";
import { fillPrompt, PROMPTS, requireSlots, slotsOf, type SlotValue } from "../prompts.ts";
import type { Condition, Prompts, Protocol, Reply, ReplyVerdict, Step } from "../protocol.ts";
import { BESIDE, guarded, PAIR_SLOTS, requireFree, runConditions, withChoice } from "./orders.ts";

type Values = ReplyVerdict["values"];

/** A verdict as it is written down: values alone are one, `ok`; what is undefined (a branch without it) is no value. */
type Said = Omit<Partial<ReplyVerdict>, "values"> & {
  values: { [name: string]: Values[string] | undefined };
};

/** A request as data: its prompt, what goes into the prompt's slots, and how the text of the reply is read. */
export interface Ask<S> extends Pick<Step<S>, "name" | "includes" | "needs" | "key"> {
  /** Id of a prompt of the library, or of the protocol's own. */
  prompt: string;
  /** What stands in the prompt's slots. */
  slots(
    sample: S,
    condition: Condition,
    earlier: Record<string, ReplyVerdict>,
    prompts: Prompts,
  ): Record<string, SlotValue>;
  /**
   * The verdict in the text of a reply that ended by itself, behind its thinking (JSON too, unless `json` reads it); `noVerdict` where it
   * holds none, else `{ values }`: what it throws, or gives that is no verdict, is the protocol's fault and ends a run. Of a pair it says
   * `shown`, A, B or tie as the judge saw the answers, and `choice` is worked out of it: it is not told their order
   * (`condition.swapped`), which is for a `finish` of one's own where replies name answers otherwise.
   */
  read(text: string, sample: S, condition: Condition): Said;
  /** The same verdict as JSON: what the endpoint is told, and how a reply that is such JSON is read. */
  json?: Structured | ((sample: S) => Structured);
  /** What becomes of the values of a verdict that is `ok`, whichever way it was read. */
  finish?(values: Values, sample: S, condition: Condition, reply: Reply): Values;
}

/** What a row is made of beside its sample: the condition, who judged, and how it ended. */
export interface About extends Condition {
  /** The model's name. */
  judge: string;
  /** How the last request ended, or the first before it that is not `ok`; `missing` where nothing was answered. */
  status: ReplyVerdict["status"] | "missing";
}

export const SPEC: readonly string[] =
  "name summary sample sampleId frame options conditions decoding rows unasked asks prompts row"
    .split(" ");

const SUMMARIES: Readonly<Record<string, string>> = ownFacts("protocols");

/** A protocol as data; what most of them share need not be said. */
export interface ProtocolSpec<S> extends
  Pick<Protocol<S>, "name" | "sample" | "sampleId">,
  Partial<
    Pick<Protocol<S>, "summary" | "frame" | "options" | "conditions" | "decoding" | "rows" | "unasked">
  > {
  /** Its requests, in order. */
  asks: readonly Ask<S>[];
  /** Texts of its own prompts with their `{{slots}}`, by id. */
  prompts?: Readonly<Record<string, string>>;
  /**
   * The row of a sample under a condition from the last request's values, none of which is there where a request failed. By
   * default the sample's id (`item_id` where that is what names it), the judge, the condition, the values and the status. `about` is `{ judge, status }` with
   * the condition's names beside them: `image`, `swapped`, `run`, and what `conditions` crosses (`about.tone`, not `about.condition.tone`). In a frame of pairs
   * or labels its choice is that of the values, the answer's own letter whatever the order.
   */
  row?(sample: S, values: Values, about: About): Record<string, unknown>;
}

/**
 * A protocol from its data: its prompts, what goes into their slots, how a reply is read, and the row. This is how the
 * library's own are made, and how you make yours: hand it to `runJudge`, or let a file have it as its default export and
 * name the file after `--protocol`. Rows are a table of their own unless `frame` says which frame they belong to; samples
 * are asked about once per run unless `conditions` crosses more, by the names that `options` lists. Where rows say `image: true`
 * and no request sends the sample's picture, nothing is asked: write `{{image}}` into a prompt (and into its slots `image:
 * condition.image && sample.image ? { image: sample.image } : null`, of a pair `...pairSlots(sample, condition)`), or let `conditions`
 * say `image: false`, as rows of a table of its own do where no request shows a picture. Options that `conditions` does not use are refused. A table of scores is for
 * `ownMetric`; with a column `human` it is also read as ratings (`readRatings`, `report` with `columns: { evaluator: "judge", score: "NAME" }`).
 *
 * @example A judge that plays a persona, which is crossed as a condition of one's own.
 * ```ts
 * import assert from "node:assert/strict";
 * import { z } from "zod";
 * import { parseScore, protocol, runJudge, simulatedServer } from "judgebias/judge";
 *
 * const politeness = protocol({
 *   name: "politeness", summary: "How polite an answer is, from 1 to 10",
 *   sample: z.object({ id: z.string(), answer: z.string() }), sampleId: ({ id }) => id,
 *   options: ["personas"],
 *   // Several are one text with blanks between, as the command line has them: --set
 *   // personas="teacher sailor"
 *   conditions: ({ personas = "teacher" }) =>
 *     String(personas).split(" ").map((persona) => ({
 *       image: false, swapped: false, run: 1, persona,
 *     })),
 *   prompts: {
 *     politeness: "You are a {{persona}}. How polite is this, from 1 to 10?\n" +
 *       "[The Start of Answer]\n{{answer}}\n[The End of Answer]\n" +
 *       "End with ### Score: N",
 *   },
 *   asks: [{
 *     name: "score", prompt: "politeness",
 *     slots: ({ answer }, { persona }) => ({ answer, persona: String(persona) }),
 *     read: (text) => parseScore(text, { low: 1, high: 10 }),
 *   }],
 * });
 * await using server = await simulatedServer();
 * const { done } = await runJudge({
 *   protocol: politeness, data: [{ id: "1", answer: "Thank you." }],
 *   conditions: { personas: "teacher sailor" }, judge: "simulated",
 *   baseURL: server.url, out: Deno.makeTempDirSync(), silent: true,
 * });
 * assert.equal(done, 2);
 * ```
 */
export function protocol<S>({ asks, prompts, row, ...spec }: ProtocolSpec<S>): Protocol<S> {
  requireOptions("protocol", spec, SPEC);
  if (!Array.isArray(asks) || asks.length === 0) {
    throw new TypeError(`protocol: ${spec.name}: wanted asks, its requests in order, found none`);
  }
  const slots = [...PAIR_SLOTS, ...Object.values(prompts ?? {}).flatMap(slotsOf)];
  for (const [id, text] of Object.entries(prompts ?? {})) {
    requireSlots(`protocol: ${spec.name}, prompt ${id}`, text, slots);
  }
  const names = asks.map(({ name }) => name), last = names.at(-1)!, earlier = names.slice(0, -1);
  for (const [i, { name, needs = [] }] of asks.entries()) {
    const known = names.slice(0, i), none = needs.filter((one: string) => !known.includes(one));
    const wanted = `wanted earlier steps, ${known.join(", ") || "none"}, found ${namesLike(none, known)}`;
    if (none.length > 0) throw new RangeError(`protocol: ${spec.name}, needs of ${name}: ${wanted}`);
  }
  const rowOf: NonNullable<typeof row> = row ?? ((sample, values, { judge, status, ...condition }) => {
    const id = spec.sampleId(sample), name = textAt(sample, "item_id") === id ? "item_id" : "id";
    return { [name]: id, judge, ...condition, ...values, status };
  });
  // Which answer the row of a frame prefers, whatever order they were shown in: worked out of what the judge saw.
  const column = spec.frame === "labels" ? "more_informative" : "choice";
  const isOfTwo = !spec.rows && (spec.frame === "pairs" || spec.frame === "labels");
  const texts = asks.map(({ prompt }) => prompts?.[prompt] ?? PROMPTS[prompt]?.text ?? "");
  // A table of one's own about texts alone: its rows are without the picture.
  const isBlind = !spec.frame &&
    !texts.some((text) => slotsOf(text).some((slot) => slot.startsWith("image")));
  return guarded({
    summary: SUMMARIES[spec.name] ?? "",
    frame: null,
    options: [],
    conditions: (options) => runConditions(options),
    decoding: {},
    rows(sample, condition, verdicts, judge) {
      const failed = earlier.map((name) => verdicts[name]).find((one) => one && one.status !== "ok");
      const { status, values } = failed ?? verdicts[last] ?? { status: "missing" as const, values: {} };
      const about = { ...condition, image: condition.image && !isBlind, judge, status };
      const row = rowOf(sample, failed ? {} : values, about), { [column]: choice = null } = row;
      if (isOfTwo && choice !== (failed ? null : values.choice ?? null)) {
        throw refusing("row_choice", { column, found: told(choice), choice: told(values.choice) });
      }
      return [row];
    },
    steps: asks.map((ask) => {
      const isLast = ask.name === last, inRow = isLast && !row && !spec.rows;
      const { finish = isLast && isOfTwo ? withChoice : undefined } = ask;
      return stepOf({ ...ask, finish }, { own: prompts ?? {}, inRow });
    }),
    ...(prompts === undefined ? {} : {
      // Another text is another version, so that what was asked with one is not taken for an answer to the other.
      prompts: Object.fromEntries(
        Object.entries(prompts).map(([id, text]) => {
          const version = `own-${hashOfText(text).slice(0, 12)}`;
          return [id, { id, version, source: `the protocol ${spec.name}`, text }];
        }),
      ),
    }),
    ...spec,
  });
}

function stepOf<S>(
  { prompt, slots, read, finish, ...step }: Ask<S>,
  { own, inRow }: { own: Readonly<Record<string, string>>; inRow: boolean },
): Step<S> {
  const { json, needs = [] } = step;
  return {
    ...step,
    promptId: prompt,
    messages(sample, condition, prompts, earlier) {
      const needed = Object.fromEntries(needs.map((name) => [name, earlier[name]]));
      const filled = slots(sample, condition, needed, prompts);
      const used = [...PAIR_SLOTS, ...slotsOf(own[prompt] ?? "")];
      const unused = own[prompt] && Object.keys(filled).find((slot) => !used.includes(slot));
      if (unused) throw refusing("unused_slot", { unused });
      return fillPrompt(prompts[prompt], filled);
    },
    parse(reply, sample, condition) {
      const structured = typeof json === "function" ? json(sample) : json;
      // What belongs to another way to read is not asked in the place of one's own.
      const readJson = structured?.beside && structured.beside !== read ? undefined : structured?.read;
      // By the order it could turn what is turned behind it.
      const { swapped: _, ...seen } = condition,
        about = finish === withChoice ? seen as Condition : condition;
      const raw = settleReply(reply, (text) => read(text, sample, about), readJson);
      if (raw.status !== "ok") return raw;
      const values = finish ? finish(raw.values, sample, condition, reply) : raw.values;
      const columns = ["id", "item_id", "judge", ...Object.keys(condition), ...BESIDE];
      if (inRow) requireFree("wanted values", values, columns);
      return { ...raw, values };
    },
  };
}
