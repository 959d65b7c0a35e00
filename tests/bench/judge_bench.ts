import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import OpenAI from "openai";
import { runJudge } from "judgebias/judge";
import { pairOf } from "../judge/study.ts";
import { scenePicture } from "@/judge/simulated/simulated_study.ts";

/** The runner beside a bare loop of the client, both reading their pictures, against an endpoint that answers at once. */
const REQUESTS = 2000, CONCURRENCY = 32, IMAGE_BYTES = 200_000, PICTURES = 50;

const folder = Deno.makeTempDirSync({ prefix: "judgebias-bench-" });
const images = `${folder}/images`;
mkdirSync(images);
const picture = scenePicture(["red circle"]);
for (let i = 0; i < PICTURES; i++) {
  const padded = [...picture, ...randomBytes(IMAGE_BYTES - picture.length)];
  writeFileSync(`${images}/original-${i}.png`, new Uint8Array(padded));
}
const data = Array.from({ length: REQUESTS }, (_, i) => {
  const image = `picture-${i}.png`;
  linkSync(`${images}/original-${i % PICTURES}.png`, `${images}/${image}`);
  return { image, ...pairOf(`${i}`, "What is in it?") };
});

const server = new Deno.Command(Deno.execPath(), {
  args: ["run", "--allow-net", new URL("instant_server.ts", import.meta.url).pathname],
  stdout: "piped",
}).spawn();
const { value } = await server.stdout.getReader().read();
const baseURL = `http://127.0.0.1:${Number(new TextDecoder().decode(value))}/v1`;
addEventListener("unload", () => {
  server.kill();
  rmSync(folder, { recursive: true });
});

let runs = 0;
Deno.bench(
  `runJudge: ${REQUESTS} requests with images of 200 kB`,
  { group: "overhead", n: 3, warmup: 1 },
  async () => {
    const out = `${folder}/run-${runs++}`;
    const { done } = await runJudge({
      ...{ protocol: "base", data, images, judge: "instant", baseURL, out, silent: true },
      concurrency: CONCURRENCY,
    });
    if (done !== REQUESTS) throw new Error(`${done} done`);
  },
);

Deno.bench(
  "bare loop of the client, nothing kept",
  { group: "overhead", baseline: true, n: 3, warmup: 1 },
  async () => {
    const openai = new OpenAI({ apiKey: "none", baseURL });
    let next = 0;
    const worker = async () => {
      while (next < REQUESTS) {
        const { image, query, answer_a, answer_b } = data[next++];
        const bytes = await Deno.readFile(`${images}/${image}`);
        const url = `data:image/png;base64,${bytes.toBase64()}`;
        const text = `${query}\n\nA: ${answer_a}\n\nB: ${answer_b}\n\nWhich is better?`;
        const content = [{ type: "image_url", image_url: { url } } as const, { type: "text", text } as const];
        await openai.chat.completions.create({ model: "instant", messages: [{ role: "user", content }] });
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  },
);
