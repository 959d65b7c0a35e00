import { mkdirSync, writeFileSync } from "node:fs";
import * as judging from "judgebias/judge";
import sharp from "sharp";
import { openaiBatches } from "@/judge/batch/answers.ts";
import { imageStore } from "@/judge/images/image_store.ts";
import { costBudget } from "@/judge/run/cost.ts";
import { noSums } from "@/judge/store/rows.ts";
import { JudgeFault } from "@/judge/transport/judge.ts";
import { filledRaster, writeImage } from "@/perturb/image_files.ts";
import { SAMPLES } from "../judge/protocols/samples.ts";
import { jsonLines, saying } from "../judge/study.ts";
import { tempFolder } from "../judge/temp_folder.ts";
import { Outcomes } from "./outcomes.ts";
import { journalResults } from "../judge/journal_results.ts";

/** What a judge gives: a reply, or what it throws. */
type Given = judging.JudgeReply & { fault?: JudgeFault["fault"]; throws?: object };

/** A judge that says one after the other, and begins anew. */
function scripted(says: readonly Given[], name: string): judging.Judge {
  let asked = 0;
  const ask = async () => {
    const { fault, throws, ...given } = says[asked++ % says.length];
    if (fault) throw new JudgeFault(fault, given.attempts, given.lost);
    if (throws) throw Object.assign(new Error("no"), throws);
    return await given;
  };
  return { name, ask };
}

Deno.test("studies end, are planned, reread and written down as is kept, run after run", async () => {
  const outcomes = new Outcomes("studies");
  using folder = tempFolder();
  const images = `${folder.path}/images`;
  mkdirSync(images);
  for (const [i, name] of ["cat.png", "7.jpg", "c.png", "k.png", "q.png", "sum.png", "black.png"].entries()) {
    const picture = filledRaster(100 + 180 * i, 90 + 130 * i, [9, 9, 9]);
    writeFileSync(`${images}/${name}`, await writeImage(picture, name.endsWith("jpg") ? "jpeg" : "png"));
  }
  for (
    const [s, { protocol, count, runs, judge = "j", ...study }] of jsonLines("tests/outcomes/studies.jsonl")
      .entries()
  ) {
    const out = `${folder.path}/${study.beside ?? s}`, sample = SAMPLES[protocol];
    const id = ["item_id", "id", "image_id"].find((name) => name in sample)!;
    const data = Array.from({ length: count }, (_, i) => ({ ...sample, [id]: `${i}`, ...study.each?.[i] }));
    /** What is said of it, without what differs from time to time. */
    const tell = async (name: string, call: () => unknown) => {
      const told = JSON.stringify(
        await Promise.try(call).catch((error) => `${error}`),
        (_, value) => value?.toRecords?.() ?? value,
      );
      const kept = told.replaceAll(folder.path, "").replace(/"(at|seconds)":("[^"]*"|[\d.e-]+)/g, "");
      outcomes.of(`${s} ${protocol} ${name}`, [
        kept.startsWith("{") ? JSON.parse(kept.replace(/(?<=[{,]),+|,+(?=})/g, "")) : kept,
      ]);
    };
    for (const [r, { says = study.says, ...told }] of runs.entries()) {
      const { abort, ...more } = told, signal = abort ? AbortSignal.abort() : undefined;
      const options = { protocol, data, images, out, silent: true, concurrency: 1, ...more };
      const path = `${out}/journals/${protocol}--${judge}.sqlite`, of = (name: string) => `run ${r}: ${name}`;
      await tell(of("ends"), () => judging.runJudge({ ...options, signal, judge: scripted(says, judge) }));
      const { concurrency: _1, silent: _2, giveUpAfter: _3, maxCost: _4, ...plan } = options;
      await tell(of("plan"), () => judging.planJudge({ ...plan, judge: scripted(says, judge) }));
      await tell(of("rows"), () => journalResults(path));
      if (r < runs.length - 1) continue;
      await tell(of("reread"), () => judging.reread(path));
      await tell(of("written"), () => judging.writeResults(out));
      await tell(of("replies"), () => {
        judging.exportReplies(path, `${out}/replies.jsonl`);
        return jsonLines(`${out}/replies.jsonl`);
      });
    }
  }
  outcomes.hold();
});

Deno.test("pictures of a folder are loaded, or refused, as is kept, whole and cut or changed anywhere", async () => {
  const outcomes = new Outcomes("image_store");
  using folder = tempFolder();
  const { path } = folder, { data, ...raw } = filledRaster(40, 30, [9, 99, 200]);
  mkdirSync(`${path}/a b`);
  const load = async (name: string, from: string | null = path, how = {}) => {
    const found = imageStore(from, how).load(name).then((
      { url, sha256: _, ...size },
    ) => [url.slice(0, 30), size]);
    return [await found.catch((error) => `${error}`.replaceAll(path, ""))];
  };
  for (const kind of ["png", "jpeg", "gif", "webp", "tiff"] as const) {
    const whole = new Uint8Array(
      await sharp(data, { raw: { ...raw, channels: 3 } }).toFormat(kind).toBuffer(),
    );
    const { length } = whole, found: unknown[] = [];
    const cuts = [0, 8, 30, length >> 1, length - 13, length - 12, length - 4, length - 2, length - 1];
    const flips = [9, 18, 34, length >> 1, length - 14, length - 6, length - 1];
    const ends = [[0], [0, 0, 0], [1, 2], [0xff, 0xd9], [0xff, 0xda, 1]].map((more) => [...whole, ...more]);
    const flipped = flips.map((at) => whole.with(at, whole[at] ^ 0x41));
    for (const bytes of [whole, ...cuts.map((at) => whole.slice(0, at)), ...flipped, ...ends]) {
      writeFileSync(`${path}/a b/é.png`, Uint8Array.from(bytes));
      found.push(await load("a b/é.png"), await load("a b/é.png", path, { urls: "https://h/of//" }));
    }
    outcomes.of(kind, found);
  }
  const names =
    "gone.png|a b|../x|/etc/passwd|http://h/x.png|HTTPS://h/x|ftp://h/x|data:image/png;base64,AA|c:x|C:x|"
      .split("|");
  for (const name of names) {
    const ways = [load(name), load(name, path, { remote: true }), load(name, null), load(name, "/none")];
    outcomes.of(name, await Promise.all(ways));
  }
  outcomes.hold();
});

Deno.test("what an endpoint says of batches is understood, repeated or refused as is kept", async () => {
  const outcomes = new Outcomes("remote_batches");
  for (const [i, { call, args, says }] of jsonLines("tests/outcomes/remote_batches.jsonl").entries()) {
    const asked: unknown[] = [];
    await using server = await saying((count, body, { method, url }) => {
      asked.push([method, url, body.startsWith("{") ? body : body.length > 0]);
      const said = says[Math.min(count, says.length) - 1],
        [status, told] = Array.isArray(said) ? said : [200, said];
      return [status, typeof told === "string" ? told : JSON.stringify(told)];
    });
    const baseURL = server.url,
      remote = openaiBatches({ baseURL, key: "k", timeout: 9, retries: 1, pauseMs: 1 });
    const act = remote[call as "made"] as (...given: unknown[]) => Promise<unknown>;
    const found = await remote.again(() => act(...args)).catch((error) => `${error}`);
    outcomes.of(`${i} ${call}`, [[found ?? null, asked]]);
    remote.close();
  }
  outcomes.hold();
});

Deno.test("a cap on costs lets through as many calls as is kept, and others once these are back", async () => {
  const outcomes = new Outcomes("budgets"), prices = { input: 1000, output: 4000 };
  const call = (tokens: number) => ({
    step: { name: "s" },
    shown: { request_sha256: "", images: [], tokens },
  });
  for (const { spent, decoding, ...given } of jsonLines("tests/outcomes/budgets.jsonl")) {
    const { waits, calls, together } = given, found: unknown[] = [];
    for (const maxCost of [undefined, 0, 0.3, 0.34, 1, 2.7, 6, 40]) {
      const store = { spent: { ...noSums(), ...spent }, out: () => ({ calls: waits, tokens: 50 * waits }) };
      const expected = { of: () => ({ calls, times: 1, output: 20 }) };
      const budget = costBudget({ store, expected }, { prices, maxCost }, decoding, { together });
      let taken = 0;
      while (budget && taken < 14 && budget.reserve(call(100 + taken))) taken++;
      const reached = budget?.reached, late = budget?.reserveInTime(call(110));
      for (let i = 0; i < taken; i++) budget?.release(call(100 + i).shown);
      found.push([taken, reached, await late, budget?.reserve(call(100))]);
    }
    outcomes.of(JSON.stringify([spent, decoding, given]), found);
  }
  outcomes.hold();
});
