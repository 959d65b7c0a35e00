import assert from "node:assert/strict";
import { endpointJudge, retryAfterMs } from "@/judge/transport/endpoint_judge.ts";
import { classifyFault, connectFault, tellsOfQuota } from "@/judge/transport/judge.ts";
import { readSecret, scrubbers } from "@/judge/transport/secrets.ts";
import { usableReply } from "@/judge/transport/usable_reply.ts";
import { endpoint, json } from "../study.ts";

const MESSAGE = { role: "assistant", content: "[[A]]" };

Deno.test("reply: a 200 without a usable choice is a fault, not a verdict", () => {
  const unusable: unknown[] = [
    undefined,
    null,
    "",
    "<!doctype html><title>Sign in</title>",
    {},
    { choices: null },
    { choices: [] },
    { choices: [null] },
    { choices: [{ finish_reason: "stop" }] },
    { choices: [{ message: null }] },
    { choices: [{ message: { content: 7 } }] },
    { choices: [{ message: MESSAGE, finish_reason: "error" }] },
    { error: { message: "overloaded" } },
  ];
  for (const body of unusable) {
    assert.throws(() => usableReply(body), { name: "UnusableReply" }, JSON.stringify(body));
  }
});

Deno.test("reply: empty, refused and cut replies are usable; parts, thoughts, usage and tokens are kept", () => {
  const reply = (message: object, more: object = {}) =>
    usableReply({ choices: [{ message, ...more }] }).reply;
  assert.equal(reply({ content: null }).text, "");
  assert.equal(reply({ content: null, refusal: "No." }).refusal, "No.");
  assert.equal(reply({ content: "x" }, { finish_reason: "length" }).finishReason, "length");
  assert.equal(reply({ content: [{ type: "text", text: "a" }, { type: "text", text: "b" }] }).text, "ab");
  assert.equal(reply({ content: "x", reasoning_content: "hm" }).reasoning, "hm");
  const { usage, reply: { tokens } } = usableReply({
    choices: [{
      message: MESSAGE,
      logprobs: { content: [{ token: "a", logprob: -0.1, top_logprobs: [{ token: "b", logprob: -3 }] }] },
    }],
    usage: { prompt_tokens: 5, completion_tokens: 3, completion_tokens_details: { reasoning_tokens: 2 } },
  });
  assert.deepEqual(usage, { input: 5, output: 3, reasoning: 2 });
  assert.deepEqual(tokens, [{ token: "a", logprob: -0.1, top: [{ token: "b", logprob: -3 }] }]);
});

Deno.test("faults: what is tried again, what is given up, what ends the run", () => {
  const thrown = (more: object) => Object.assign(new Error("m"), more);
  const action = (more: object) => classifyFault(thrown(more)).action;
  for (const name of ["TypeError", "SyntaxError", "UnusableReply", "TimeoutError"]) {
    assert.equal(action({ name }), "again");
  }
  for (const status of [401, 402, 404]) assert.equal(action({ status }), "stop");
  assert.equal(action({ status: 429, code: "insufficient_quota" }), "stop");
  assert.equal(action({ status: 403 }), "stop");
  assert.equal(action({ status: 403, message: "flagged by moderation" }), "give up");
  for (const status of [400, 413, 422]) assert.equal(action({ status }), "give up");
  for (const status of [408, 409, 429, 500, 503]) assert.equal(action({ status }), "again");
  assert.equal(action({ status: 307 }), "again");
  // A request that was turned down says little of the others.
  for (const status of [400, 403, 404]) {
    assert.equal(classifyFault(thrown({ status, code: "insufficient_quota" })).refused, true);
  }
  for (const status of [401, 402, 429, 500]) {
    assert.equal(classifyFault(thrown({ status, code: "insufficient_quota" })).refused, undefined);
  }
  // Node keeps silent but for a code, where both addresses of a name refuse.
  const refused = new TypeError("fetch failed", {
    cause: Object.assign(new Error(""), { code: "ECONNREFUSED" }),
  });
  assert.equal(connectFault(refused), "connection refused");
  const blocked = new TypeError("Fetch failed: Requests to port 1 are blocked");
  assert.equal(connectFault(blocked), "requests to that port are blocked");
  assert.equal(connectFault(new TypeError("connection reset")), null);
  assert.ok(tellsOfQuota('{"error":{"code":"insufficient_quota"}}'));
  assert.ok(!tellsOfQuota('{"error":{"code":"rate_limit_exceeded","message":"You exceeded your rate"}}'));
});

Deno.test("Retry-After: seconds, a date, nothing", () => {
  assert.equal(retryAfterMs(new Headers({ "retry-after": "2.5" })), 2500);
  const inAMinute = new Date(Date.now() + 60_000).toUTCString();
  const ms = retryAfterMs(new Headers({ "retry-after": inAMinute }));
  assert.ok(ms > 57_000 && ms <= 60_000);
  for (const value of ["", "soon", "-3"]) {
    assert.equal(retryAfterMs(new Headers({ "retry-after": value })), 0);
  }
  assert.equal(retryAfterMs(new Headers()), 0);
});

Deno.test("endpoint: a long Retry-After holds all requests, the end of a run ends the wait; a quota is not retried", async () => {
  await using server = await endpoint((response, _request, count) =>
    count === 1
      ? json(response, 429, '{"error":{"code":"rate_limit_exceeded"}}', { "retry-after": "120" })
      : json(response, 429, '{"error":{"code":"insufficient_quota"}}')
  );
  const limits = { baseURL: server.url, key: "none", retries: 3, timeout: 5 };
  const request = { model: "j", messages: [] }, run = new AbortController();
  const held = await endpointJudge("j", limits), first = held.ask(request, run.signal);
  while (held.waiting() === "") await new Promise((resume) => setTimeout(resume, 5));
  assert.match(held.waiting(), /^429: the endpoint asks to wait 120 s, until \d\d:/);
  const second = held.ask(request, run.signal);
  await new Promise((resume) => setTimeout(resume, 50));
  run.abort();
  for (const asked of [first, second]) {
    await assert.rejects(asked, (error: { fault: unknown }) => {
      assert.deepEqual(error.fault, { action: "end", reason: "the run ended" });
      return true;
    });
  }
  assert.equal(server.count, 1, "nothing went out");
  const spent = await endpointJudge("j", limits);
  await assert.rejects(() => spent.ask(request), { name: "JudgeFault", message: /^429.*/, attempts: 1 });
  assert.equal(server.count, 2);
  held.close();
  spent.close();
});

Deno.test("secrets: from the environment alone; OpenAI's key goes to OpenAI alone", () => {
  const kept = Deno.env.get("OPENAI_API_KEY");
  try {
    Deno.env.set("OPENAI_API_KEY", "sk-openai-0123456789");
    assert.equal(readSecret({ baseURL: "https://api.openai.com/v1" }).key, "sk-openai-0123456789");
    assert.equal(readSecret({ baseURL: "http://127.0.0.1:8000/v1" }).key, "none");
    assert.throws(
      () => readSecret({ baseURL: "http://h/v1", variable: "NOT_SET_ANYWHERE" }),
      /NOT_SET_ANYWHERE/,
    );
    Deno.env.delete("OPENAI_API_KEY");
    assert.throws(() => readSecret({ baseURL: "https://api.openai.com/v1" }), /OPENAI_API_KEY/);
    Deno.env.set("OPENAI_API_KEY", "sk-oé");
    assert.throws(() => readSecret({ baseURL: "https://api.openai.com/v1" }), (error: Error) => {
      assert.ok(!error.message.includes("sk-oé"));
      return true;
    });
  } finally {
    if (kept === undefined) Deno.env.delete("OPENAI_API_KEY");
    else Deno.env.set("OPENAI_API_KEY", kept);
  }
});

Deno.test("secrets: out of texts whole, escaped and, in messages, masked as servers echo them", () => {
  const { scrub, scrubMessage } = scrubbers(["pass/word+1"]);
  assert.equal(scrub("a pass/word+1 b pass%2Fword%2B1"), "a [secret] b [secret]");
  for (const before of ["", "Bearer ", "Bearer: ", "u"]) {
    assert.match(scrub(btoa(`${before}pass/word+1 and more`)), /^.{0,12}\[secret\]/, before);
  }
  for (
    const text of [
      "Incorrect API key provided: sk-proj-****abcd.",
      "Authorization: Bearer abc.def",
      "http://me:pw@h/",
    ]
  ) {
    assert.match(scrubMessage(text), /\[secret\]/);
    assert.doesNotMatch(scrubMessage(text), /abcd|abc\.def|pw@/);
  }
  const reply = "The task-force asked: risk-averse or not?";
  assert.equal(scrubMessage(reply), reply);
});
