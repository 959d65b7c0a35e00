import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import type OpenAI from "openai";
import type { z } from "zod";
import { chatRequest, decodingFor } from "@/judge/transport/chat_request.ts";
import type { Decoding } from "@/judge/protocol.ts";
import { endpointJudge } from "@/judge/transport/endpoint_judge.ts";
import { retryAfterMs, traffic } from "@/judge/transport/http_client.ts";
import { classifyFault, connectFault, readSecret, scrubbers } from "@/judge/transport/judge.ts";
import { says, usableReply } from "@/judge/transport/usable_reply.ts";
import { chatRequestSchema } from "../request_schema.ts";
import { jsonLines, refusal, saying, withKey } from "../study.ts";

/** Compiles only while what the strict schema lets through is what OpenAI's client takes. */
const asOpenAI = (
  request: z.infer<typeof chatRequestSchema>,
): OpenAI.Chat.ChatCompletionCreateParamsNonStreaming => request;

Deno.test("request: parts in the protocol's order, images by reference, one text as plain text, valid for OpenAI", () => {
  const IMAGE = "data:image/png;base64,iVBORw0KGgo=",
    text = (text: string) => ({ type: "text" as const, text });
  const decoding = {
    ...{ temperature: 1, top_p: 1, logprobs: true, top_logprobs: 20 },
    ...{ max_completion_tokens: 16_384, seed: 2 },
  };
  const request = chatRequest({
    judge: "gpt-4o",
    messages: [
      { role: "system", content: [text("Be fair."), text("Be brief.")] },
      { role: "user", content: [text("Look:"), { type: "image", image: "a.png" }, text("?")] },
      { role: "user", content: [text("Which?")] },
    ],
    images: new Map([["a.png", { url: IMAGE }]]),
    decoding,
  });
  const messages = [
    { role: "system", content: "Be fair.\n\nBe brief." },
    { role: "user", content: [text("Look:"), { type: "image_url", image_url: { url: IMAGE } }, text("?")] },
    { role: "user", content: "Which?" },
  ];
  assert.deepEqual(request, { model: "gpt-4o", messages, ...decoding }, "never streamed");
  assert.equal(asOpenAI(chatRequestSchema.parse(request)).model, "gpt-4o");
});

Deno.test("decoding: what a model does not take is left out, what is given by hand is sent, undefined takes a parameter out", () => {
  const captions = { temperature: 1, top_p: 1, logprobs: true, top_logprobs: 20 },
    high = { reasoning_effort: "high" } as const;
  const cases: [wished: Decoding, model: string, own: Decoding, decoding: object, left: string[]][] = [
    [captions, "gpt-4o", {}, captions, []],
    [captions, "Qwen/Qwen2.5-VL-7B-Instruct", {}, captions, []],
    [captions, "o4-mini", {}, {}, Object.keys(captions)],
    [high, "gpt-5-chat-latest", {}, {}, ["reasoning_effort"]],
    [high, "gpt-4o", {}, {}, ["reasoning_effort"]],
    [high, "gpt-4o", { reasoning_effort: "low" }, { reasoning_effort: "low" }, []],
    [{ temperature: 1 }, "x", { temperature: undefined }, {}, []],
    [{}, "x", { seed: 3 }, { seed: 3 }, []],
  ];
  for (const [wished, model, own, decoding, left_out] of cases) {
    assert.deepEqual(decodingFor(wished, model, own), { decoding, left_out }, model);
  }
});

const MESSAGE = { role: "assistant", content: "[[A]]" };

Deno.test("reply: a 200 without a usable choice is a fault, not a verdict", () => {
  const choices = [null, [], [null], [{ finish_reason: "stop" }], [{ message: null }]];
  const unusable: unknown[] = [
    ...[undefined, null, "", "<!doctype html><title>Sign in</title>", {}, {
      error: { message: "overloaded" },
    }],
    ...[...choices, [{ message: { content: 7 } }]].map((choices) => ({ choices })),
    { choices: [{ message: MESSAGE, finish_reason: "error" }] },
  ];
  for (const body of unusable) {
    assert.throws(() => usableReply(body), { name: "UnusableReply" }, JSON.stringify(body));
  }
});

Deno.test("reply: empty, refused and cut ones are usable; parts, thoughts, usage and tokens are kept; of several choices number 0 counts", () => {
  for (const { message, field, value, more } of jsonLines("tests/judge/transport/replies.jsonl")) {
    const { reply } = usableReply({ choices: [{ message, ...more }] });
    assert.deepEqual(Reflect.get(reply, field), value, field);
  }
  const choice = (content: string, index?: number) => ({
    ...{ index, finish_reason: "stop", message: { content } },
  });
  for (const choices of [[choice("b", 1), choice("a", 0)], [choice("a"), choice("b")], [choice("a", 1)]]) {
    assert.equal(usableReply({ choices }).reply.text, "a");
  }
  // A count of tokens that cannot be is no count.
  const usage = (prompt_tokens: unknown, completion_tokens: unknown, more = {}) =>
    usableReply({ choices: [{ message: MESSAGE }], usage: { prompt_tokens, completion_tokens, ...more } })
      .usage;
  const thinking = { completion_tokens_details: { reasoning_tokens: 2 } };
  assert.deepEqual(usage(5, 3, thinking), { input: 5, output: 3, reasoning: 2 });
  assert.deepEqual(usage(5, 3, { ...thinking, total_tokens: 10 }), { input: 5, output: 5, reasoning: 2 });
  assert.deepEqual([usage(5, 3, { total_tokens: 7 }), usage(0, 0)], [{ input: 5, output: 3 }, null]);
  const absurd = [-5, 1e12, "-7", "", "many", null, true];
  for (const one of absurd) assert.deepEqual([usage(one, 3), usage(5, one)], [null, null]);
  for (const written of [7.4, "7", "6.5"]) assert.deepEqual(usage(written, 3), { input: 7, output: 3 });
});

Deno.test("faults: what is tried again, what is given up, what ends the run", () => {
  const quota = { code: "insufficient_quota" };
  const cases: [faults: object[], action: string][] = [
    [["TypeError", "SyntaxError", "UnusableReply", "TimeoutError"].map((name) => ({ name })), "again"],
    [[307, 408, 409, 429, 500, 503].map((status) => ({ status })), "again"],
    [[401, 402, 403, 404].map((status) => ({ status })), "stop"],
    [[{ status: 429, ...quota }], "stop"],
    [[...[400, 413, 422].map((status) => ({ status })), {}], "give up"],
  ];
  const classified = (fault: object) => classifyFault(Object.assign(new Error("m"), fault));
  for (const [faults, action] of cases) {
    for (const fault of faults) assert.equal(classified(fault).action, action, JSON.stringify(fault));
  }
  // A request that was turned down says little of the others.
  const refused = [400, 403, 404, 401, 402, 429, 500].map((status) =>
    classified({ status, ...quota }).refused
  );
  assert.deepEqual(refused, [true, true, true, undefined, undefined, undefined, undefined]);
  // Node keeps silent but for a code, where both addresses of a name refuse.
  const cause = Object.assign(new Error(""), { code: "ECONNREFUSED" });
  for (
    const [error, words] of [
      [new TypeError("fetch failed", { cause }), "connection refused"],
      [new TypeError("Fetch failed: Requests to port 1 are blocked"), "requests to that port are blocked"],
      [new TypeError("connection reset"), null],
    ] as const
  ) assert.equal(connectFault(error), words);
  assert.ok(says("quota", '{"error":{"code":"insufficient_quota"}}'));
  assert.ok(!says("quota", '{"error":{"code":"rate_limit_exceeded","message":"You exceeded your rate"}}'));
});

Deno.test("Retry-After: seconds, a date, nothing", () => {
  const after = (value?: string) =>
    retryAfterMs(new Headers(value === undefined ? {} : { "retry-after": value }));
  assert.deepEqual(["2.5", "", "soon", "-3", undefined].map(after), [2500, 0, 0, 0, 0]);
  const ms = after(new Date(Date.now() + 60_000).toUTCString());
  assert.ok(ms > 57_000 && ms <= 60_000);
});

Deno.test("traffic: refusals that come together halve what goes out once, replies bring it back; of several waits the last to end is told", async () => {
  const [wide, narrow, one] = [8, 3, 1].map((most) => traffic(most)), signal = new AbortController().signal;
  for (const lane of [wide, wide, narrow, one]) lane.halve();
  const told = [wide, narrow, one].map(({ reason }) => reason);
  assert.deepEqual(told, ["4 of 8 calls at a time (429)", "1 of 3 calls at a time (429)", ""]);
  // As many replies as may go out at a time bring one more; a refusal (0) begins the count anew.
  for (const [replies, now] of [[3, 4], [1, 5], [4, 5], [1, 6], [5, 6], [0, 6], [5, 6], [1, 7]]) {
    if (replies === 0) wide.halve();
    for (let i = 0; i < replies; i++) (await wide.enter(signal))();
    assert.equal(wide.reason, `${now} of 8 calls at a time (429)`);
  }
  const leave = await one.enter(signal), next = one.enter(signal);
  assert.equal(await Promise.race([next, wait(5, "waits")]), "waits");
  leave();
  await next;
  const cases = [
    ["429: until noon", 60_000, "429: until noon"],
    ["429: until eleven", 1000, "429: until noon"],
    ["503: until one", 120_000, "503: until one"],
  ] as const;
  for (const [reason, ms, told] of cases) {
    wide.pause(reason, ms);
    assert.equal(wide.reason, told);
  }
});

Deno.test("endpoint: a long Retry-After holds all requests, the end of a run ends the wait; a quota is not retried", async () => {
  await using server = await saying((count) =>
    count === 1
      ? [429, '{"error":{"code":"rate_limit_exceeded"}}', { "retry-after": "900" }]
      : refusal(429, "insufficient_quota")
  );
  const limits = { baseURL: server.url, key: "none", retries: 3, timeout: 5 };
  const request = { model: "j", messages: [] }, run = new AbortController();
  const held = await endpointJudge("j", limits), first = held.ask(request, run.signal);
  while (held.waiting() === "") await new Promise((resume) => setTimeout(resume, 5));
  assert.match(held.waiting(), /^429: the endpoint asks to wait 900 s, until \d\d:/);
  const second = held.ask(request, run.signal);
  await new Promise((resume) => setTimeout(resume, 50));
  run.abort();
  for (const asked of [first, second]) {
    await assert.rejects(asked, ({ fault }: { fault: unknown }) => {
      assert.deepEqual(fault, { action: "end", reason: "the run ended" });
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

Deno.test("secrets: from the environment alone; OpenAI's key goes to OpenAI alone, and is not shown", async () => {
  const openai = "https://api.openai.com/v1", kept = Deno.env.get("OPENAI_API_KEY");
  try {
    Deno.env.set("OPENAI_API_KEY", "sk-openai-0123456789");
    assert.equal(readSecret({ baseURL: openai }).key, "sk-openai-0123456789");
    assert.equal(readSecret({ baseURL: "http://127.0.0.1:8000/v1" }).key, "none");
    const said = /NOT_SET_ANYWHERE/;
    assert.throws(() => readSecret({ baseURL: "http://h/v1", variable: "NOT_SET_ANYWHERE" }), said);
    Deno.env.delete("OPENAI_API_KEY");
    assert.throws(() => readSecret({ baseURL: openai }), /OPENAI_API_KEY/);
  } finally {
    if (kept === undefined) Deno.env.delete("OPENAI_API_KEY");
    else Deno.env.set("OPENAI_API_KEY", kept);
  }
  await withKey("sk-oé", (variable) => {
    assert.throws(
      () => readSecret({ baseURL: openai, variable }),
      ({ message }: Error) => !message.includes("sk-oé"),
    );
    return Promise.resolve();
  });
});

Deno.test("secrets: out of texts whole, escaped and, in messages, masked as servers echo them and before the message is cut", () => {
  const { scrub, scrubMessage } = scrubbers(["pass/word+1"]);
  assert.equal(scrub("a pass/word+1 b pass%2Fword%2B1"), "a [secret] b [secret]");
  const echoes = ["Incorrect API key: sk-proj-****abcd.", "Authorization: Bearer abc.def", "http://me:pw@h/"];
  for (const text of echoes) {
    assert.match(scrubMessage(text), /\[secret\]/);
    assert.doesNotMatch(scrubMessage(text), /abcd|abc\.def|pw@/);
  }
  const reply = "The task-force asked: risk-averse or not?";
  assert.equal(scrubMessage(reply), reply);
  const key = "k".repeat(38), long = scrubbers([key]);
  for (let before = 250; before < 310; before++) {
    assert.doesNotMatch(long.scrubMessage(`${"x".repeat(before)} ${key} more`), /kk/);
  }
});
