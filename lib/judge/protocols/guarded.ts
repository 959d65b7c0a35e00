import { said } from "../../results/said.ts";
import { isRefusal } from "../../progress/require.ts";
import { cut, told } from "../../progress/told.ts";
import { noVerdict } from "../parse/settle_reply.ts";
import type { Protocol } from "../protocol.ts";

/** What a function of a protocol did wrong, and no judge: nothing of it is a verdict, and a run ends with it. */
export class ProtocolFault extends RangeError {
  override name = "ProtocolFault";
}

export function placeOf({ stack = "" }: Error): string {
  const [place = ""] = /[^\s(]+:\d+:\d+(?=\)?$)/m.exec(stack) ?? [];
  return place && ` (${place.replace(/^file:\/\//, "")})`;
}

/** What a protocol's function gives; what goes wrong in it is said with the names of the protocol, the function (`row`) and the sample. */
export function guard<S, T>(
  { name, sampleId }: Pick<Protocol<S>, "name" | "sampleId">,
  { of, step = "", sample, reply }: { of: string; step?: string; sample: S; reply?: string },
  act: () => T,
): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof ProtocolFault) throw error;
    const place = error instanceof Error ? placeOf(error) : "";
    const found = isRefusal(error) ? error.message : `found an error: ${error}${place}`;
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
