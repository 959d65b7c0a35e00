import { classifyFault, connectFault, type Fault, JudgeFault, type JudgeReply } from "./judge.ts";
import type { RunOptions } from "../run/run_options.ts";
import type { ChatRequest } from "./chat_request.ts";
import { httpClient, type Refused, repeated, traffic } from "./http_client.ts";
import { inWords } from "../../progress/show.ts";
import { filteredReply, UnusableReply, type UsableReply, usableReply } from "./usable_reply.ts";

const LONG_S = 60;

type EndpointOptions =
  & { baseURL: string; key: string }
  & Pick<RunOptions, "retries" | "timeout" | "perMinute" | "concurrency" | "longestWait" | "maxReplyBytes">;

export async function endpointJudge(
  name: string,
  { baseURL, key, retries = 5, timeout = 600, perMinute, ...limits }: EndpointOptions,
) {
  const { concurrency = Infinity, longestWait = 900, maxReplyBytes = 32e6 } = limits;
  const { send, hopeless: unreachable, close } = httpClient(baseURL), lane = traffic(concurrency, perMinute);
  const { default: OpenAI } = await import("openai");
  const openai = new OpenAI({
    ...{ apiKey: key, baseURL, organization: null, project: null, logLevel: "off", maxRetries: 0 },
    // An attempt's own timeout counts from its start, over the body too.
    timeout: 2 ** 31 - 1,
  });
  const sent = new Map<AbortController, number>();
  let hopeless: string | null = null;

  const examined = (error: unknown, attempts: number): Fault => {
    const fault = classifyFault(error), { status, pauseMs = 0 } = error as Refused;
    const seconds = Math.ceil(pauseMs / 1000);
    const asked = `${status}: the endpoint asks to wait ${seconds} s, until ${clock(pauseMs)}`;
    if (status === 429) lane.halve();
    if (pauseMs > 1000 * longestWait) hopeless ??= `${asked}; run again then`;
    else if (pauseMs > 0) lane.pause(asked, pauseMs);
    hopeless ??= unreachable(error, attempts);
    if (hopeless !== null) return { action: "stop", reason: hopeless };
    return fault.action === "again" && attempts > retries ? { ...fault, action: "give up" } : fault;
  };

  const unanswered = () => {
    const now = performance.now(), long = 1000 * Math.min(LONG_S, timeout / 4);
    const waits = [...sent.values()].map((at) => now - at).filter((ms) => ms >= long);
    return waits.length === 0
      ? ""
      : `${inWords(waits.length, "call")} without an answer for ${
        Math.floor(Math.max(...waits) / 1000)
      } s (--timeout ${timeout})`;
  };

  return {
    ...{ name, close },
    waiting: () => [unanswered(), lane.reason].filter(Boolean).join(", "),
    async ask(request: ChatRequest, signal?: AbortSignal): Promise<JudgeReply & UsableReply> {
      const lost = { input: 0, output: 0, reasoning: 0, cached: 0, unknown: 0 };
      return await repeated(async (attempts) => {
        const leave = await lane.enter(signal);
        if (signal?.aborted) {
          leave();
          throw new JudgeFault({ action: "end", reason: "the run ended" }, attempts - 1, lost);
        }
        const ending = new AbortController();
        const expired = new DOMException(`no whole reply within ${timeout} s`, "TimeoutError");
        // Cleared below: what waits for it stays in memory.
        const timer = setTimeout(() => ending.abort(expired), 1000 * timeout);
        const sentAt = performance.now();
        sent.set(ending, sentAt);
        // The endpoint answered with success: a reply that was made, and is counted there, whatever becomes of it.
        let arrived = false, refused: unknown;
        const fetch = async (address: string | URL | Request, { headers, body }: RequestInit = {}) => {
          try {
            const response = await send(String(address), {
              headers: Object.fromEntries(new Headers(headers)),
              ...{ body: body as string, signal: ending.signal, longest: maxReplyBytes },
            });
            arrived = true;
            return response;
          } catch (error) {
            // OpenAI's client puts a word of its own in its place, without the status.
            throw refused = error;
          }
        };
        try {
          const reply = usableReply(await openai.withOptions({ fetch }).chat.completions.create(request));
          return { ...reply, attempts, latencyMs: performance.now() - sentAt, lost };
        } catch (thrown) {
          const error = refused ?? thrown, filtered = filteredReply(error);
          if (filtered) return { ...filtered, attempts, latencyMs: performance.now() - sentAt, lost };
          const { usage = null } = error instanceof UnusableReply ? error : {};
          for (const name of ["input", "output", "reasoning", "cached"] as const) {
            lost[name] += usage?.[name] ?? 0;
          }
          // Whether a request that broke off on its way was counted nobody says: it may have to be paid.
          const broke = (error as Refused).status === undefined && connectFault(error) === null;
          if ((arrived || broke) && !usage) lost.unknown++;
          throw new JudgeFault(examined(error, attempts), attempts, lost);
        } finally {
          clearTimeout(timer);
          sent.delete(ending);
          leave();
        }
      }, { signal });
    },
  };
}

function clock(ms: number): string {
  const at = new Date(Math.min(Date.now() + ms, 8.64e15));
  return ms < 43_200_000 ? at.toTimeString().slice(0, 8) : at.toISOString().slice(0, 16);
}
