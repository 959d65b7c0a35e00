import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { globSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { journalResults, type RunOptions } from "judgebias/judge";
import {
  type Answers,
  completion,
  endpoint,
  holds,
  NOWHERE,
  place,
  refusal,
  repliesOf,
  samples,
  saying,
  withKey,
} from "../study.ts";

const failed = { choices: [{ message: { content: "x" }, finish_reason: "error" }] };
const atMost = (most: number) => (found: number) => found <= most;
const both = { orders: ["given", "swapped"] as ("given" | "swapped")[] };

/** What an endpoint says, how it is asked, what becomes of the run, and of the same run again. */
const CASES: [
  name: string,
  says: Answers,
  asked: Partial<RunOptions>,
  found: Record<string, unknown>,
  again?: Record<string, unknown>,
][] = [
  ...([[429, "insufficient_quota"], [404, "model_not_found"], [403, "billing"]] as const).map((
    [status, code],
  ): typeof CASES[number] => [
    "a quota that is used up or an unknown model stops at once and is not retried",
    refusal(status, code),
    { data: samples(12), concurrency: 2, retries: 5 },
    { stopped: new RegExp(`^${status}`), requests: atMost(2) },
  ]),
  ...([[403, "forbidden"], [404, "not_found"], [400, "insufficient_quota"]] as const).map((
    [status, code],
  ): typeof CASES[number] => [
    "once others were answered a refusal is about its own call, whatever its words",
    (count) => count % 6 === 3 ? refusal(status, code) : "[[A]]",
    {},
    { stopped: null, done: 4, failed: 1 },
    { done: 1 },
  ]),
  [
    "a request that is refused fails alone, with its reason, and is asked again by the next run",
    (count) => count === 3 ? refusal(400, "bad_image", "image too blurry") : "[[B]]",
    { data: samples(12) },
    { done: 11, failed: 1, reason: /^400: .*image too blurry/, missing: 1 },
    { done: 1, skipped: 11, failed: 0 },
  ],
  [
    "an endpoint that is gone ends the run, with retries bounded",
    [500, "{}"],
    { data: samples(30) },
    { stopped: /20 calls in a row failed/, requests: 20 },
  ],
  [
    "samples that are refused are asked last by the next run: the ten that were not asked come first",
    (count) => count > 20 && count <= 30 ? "[[A]]" : refusal(400, "bad picture"),
    { data: samples(30) },
    { stopped: /20 calls in a row failed/ },
    { stopped: null, done: 10, failed: 20 },
  ],
  [
    "tokens that an endpoint does not report are estimated, marked, and count for the cap",
    [200, completion("x".repeat(396) + "[[A]]", { usage: undefined })],
    { data: samples(12), prices: { input: 0, output: 1e6 }, maxCost: 550 },
    // 401 characters / 4: 101 each; the first is taken for 400.
    {
      done: 5,
      cost: 505,
      usage: (usage: object) => "estimated" in usage && Reflect.get(usage, "output") === 101,
    },
  ],
  [
    "a cap holds where every reply is counted and none is usable",
    [200, completion("", failed)],
    { data: samples(200), prices: { input: 1e6, output: 1e6 }, maxCost: 2000 },
    { stopped: /cost cap|in a row/, cost: atMost(2500), uncounted: 0 },
  ],
  [
    "escape sequences do not reach the terminal",
    refusal(400, "x", "\u001b]0;owned\u0007 no \u202e way"),
    {},
    // deno-lint-ignore no-control-regex
    { reason: /^[^\u0000-\u001f\u007f-\u009f\u202e]*owned no way[^\u0000-\u001f\u007f-\u009f\u202e]*$/ },
  ],
  [
    "a reply over the limit is not read to its end, nor asked for again",
    [200, Buffer.alloc(3e6, " ")],
    { data: samples(1), maxReplyBytes: 2e6, retries: 4 },
    { requests: 1, reason: /more than 2000000 bytes/ },
  ],
  [
    "nor is a packed one",
    [200, gzipSync(Buffer.alloc(50e6, " ")), { "content-encoding": "gzip" }],
    { data: samples(1), maxReplyBytes: 2e6, retries: 4 },
    { requests: 1, reason: /more than 2000000 bytes/ },
  ],
  [
    "a Retry-After over the limit ends the run and says when to come back",
    [429, "{}", { "retry-after": "7200" }],
    { retries: 3, longestWait: 600 },
    { stopped: /asks to wait 7200 s, until \d\d:\d\d:\d\d; run again then/, requests: 1 },
  ],
  [
    "replies that cannot be read are counted, one is shown, and the run ends after 20 of them",
    "Both are fine.",
    { data: samples(120) },
    {
      stopped: /first 20 replies brought no verdict/,
      statuses: { unparsable: 20 },
      example: (one: { text: string }) => one.text === "Both are fine.",
    },
  ],
  [
    "or goes on where it is told to",
    "Both are fine.",
    { data: samples(30), giveUpAfter: 0 },
    { stopped: null, statuses: { unparsable: 30 } },
  ],
  [
    "a step that conditions share and that failed is asked once in a run",
    refusal(400, "no"),
    { data: samples(3), protocol: "standard_ref", conditions: both },
    { requests: 3, failed: 3 },
  ],
  [
    "a whole reply under another type than JSON's is taken, not paid twice",
    [200, completion("[[A]]"), { "content-type": "text/html" }],
    { retries: 2 },
    { done: 5, requests: 5 },
  ],
  [
    "who answered is in summary and results, by the endpoint's own words",
    (count) => [200, completion("[[A]]", { model: count > 3 ? "gpt-3.5-cheap" : "j" })],
    {},
    { served: { j: 3, "gpt-3.5-cheap": 2 }, by: [null, null, null, "gpt-3.5-cheap", "gpt-3.5-cheap"] },
  ],
];

Deno.test("what an endpoint says, and what becomes of the run", async () => {
  for (const [name, says, asked, found, again = {}] of CASES) {
    await using at = await place(saying(says), asked);
    const first = await at.run(), { journal, tokens } = first;
    const { frame, missing } = journalResults(journal);
    const more = {
      ...{ requests: at.server.count, reason: first.failures[0]?.reason, missing },
      ...{ usage: repliesOf(journal)[0]?.usage, uncounted: tokens.input - 100 * at.server.count },
      by: frame.columns.includes("served") ? frame.getColumn("served").toArray() : null,
    };
    holds({ ...first, ...more }, found, name);
    if (Object.keys(again).length > 0) holds(await at.run(), again, `${name}, again`);
  }
});

Deno.test("a key that is echoed is nowhere to be read; one that is a word of the study's own leaves it readable; 401 ends the run", async () => {
  for (const key of ["sk-test-never/to_be_seen", "ollama", "sample", "verdict", "judgment"]) {
    const echo: Answers = (count, _body, { headers: { authorization } }) =>
      count === 1
        ? [200, completion(`You sent ${authorization}.\nJudgement: [[A]]`, { model: "ollama/llava" })]
        : refusal(401, "invalid_api_key", `Incorrect API key provided: ${key}.`);
    await using at = await place(saying(echo), { judge: "ollama/llava", retries: 3 });
    const summary = await withKey(key, (keyVariable) => at.run({ keyVariable }));
    holds({ ...summary, requests: at.server.count }, {
      done: 1,
      requests: 2,
      stopped: /^401.*provided: \[secret\]/,
    });
    const [{ model, step, reply }] = repliesOf(summary.journal);
    assert.deepEqual([model, step], ["ollama/llava", "judgment"]);
    assert.match(reply.text, /You sent Bearer \[secret\]\./);
    const written = globSync(`${at.path}/**/*.*`).map((path) => readFileSync(path, "latin1")).join();
    assert.ok(!key.startsWith("sk") || !(written + JSON.stringify(summary)).includes("never"));
  }
});

Deno.test("tokens of a reply that failed after it was made count, and so do those that nobody counted", async () => {
  await using at = await place(
    endpoint((response, _, count) => {
      response.writeHead(200, {
        "content-type": "application/json",
        ...count === 2 && { "content-length": "500" },
      });
      if (count !== 2) return void response.end(completion("Judgement: [[A]]", count === 1 ? failed : {}));
      response.write("{");
      setTimeout(() => response.socket?.destroy(), 5);
    }),
    { data: samples(1), retries: 3 },
  );
  const { journal, tokens } = await at.run(), [{ lost }] = repliesOf(journal);
  // Attempt 1: 100 and 10 as the endpoint counts; attempt 2: cut, estimated at the request's tokens and 400.
  assert.ok(lost?.estimated && lost.input > 100 && lost.output === 410, JSON.stringify(lost));
  assert.deepEqual(tokens, { input: 100 + lost.input, output: 10 + lost.output });
});

Deno.test("run: bad options are refused before anything is asked or written, and say no secret", async () => {
  await using at = await place(NOWHERE);
  const pair = { query: "", answer_a: "", answer_b: "" };
  const bad: [Partial<RunOptions>, RegExp][] = [
    [{ protocol: "tarot" }, /wanted a protocol of base,/],
    [{ judge: " " }, /model's name/],
    [{ baseURL: "ftp://h" }, /http\(s\) address/],
    [{ baseURL: "https://me:secret-word@h/v1" }, /without a key/],
    [{ concurrency: 0 }, /concurrency from 1 to/],
    [{ concurrency: NaN }, /concurrency/],
    [{ perMinute: 0 }, /rate/],
    [{ retries: -1 }, /retries/],
    [{ timeout: 0 }, /timeout/],
    [{ limit: 0 }, /limit/],
    [{ maxCost: 1 }, /wanted prices/],
    [{ decoding: { temperature: 3 } }, /temperature/],
    [{ decoding: { heat: 1 } as never }, /heat/],
    [{ data: [{ item_id: "1" }] }, /query/],
    [{ data: [{ item_id: "1", ...pair }, { item_id: 1, ...pair }] }, /another id/],
  ];
  for (const [change, message] of bad) {
    const refused = at.run({ ...change, out: `${at.path}/out` });
    await assert.rejects(
      refused,
      ({ message: said }: Error) => message.test(said) && !said.includes("secret-word"),
    );
  }
  assert.throws(() => Deno.readDirSync(`${at.path}/out`).next());
});
