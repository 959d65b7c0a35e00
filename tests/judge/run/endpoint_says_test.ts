import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { globSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { PROTOCOLS, type RunOptions } from "judgebias/judge";
import * as study from "../study.ts";
import { journalResults } from "../journal_results.ts";

/** What an endpoint says, how it is asked (of so many samples), what becomes of the run, and of the same run again. */
interface Case {
  name: string;
  says: {
    /** A status, a code and a message: to every request, to those of these numbers alone, or to all but those. */
    refuses?: [status: number, code: string, message?: string];
    only?: number[];
    but?: number[];
    /** A completion, with what is otherwise in it, and by which models. */
    text?: string;
    more?: object;
    models?: string[];
    status?: number;
    body?: string;
    blanks?: number;
    packed?: boolean;
    headers?: Record<string, string>;
  };
  asked?: Partial<RunOptions> & { samples?: number };
  /** By field: a text, a pattern between slashes, the most that a number may be, or a value. */
  found: Record<string, unknown>;
  again?: Record<string, unknown>;
}

function answersOf(
  { refuses, only, but = [], text, more, models, status = 200, body = "", blanks, packed, headers }:
    Case["says"],
): study.Answers {
  const bytes = Buffer.alloc(blanks ?? 0, " "),
    packing: Record<string, string> = packed ? { "content-encoding": "gzip" } : {};
  const content = packed ? gzipSync(bytes) : blanks ? bytes : body;
  return (count) => {
    if (refuses) return (only?.includes(count) ?? !but.includes(count)) ? study.refusal(...refuses) : "[[A]]";
    if (text === undefined) return [status, content, { ...packing, ...headers }];
    return [200, study.completion(text, { ...more, ...models && { model: models[count - 1] } }), headers];
  };
}

for (const { name, says, asked: { samples: count = 5, ...asked } = {}, found, again } of cases()) {
  Deno.test(`what an endpoint says: ${name}`, async () => {
    await using at = await study.place(study.saying(answersOf(says)), {
      data: study.samples(count),
      ...asked,
    });
    const first = await at.run(),
      { journal, tokens, failures, examples: [example] } = first,
      { count: requests } = at.server;
    const { frame, missing } = journalResults(journal);
    const more = {
      ...{ requests, reason: failures[0]?.reason, shown: example?.text, why: example?.reason, missing },
      ...study.repliesOf(journal)[0]?.usage,
      ...{ uncounted: tokens.input - 100 * requests },
      by: frame.columns.includes("served") ? frame.getColumn("served").toArray() : null,
    };
    study.holds({ ...first, ...more }, study.wantedOf(found), name);
    if (again) study.holds(await at.run(), study.wantedOf(again), `${name}, again`);
  });
}

function cases(): Case[] {
  return study.jsonLines("tests/judge/run/endpoint_says.jsonl");
}

Deno.test("a key that is echoed is nowhere to be read; one that is a word of the study's own leaves it readable; 401 ends the run", async () => {
  for (const key of ["sk-test-never/to_be_seen", "ollama", "sample", "verdict", "judgment"]) {
    const echo: study.Answers = (count, _body, { headers: { authorization } }) =>
      count === 1
        ? [200, study.completion(`You sent ${authorization}.\nJudgement: [[A]]`, { model: "ollama/llava" })]
        : study.refusal(401, "invalid_api_key", `Incorrect API key provided: ${key}.`);
    await using at = await study.place(study.saying(echo), { judge: "ollama/llava", retries: 3 });
    const summary = await study.withKey(key, (keyVariable) => at.run({ keyVariable }));
    study.holds(summary, { done: 1, stopped: /^401.*provided: \[secret\]/ });
    assert.equal(at.server.count, 2);
    const [{ model, step, reply }] = study.repliesOf(summary.journal);
    assert.deepEqual([model, step], ["ollama/llava", "judgment"]);
    assert.match(reply.text, /You sent Bearer \[secret\]\./);
    const written = globSync(`${at.path}/**/*.*`).map((path) => readFileSync(path, "latin1")).join();
    assert.ok(!key.startsWith("sk") || !(written + JSON.stringify(summary)).includes("never"));
  }
});

Deno.test("tokens of a reply that failed after it was made count, and so do those that nobody counted", async () => {
  const usage = { prompt_tokens: 100, completion_tokens: 10, prompt_tokens_details: { cached_tokens: 40 } };
  const failed = { usage, choices: [{ message: { content: "x" }, finish_reason: "error" }] };
  await using at = await study.place(
    study.endpoint((response, _, count) => {
      const cut = count === 2 && { "content-length": "500" };
      response.writeHead(200, { "content-type": "application/json", ...cut });
      if (count !== 2) {
        return void response.end(study.completion("Judgement: [[A]]", count === 1 ? failed : {}));
      }
      response.write("{");
      setTimeout(() => response.socket?.destroy(), 5);
    }),
    { data: study.samples(1), retries: 3 },
  );
  const { journal, tokens, estimated, included } = await at.run(), [{ lost }] = study.repliesOf(journal);
  assert.equal(included.cached, 40);
  // Attempt 1: 100 and 10 as the endpoint counts; attempt 2: cut, estimated at the request's tokens and 400.
  assert.ok(lost?.estimated && lost.input > 100 && lost.output === 410, JSON.stringify(lost));
  assert.equal(estimated, lost.input + lost.output);
  assert.deepEqual(tokens, { input: 100 + lost.input, output: 10 + lost.output });
});

Deno.test("run: bad options are refused before anything is asked or written, and say no secret", async () => {
  await using at = await study.place(study.NOWHERE);
  const bad: [Partial<RunOptions>, RegExp][] = [
    ...study.jsonLines("tests/judge/run/wrong_options.jsonl").map(({ change, words }): typeof bad[number] => [
      change,
      new RegExp(words),
    ]),
    [{ protocol: { ...PROTOCOLS.base, name: "a/1" } }, /a name that a file can have .*found "a\/1"/],
    [{ concurrency: NaN }, /concurrency from 1 to/],
    [{ maxCost: 1, prices: { input: 1, output: NaN } }, /prices/],
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
