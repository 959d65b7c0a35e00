import { z } from "zod";
import { idText } from "../../perturb/sample.ts";
import { FRAMES, VARIANTS } from "../../results/frames.ts";
import { refusing, said } from "../../results/said.ts";
import { cut, told } from "../../progress/told.ts";
import { slotsOf } from "../prompts.ts";
import type { Condition, Protocol, ProtocolOptions, ReplyVerdict } from "../protocol.ts";
import { isRefusal } from "../../progress/require.ts";
import { noVerdict } from "../parse/settle_reply.ts";

type Preference = "A" | "B" | "tie" | null;

/** A checked line of pairs: two answers to a query about an image. */
export interface PairSample {
  /** What the pair's benchmark is called. */
  benchmark?: string;
  /** What tells it from all others of its benchmark. */
  item_id: string;
  /** Names the image; by default its file. */
  image_id?: string;
  /** Kind of image or question. */
  domain: string | null;
  /** What was done to the answers. */
  variant: (typeof VARIANTS)[number];
  /** The image's name; null for none. */
  image: string | null;
  /** What was asked. */
  query: string;
  /** The answer given as A. */
  answer_a: string;
  /** The answer given as B. */
  answer_b: string;
  /** Who wrote answer A. */
  model_a?: string;
  /** Who wrote answer B. */
  model_b?: string;
  /** Which one people prefer. */
  human: Preference;
  /** Which one says more. */
  more_informative: Preference;
  /** False for a pair that length equalising did not bring to equal length, which is not asked about. */
  kept: boolean;
  /** What else the line holds. */
  [other: string]: unknown;
}

const preference = z.enum(["A", "B", "tie"]).nullable().default(null);

export const pairSample: z.ZodType<PairSample> = z.looseObject({
  benchmark: z.string().min(1).optional(),
  item_id: idText,
  image_id: idText.optional(),
  domain: z.string().min(1).nullable().default(null),
  variant: z.enum(VARIANTS).default("original"),
  image: z.string().min(1).nullable().default(null),
  query: z.string(),
  answer_a: z.string(),
  answer_b: z.string(),
  model_a: z.string().min(1).optional(),
  model_b: z.string().min(1).optional(),
  human: preference,
  more_informative: preference,
  kept: z.boolean().default(true),
});

export function pairId({ benchmark, item_id, variant }: PairSample): string {
  return [benchmark, item_id, variant === "original" ? undefined : variant]
    .filter((part) => part !== undefined).join("/");
}

/** Image × order × run, by default with the image, in the given order, once; a sample without an image is asked without it alone. */
export function orderConditions(options: ProtocolOptions, hasImage: boolean): Condition[] {
  const { images = [true], orders = ["given"] } = options;
  requireAmong("images", images, [true, false]);
  requireAmong("orders", orders, ["given", "swapped"]);
  return [...new Set(hasImage ? images : [false])].flatMap((image) =>
    [...new Set(orders)].flatMap((order) =>
      runConditions(options, image).map((condition) => ({ ...condition, swapped: order === "swapped" }))
    )
  );
}

function requireAmong(name: string, given: readonly unknown[], known: readonly unknown[]): void {
  if (Array.isArray(given) && given.length > 0 && given.every((one) => known.includes(one))) return;
  throw refusing("list_of", { name, known: known.join(", "), given: JSON.stringify(given) });
}

export function runConditions({ runs = 1 }: ProtocolOptions, image = true): Condition[] {
  if (!Number.isInteger(runs) || runs < 1 || runs > 1000) throw refusing("runs", { runs });
  return Array.from({ length: runs }, (_, i) => ({ image, swapped: false, run: i + 1 }));
}

/** Refuses a prompt of one's own that shows one answer without the other, or neither; slots of other names may hold them. */
export function requireBoth(where: string, text = "{{answer_a}}{{answer_b}}"): void {
  const used = slotsOf(text), lacks = ["answer_a", "answer_b"].filter((slot) => !used.includes(slot));
  if (lacks.length === 0 || lacks.length === 2 && used.some((slot) => !/^(?:image|query)$/.test(slot))) {
    return;
  }
  throw refusing("slot_in_prompt", { where, lacks: lacks[0] });
}

/** Refuses further values under the name of a column that is not theirs: they would take its place, or be lost. */
export function requireFree(what: string, more: Record<string, unknown>, columns: readonly string[]) {
  const taken = Object.keys(more).find((name) => columns.includes(name));
  if (taken === undefined) return more;
  throw refusing("names_taken", { what, taken, columns: columns.join(", ") });
}

export const PAIR_SLOTS = ["query", "answer_a", "answer_b", "image"];

export const BESIDE = ["status", "served", "provenance"];

function exchanged(values: ReplyVerdict["values"]): ReplyVerdict["values"] {
  const others = { _a: "_b", _b: "_a" };
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name.replace(/_[ab]$/, (side) => others[side as keyof typeof others]),
      value,
    ]),
  );
}

/** An a or A in a name that stands for itself: `scoreA`, `a_score`, `score_a_first`. */
const SIDE = /^[aA](?=_|[A-Z]|$)|(?<=_)[aA](?=_|$)|(?<=[a-z\d])A(?=_|[A-Z]|$)/;

function requireSides(names: readonly string[]): void {
  const twin = (name: string) => name.replace(SIDE, (side) => side === "a" ? "b" : "B");
  const one = names.find((name) => !/_a$/.test(name) && twin(name) !== name && names.includes(twin(name)));
  if (one) throw refusing("side_names", { one, other: twin(one) });
}

const TAKEN = [...Object.keys(FRAMES.pairs.columns), ...BESIDE];

/** A verdict on two answers by the letter that the judge saw (`shown`): `choice`, and what ends in `_a` or `_b`, is the answer's own. */
export function withChoice(values: ReplyVerdict["values"], _sample: unknown, { swapped }: Condition) {
  const { shown, choice: own, ...more } = values;
  requireFree("wanted values", more, TAKEN);
  requireSides(Object.keys(more));
  const { confidence: sure = null } = more;
  if (sure !== null && !(typeof sure === "number" && sure >= 0 && sure <= 1)) {
    throw refusing("confidence_share", { sure: told(sure) });
  }
  const text = Object.keys(more).find((name) => /^score_[ab]$/.test(name) && typeof more[name] === "string");
  if (text) throw refusing("score_number", { name: text, score: told(more[text]) });
  if (own !== undefined || shown !== "A" && shown !== "B" && shown !== "tie") {
    const beside = own === undefined ? "" : ` beside choice ${told(own)}`;
    throw refusing("shown_letter", { shown: told(shown), beside });
  }
  const choice = !swapped || shown === "tie" ? shown : shown === "A" ? "B" : "A";
  return { ...(swapped ? exchanged(more) : more), choice, shown };
}

/** What a function of a protocol did wrong, and no judge: nothing of it is a verdict, and a run ends with it. */
export class ProtocolFault extends RangeError {
  override name = "ProtocolFault";
}

export function placeOf(error: unknown): string {
  const [place = ""] = /[^\s(]+:\d+:\d+(?=\)?$)/m.exec(Object(error).stack) ?? [];
  return place && ` (${place.replace(/^file:\/\//, "")})`;
}

export function guard<S, T>(
  { name, sampleId }: Pick<Protocol<S>, "name" | "sampleId">,
  { of, step = "", sample, reply }: { of: string; step?: string; sample: S; reply?: string },
  act: () => T,
): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof ProtocolFault) throw error;
    const found = isRefusal(error) ? error.message : `found an error: ${error}${placeOf(error)}`;
    // What fails may be the function that names the sample.
    const id = of === "sampleId" ? told(sample) : sampleId(sample);
    const where = `protocol ${name}${step && `, step ${step}`}, sample ${id}: its ${of}`;
    const behind = reply === undefined ? "" : `, in the reply ${JSON.stringify(cut(reply, 200))}`;
    const advice = behind && said("kept_and_read");
    throw new ProtocolFault(`${where}: ${found}${behind}${advice}`, { cause: error });
  }
}

export function guarded<S>(own: Protocol<S>): Protocol<S> {
  return {
    ...own,
    sampleId: (sample) => guard(own, { of: "sampleId", sample }, () => own.sampleId(sample)),
    conditions: (options, sample) =>
      guard(own, { of: "conditions", sample }, () => own.conditions(options, sample)),
    rows: (sample, ...more) => guard(own, { of: "row", sample }, () => own.rows(sample, ...more)),
    steps: own.steps.map((step) => ({
      ...step,
      messages: (sample, ...more) =>
        guard(own, { of: "slots", step: step.name, sample }, () => step.messages(sample, ...more)),
      parse: (reply, sample, ...more) =>
        guard(own, { of: "read", step: step.name, sample, reply: reply.text }, () => {
          try {
            return step.parse(reply, sample, ...more);
          } catch (error) {
            // A reply that it wanted as JSON and that is none holds no verdict, which is no fault of the protocol.
            if (!(error instanceof SyntaxError && /JSON/.test(error.message))) throw error;
            return noVerdict("unparsable", `no JSON: ${error.message}`);
          }
        }),
    })),
  };
}
