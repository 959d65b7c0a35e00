import { said } from "../../results/said.ts";
import { isRefusal } from "../../progress/require.ts";
import { cut, told } from "../../progress/told.ts";
import { noVerdict } from "../parse/settle_reply.ts";
import type { Protocol, ReplyVerdict } from "../protocol.ts";

/** What a function of a protocol did wrong, and no judge: nothing of it is a verdict, and a run ends with it. */
export class ProtocolFault extends RangeError {
  override name = "ProtocolFault";
}

/** Where in a module an error that is none of ours came up, in brackets. */
export function placeOf({ stack = "" }: Error): string {
  const [place = ""] = /[^\s(]+:\d+:\d+(?=\)?$)/m.exec(stack) ?? [];
  return place && ` (${place.replace(/^file:\/\//, "")})`;
}

/** What a protocol's function gives; what goes wrong in it is said with the names of the protocol, the function (`row`) and the sample. */
export function guard<S, T>(
  { name, sampleId }: Pick<Protocol<S>, "name" | "sampleId">,
  { of, step, sample, advice = "" }: { of: string; step?: string; sample: S; advice?: string },
  act: () => T,
): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof ProtocolFault) throw error;
    let id = told(sample);
    try {
      id = sampleId(sample);
    } catch {
      // It is what is told of.
    }
    const found = error instanceof Error ? `${error}${placeOf(error)}` : told(error);
    const said = isRefusal(error) ? error.message : `found an error: ${found}`;
    const where = [`protocol ${name}`, ...(step === undefined ? [] : [`step ${step}`]), `sample ${id}`];
    throw new ProtocolFault(`${where.join(", ")}: its ${of}: ${said}${advice}`, { cause: error });
  }
}

const REPLY = 200;

const ADVICE = said("kept_and_read");

/** What `read` gives; a reply that it wanted as JSON and that is none holds no verdict, which is no fault of the protocol. */
function readOf(read: () => ReplyVerdict): ReplyVerdict {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SyntaxError && /JSON/.test(error.message))) throw error;
    return noVerdict("unparsable", `no JSON: ${error.message}`);
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
        guard(
          own,
          {
            ...{ of: "read", step: step.name, sample },
            advice: `, in the reply ${JSON.stringify(cut(reply.text, REPLY))}${ADVICE}`,
          },
          () => readOf(() => step.parse(reply, sample, ...more)),
        ),
    })),
  };
}
