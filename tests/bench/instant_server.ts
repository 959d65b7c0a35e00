import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A chat completion endpoint in a process of its own that answers at once; prints its port. */
const BODY = JSON.stringify({
  id: "c",
  object: "chat.completion",
  created: 0,
  model: "instant",
  choices: [{ index: 0, message: { role: "assistant", content: "Judgement: [[A]]" }, finish_reason: "stop" }],
  usage: { prompt_tokens: 1000, completion_tokens: 10, total_tokens: 1010 },
});

const server = createServer((request, response) => {
  request.resume();
  request.on("end", () => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(BODY);
  });
});
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
