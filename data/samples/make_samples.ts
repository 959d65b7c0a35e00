/**
 * Makes the files of this folder: four samples of our own to perturb, three with pictures that the library draws.
 *
 *     deno run --allow-all data/samples/make_samples.ts
 */
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { drawnSamples } from "@/figures/mm_judgebias/tiles.ts";

const FOLDER = fileURLToPath(new URL("./", import.meta.url));

const lines: string[] = [];
for (const { image, ...sample } of await drawnSamples()) {
  if (image === null) {
    lines.push(JSON.stringify({ ...sample, image: null }));
    continue;
  }
  await sharp(image).resize({ width: 400 }).png({ palette: true, effort: 10 }).toFile(
    `${FOLDER}${sample.id}.png`,
  );
  lines.push(JSON.stringify({ ...sample, image: `${sample.id}.png` }));
}
Deno.writeTextFileSync(`${FOLDER}samples.jsonl`, `${lines.join("\n")}\n`);
