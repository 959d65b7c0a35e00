import type { ServerResponse } from "node:http";
import {
  refusal,
  served,
  simulatedEndpoint,
  type SimulatedServer,
  type SimulatedServerOptions,
} from "@/judge/simulated/simulated_server.ts";
import { chatRequestSchema } from "./request_schema.ts";

/** The library's simulated endpoint, for tests of what happens on the way: strict, counting, slow, locked or faulty. */
export async function simulatedServer(
  { latencyMs = 0, key, interfere, ...judges }: SimulatedServerOptions & {
    /** Milliseconds before each answer. */
    latencyMs?: number;
    /** The only key that is let in; any by default. */
    key?: string;
    /** Stands before every right answer: where it gives true it has answered itself, or never will. */
    interfere?(response: ServerResponse, id: string, body: string): boolean;
  } = {},
): Promise<SimulatedServer & { answers: ReadonlyMap<string, number> }> {
  // How often each request was answered with a verdict, by the hash of its content and seed.
  const answers = new Map<string, number>(), endpoint = simulatedEndpoint(judges);
  const server = await served(async (request, response) => {
    if (latencyMs > 0) await new Promise((resume) => setTimeout(resume, latencyMs));
    const { path, headers: { authorization = "" }, body } = request;
    if (key !== undefined && authorization !== `Bearer ${key}`) {
      // As the real API does, the message repeats what was sent.
      const sent = authorization.replace("Bearer ", "");
      return refusal(401, `Incorrect API key provided: ${sent}.`, "invalid_api_key");
    }
    if (path === "/chat/completions") {
      const { success, error } = chatRequestSchema.safeParse(JSON.parse(body.toString("utf8")));
      if (!success) return refusal(400, error.message, "invalid_request_error");
    }
    const answer = await endpoint(request), { id } = answer;
    if (id === undefined || answer.status !== 200) return answer;
    if (interfere?.(response, id, answer.body)) return null;
    answers.set(id, (answers.get(id) ?? 0) + 1);
    return answer;
  });
  return { ...server, answers };
}
